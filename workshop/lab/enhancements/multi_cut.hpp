#pragma once

#include "core/search/hooks.hpp"
#include "core/search/ply_table.hpp"
#include "core/chess/types.hpp"

#include <array>
#include <cstddef>
#include <cstdint>

namespace stackmate {

/// Multi-cut: where a cutoff is expected, the first `most` moves are searched `less` plies less deep, and if `cuts` of them
/// fail high, the node does: that all of them deceive is unlikely. Each failing move ends an internal iteration in the
/// node's own frame; the next goes on with the moves that were not tried yet.
/// Source: Bjornsson, Marsland, "Multi-cut pruning in alpha-beta search", 1998. Singular has a form that costs nothing more.
/// Worth in Elo: see workshop/lab/pages/SKELETON.md; in no version.
template <int max_ply, Depth shallowest, Depth less, unsigned most, unsigned cuts>
class MultiCut {
    static_assert(less >= 1 && shallowest > less && cuts >= 1 && cuts <= most && most <= 16);

public:
    /// The last one may have been abandoned in the middle.
    void new_search() { states_ = {}; }

    template <class S, class F>
    Depth first_depth(S& s, F& f) {
        if (f.target < shallowest) return f.target;
        State& here = states_.at(s);
        here.trying = false;
        // Expected to fail high: of the nodes with a window of one those that stand above it.
        if (f.pv || f.in_check() || is_mate(f.beta) || f.static_eval < f.beta) return f.target;
        here.tried = here.failed = 0;
        here.trying = true;
        return f.target - less;
    }

    template <class S, class F>
    bool refuse(S& s, F& f, typename F::Move m) {
        if (f.target < shallowest || !states_.at(s).trying) return false;
        const State& here = states_.at(s);
        for (std::size_t i = 0; i < here.tried; ++i)
            if (here.moves[i] == m.bits()) return true;
        return false;
    }

    template <class S, class F>
    Verdict prune_move(S& s, F& f, typename F::Move) {
        if (f.target < shallowest || !states_.at(s).trying) return Verdict::search;
        return states_.at(s).tried == most ? Verdict::skip_rest : Verdict::search;
    }

    /// Extends nothing; it is told of each move that is made, and again where one is searched once more.
    template <class S, class F>
    Depth extend(S& s, F& f) {
        if (f.target < shallowest || !states_.at(s).trying) return 0;
        State& here = states_.at(s);
        if (here.tried < most && (here.tried == 0 || here.moves[here.tried - 1] != f.move.bits()))
            here.moves[here.tried++] = f.move.bits();
        return 0;
    }

    template <class S, class F>
    Depth next_depth(S& s, F& f) {
        if (f.target < shallowest || !states_.at(s).trying) return depth_none;
        State& here = states_.at(s);
        if (f.count != 0 && f.best_score >= f.beta) {
            if (!f.hash_move) f.hash_move = f.best;
            if (++here.failed == cuts) {
                here.trying = false;
                f.best_score = f.beta;  // no more is claimed
                return 0;
            }
            if (here.tried < most) return f.depth;
        }
        here.trying = false;
        return f.target;
    }

private:
    struct State {
        std::array<std::uint16_t, most> moves;  ///< bits of those that were tried, failing or not
        std::uint8_t tried;
        std::uint8_t failed;
        bool trying;
    };
    PlyTable<State, max_ply> states_;
};

}  // namespace stackmate
