#pragma once

#include "core/search/hooks.hpp"
#include "core/chess/types.hpp"

namespace stackmate {

/// Mate-distance pruning: no line from here is better than mate with the next move, and none is worse than being mated now.
/// If a shorter mate is known already, this node need not be searched. Source: not traced to one author; the oldest program
/// seen with it is Glaurung 2.1 (Romstad).
struct MateDistance {
    template <class S, class F>
    static Score lookup(S& s, F& f) {
        if (s.ply() == 0) return score_none;
        if (f.alpha >= -mated_in(s.ply() + 1)) return f.alpha;
        if (f.beta <= mated_in(s.ply())) return f.beta;
        return score_none;
    }
};

}  // namespace stackmate
