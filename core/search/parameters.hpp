// The numbers of the engine versions' enhancements. They were found by playing games.
#pragma once

#include "core/search/enhancements/reductions.hpp"

namespace stackmate {

/// In centipawns, plies and moves. A version takes a set as its template argument `p`. Its type is `auto`, because a tuner passes
/// one whose numbers are read at run time.
struct SearchParameters {
    int reverse_futility;  ///< for each ply
    int null_less;         ///< plies
    int null_per_depth;    ///< plies
    int null_per_excess;   ///< centipawns
    int razoring_base;
    int razoring;  ///< times the depth squared
    int futility_base;
    int futility;    ///< for each ply
    int late_moves;  ///< moves searched before quiet ones are left out, in addition to the depth squared
    int delta;
    int exchange;  ///< for each ply
    ReductionParameters reductions;
};

namespace parameters {

inline constexpr SearchParameters large{
    .reverse_futility = 75,
    .null_less = 3,
    .null_per_depth = 4,
    .null_per_excess = 200,
    .razoring_base = 200,
    .razoring = 60,
    .futility_base = 60,
    .futility = 70,
    .late_moves = 3,
    .delta = 110,
    .exchange = 45,
    .reductions = {.base = 8, .factor = 8, .open_window = 16, .check = 32, .worsening = 8, .history = 32},
};

inline constexpr SearchParameters small{
    .reverse_futility = 80,
    .null_less = 3,
    .null_per_depth = 4,
    .null_per_excess = 200,
    .razoring_base = 150,
    .razoring = 60,
    .futility_base = 60,
    .futility = 70,
    .late_moves = 3,
    .delta = 80,
    .exchange = 45,
    .reductions = {.base = 8, .factor = 6, .open_window = 16, .check = 32, .worsening = 8, .history = 0},
};

}  // namespace parameters

}  // namespace stackmate
