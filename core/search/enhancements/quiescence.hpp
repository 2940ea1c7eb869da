#pragma once

#include "core/eval_tables.hpp"
#include "core/search/hooks.hpp"
#include "core/types.hpp"

#include <cstdint>

namespace stackmate {

/// Delta pruning: in quiescence, captures whose victim with a margin on top would still leave the score below alpha are
/// left out. Since captures come most valuable victim first, so is everything behind them. Source: general practice.
template <int margin>
struct DeltaPruning {
    static constexpr unsigned hooks = hook_prune_move;

    template <class S, class F>
    static Verdict prune_move(S& s, F& f, Move m) {
        if (!f.quiescing() || f.in_check()) return Verdict::search;
        const auto& p = s.position();
        const PieceType victim = type_of(p.at(m.to()));
        int gain = tables::piece_value[index(victim == PieceType::none ? PieceType::pawn : victim)];
        const bool promotes = type_of(p.at(m.from())) == PieceType::pawn && relative_rank(p.side(), m.to()) == 7;
        if (promotes) gain += tables::piece_value[index(PieceType::queen)];
        const Score best = f.static_eval + gain + margin;
        if (best > f.alpha) return Verdict::search;
        if (best > f.best_score) f.best_score = static_cast<std::int16_t>(best);
        return promotes || m == f.hash_move ? Verdict::skip : Verdict::skip_rest;
    }
};

/// A capture of a lesser piece that a pawn guards loses material: quiescence leaves it out. The cheapest part of a
/// static exchange evaluation, two looks at the mailbox.
struct PawnGuard {
    static constexpr unsigned hooks = hook_prune_move;

    template <class S, class F>
    static Verdict prune_move(S& s, F& f, Move m) {
        if (!f.quiescing() || f.in_check()) return Verdict::search;
        const auto& p = s.position();
        const int risked = tables::piece_value[index(type_of(p.at(m.from())))];
        const int taken = tables::piece_value[index(type_of(p.at(m.to())))];
        if (risked <= taken + 50 || type_of(p.at(m.from())) == PieceType::king) return Verdict::search;
        const Piece pawn = make_piece(~p.side(), PieceType::pawn);
        const unsigned ahead = index(m.to()) + static_cast<unsigned>(pawn_step(p.side()));
        const bool guarded = (on_board(ahead - 1) && p.at(ahead - 1) == pawn) || (on_board(ahead + 1) && p.at(ahead + 1) == pawn);
        return guarded ? Verdict::skip : Verdict::search;
    }
};

}  // namespace stackmate
