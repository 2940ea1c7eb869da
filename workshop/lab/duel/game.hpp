// One game between two players.
#pragma once

#include "workshop/lab/duel/opening.hpp"
#include "workshop/lab/duel/player.hpp"

#include <cstdint>
#include <functional>
#include <vector>

namespace stackmate::duel {

/// What a side may use: nodes a move, or time. All zero: nothing.
struct Allowance {
    std::uint64_t nodes = 0;         ///< a move
    std::uint32_t speed = 0;         ///< nodes in a millisecond, where it has time
    std::uint32_t move_time_ms = 0;  ///< a move
    std::uint32_t clock_ms = 0;      ///< for the whole game
    std::uint32_t increment_ms = 0;  ///< for each move made
    std::uint32_t margin_ms = 0;     ///< beyond the clock that is forgiven

    [[nodiscard]] bool timed() const { return clock_ms != 0 || move_time_ms != 0; }
};

/// A side: who plays it, and with what.
struct Side {
    Player& player;
    Allowance allowed;
};

/// When a game ends before mate or a draw by the rules: its result is clear from the scores that both players give.
struct Agreement {
    Score decisive = 901;       ///< a side that is so far ahead ...
    int decided = 6;            ///< ... for so many half moves in a row has won
    Score level = 11;           ///< it is drawn where neither is further ahead ...
    int settled = 16;           ///< ... for so many in a row ...
    std::size_t from = 81;      ///< ... after so many half moves
    std::size_t longest = 400;  ///< half moves; drawn then
};
inline constexpr Agreement usual_agreement{};

/// An end that is not on the board: the side to move has lost.
enum class Odd : std::uint8_t { none, late, illegal, gone };

struct GameResult {
    int white_points = 1;  ///< doubled: 2 for a win, 1 for a draw
    Odd odd = Odd::none;
    std::vector<Move> moves = {};
};

/// Is told each move before it is made: the position, the score in White's view, the move. False ends the game.
using Watcher = std::function<bool(const Position&, Score, Move)>;

/// Plays from the position after `opening` to the end. Without an agreement that is mate or a draw: for players who may throw
/// a won game away. One player may sit on both sides.
GameResult play(Side white, Side black, const Opening& opening, const Agreement* agreed = &usual_agreement,
                const Watcher& watch = {});

}  // namespace stackmate::duel
