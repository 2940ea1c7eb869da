#pragma once

#include "core/chess/position.hpp"
#include "core/search/hooks.hpp"
#include "core/chess/types.hpp"

namespace stackmate {

/// Endgame knowledge where a node begins: a king and pawn against a king that `Kpk` knows for drawn is not searched.
/// (Endings, which adjusts static values, has the knowledge that is no proof.)
/// Source: Slate, "Interior-node score bounds in a brute-force chess program", ICCA Journal 7(4), 1984; Heinz, "Efficient
/// interior-node recognition", ICCA Journal 21(3), 1998.
/// Worth in Elo: see lab/pages/SKELETON.md; in no version.
template <class Kpk>
struct KnownDraws {
    template <class S, class F>
    static Score lookup(S& s, F& f) {
        const Position& p = s.position();
        if (p.pieces() != 3 || s.ply() == 0) [[likely]]
            return score_none;
        return drawn(p, f.in_check()) ? score_draw : score_none;
    }

private:
    [[gnu::cold]] [[gnu::noinline]] static bool drawn(const Position& p, bool in_check) {
        if (in_check) return false;
        for (const Color strong : {Color::white, Color::black})
            if (p.slots(strong, PieceType::pawn) != 0) return Kpk::drawn(p, strong);
        return false;
    }
};

}  // namespace stackmate
