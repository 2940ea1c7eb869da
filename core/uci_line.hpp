// Writing the best line without a board to play it on: only a promotion is not plain from a move itself.
#pragma once

#include "core/position.hpp"
#include "core/types.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace stackmate::uci {

/// What has to be known of the position that a line begins in. While the search is under way that position is
/// somewhere else: the search makes its moves on it.
class LineRoot {
public:
    constexpr LineRoot() = default;
    explicit LineRoot(const Position& root);

    [[nodiscard]] Color side() const { return side_; }
    [[nodiscard]] bool pawn(Square s) const { return ((pawns_[rank_of(s)] >> file_of(s)) & 1u) != 0; }

private:
    std::array<std::uint8_t, 8> pawns_{};  ///< of both sides: by rank, a bit for each file
    Color side_ = Color::white;
};

/// Does the move `line[ply]` promote a pawn, the moves before it having been made from `root`? All of them
/// are legal.
bool promotes(const LineRoot& root, std::span<const Move> line, std::size_t ply);

/// Appends `line[ply]` in coordinate notation; at most 5 characters. No move is written "0000". Returns the
/// new end.
char* write_line_move(char* out, const LineRoot& root, std::span<const Move> line, std::size_t ply);

}  // namespace stackmate::uci
