// Where a game has been before.
#pragma once

#include <cstddef>
#include <optional>

#include "core/game/game_record.hpp"
#include "core/chess/position.hpp"

namespace stackmate::firmware {

/// The number of half moves to take back until the game stands at `p`: 0 if it stands there now, none if it never did.
/// If it was there more than once, the latest time counts. Costs some 500 instructions for each half move of the game.
[[nodiscard, gnu::cold]] inline std::optional<unsigned> plies_back_to(const GameRecord& record,
                                                                      const Position& p) noexcept {
    const auto moves = record.moves();
    Position here = record.start();
    std::optional<unsigned> plies;
    for (std::size_t i = 0; i <= moves.size(); ++i) {
        if (here.key() == p.key()) {
            plies = static_cast<unsigned>(moves.size() - i);
        }
        if (i < moves.size()) {
            Undo undo;
            here.make(moves[i], undo);
        }
    }
    return plies;
}

}  // namespace stackmate::firmware
