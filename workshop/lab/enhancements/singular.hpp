#pragma once

#include "core/search/hooks.hpp"
#include "core/search/ply_table.hpp"
#include "core/search/transposition_table.hpp"
#include "core/chess/types.hpp"

#include <cstdint>

namespace stackmate {

/// Singular extension: where the table's move is good and an internal iteration at half the depth shows all others to be
/// clearly worse, that move is searched a ply deeper. Where the others are good enough as well, the node fails high at
/// once (multi-cut). The iteration runs in the node's own frame, with a window of its own and without the move.
/// Source: Anantharaman, Campbell, Hsu, "Singular extensions", 1988; the table's bound as the yardstick: Stockfish
/// (November 2009); Bjornsson, Marsland, "Multi-cut pruning in alpha-beta search", 1998.
/// Worth in Elo: see workshop/lab/pages/SKELETON.md; in no version.
template <int max_ply, Depth shallowest, int margin>
class Singular {
public:
    template <class S, class F>
    Depth first_depth(S& s, F& f) {
        if (f.target < shallowest) return f.target;
        State& here = states_.at(s);
        here.singular = here.trying = false;
        if (s.ply() == 0 || !f.hash_move) return f.target;
        const auto hit = s.table().template probe<typename F::Move>(s.position().key());
        if (hit.move != f.hash_move || hit.depth < f.target - 3 || hit.bound == Bound::upper || is_mate(hit.score))
            return f.target;
        here = {f.alpha, f.beta, f.pv, true, false};
        f.beta = static_cast<std::int16_t>(hit.score - margin * f.target);
        f.alpha = static_cast<std::int16_t>(f.beta - 1);
        f.pv = false;
        return (f.target - 1) / 2;
    }

    template <class S, class F>
    bool refuse(S& s, F& f, typename F::Move m) {
        return f.target >= shallowest && m == f.hash_move && states_.at(s).trying;
    }

    template <class S, class F>
    Depth next_depth(S& s, F& f) {
        if (f.target < shallowest || !states_.at(s).trying) return depth_none;
        State& here = states_.at(s);
        const Score yardstick = f.beta;
        here.trying = false;
        here.singular = f.count == 0 || f.best_score < yardstick;  // an only move's others are no stalemate
        f.alpha = here.alpha;
        f.beta = here.beta;
        f.pv = here.pv;
        return !f.pv && !here.singular && f.best_score >= f.beta ? 0 : f.target;
    }

    template <class S, class F>
    Depth extend(S& s, F& f) {
        return f.target >= shallowest && f.move == f.hash_move && states_.at(s).singular ? 1 : 0;
    }

private:
    struct State {
        std::int16_t alpha;
        std::int16_t beta;
        bool pv : 1;
        bool trying : 1;
        bool singular : 1;
    };
    PlyTable<State, max_ply> states_;
};

}  // namespace stackmate
