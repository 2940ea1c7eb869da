// One game between two players.
#pragma once

#include "tools/duel/player.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace stackmate::duel {

/// A side: who plays it, and with how many nodes a move.
struct Side {
    Player& player;
    std::uint64_t nodes;
};

struct GameResult {
    int white_points = 1;  ///< doubled: 2 for a win, 1 for a draw
    std::vector<Move> moves;
};

enum class GameEnd : std::uint8_t {
    when_clear,  ///< both players have seen for some moves that one side is far ahead, or that nothing happens
    by_rule,     ///< mate or draw: for players who may throw a won game away
};

/// Plays from the position after `opening` to the end.
GameResult play(Side white, Side black, std::span<const Move> opening, GameEnd end = GameEnd::when_clear);

}  // namespace stackmate::duel
