// Transposition tables that serve half their purpose, for experiments with move ordering.
#pragma once

#include "core/search/enhancements/table_lookup.hpp"

namespace stackmate {

/// No score of the table ends a node. So it was in Movei at first, says the Chess Programming Wiki (page Movei).
struct TableMoveAlone : Transpositions<true> {
    template <class S, class F>
    static Score lookup(S& s, F& f) {
        Transpositions<true>::lookup(s, f);
        f.table_bound = Bound::none;
        return score_none;
    }
};

/// No move of the table is tried first.
struct TableScoreAlone : Transpositions<true> {
    template <class S, class F>
    static Score lookup(S& s, F& f) {
        const Score score = Transpositions<true>::lookup(s, f);
        f.hash_move = {};
        return score;
    }
};

}  // namespace stackmate
