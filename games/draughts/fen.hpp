// FEN of draughts, the part that is the same for all boards. Callers use Position::set_fen and Position::fen.
#pragma once

#include "core/chess/types.hpp"
#include "games/draughts/board.hpp"
#include "games/draughts/position.hpp"

#include <array>
#include <cstdint>
#include <string_view>

namespace stackmate::draughts {

struct FenFields {
    std::array<Set, 2> pieces{};  ///< by colour
    Set kings = 0;
    Color side = Color::white;
    std::uint8_t halfmove = 0;
};

/// On error `fields` is unspecified.
FenError read_fen(std::string_view text, unsigned board_size, unsigned most_pieces, FenFields& fields);
/// Returns the end of what it wrote.
char* write_fen(char* out, const FenFields& fields, unsigned board_size);

}  // namespace stackmate::draughts
