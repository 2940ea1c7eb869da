// One game between two players, at fixed nodes a move.
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

/// Plays from the position after `opening` to the end, or until both sides have seen for some moves that
/// one of them is far ahead, or that nothing happens any more.
GameResult play(Side white, Side black, std::span<const Move> opening);

}  // namespace stackmate::duel
