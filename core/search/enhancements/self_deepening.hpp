#pragma once

#include "core/search/hooks.hpp"
#include "core/search/ply_table.hpp"
#include "core/types.hpp"

#include <cstdint>

namespace stackmate {

/// Self-deepening: every node deepens itself from the depth that the table knows, as IidEveryPly does; but a move that
/// cuts is deepened alone, and where it stops cutting, the node goes on at the shallow level where the move was found,
/// with the moves that were not yet tried there. The move's deeper score stands meanwhile. Not at the root, which the
/// driver deepens. Twelve bytes a ply. Source: Muller, "self deepening: an improved implementation of IID", Winboard
/// Forum, 24 April 2006; his page "Micro-Max 4: Self Deepening", of which the first paragraphs were read; that the parent deepens the move,
/// in its own frame, is our reading of them.
/// Worth in Elo: not measured; for nodes see docs/experiments/IID.md.
template <int max_ply, class Move = stackmate::Move>
class SelfDeepening {
public:
    static constexpr bool holds_moves = true;

    template <class S, class F>
    Depth first_depth(S& s, F& f) {
        if (s.ply() == 0) return f.target;
        states_.at(s) = {};
        const Depth known =
            f.hash_move ? static_cast<Depth>(s.table().template probe<Move>(s.position().key()).depth) : 0;
        const Depth first = known + 1;
        return first < f.target ? first : f.target;
    }

    template <class S, class F>
    void begin_iteration(S& s, F& f) const {
        if (!at_work(s, f)) return;
        const State& here = states_.at(s);
        if (!holds(here, f)) return;
        f.count = here.count;
        f.best_score = here.score;
        if (here.score <= f.alpha) return;
        f.alpha = here.score;
        f.best = here.move;
    }

    template <class S, class F>
    bool refuse(S& s, F& f, Move m) {
        if (!at_work(s, f)) return false;
        State& here = states_.at(s);
        if (!holds(here, f)) return false;
        const bool tried = here.passing;
        if (m == here.move) here.passing = false;
        return tried || m == here.move;
    }

    /// While a cut move is deepened there is no other.
    template <class S, class F>
    Verdict prune_move(S& s, F& f, Move) const {
        return at_work(s, f) && states_.at(s).proving ? Verdict::skip_rest : Verdict::search;
    }

    template <class S, class F>
    Depth next_depth(S& s, F& f) {
        if (!at_work(s, f)) return 0;
        State& here = states_.at(s);
        const bool cuts = f.best_score >= f.beta;
        if (here.proving && !cuts) {  // back to where it was found
            here.proving = false;
            here.passing = true;
            here.depth = f.depth;
            here.score = f.best_score;
            f.hash_move = here.first;
            return here.level;
        }
        if (f.depth >= f.target) return 0;
        if (cuts && !here.proving) {
            here = {.move = f.best, .first = f.hash_move, .level = f.depth, .count = f.count, .proving = true};
        } else if (!cuts) {
            here.passing = false;
            here.count = 1;
        }
        if (f.best) s.try_first(f, f.best);
        return f.depth + 1;
    }

private:
    struct State {
        Move move{};             ///< that cuts, or has cut at less depth
        Move first{};            ///< the one that was tried first where it was found
        std::int16_t score = 0;  ///< once it has stopped cutting, and
        std::int8_t depth = 0;   ///< how deep that was; 0: it has not
        std::int8_t level = 0;   ///< depth where it was found
        std::uint8_t count = 0;  ///< moves tried there up to it
        bool proving = false;    ///< it is deepened
        bool passing = false;    ///< its elders are passed by, which were tried before
    };

    template <class S, class F>
    static bool at_work(const S& s, const F& f) {
        return s.ply() != 0 && !f.quiescing();
    }
    /// The move is known more deeply than this iteration goes.
    template <class F>
    static bool holds(const State& here, const F& f) {
        return !here.proving && f.depth <= here.depth;
    }

    PlyTable<State, max_ply> states_;
};

}  // namespace stackmate
