#pragma once

#include "core/search/enhancements/draws.hpp"
#include "core/search/hooks.hpp"
#include "core/chess/types.hpp"

namespace stackmate {

/// Null move: if the position is still above beta after passing, some move will also keep it there. Not with only pawns and
/// one minor piece (zugzwang), not twice in a row, and not if beta is a mate score. Source: Adelson-Velsky, Arlazarov,
/// Donskoy, "Some methods of controlling the tree search in chess programs", 1975; Beal, "Experiments with the null move",
/// 1989; Donninger, "Null move and deep search", 1993.
/// The reply is searched `reduction` plies less deeply; one ply more for each `per_depth` plies of depth; and one ply more for each `per_excess` centipawns, at most
/// three times, by which the position is above beta.
template <auto reduction, auto per_depth, auto per_excess>
struct NullMove {
    template <class S, class F>
    static Depth null_depth(S& s, F& f) {
        if (f.pv || f.depth < 2 || f.passed || f.in_check() || f.static_eval < f.beta || is_mate(f.beta))
            return depth_none;
        if (!s.position().has_force(s.position().side())) return depth_none;
        if (draw_in_reach(s, f)) return depth_none;  // passing sets the half-move clock to 0
        Depth depth = f.depth - f.depth / per_depth - reduction;
        for (int n = 1; n <= 3; ++n)  // some chips cannot divide
            if (f.static_eval - f.beta >= n * per_excess) --depth;
        return depth > 0 ? depth : 0;
    }
};

}  // namespace stackmate
