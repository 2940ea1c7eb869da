// One game between two players.
#pragma once

#include "lab/duel/player.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace stackmate::duel {

/// What a side may use: nodes a move, or time. All zero: nothing.
struct Allowance {
    std::uint64_t nodes = 0;         ///< a move
    std::uint32_t speed = 0;         ///< nodes in a millisecond, where it has time
    std::uint32_t move_time_ms = 0;  ///< a move
    std::uint32_t clock_ms = 0;      ///< for the whole game
    std::uint32_t increment_ms = 0;  ///< for each move made

    [[nodiscard]] bool timed() const { return clock_ms != 0 || move_time_ms != 0; }
};

/// A side: who plays it, and with what.
struct Side {
    Player& player;
    Allowance allowed;
};

struct GameResult {
    int white_points = 1;       ///< doubled: 2 for a win, 1 for a draw
    bool lost_on_time = false;  ///< by the side that lost
    std::vector<Move> moves;
};

enum class GameEnd : std::uint8_t {
    when_clear,  ///< both players have seen for some moves that one side is far ahead, or that nothing happens
    by_rule,     ///< mate or draw: for players who may throw a won game away
};

/// Plays from the position after `opening` to the end.
GameResult play(Side white, Side black, std::span<const Move> opening, GameEnd end = GameEnd::when_clear);

}  // namespace stackmate::duel
