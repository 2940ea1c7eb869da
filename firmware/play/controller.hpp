// The game on a chess board. What the sensors and buttons say, what the engine finds and what a PC asks for become
// moves of a game, orders for the engine and lights. No device and no engine is named here, and the caller passes the
// time.
//
// How the work is divided. Each of these files has a class with the public functions of its subject, and is the base of
// the next: stage.hpp (the state and the time), match.hpp (the game and its terms), draws.hpp (offers), running.hpp (what
// engine, clock and hands do in a state), course.hpp (the table of states), practice.hpp (exercises and the coach),
// reading.hpp (what squares, buttons and time say), requests.hpp (what the line and its hosts ask). This file shows the
// game on the lights and tells what has happened. The rules of the parts are in firmware/game and firmware/squares.
#pragma once

#include "core/chess/position.hpp"
#include "firmware/engine/solved.hpp"
#include "firmware/game/change.hpp"
#include "firmware/game/change_words.hpp"
#include "firmware/game/chess960.hpp"
#include "firmware/play/requests.hpp"
#include "firmware/squares/lights.hpp"
#include "firmware/squares/picture.hpp"
#include "firmware/squares/square_set.hpp"
#include "firmware/squares/view.hpp"
#include "hal/frame.hpp"

#include <array>
#include <cstddef>
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
    [[gnu::cold]] constexpr Controller() = default;

    static constexpr std::size_t max_plies = ChessGame::max_plies;
    /// A notice says when only so many half moves are left.
    static constexpr std::size_t few_half_moves = ChessGame::few_plies;
    /// The longest text that `write_change` writes.
    static constexpr std::size_t max_change_text = firmware::max_change_text;

    /// The next thing that has happened, in order. Returned once.
    Change take_change() { return log().take(record(), settings(), result(), setup().error()); }
    /// Which squares are believed.
    [[nodiscard]] const Sight& sight() const { return hands().sight(); }
    /// Squares that have answered since the self-test began.
    [[nodiscard]] SquareSet answered() const { return hands().sight().proven(); }
    /// Whether the sensor test is asked for a square to be left out of account.
    [[nodiscard]] bool names_square() const { return hands().naming(); }
    /// Buttons that have been pushed since their test began, as bits.
    [[nodiscard]] std::uint8_t tried_buttons() const { return hands().tried_buttons(); }
    /// Appends a change in words for a person: at most `max_change_text` characters, without a terminating zero. Call
    /// before the next `update`. Returns the new end.
    char* write_change(char* out, const Change& change) const {
        if (plays_chess960 && change.kind == Change::Kind::notice && change.notice == Notice::chess960) {
            out = write_text(write_number(write_text(out, "set up Chess960 "), next_start()), ": ");
            return write_text(write_chess960_rank(out, next_start()), ", Black the same; PLAY begins");
        }
        if (has_exercises && change.notice == Notice::review)
            return write_review(out, viewed(), review().moment(), review().reason());
        const Position before = this->before(change.kind == Change::Kind::move ? change.ply : game().size());
        return firmware::write_change(out, change, record(), settings(), terms().practised(), before, has_sound());
    }

    /// Appends what there is to say after a change in an exercise in which White is to win an ending, where that is known (see
    /// `moves_to_mate`): "mate in 12" when it begins and after White's moves; "mate in 14 moves, at best in 12" at its end. Where
    /// the exercise ends before the mate, the moves to it are counted as well. At most 40 characters, often none; as `write_change`.
    [[gnu::noinline, gnu::cold]] char* write_distance(char* out, const Change& change) const {
        const bool begins = change.notice == Notice::exercise_win;
        const bool moves = change.kind == Change::Kind::move && change.mover == Color::white;
        const bool ends = change.kind == Change::Kind::result && change.result.winner == Winner::white;
        if (!Exercises::wins_ending(terms().practised()) || !(begins || moves || ends)) return out;
        const std::size_t plies = begins ? 0 : moves ? change.ply : game().size();
        const int left = moves_to_mate(before(plies + 1), Color::white);
        if (left < 0 || (left == 0 && !ends)) return out;
        const std::size_t all = static_cast<std::size_t>(left) + (ends ? (plies + 1) / 2 : 0);
        out = write_number(write_text(out, "mate in "), static_cast<std::uint32_t>(all));
        if (!ends) return out;
        const int best = moves_to_mate(record().start(), Color::white);
        return write_number(write_text(out, " moves, at best in "), static_cast<std::uint32_t>(best));
    }

    // ------------------------------------------------------------------ squares and lights

    /// Takes what is seen now. `occupied`: debounced squares as from hal::SquareSensors. `pressed`, `held`: as from
    /// hal::Buttons, see Button. Call at least every 10 ms or so.
    void update(SquareSet occupied, std::uint8_t pressed, std::uint8_t held, std::uint32_t now_ms) {
        if (read(occupied, pressed, held, now_ms)) show();
    }

    /// The number of buttons, 1 to 8; call before the first `update`.
    void set_buttons(unsigned count) { buttons_ = static_cast<std::uint8_t>(count); }
    /// Draws what the LEDs show at this instant.
    void draw(hal::Frame& frame, std::uint32_t now_ms) const { picture_.draw(frame, settings().flipped, now_ms); }
    /// Shows the state of the store on the squares.
    void show_store(StoreLight light) {
        if (light == store_light_) return;
        store_light_ = light;
        set_dirty();
    }
    /// Whether a host's lights may replace the game's: not while the squares ask something or show what only they can
    /// show.
    [[nodiscard]] bool yields_lights() const { return is_in(yielding_states) && !hands().play_is_down(); }
    /// Changes as soon as squares mean something different: the new picture should then be drawn at once. Wraps.
    [[nodiscard]] std::uint8_t pictures() const { return pictures_; }
    /// The meaning of a square, 0 a1 to 63 h8, as the players see the board.
    [[nodiscard]] Light light(unsigned square) const { return picture_.at(square); }

private:
    /// States in which a host's lights may be shown.
    static constexpr states::Set yielding_states =
        set_of(State::person_to_move, State::engine_thinking, State::move_to_make, State::remote_to_move,
               State::correcting, State::unfinished, State::restoring, State::game_over);

    /// Where the pieces of the kind of Chess960 stand that is shown now, or the men of which one is to be moved.
    [[nodiscard, gnu::noinline, gnu::cold]] SquareSet shown_kind() const {
        if (has_brain() && searching().hint()) return movers();
        if (!sets_up_chess960()) return 0;
        const unsigned type = index(PieceType::king) - kind_step();
        const std::array<PieceType, 8> rank = chess960_rank(next_start());
        SquareSet files = 0;
        for (unsigned i = 0; i < 8; ++i)
            if (index(rank[i]) == type) files |= SquareSet{1} << i;
        return files | files << 56;
    }
    /// Computes what every square means.
    [[gnu::noinline]] void show() {
        set_dirty(false);
        ++pictures_;
        compose(
            {.state = state(),
             .question = question(),
             .occupied = occupied(),
             .wanted = wanted_squares(state(), viewed()),
             .position = viewed(),
             .hands = tracker(),
             .setup = setup(),
             .settings = settings(),
             .practised = terms().practised(),
             .result = result(),
             .resigner = resigner(),
             .promotion = promotion(),
             .pending = pending(),
             .hint = chooses()     ? replaced()
                     : has_brain() ? Move{}
                                   : searching().hint(),
             .candidate = has_brain() ? Move{} : searching().candidate(),
             .has_score = searching().has_score(),
             .white_score = game().mover() == Color::white ? searching().score() : -searching().score(),
             .claimable = game().claimable(),
             .hurries = hurries(),
             .refused = is_draw_refused(),
             .grades = grades(),
#if STACKMATE_EXERCISES
             .review = review(),
#endif
             .kind = shown_kind(),
             .new_pieces = practises() && game().size() == 0,
             .stale = exercises().stale(),
             .menu = menu_extras(),
             .store = store_light_ == StoreLight::none && game().goes_on() && game().few_left() ? StoreLight::few_left
                                                                                                : store_light_,
             .ignored = hands().sight().ignored(),
             .suspected = hands().sight().suspected_at_rest(),
             .asked = asked_squares(),
             .answering = answering(),
             .pressed_squares = hands().pressed_squares(),
             .test = {.naming = hands().naming(),
                      .answered = hands().sight().proven(),
                      .crossed = hands().crossed(),
                      .colour = test_colour(),
                      .button_count = buttons_,
                      .buttons_tried = hands().tried_buttons(),
                      .buttons_held = hands().held_buttons(),
                      .store = store_test()}},
            picture_);
    }

    StoreLight store_light_ = StoreLight::none;
    std::uint8_t pictures_ = 0;
    std::uint8_t buttons_ = 1;
    BoardPicture picture_{};
};
static_assert(sizeof(Controller) <= 4608, "the chess board's share of RAM");

}  // namespace stackmate::firmware
