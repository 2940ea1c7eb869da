// Openings: random moves that a search finds balanced, or those of a file.
#pragma once

#include "workshop/lab/duel/player.hpp"

#include <cstdint>
#include <random>
#include <string>
#include <string_view>
#include <vector>

namespace stackmate::duel {

inline Position start_position() {
    Position p;
    p.set_start();
    return p;
}

/// A position and the moves that a game begins with.
struct Opening {
    Position start = start_position();
    std::vector<Move> moves = {};
};

/// The legal moves, in the order in which they are generated.
std::vector<Move> legal_moves(const Position& p);

/// The position that the moves lead to.
Position after(const Position& start, std::span<const Move> moves);

/// So many moves from the start position; fewer where they end the game.
std::vector<Move> random_moves(std::mt19937_64& random, std::size_t length);

/// Six to nine random half moves from the start position, taken again until a search thinks neither side is
/// ahead by more than about half a pawn. The same for the same seed, number and table.
class BalancedOpenings {
public:
    explicit BalancedOpenings(std::uint64_t seed, std::size_t table_bytes = std::size_t{1} << 18);
    Opening operator()(std::uint64_t number);

private:
    std::uint64_t seed_;
    std::unique_ptr<Player> judge_;
};

/// The position of a FEN or of a line of EPD; what follows its first four fields is left to the reader of `rest`. False for
/// any other text.
bool read_position(std::istream& rest, Position& p);

/// Those of an EPD file, or of the games of a PGN file, in a random order that the seed decides. Throws std::runtime_error
/// for a file that cannot be read, or that has something else in it.
std::vector<Opening> read_openings(const std::string& path, std::uint64_t seed);

}  // namespace stackmate::duel
