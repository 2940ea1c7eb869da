// Positions as training sees them: 32 bytes each, from the view of the side to move.
#pragma once

#include <cstddef>
#include <cstdint>
#include <iosfwd>
#include <string>
#include <string_view>
#include <vector>

#include "workshop/training/trainer/lines.hpp"

namespace stackmate::training {

/// The side to move plays up the board: ranks are flipped when that is Black.
struct Packed {
    std::uint64_t occupied;    ///< bit = rank * 8 + file
    std::uint8_t pieces[16];   ///< four bits a piece in the order of `occupied`: bit 3 the opponent's; 1 pawn to 6 king
    std::int16_t score;        ///< centipawns, view of the side to move
    std::uint8_t half_points;  ///< result of the game for the side to move: 0, 1, 2; or `no_result`
    std::uint8_t count;        ///< pieces on the board
    std::uint8_t own_king;
    std::uint8_t foe_king;  ///< its square, not flipped again
    std::uint8_t black;     ///< 1 when the side to move is Black
    std::uint8_t first;     ///< 1 in a game's first record
};
static_assert(sizeof(Packed) == 32, "two of them fill a cache line");

/// Of a position that no game reached, only a search: its target is the score alone.
inline constexpr std::uint8_t no_result = 3;
constexpr bool has_result(const Packed& position) { return position.half_points != no_result; }

struct Dataset {
    std::vector<Packed> training;    ///< in random order
    std::vector<Packed> validation;  ///< whole games held back, in file order
    std::size_t games = 0;
    std::size_t lines = 0;
    std::string filter;  ///< options that chose the positions, for the header
};

Packed pack(const positions::Line& line, const positions::Squares& board);

bool has_pawns(const Packed& position);

/// Piece placement and side to move, no more: `8/8/... w - - 0 1`.
std::string fen(const Packed& position);

/// Reads text as workshop/training/trainer/lines.hpp describes it. The seed shuffles. Throws std::runtime_error naming the line
/// when one is malformed.
Dataset read_dataset(std::string_view text, const positions::Filter& filter, std::uint64_t seed);

/// Adds `Packed` records, which are taken as they are, until the stream ends. Throws std::runtime_error naming the record
/// when one is malformed.
void read_packed(std::istream& in, Dataset& data);
void shuffle(Dataset& data, std::uint64_t seed);

/// A file only for the machine that wrote it. Throws std::runtime_error when it cannot be written, or is none of ours.
void save(const Dataset& data, const std::string& path);
Dataset load(const std::string& path);

}  // namespace stackmate::training
