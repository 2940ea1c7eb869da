// Forms of internal iterative deepening that no version uses.
#pragma once

#include "core/chess/types.hpp"
#include "core/search/enhancements/iid_and_iir.hpp"
#include "core/search/hooks.hpp"
#include "core/search/ply_table.hpp"

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

/// A restart, on top of another form: where in a PV node the best move's score has fallen below the last iteration's,
/// all that was known about the moves is in doubt, so the whole node begins again at depth 1, once for each depth, with
/// its first window and the fallen move among the others. At the root the last iteration is the driver's; a stop may
/// answer with what a shallow one has found there. Four bytes a ply. An experiment that came before IidReset, which is
/// what Muller proposed.
/// Worth in Elo, at 25,000 nodes a move: -72 +- 38 in Full, -85 +- 44 in Tiny, so no version uses it.
template <class Base, int max_ply>
class IidRestart {
public:
    template <class S, class F>
    Depth first_depth(S& s, F& f) {
        State& here = states_.at(s);
        if (s.ply() != 0 || f.target == 1) here.last = static_cast<std::int16_t>(score_none);
        here.reset_at = 0;
        here.resetting = false;
        return Base::first_depth(s, f);
    }

    /// Ends the iteration after its first move, when that has disappointed.
    template <class S, class F>
    Verdict prune_move(S& s, F& f, typename F::Move) {
        if (!f.pv || f.quiescing()) return Verdict::search;
        State& here = states_.at(s);
        if (f.count == 1 && f.depth > 1 && here.reset_at < f.depth && f.best_score < here.last) {
            here.reset_at = f.depth;
            here.resetting = true;
        }
        return here.resetting ? Verdict::skip_rest : Verdict::search;
    }

    template <class S, class F>
    Depth next_depth(S& s, F& f) {
        if (f.quiescing()) return 0;
        State& here = states_.at(s);
        if (here.resetting) {
            here.resetting = false;
            return 1;
        }
        if (f.best) f.hash_move = f.best;
        if (f.depth < here.reset_at) return f.depth + 1;
        here.last = f.best_score;
        return Base::next_depth(s, f);
    }

private:
    struct State {
        std::int16_t last;     ///< score of the iteration before, or score_none
        std::int8_t reset_at;  ///< depth of the last reset in this node
        bool resetting;
    };
    PlyTable<State, max_ply> states_;
};

/// No internal iterations: for IidReset and IidRestart alone.
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
