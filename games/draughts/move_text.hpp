// Moves as PDN has them: 32-28, 26x17, and 26x17x8 with every square the piece lands on where two captures have the same
// ends. A. Millett, "Portable draughts notation", 1995; the squares between are those of its later drafts.
#pragma once

#include "games/draughts/position.hpp"

#include <cstddef>
#include <string_view>

namespace stackmate::draughts {

/// Longest text `write_move` writes: twenty jumps.
inline constexpr std::size_t max_move_length = 2 + 20 * 3;

/// Appends a legal move of the position before it is made, without a terminating zero. No move is written "0-0". Returns
/// the new end.
template <Rules R>
char* write_move(char* out, const Position<R>& p, Move m);

/// The legal move that the text names, or none. A capture has its two ends, where no other has the same, or every square.
/// Nothing may stand before or after.
template <Rules R>
Move move_from_text(const Position<R>& p, std::string_view text);

}  // namespace stackmate::draughts
