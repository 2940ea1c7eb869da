#pragma once

#include "core/chess/exchange.hpp"
#include "core/search/hooks.hpp"
#include "core/chess/types.hpp"

namespace stackmate {

/// Exchange pruning: close to the leaves, moves are left out, quiet ones too, that lose more than `margin` for each ply by the
/// static exchange. Source: not traced to one author.
template <auto margin, Depth deepest>
struct ExchangePruning {
    template <class S, class F>
    static Verdict prune_move(S& s, F& f, Move m) {
        if (f.quiescing() || f.in_check() || f.pv || f.depth > deepest || f.best_score <= -score_mate_bound)
            return Verdict::search;
        return exchange_wins(s.position(), m, -margin * f.depth) ? Verdict::search : Verdict::skip;
    }
};

}  // namespace stackmate
