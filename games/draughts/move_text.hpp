// Moves in PDN notation: 32-28, 26x17, and 26x17x8 with every landing square if two captures have the same ends. A.
// Millett, "Portable draughts notation", 1995; the squares in between are from its later drafts.
#pragma once

#include "games/draughts/position.hpp"

#include <cstddef>
#include <string_view>

namespace stackmate::draughts {

/// The longest text that `write_move` writes: twenty jumps.
inline constexpr std::size_t max_move_length = 2 + 20 * 3;

/// Appends a move, without a terminating zero. It must be legal in `p`, the position before it. No move is written
/// "0-0". Returns the new end.
template <Rules R>
char* write_move(char* out, const Position<R>& p, Move m);

/// The legal move that the text names, or none. A capture is written with its two ends, if no other has the same, or
/// with every square. Nothing may precede or follow it.
template <Rules R>
Move move_from_text(const Position<R>& p, std::string_view text);

}  // namespace stackmate::draughts
