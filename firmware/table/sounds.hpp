// What is heard of a game, where a board has a part for it (hal::Sound); elsewhere nothing of this is left.
#pragma once

#include <array>
#include <cstdint>
#include <utility>

#include "core/chess/position.hpp"
#include "firmware/game/change.hpp"
#include "firmware/game/clock.hpp"
#include "firmware/game/settings.hpp"
#include "firmware/game/types.hpp"
#include "hal/chess_concepts.hpp"

namespace stackmate::firmware {

/// Of a board without a sound.
template <class Board>
struct Sounds {
    static void happened(Board&, const Change&, const auto&, const Position&) noexcept {}
    static void watch(Board&, const auto&) noexcept {}
};

/// Listens to changes, and makes a tone for each that a player should not miss. Watches the clocks, and makes a tone when a person
/// has half a minute left, and when ten seconds are: each time that the clock falls below.
template <hal::HasSound Board>
class Sounds<Board> {
public:
    /// `settings`: Settings. `p`: the position after the change.
    static void happened(Board& board, const Change& change, const auto& settings, const Position& p) noexcept {
        static_assert(
            requires { settings.sound; },
            "the board has a sounder and no setting for it: name `sounder` in the kit's own file, not in one it "
            "includes");
        const std::uint16_t hz = tone_of(change, p);
        play(board, hz, change.kind == Change::Kind::result ? 600 : 80, settings.sound);
    }

    /// Each millisecond. `game`: Controller.
    void watch(Board& board, const auto& game) noexcept {
        const GameClock& clock = game.clock();
        if (!clock.running() || game.player(clock.side()) != Seat::person) return;
        const std::uint32_t left = clock.left_ms(clock.side());
        const std::uint32_t before = std::exchange(left_ms_[index(clock.side())], left);
        for (const std::uint32_t limit : {30'000u, 10'000u}) {
            if (before > limit && left <= limit) play(board, 1760, 300, game.settings().sound);
        }
    }

private:
    /// `hz` 0: none. `loudness`: 0 to 2, as in Settings.
    static void play(Board& board, std::uint16_t hz, std::uint16_t ms, unsigned loudness) noexcept {
        if (hz != 0 && loudness != 0) board.sound.play(hz, ms, loudness == 2);
    }

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

    std::array<std::uint32_t, 2> left_ms_{};  ///< of each side, as last seen while it ran
};

}  // namespace stackmate::firmware
