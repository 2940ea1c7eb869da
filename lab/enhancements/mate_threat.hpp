// A node deeper where passing would be answered by mate.
#pragma once

#include "core/chess/types.hpp"

namespace stackmate {

/// Mate threat: if the opponent, given two moves in a row, mates, then something must be done about it, and most moves do
/// not: the node is searched one ply deeper. Found by the null move, so it costs nothing to see. Source: Anantharaman,
/// "Extension heuristics", ICCA Journal 14(2), 1991, for threats that a null move shows (ChipTest, 1986).
/// Worth in Elo: 12 +- 17 in Full at 25,000 nodes a move, 826 games; in no version.
template <Depth shallowest>
struct MateThreat {
    template <class S, class F>
    static Depth threatened(S&, F& f, Score score) {
        return f.target >= shallowest && score <= -score_mate_bound ? 1 : 0;
    }
};

}  // namespace stackmate
