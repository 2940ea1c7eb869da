#pragma once

#include "core/search/enhancements/draws.hpp"
#include "core/search/hooks.hpp"
#include "core/chess/types.hpp"

#include <cstdint>

namespace stackmate {

/// The inner search is `n` plies less deep than the node.
template <int n>
struct IidMinus {
    static constexpr Depth inner(Depth d) { return d - n; }
};
enum class IidWhere : std::uint8_t { pv_nodes, null_windows_too };

/// Internal iterative deepening: a node for which the table has no move is first searched less deeply, in its own frame and
/// with its own window. The best move found is then tried first. With a null window it
/// is asked only where the static value is at least beta.
/// Source: Scott, "A chess-playing program", 1969; Anantharaman, "Extension heuristics", ICCA Journal 14(2), 1991.
template <class Reduction, IidWhere where, Depth shallowest>
struct Iid {
    template <class S, class F>
    static Depth first_depth(S& s, F& f) {
        if (s.ply() == 0 || f.hash_move || f.target < shallowest) return f.target;
        if (where == IidWhere::pv_nodes && !f.pv) return f.target;
        if (!f.pv && (f.in_check() || f.static_eval < f.beta)) return f.target;
        const Depth inner = Reduction::inner(f.target);
        return inner > 0 && inner < f.target ? inner : f.target;
    }

    template <class S, class F>
    static Depth next_depth(S&, F& f) {
        if (f.depth >= f.target) return 0;
        if (f.best) f.hash_move = f.best;
        return f.target;
    }
};

/// Internal iterative reduction, the opposite answer to the same question: a node without a move to try first is searched one
/// ply less deeply. The next time it has such a move. Not where that ply may reach the draw by the number of moves.
/// Source: Schroder, "An alternative to IID", CCC, August 2020.
template <IidWhere where, Depth shallowest>
struct Iir {
    template <class S, class F>
    static Depth first_depth(S& s, F& f) {
        if (s.ply() != 0 && !f.hash_move && f.target >= shallowest && (f.pv || where == IidWhere::null_windows_too)
            && !draw_in_reach(s, f))
            f.target = static_cast<std::int8_t>(f.target - 1);
        return f.target;
    }
};

}  // namespace stackmate
