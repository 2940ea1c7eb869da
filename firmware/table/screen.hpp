// The lights of the squares: when a picture is sent, and how bright it is. While nobody uses the board they dim, later
// they go dark except for one mark, and whatever happens wakes them at once. A touch that wakes them also counts as
// usual: the game has felt it before the lights are asked. Both games of a board share them.
//
// The lights are for somebody who looks. A person who thinks about a move for half an hour still looks, so in a game
// the lights only dim, and go dark after an hour. Where a clock runs or the engine thinks, somebody is in a hurry, and
// they stay bright. The times suit one evening and one power supply; they are not a setting.
#pragma once

#include <cstdint>

#include "firmware/game/change.hpp"
#include "firmware/squares/lights.hpp"
#include "hal/chess_concepts.hpp"
#include "hal/frame.hpp"

namespace stackmate::firmware {

/// What goes on at the board.
enum class GoingOn : std::uint8_t {
    nothing,  ///< no game, a finished or postponed one, a menu, a question
    game,     ///< a game waits for somebody, or an app shows something
    race,     ///< a clock runs, or the engine thinks for somebody
};

/// Times are milliseconds. `now_ms` may wrap; call `update` at least once in 24 days.
class IdleWatch {
public:
    static constexpr std::uint32_t dim_ms = 2 * 60'000;
    static constexpr std::uint32_t dark_ms = 10 * 60'000;          ///< where nothing goes on
    static constexpr std::uint32_t dark_in_game_ms = 60 * 60'000;  ///< where a game goes on

    /// Something has happened: a square, a button, a command from the line, a move.
    constexpr void wake(std::uint32_t now_ms) noexcept {
        since_ = now_ms;
        stage_ = Stage::lit;
    }
    /// `now_ms`: the time at the beginning of the turn; something may have happened since.
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

    /// Whether the picture is replaced by the mark: see `draw_mark`.
    [[nodiscard]] constexpr bool is_dark() const noexcept { return stage_ == Stage::dark; }
    /// The brightness to use in place of `wanted`, 1 to 255. Dimmed it is a quarter, which looks like half, and at
    /// least 1.
    [[nodiscard]] constexpr std::uint8_t brightness(std::uint8_t wanted) const noexcept {
        return stage_ == Stage::lit ? wanted : static_cast<std::uint8_t>(wanted > 4 ? wanted / 4 : 1);
    }
    /// The mark that the board is on: one light at the square printed a1.
    static constexpr void draw_mark(hal::Frame& frame, std::uint32_t now_ms) noexcept {
        frame = {};
        frame.squares[0] = colour_at(Light::idle, now_ms);
    }

private:
    enum class Stage : std::uint8_t { lit, dimmed, dark };

    std::uint32_t since_ = 0;  ///< when something last happened
    Stage stage_ = Stage::lit;
};

/// Times are milliseconds and may wrap. Nothing blocks.
class Screen {
public:
    /// Listens to changes. What only the lights tell wakes nobody.
    void happened(const Change& change, std::uint32_t now_ms) noexcept {
        if (change.kind != Change::Kind::notice) {
            wake(now_ms);
        }
    }
    void wake(std::uint32_t now_ms) noexcept { idle_.wake(now_ms); }
    void update(GoingOn going_on, std::uint32_t now_ms) noexcept { idle_.update(going_on, now_ms); }

    /// Sends the picture that `draw(frame)` draws, if it is time. `picture`: another number, another picture.
    /// `brightness`: 1 to 255, wanted while somebody looks.
    template <hal::SquareLeds Leds, class Draw>
    void show(Leds& leds, std::uint8_t picture, std::uint8_t brightness, std::uint32_t now_ms, Draw&& draw) noexcept {
        const bool due = now_ms - shown_ms_ >= frame_ms || picture != picture_;
        if (!due || !leds.shown()) {
            return;
        }
        shown_ms_ = now_ms;
        picture_ = picture;
        hal::Frame frame;
        if (idle_.is_dark()) {
            IdleWatch::draw_mark(frame, now_ms);
        } else {
            draw(frame);
        }
        leds.set_brightness(idle_.brightness(brightness));
        (void)leds.show(frame);
    }

private:
    static constexpr std::uint32_t frame_ms = 16;  ///< 62 pictures a second

    [[no_unique_address]] IdleWatch idle_{};
    std::uint8_t picture_ = 0;  ///< the one that was sent last, at `shown_ms_`
    std::uint32_t shown_ms_ = 0;
};

}  // namespace stackmate::firmware
