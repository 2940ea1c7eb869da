// Writing the best line without a board to play it on: only a promotion is not plain from a move itself.
#pragma once

#include "core/position.hpp"
#include "core/types.hpp"

#include <cstddef>
#include <span>

namespace stackmate::uci {

/// Does the move `line[ply]` promote a pawn, the moves before it having been made from `root`? All of them
/// are legal.
bool promotes(const Position& root, std::span<const Move> line, std::size_t ply);

/// Appends `line[ply]` in coordinate notation; at most 5 characters. No move is written "0000". Returns the
/// new end.
char* write_line_move(char* out, const Position& root, std::span<const Move> line, std::size_t ply);

}  // namespace stackmate::uci
