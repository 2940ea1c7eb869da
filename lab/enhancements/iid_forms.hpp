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
