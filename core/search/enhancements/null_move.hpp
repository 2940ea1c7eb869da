#pragma once

#include "core/search/hooks.hpp"
#include "core/chess/types.hpp"

namespace stackmate {

/// Null move: if the position stays good after passing, some move will keep it so. Not with pawns and a minor piece
/// only (zugzwang), not twice in a row, not where a mate is at stake. Source: Adelson-Velsky, Arlazarov, Donskoy, "Some
/// methods of controlling the tree search in chess programs", 1975; Beal, "Experiments with the null move", 1989;
/// Donninger, "Null move and deep search", 1993.
/// Worth in Elo, at 25,000 nodes a move, 100 games: 14 +- 55 in Full, 60 +- 49 in Tiny.
/// The reply is searched `less` plies less deep, and one more for each `per_depth` plies of depth and each `per_excess`
/// centipawns, up to three times these, by which the position stands above beta.
template <auto less, auto per_depth, auto per_excess>
struct NullMove {
    template <class S, class F>
    static Depth null_depth(S& s, F& f) {
        if (f.pv || f.depth < 2 || !f.null_allowed || f.in_check() || f.static_eval < f.beta || is_mate(f.beta))
            return depth_none;
        if (!s.position().has_force(s.position().side())) return depth_none;
        Depth depth = f.depth - f.depth / per_depth - less;
        for (int n = 1; n <= 3; ++n)  // some chips cannot divide
            if (f.static_eval - f.beta >= n * per_excess) --depth;
        return depth > 0 ? depth : 0;
    }
};

}  // namespace stackmate
