// What is heard of a game, where a board has a part for it (hal::Sound); elsewhere nothing of this is left.
#pragma once

#include <cstdint>

#include "core/chess/position.hpp"
#include "firmware/game/change.hpp"
#include "firmware/game/settings.hpp"
#include "firmware/game/types.hpp"
#include "hal/chess_concepts.hpp"

namespace stackmate::firmware {

/// Listens to changes, and makes a tone for each that a player should not miss.
template <class Board>
struct Sounds {
    /// `settings`: Settings, which lack `sound` in firmware for a chip without one. `p`: the position after the change.
    static void happened(Board& board, const Change& change, const auto& settings, const Position& p) noexcept {
        if constexpr (hal::HasSound<Board>) {
            if (settings.sound == 0) return;
            if (const std::uint16_t hz = tone_of(change, p); hz != 0) {
                board.sound.play(hz, change.kind == Change::Kind::result ? 600 : 80, settings.sound == 2);
            }
        }
    }

private:
    /// 0: none.
    static std::uint16_t tone_of(const Change& change, const Position& p) noexcept {
        switch (change.kind) {
        case Change::Kind::settings: return 550;  // as loud as it will be
        case Change::Kind::new_game:
        case Change::Kind::result: return 880;
        case Change::Kind::move: return p.checker() != Square::none ? 1320 : 660;
        case Change::Kind::taken_back: return 440;
        case Change::Kind::notice:
            return change.notice == Notice::illegal ? 220 : change.notice == Notice::engine_plays ? 990 : 0;
        default: return 0;
        }
    }
};

}  // namespace stackmate::firmware
