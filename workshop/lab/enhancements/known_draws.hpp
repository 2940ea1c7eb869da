#pragma once

#include "core/chess/exchange.hpp"
#include "core/chess/position.hpp"
#include "core/eval/endings/kpk.hpp"
#include "core/search/hooks.hpp"
#include "core/chess/types.hpp"

namespace stackmate {

/// Endgame knowledge where a node begins: a king and pawn against a king that is drawn (core/eval/endings/kpk.hpp) is not searched.
/// (Endings, which adjusts static values, has the knowledge that is no proof.)
/// Source: Slate, "Interior-node score bounds in a brute-force chess program", ICCA Journal 7(4), 1984; Heinz, "Efficient
/// interior-node recognition", ICCA Journal 21(3), 1998.
/// Worth in Elo: see workshop/lab/pages/SKELETON.md; in no version.
struct KnownDraws {
    template <class S, class F>
    static Score lookup(S& s, F& f) {
        const Position& p = s.position();
        if (p.pieces() != 3 || s.ply() == 0) [[likely]]
            return score_none;
        return drawn(p, f.in_check()) ? score_draw : score_none;
    }

    [[gnu::cold]] [[gnu::noinline]] static bool drawn(const Position& p, bool in_check) {
        if (in_check) return false;
        for (const Color strong : {Color::white, Color::black})
            if (p.slots(strong, PieceType::pawn) != 0) return KpkTable::drawn(p, strong);
        return false;
    }
};

/// The same, and wins: a queen, a rook or a won pawn alone against the king, the stronger side to move. A win is worth more
/// the sooner it comes and the stronger the piece. Where the root has no more than three pieces wins are searched, because the
/// search must get on with them. Worth in Elo: see workshop/lab/pages/SKELETON.md; in no
/// version.
class KnownEndings {
public:
    static constexpr Score win = 10'000;

    template <class S, class F>
    Score lookup(S& s, F& f) {
        const Position& p = s.position();
        if (s.ply() == 0) searches_wins_ = p.pieces() <= 3;
        const Score score = KnownDraws::lookup(s, f);
        if (p.pieces() != 3 || searches_wins_ || score != score_none || f.in_check()) [[likely]]
            return score;
        return won(p, s.ply());
    }

private:
    [[gnu::cold]] [[gnu::noinline]] static Score won(const Position& p, int ply) {
        for (const PieceType piece : {PieceType::queen, PieceType::rook, PieceType::pawn})
            if (p.slots(p.side(), piece) != 0) return win + worth_of(piece) - ply;
        return score_none;
    }

    bool searches_wins_ = false;
};

}  // namespace stackmate
