#pragma once

#include "core/chess/exchange.hpp"
#include "core/search/hooks.hpp"
#include "core/search/move_kind.hpp"
#include "core/search/ply_table.hpp"
#include "core/chess/types.hpp"

#include <cstdint>

namespace stackmate {

enum class ProbCutMoves : std::uint8_t { all, winning_captures };

/// ProbCut: what a shallow search finds a margin above beta, the full depth will hardly find below it. So the node is
/// searched `less` plies less deep against a window a margin higher, and if that fails high, the node does. It is an
/// internal iteration in the node's own frame. With `winning_captures` it looks at those alone that bring the static
/// value up to that window by exchange: any other move would have to win as much in its replies.
/// Source: Buro, "ProbCut: an effective selective extension of the alpha-beta algorithm", ICCA Journal 18(2), 1995, on
/// both sides of the window; Jiang, Buro, "First experimental results of ProbCut applied to chess", 2003. Captures
/// alone, the good ones: the engine Onno (Garms), ported to Stockfish (Costalba, May 2011).
/// Worth in Elo: see workshop/lab/pages/SKELETON.md; in no version.
template <int max_ply, Depth shallowest, Depth less, int margin, ProbCutMoves moves>
class ProbCut {
    static_assert(less >= 1 && shallowest > less,
                  "the iteration is one of at least a ply, and shallower than the node");

public:
    /// The last one may have been abandoned in the middle.
    void new_search() { states_ = {}; }

    template <class S, class F>
    Depth first_depth(S& s, F& f) {
        if (f.target < shallowest) return f.target;
        State& here = states_.at(s);
        here.trying = false;
        if (f.pv || f.in_check() || is_mate(f.beta) || is_mate(f.beta + margin) || f.static_eval < f.beta)
            return f.target;
        here = {f.alpha, f.beta, true};
        f.beta = static_cast<std::int16_t>(f.beta + margin);
        f.alpha = static_cast<std::int16_t>(f.beta - 1);
        return f.target - less;
    }

    template <class S, class F>
    bool refuse(S& s, F& f, typename F::Move m) {
        if constexpr (moves == ProbCutMoves::all) {
            return false;
        } else {
            if (f.target < shallowest || !states_.at(s).trying) return false;
            return !is_noisy(s.position(), m) || !exchange_wins(s.position(), m, f.beta - f.static_eval);
        }
    }

    template <class S, class F>
    Depth next_depth(S& s, F& f) {
        if (f.target < shallowest || !states_.at(s).trying) return depth_none;
        State& here = states_.at(s);
        const bool fails_high = f.count != 0 && f.best_score >= f.beta;
        here.trying = false;
        f.alpha = here.alpha;
        f.beta = here.beta;
        return fails_high ? 0 : f.target;
    }

private:
    struct State {
        std::int16_t alpha;
        std::int16_t beta;
        bool trying;
    };
    PlyTable<State, max_ply> states_;
};

}  // namespace stackmate
