// The values of the pieces, for ordering captures, for margins and for exchanges.
#pragma once

#include "core/chess/types.hpp"

#include <cstdint>

namespace stackmate {

/// In centipawns: the mean values when an evaluation was fitted to positions with results. By PieceType: none, pawn, knight,
/// bishop, rook, queen, king.
inline constexpr std::int16_t piece_values[7] = {0, 67, 223, 244, 325, 678, 0};
static_assert(piece_values[0] == 0 && piece_values[6] == 0, "an empty square and the king have no exchange value");
static_assert(piece_values[1] < piece_values[2] && piece_values[2] <= piece_values[3]
                  && piece_values[3] < piece_values[4] && piece_values[4] < piece_values[5],
              "captures are ordered by these");

constexpr int worth_of(PieceType t) { return piece_values[index(t)]; }

}  // namespace stackmate
