// The numbers that the engine versions' enhancements work with. Games find them; what each is worth to
// its enhancement stands there.
#pragma once

#include "core/search/enhancements/reductions.hpp"

namespace stackmate {

/// In centipawns, plies and moves. A version takes a set as its template argument.
struct SearchParameters {
    int reverse_futility;  ///< a ply
    int null_less;         ///< plies
    int null_per_depth;    ///< plies
    int null_per_excess;   ///< centipawns
    int razoring_base;
    int razoring;  ///< a ply, squared
    int futility_base;
    int futility;    ///< a ply
    int late_moves;  ///< moves looked at, besides the depth squared
    int delta;
    int losing_captures;  ///< a ply
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
    .losing_captures = 40,
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
    .losing_captures = 40,
    .reductions = {.base = 8, .factor = 6, .open_window = 16, .check = 32, .worsening = 8, .history = 0},
};

}  // namespace parameters

}  // namespace stackmate
