#pragma once

#include "core/chess/types.hpp"
#include "core/search/hooks.hpp"

namespace stackmate {

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
