#pragma once

#include "core/chess/types.hpp"

namespace stackmate::draughts {

/// Who cannot move has lost, also where nobody would look for his moves: in quiescence with nothing to take the search
/// stands pat, and of a side that is blocked or has no pieces left that would be wrong. In chess it is wrong of a stalemate
/// alone, which is rare enough to be left; here it is how every game ends. Asks before Draws: a loss goes before a draw by
/// the count of moves.
struct NoMoves {
    template <class S, class F>
    static Score lookup(S& s, F& f) {
        if (s.ply() == 0 || f.in_check() || s.position().any_legal_move()) return score_none;
        return mated_in(s.ply());
    }
};

}  // namespace stackmate::draughts
