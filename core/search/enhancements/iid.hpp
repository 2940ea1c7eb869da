#pragma once

#include "core/search/hooks.hpp"
#include "core/types.hpp"

#include <cstdint>

namespace stackmate {

/// How much less deep the inner search is than the node it serves.
template <int n> struct IidMinus { static constexpr Depth inner(Depth d) { return d - n; } };
template <int n> struct IidOver { static constexpr Depth inner(Depth d) { return d / n; } };
template <class A, class B> struct IidMin {
    static constexpr Depth inner(Depth d) { return A::inner(d) < B::inner(d) ? A::inner(d) : B::inner(d); }
};
template <class A, class B> struct IidMax {
    static constexpr Depth inner(Depth d) { return A::inner(d) > B::inner(d) ? A::inner(d) : B::inner(d); }
};

enum class IidWhere : std::uint8_t { pv_nodes, cut_nodes_too };

/// Internal iterative deepening: a node for which the table has no move searches itself less deeply first, in its own
/// frame and with its own window, and tries the best move found first. With a window of one, every node that could
/// prove a cutoff counts as an expected cut node.
/// Source: Scott, "A chess-playing program", 1969; Anantharaman, "A statistical study of selective min-max search", 1991.
template <class Reduction, IidWhere where, Depth shallowest>
struct Iid {
    static constexpr unsigned hooks = hook_deepen;

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

/// The micro-Max form: every node deepens itself one ply at a time, from the depth that the table knows. What the inner
/// iterations cost the table gives back. Source: Muller, micro-Max, 2004.
struct IidEveryPly {
    static constexpr unsigned hooks = hook_deepen;

    template <class S, class F>
    static Depth first_depth(S& s, F& f) {
        if (s.ply() == 0) return f.target;
        const Depth known = f.hash_move ? static_cast<Depth>(s.table().probe(s.position().key()).depth) : 0;
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

}  // namespace stackmate
