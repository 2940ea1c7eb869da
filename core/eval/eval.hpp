// Evaluations. An engine version names one. It is part of the search, which reports each node to it and asks it for the
// values of quiet positions. What it keeps for each ply is in the ply frames.
#pragma once

#include "core/chess/position.hpp"
#include "core/search/frame.hpp"

#include <concepts>

namespace stackmate {

/// `F` is a ply frame with the base class E::PerPly, for a position of its game. Before `value`, the frame's position is
/// announced by `begin` or `follow`; before `follow`, that of the frame above it.
template <class E, class F>
concept Evaluation =
    std::derived_from<F, typename E::PerPly> && requires(E& e, const typename F::Game::Position& p, F& f) {
        { e.begin(p, f) } -> std::same_as<void>;   // the root, from scratch
        { e.follow(p, f) } -> std::same_as<void>;  // below it: parent(f).move, or a null move, was made
        { e.value(p, f) } -> std::same_as<Score>;  // the mover's view, in centipawns; means nothing in check
    };

/// From scratch, for use without a search.
template <class E>
Score evaluate(const Position& p) {
    typename E::PerPly ply;
    E evaluation;
    evaluation.begin(p, ply);
    return evaluation.value(p, ply);
}

}  // namespace stackmate
