#pragma once

#include "core/search/enhancements/draws.hpp"
#include "core/search/hooks.hpp"
#include "core/chess/types.hpp"

namespace stackmate {

/// Reverse futility: close to the leaves, a position that is above beta by a margin for each ply is assumed to stay above it.
/// Also known as static null move. Source: not traced to one author; the second name is Stockfish's (Costalba, February
/// 2010). It is the reverse of Heinz, "Extended futility pruning", 1998.
template <auto margin, Depth deepest>
struct ReverseFutility {
    template <class S, class F>
    static Score prune_node(S& s, F& f) {
        if (f.pv || f.depth > deepest || f.in_check() || is_mate(f.beta)) return score_none;
        return f.static_eval >= f.beta + margin * f.depth && !draw_in_reach(s, f) ? f.static_eval : score_none;
    }
};

}  // namespace stackmate
