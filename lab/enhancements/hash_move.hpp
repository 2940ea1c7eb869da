#pragma once

#include "core/chess/types.hpp"
#include "core/search/hooks.hpp"
#include "core/search/transposition_table.hpp"

namespace stackmate {

/// The table's move alone, no cutoffs: what the table is worth as a source of moves.
struct HashMove {
    template <class S, class F>
    static Score lookup(S& s, F& f) {
        if (!f.quiescing()) f.hash_move = s.table().template probe<typename F::Move>(s.position().key()).move;
        return score_none;
    }
    template <class S, class F>
    static void store(S& s, F& f) {
        if (!f.quiescing() && f.best) s.table().store(s.position().key(), f.best, 0, f.depth, Bound::exact);
    }
};

}  // namespace stackmate
