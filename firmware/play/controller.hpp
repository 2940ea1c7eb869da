// The game on a chess board. What the sensors and buttons say, what the engine finds and what a PC asks for become
// moves of a game, orders for the engine and lights. No device and no engine is named here, and the caller passes the
// time.
//
// How the work is divided. firmware/play/course.hpp is what happens in the game: it follows the table of states.
// firmware/play/reading.hpp is what squares, buttons and time say, firmware/play/requests.hpp what the line and its hosts
// ask. This file joins them, and shows the game on the lights. The parts have rules of their own. In firmware/game:
// chess_game.hpp (what was played, time, results), seats.hpp (who may do what), engine_orders.hpp and advice.hpp (to and
// from the engine), change_log.hpp (what has happened). In firmware/squares: hands.hpp and tracker.hpp (what hands do),
// menu.hpp, position_setup.hpp, view.hpp (what the squares mean).
#pragma once

#include "firmware/game/states.hpp"
#include "firmware/game/types.hpp"
#include "firmware/play/reading.hpp"
#include "firmware/play/requests.hpp"
#include "firmware/squares/lights.hpp"
#include "firmware/squares/picture.hpp"
#include "firmware/squares/square_set.hpp"
#include "firmware/squares/view.hpp"
#include "hal/frame.hpp"

#include <cstdint>

namespace stackmate::firmware {

/// Use: `start`, or `restore...` and `offer`. Then in each turn of the superloop: `update`, `take_order` until there is
/// none, `take_change` until there is none, and `draw` when the LEDs take a picture.
///
/// Orders for the engine come from `take_order`; its results go to `engine_candidate` and `engine_answer`. After each
/// `think` exactly one answer is expected, also when `stop` was ordered. After `cancel` or another `think`, no answer
/// of the previous search is expected.
///
/// Times are milliseconds and may wrap. Nothing blocks. Costs: `update` takes some dozens of instructions while nothing
/// changes; a takeback replays the game from its start, some 500 instructions for each half move.
class Controller : public Requests {
public:
    /// Takes what is seen now. `occupied`: debounced squares as from hal::SquareSensors. `pressed`, `held`: as from
    /// hal::Buttons, see Button. Call at least every 10 ms or so.
    void update(SquareSet occupied, std::uint8_t pressed, std::uint8_t held, std::uint32_t now_ms) {
        if (reading_.read(*this, occupied, pressed, held, now_ms)) show();
    }

    /// The number of buttons, 1 to 8; call before the first `update`.
    void set_buttons(unsigned count) { buttons_ = static_cast<std::uint8_t>(count); }
    /// Draws what the LEDs show at this instant.
    void draw(hal::Frame& frame, std::uint32_t now_ms) const { picture_.draw(frame, settings_.flipped, now_ms); }
    /// Shows the state of the store on the squares.
    void show_store(StoreLight light) {
        if (light == store_light_) return;
        store_light_ = light;
        dirty_ = true;
    }
    /// Whether a host's lights may replace the game's: not while the squares ask something or show what only they can
    /// show.
    [[nodiscard]] bool yields_lights() const {
        return (yielding_states & bit_of(state_)) != 0 && !hands_.play_is_down();
    }
    /// Changes as soon as squares mean something different: the new picture should then be drawn at once. Wraps.
    [[nodiscard]] std::uint8_t pictures() const { return pictures_; }
    /// The meaning of a square, 0 a1 to 63 h8, as the players see the board.
    [[nodiscard]] Light light(unsigned square) const { return picture_.at(square); }

private:
    /// States in which a host's lights may be shown.
    static constexpr states::Set yielding_states =
        set_of(states::State::person_to_move, states::State::engine_thinking, states::State::move_to_make,
               states::State::remote_to_move, states::State::correcting, states::State::unfinished,
               states::State::restoring, states::State::game_over);

    /// Computes what every square means.
    [[gnu::noinline]] void show() {
        dirty_ = false;
        ++pictures_;
        compose({.state = state_,
                 .question = question_,
                 .occupied = hands_.occupied(),
                 .wanted = wanted_squares(state_, game_.position()),
                 .position = game_.position(),
                 .hands = hands_.tracker(),
                 .setup = setup_,
                 .settings = settings_,
                 .result = game_.result(),
                 .resigner = resigner(),
                 .promotion = promotion_,
                 .pending = pending_,
                 .hint = advice_.hint(),
                 .candidate = orders_.searching() ? advice_.candidate() : Move{},
                 .has_score = advice_.has_score(),
                 .white_score = game_.mover() == Color::white ? advice_.score() : -advice_.score(),
                 .claimable = game_.claimable(),
                 .hurries = reading_.hurries(),
                 .refused = refused_,
                 .other_game = other_game_ != OtherGame::none,
                 .store = store_light_ == StoreLight::none && game_.goes_on() && game_.few_left() ? StoreLight::few_left
                                                                                                  : store_light_,
                 .ignored = hands_.sight().ignored(),
                 .suspected = hands_.sight().suspected_at_rest(),
                 .asked = hands_.asked(state_),
                 .answering = answering(),
                 .pressed_squares = hands_.pressed_squares(),
                 .test = {.naming = hands_.naming(),
                          .answered = hands_.answered(),
                          .crossed = hands_.crossed(),
                          .colour = test_colour_,
                          .button_count = buttons_,
                          .buttons_tried = hands_.tried_buttons(),
                          .buttons_held = hands_.held_buttons(),
                          .store = store_test_}},
                picture_);
    }

    BoardPicture picture_{};
    Reading reading_{};
    std::uint8_t pictures_ = 0;
    StoreLight store_light_ = StoreLight::none;
    std::uint8_t buttons_ = 1;
};
static_assert(sizeof(Controller) <= 4608, "the chess board's share of RAM");

}  // namespace stackmate::firmware
