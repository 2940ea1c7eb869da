#pragma once

#include "core/search/hooks.hpp"
#include "core/search/move_kind.hpp"
#include "core/chess/types.hpp"

namespace stackmate {

/// Late-move pruning: close to the leaves only the first few quiet moves are searched, and those that give check. Source: not
/// traced to one author; the oldest program seen with it is Glaurung 2.1 (Romstad), which also looks at the history.
template <auto base, Depth deepest>
struct LateMovePruning {
    template <class S, class F>
    static bool leave_quiets(S&, F& f) {
        return !f.pv && f.depth <= deepest && !f.in_check() && f.count >= base + f.depth * f.depth
               && f.best_score > -score_mate_bound;
    }
};

}  // namespace stackmate
