#pragma once

#include "core/chess/exchange.hpp"
#include "core/search/hooks.hpp"
#include "core/chess/types.hpp"

namespace stackmate {

/// Captures that lose material by the static exchange are left out in quiescence. In other nodes they come after the quiet
/// moves, with pickers that can put a move off. Source: Maynard Smith, Michie, "Machines that play games", 1961, for the
/// exchange; leaving such captures out is not traced to one author.
struct LosingCaptures {
    template <class S, class F>
    static bool put_off(S& s, F&, Move m) {
        return !exchange_wins(s.position(), m, 0);
    }

    template <class S, class F>
    static Verdict prune_move(S& s, F& f, Move m) {
        return !f.quiescing() || f.in_check() || exchange_wins(s.position(), m, 0) ? Verdict::search : Verdict::skip;
    }
};

}  // namespace stackmate
