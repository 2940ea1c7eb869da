// Games of the engine against itself, for the positions in them.
#pragma once

#include "workshop/lab/duel/player.hpp"
#include "workshop/training/selfplay/tree_samples.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace stackmate::selfplay {

struct Rules {
    std::uint64_t nodes = 1500;  ///< a move
    unsigned plies = 8;          ///< random moves before the engine's; one more in half of the games
    Score balance = 250;         ///< centipawns; an opening worth more than that to a side is not played
    std::uint64_t tree = 0;      ///< one in so many positions of the search tree is written; 0: none
    std::uint64_t seed = 1;
};

/// Lines as workshop/training/trainer/lines.hpp describes them.
struct Game {
    std::string text = {};
    std::size_t positions = 0;
};

/// One player on both sides.
class SelfPlay {
public:
    /// `version`: large or small.
    SelfPlay(const duel::VersionInfo& version, std::size_t table_bytes, const Rules& rules);

    /// The same for the same number, seed and rules, whatever was played before.
    Game play(std::uint64_t number);

private:
    /// To the end, from the position after `moves`. A game without positions where the opening is not balanced or the game is
    /// too short.
    Game play_from(std::vector<Move> moves);

    Rules rules_;
    TreeSamples samples_;
    std::unique_ptr<duel::Player> player_;
};

}  // namespace stackmate::selfplay
