// Forms of internal iterative deepening that no version uses.
#pragma once

#include "core/chess/types.hpp"
#include "core/search/enhancements/iid_and_iir.hpp"
#include "core/search/hooks.hpp"

#include <cstdint>

namespace stackmate {

// How much less deep the inner search is, beside IidMinus.

template <int n>
struct IidOver {
    static constexpr Depth inner(Depth d) { return d / n; }
};
template <class A, class B>
struct IidMin {
    static constexpr Depth inner(Depth d) { return A::inner(d) < B::inner(d) ? A::inner(d) : B::inner(d); }
};
template <class A, class B>
struct IidMax {
    static constexpr Depth inner(Depth d) { return A::inner(d) > B::inner(d) ? A::inner(d) : B::inner(d); }
};

/// The micro-Max form: every node deepens itself one ply at a time, from the depth that the table knows. What the inner
/// iterations cost the table gives back. Source: Muller, micro-Max, "Search: iterative deepening".
struct IidEveryPly {
    template <class S, class F>
    static Depth first_depth(S& s, F& f) {
        if (s.ply() == 0) return f.target;
        const Depth known =
            f.hash_move ? static_cast<Depth>(s.table().template probe<typename F::Move>(s.position().key()).depth) : 0;
        const Depth first = known + 1;
        return first < f.target ? first : f.target;
    }

    template <class S, class F>
    static Depth next_depth(S&, F& f) {
        if (f.depth >= f.target) return 0;
        if (f.best) f.hash_move = f.best;
        return f.depth + 1;
    }
};

/// Is a cutoff expected? Below a node with an open window the types of null-window nodes alternate: the first expects a cutoff,
/// the second searches all its moves. Source: Knuth and Moore, "An analysis of alpha-beta pruning", 1975.
template <class F>
bool expects_cutoff(const F& f, int ply) {
    int below = 0;
    while (below != ply && !ancestor(f, static_cast<unsigned>(below)).pv) ++below;
    return below % 2 != 0;
}

/// Deep Thought's form: two plies less, at PV nodes and at expected cut nodes.
/// Source: Anantharaman, "Extension heuristics", ICCA Journal 14(2), 1991, as reported.
struct IidDeepThought {
    template <class S, class F>
    static Depth first_depth(S& s, F& f) {
        const bool asked = s.ply() != 0 && !f.hash_move && f.target > 2 && (f.pv || expects_cutoff(f, s.ply()));
        return asked ? f.target - 2 : Depth{f.target};
    }
    template <class S, class F>
    static Depth next_depth(S& s, F& f) {
        return Iid<IidMinus<2>, IidWhere::pv_nodes, 3>::next_depth(s, f);
    }
};

/// No internal iterations: for IidReset alone.
struct NoIid {
    template <class S, class F>
    static Depth first_depth(S&, F& f) {
        return f.target;
    }
    template <class S, class F>
    static Depth next_depth(S&, F&) {
        return 0;
    }
};

}  // namespace stackmate
