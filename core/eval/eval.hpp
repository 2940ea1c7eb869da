// Evaluation types. An engine version names one; it is a part of the search, which tells it where the search stands and
// asks it what a quiet position is worth. What it keeps for each ply lies in the ply frames.
#pragma once

#include "core/chess/position.hpp"
#include "core/search/frame.hpp"

#include <concepts>

namespace stackmate {

/// `F` is a ply frame, with E::PerPly among its bases; the position is one of its game. A frame is told of its position
/// by `begin` or `follow` before `value` is asked, `follow` after the frame above it was told.
template <class E, class F>
concept Evaluation = std::derived_from<F, typename E::PerPly> && requires(E& e, const typename F::Game::Position& p,
                                                                          F& f) {
    { e.begin(p, f) } -> std::same_as<void>;   // the root: all from scratch
    { e.follow(p, f) } -> std::same_as<void>;  // below it: parent(f).move was made, or the move was passed
    { e.value(p, f) } -> std::same_as<Score>;  // the mover's view, in centipawns; means nothing in check
};

/// From scratch, for those who do not search.
template <class E>
Score evaluate(const Position& p) {
    typename E::PerPly ply;
    E evaluation;
    evaluation.begin(p, ply);
    return evaluation.value(p, ply);
}

}  // namespace stackmate
