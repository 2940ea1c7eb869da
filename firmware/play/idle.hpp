// What the squares do while nobody minds the board: they dim, later they go dark but for one mark, and whatever happens wakes
// them at once. A touch that wakes is a touch like any other: the game has felt it before the lights are asked.
//
// A square's light is for somebody who looks. Who thinks about his move for half an hour still looks, so in a game the board
// dims only; where a clock runs or the engine thinks somebody is in a hurry, and it stays bright. Times are for one evening
// and one supply: not a setting.
#pragma once

#include "firmware/squares/lights.hpp"
#include "hal/frame.hpp"

#include <cstdint>

namespace stackmate::firmware {

/// What goes on at the board.
enum class GoingOn : std::uint8_t {
    nothing,  ///< no game, one that is over or put aside, a menu, a question
    game,     ///< a game waits for somebody, or an app shows something
    race,     ///< a clock runs, or the engine thinks for somebody
};

/// Times are milliseconds. `now_ms` may wrap; `update` wants to be called once in 24 days at least.
class IdleWatch {
public:
    static constexpr std::uint32_t dim_ms = 2 * 60'000;
    static constexpr std::uint32_t dark_ms = 10 * 60'000;          ///< where nothing goes on
    static constexpr std::uint32_t dark_in_game_ms = 60 * 60'000;  ///< where a game goes on

    /// Something has happened: a square, a button, a word from the line, a move.
    constexpr void wake(std::uint32_t now_ms) noexcept {
        since_ = now_ms;
        stage_ = Stage::lit;
    }
    /// `now_ms`: of the turn's beginning; something may have happened since.
    constexpr void update(GoingOn going_on, std::uint32_t now_ms) noexcept {
        if (going_on == GoingOn::race) {
            return wake(now_ms);
        }
        const std::uint32_t idle_ms = static_cast<std::int32_t>(now_ms - since_) > 0 ? now_ms - since_ : 0;
        if (stage_ == Stage::lit && idle_ms >= dim_ms) {
            stage_ = Stage::dimmed;
        }
        if (stage_ == Stage::dimmed && idle_ms >= (going_on == GoingOn::game ? dark_in_game_ms : dark_ms)) {
            stage_ = Stage::dark;  // and stays so, however often the time wraps
        }
    }

    /// There is no picture but the mark: see `draw_mark`.
    [[nodiscard]] constexpr bool is_dark() const noexcept { return stage_ == Stage::dark; }
    /// What is left of a brightness of 1 to 255: a quarter, which the eye takes for half, and never nothing.
    [[nodiscard]] constexpr std::uint8_t brightness(std::uint8_t wanted) const noexcept {
        return stage_ == Stage::lit ? wanted : static_cast<std::uint8_t>(wanted > 4 ? wanted / 4 : 1);
    }
    /// The board is on: one light at the square printed a1.
    static constexpr void draw_mark(hal::Frame& frame, std::uint32_t now_ms) noexcept {
        frame = {};
        frame.squares[0] = colour_at(Light::idle, now_ms);
    }

private:
    enum class Stage : std::uint8_t { lit, dimmed, dark };

    std::uint32_t since_ = 0;  ///< the last time that something happened
    Stage stage_ = Stage::lit;
};

}  // namespace stackmate::firmware
