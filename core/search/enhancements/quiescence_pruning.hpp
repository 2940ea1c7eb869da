#pragma once

#include "core/chess/piece_values.hpp"
#include "core/search/hooks.hpp"
#include "core/search/move_kind.hpp"
#include "core/chess/types.hpp"

#include <cstdint>

namespace stackmate {

/// Delta pruning: in quiescence, a piece is not worth capturing if the score would stay below alpha even with a margin added.
/// This is decided before captures are generated, because generating them takes most of quiescence's time. If a pawn can
/// promote, all captures are generated. Source: not traced to one author; the oldest text seen is Hamstra, "Comments on delta
/// pruning", CCC, October 1999.
template <auto margin>
struct DeltaPruning {
    template <class S, class F>
    static std::uint32_t victims(S& s, F& f) {
        const auto& p = s.position();
        const int short_by = f.alpha - f.static_eval - margin;  // a victim must be worth more than this
        if (short_by < worth_of(PieceType::pawn) || p.pawn_may_promote()) return all_victims;
        std::uint32_t wanted = 0;
        int most = worth_of(PieceType::pawn);  // pawns are left out always, and maybe dearer pieces
        for (unsigned t = index(PieceType::queen); t >= index(PieceType::knight); --t) {
            if (worth_of(static_cast<PieceType>(t)) > short_by)
                wanted |= p.slots(static_cast<PieceType>(t));
            else if (worth_of(static_cast<PieceType>(t)) > most)
                most = worth_of(static_cast<PieceType>(t));
        }
        const Score best = f.static_eval + most + margin;  // of the captures that are left out
        if (best > f.best_score) f.best_score = static_cast<std::int16_t>(best < f.alpha ? best : f.alpha);
        return wanted;
    }
};

/// In quiescence, once a move out of check has been searched that does not lose to mate, the other quiet ones are left out.
/// Source: not traced to one author.
struct QuietEvasions {
    template <class S, class F>
    static Verdict prune_move(S& s, F& f, Move m) {
        if (!f.quiescing() || !f.in_check() || f.best_score <= -score_mate_bound) return Verdict::search;
        return is_noisy(s.position(), m) ? Verdict::search : Verdict::skip_rest;
    }
};

}  // namespace stackmate
