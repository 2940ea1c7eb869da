#pragma once

#include "core/search/enhancements/draws.hpp"
#include "core/search/hooks.hpp"
#include "core/chess/types.hpp"

namespace stackmate {

/// Razoring: close to the leaves, a position so far below alpha that only captures could help is first searched by
/// quiescence. If that does not help either, its score counts. Quiescence is an internal iteration of depth 0.
/// Source: Birmingham and Kent, "Tree-searching and tree-pruning techniques", 1977; with quiescence: Glaurung 2.1 (Romstad).
template <auto base, auto margin, Depth deepest>
struct Razoring {
    template <class S, class F>
    static Depth first_depth(S& s, F& f) {
        const bool hopeless = !f.pv && f.target <= deepest && !f.in_check() && !is_mate(f.alpha)
                              && f.static_eval + base + margin * f.target * f.target <= f.alpha && !draw_in_reach(s, f);
        return hopeless ? 0 : f.target;
    }
    template <class S, class F>
    static Depth next_depth(S&, F& f) {
        if (f.depth != 0 || f.target <= 0) return depth_none;
        return f.best_score <= f.alpha ? 0 : f.target;
    }
};

}  // namespace stackmate
