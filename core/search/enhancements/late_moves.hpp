#pragma once

#include "core/search/hooks.hpp"
#include "core/search/move_kind.hpp"
#include "core/chess/types.hpp"

namespace stackmate {

/// Late-move pruning: close to the leaves only the first few quiet moves are looked at, and those that
/// check. Source: not traced to one author; the oldest program seen with it is Glaurung 2.1 (Romstad), which asks the
/// history as well.
/// Worth in Elo, at 25,000 nodes a move, 100 games: 135 +- 65 in Full, 67 +- 64 in Tiny.
template <auto base, Depth deepest>
struct LateMovePruning {
    template <class S, class F>
    static bool leave_quiets(S&, F& f) {
        return !f.pv && f.depth <= deepest && !f.in_check() && f.count >= base + f.depth * f.depth
               && f.best_score > -score_mate_bound;
    }
};

/// Late-move reductions: a quiet move that comes late is first tried at less depth, and looked at properly only if it
/// does better than expected. Source: Levy, Broughton, Taylor, "The SEX algorithm in computer chess", 1989, for less
/// depth for less likely moves; this form is not traced to one author (Romstad, Winboard Forum, April 2005).
/// Worth in Elo, before LogReductions took its place: 2 +- 24 in Full at 5,000 nodes a move, 12 +- 24 in Tiny at 2,000.
template <int first_move, Depth shallowest>
struct LateMoveReductions {
    template <class S, class F>
    static Depth reduce(S&, F& f) {
        if (f.depth < shallowest || f.count < first_move || f.in_check() || child(f).in_check()) return 0;
        if (f.undo.captured != 0) return 0;
        const Depth less = 1 + (f.count >= 3 * first_move ? 1 : 0) + (f.depth >= 8 ? 1 : 0) - (f.pv ? 1 : 0);
        return less < f.depth - 1 ? less : f.depth - 2;
    }
};

}  // namespace stackmate
