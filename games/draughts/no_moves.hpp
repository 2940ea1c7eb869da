#pragma once

#include "core/chess/types.hpp"

namespace stackmate::draughts {

/// A side that cannot move has lost. Quiescence would not notice it: with nothing to capture it stands pat, which is
/// wrong for a side that is blocked or has no pieces left. In chess this is wrong only for stalemate, which is rare
/// enough to be ignored; in draughts every game ends like this. Asked before Draws: a loss takes precedence over a draw
/// by the count of moves.
struct NoMoves {
    template <class S, class F>
    static Score lookup(S& s, F& f) {
        if (s.ply() == 0 || f.in_check() || s.position().any_legal_move()) return score_none;
        return mated_in(s.ply());
    }
};

}  // namespace stackmate::draughts
