// What squares, buttons, time and the engine say becomes events of the course (firmware/play/course.hpp). What hands do is
// told by firmware/squares/hands.hpp; here it is asked what that means in the present state.
#pragma once

#include "firmware/play/practice.hpp"
#include "firmware/squares/clock_menu.hpp"
#include "firmware/squares/menu.hpp"
#include "firmware/squares/taps.hpp"

#include <bit>
#include <cstdint>
#include <optional>
#include <span>

namespace stackmate::firmware {

class Reading : public Practice {
public:
    /// From now on the menu offers a game other than chess.
    void offer_other_game() { other_game_ = OtherGame::offered; }
    /// The board can make sounds: the menu offers how loud.
    void offer_sound() { has_sound_ = true; }
    /// Whether the other game was chosen in the menu. Returns true once. Chess has then been put aside. It is offered
    /// like a saved game at the next `update`, which must wait until the squares are chess's again.
    bool take_other_game() {
        if (other_game_ != OtherGame::chosen) return false;
        other_game_ = OtherGame::offered;
        return true;
    }
    /// The engine has ended the search that it was ordered to begin. `line`: the best one, if it is a review's. Unexpected
    /// answers are ignored.
    [[gnu::cold]] void engine_answer(Move best, std::span<const Move> line, Score score, std::uint32_t now_ms) {
        if (!searching().answered(best, score)) return;
        set_now(now_ms);
        settle_clock();
        if (has_coach && searching().purpose() == Purpose::grade)
            return has_exercises && state() == State::review ? take_review(best, score, line) : take_grade(score);
        process(Event::answer);
    }
    /// A person says that a square, 0 a1 to 63 h8 as the players see the board, does not count (`ignore`) or counts
    /// again.
    [[gnu::cold]] void ignore_square(unsigned square, bool ignore) {
        hands().ignore_square(square, ignore);
        report_square();
    }
    /// One that depends on the millisecond.
    [[nodiscard]] std::uint16_t random_start() const {
        return static_cast<std::uint16_t>((now() * 2654435761u >> 8) % chess960_starts);
    }

protected:
    /// See Controller::update. Returns true if the lights are to show something else.
    [[nodiscard]] bool read(SquareSet felt, std::uint8_t pressed, std::uint8_t held, std::uint32_t now_ms) {
        felt = hands().believe(in_view(felt), state(), viewed(), now_ms);
        if (hands().knows(felt, pressed, held) && now_ms == now()) return false;
        set_now(now_ms);
        const SquareSet before = occupied();
        hands().update(felt, pressed, held, now());
        if (state() == State::position_set_up && setup().update(felt, hands().sight().ignored())) {
            set_dirty();
            if (setup().step() != PositionSetup::side_step) hands().forget_taps();  // no button waits for pieces
        }
        seek_exercise(felt);
        settle_clock();
        while (const std::optional<Event> event = hands().take_button()) process(*event);
        read_board(before);
        if (practises() && state() == State::engine_thinking && teaching().blundered()) process(Event::answer);
        watch_hands();
        read_time();
        report_square();
        if (hands().take_dirty()) set_dirty();
        return is_dirty();
    }
    /// What the menu offers beside.
    [[nodiscard]] MenuExtras menu_extras() const {
        MenuExtras extras{other_game_ != OtherGame::none, has_sound_, exercises().offered()};
#if STACKMATE_EXERCISES
        extras.clock_sides = clock_sides_;
        extras.review = may_review();
#endif
        return extras;
    }
    [[nodiscard]] bool has_sound() const { return has_sound_; }
    /// Whether the side to move has little time.
    [[nodiscard]] bool hurries() const { return hurries_; }
    /// The kind of pieces of Chess960 that is shown: king, queen, rooks, bishops, knights and nothing, two seconds each.
    [[nodiscard]] unsigned kind_step() const { return (lasted() >> 11) % 6; }

private:
    enum class OtherGame : std::uint8_t { none, offered, chosen };
    /// Before the game begins by itself the lights go through the kinds twice: see `kind_step`.
    static constexpr std::uint32_t chess960_set_up_ms = 2 * 6 * 2048;

    void read_board(SquareSet before) {
        const Position& p = viewed();
        if (review().begun() && state() == State::game_over && hands().looks_like(occupied_squares(p)))
            review().forget();  // hands may take the last move back again
        if (state() == State::sensor_test && !hands().naming() && hands().cross(before)) tell(Notice::test_crossed);
        const bool shown = !sets_up_chess960() || lasted() >= chess960_set_up_ms;
        if (shown && exercises().stale() == 0 && hands().is_ready(state(), p)) {
            process(Event::ready);
            return;
        }
        if (const unsigned square = hands().tap(state(), before); square != TapReader::none) {
            const State tapped_in = state();
            read_tap(square);
            if (state() != tapped_in) hands().forget_press();  // it was meant for the state before the tap
        }
        if (const std::optional<Event> sign =
                hands().take_sign(state(), p, [this](auto fits) { return game().plies_since(fits); })) {
            if (*sign == Event::start_shown)
                read_start();
            else
                process(*sign);
        }
        if (const std::optional<Event> news = hands().take_news()) process(*news);
        if (hands().is_doubtful(state(), game().position(), pending(), lasted())) process(Event::doubtful);
    }
    void read_start() {
        if (has_exercises && sets_up_odds()) return;
        if (!process(Event::start_shown)) return;
        hands().answer_start();
        if (state() == State::question) ask(Question::new_game_shown);
    }
    /// Whether the start position without one man is being set up: that man may be put up before it is removed.
    [[nodiscard, gnu::noinline, gnu::cold]] bool sets_up_odds() const {
        return state() == State::restoring && game().size() == 0
               && std::has_single_bit(occupied_squares(game().position()) ^ start_squares);
    }
    void read_tap(unsigned square) {
        if (state() == State::menu)
            tap_menu();
        else if (has_more_menu && state() == State::exercises)
            tap_exercise();
        else if (state() == State::promotion_choice) {
            if (choose_promotion()) process(Event::tap);
        } else if (state() == State::position_set_up)
            process(Event::tap);
        else if (state() == State::sensor_test)
            hands().mark();
        else if ((answering() >> square & 1) != 0) {
            hands().forget_press();  // the next question is a different one
            process((yes_squares >> square & 1) != 0 ? Event::yes : Event::no);
            hands().tracker().forget_taps();  // the tap is no part of the move that waits
        }
    }
    [[gnu::noinline, gnu::cold]] void tap_menu() {
        if (!menu_extras().offer(menu_squares[hands().tapped()])) return;
        const MenuItem item = menu_squares[hands().tapped()].item;
        hands().begin_test(item == MenuItem::mark);
#if STACKMATE_EXERCISES
        clock_sides_ = ClockSides::both;
#endif
        if (plays_chess960 && item == MenuItem::new_game) set_next_start(usual_start);
        if (const std::optional<Event> event = event_of(item))
            process(*event);
        else if (item == MenuItem::other_game && !followed())
            set_aside();
    }
    [[gnu::noinline, gnu::cold]] void tap_exercise() {
        const unsigned square = hands().tapped();
        if (square == close_square)
            process(Event::menu);
        else if (plays_chess960 && square == chess960_square) {
            set_next_start(random_start());
            exercises().want(0);
            process(Event::new_game);
        } else if (has_exercises && square == adaptive_square) {
            adopt_settings(with(settings(), Setting::level, adaptive_level));
            set_dirty();
        } else if (has_exercises && square == review_square && may_review()) {
            begin_review();
        } else if (const MenuSwitch* const turned = menu_switch(square); turned != nullptr) {
            turn_over(turned->setting);
        } else if (const auto tapped = clock_square(square); tapped) {
            tap_clock(*tapped);
        } else if (exercises().offered() && exercise_at(square) != 0) {
            exercises().want(exercise_at(square));
            process(Event::tap);
        }
    }
    /// A club game that has begun needs no menu any more.
    [[gnu::cold]] void turn_over(Setting setting) {
        const bool was_on = bytes_of(settings())[static_cast<std::size_t>(setting)] != 0;
        adopt_settings(with(settings(), setting, was_on ? 0 : 1));
        go(in_club_game() ? State::required : state());
    }
    [[gnu::cold]] void tap_clock([[maybe_unused]] ClockSquare tapped) {
#if STACKMATE_EXERCISES
        const auto sides = static_cast<ClockSides>(tapped.value);
        if (tapped.what == ClockSquare::What::sides)
            clock_sides_ = clock_sides_ == sides ? ClockSides::both : sides;
        else
            adopt_settings(with(settings(), after_tap(settings().clock, tapped, clock_sides_)));
        set_dirty();
#endif
    }
    /// Chess makes way for the other game.
    void set_aside() {
        other_game_ = OtherGame::chosen;
        note(Fact::setting_up, false);
        ask_for_pieces();
        if (game().goes_on() && game().size() != 0)
            note(saved_game);
        else
            leave_game();
        go(State::required);
    }
    void read_time() {
        constexpr std::uint32_t promotion_ms = 5000;  // after this time it is a queen
        constexpr std::uint32_t compare_ms = 600;     // how long the pieces are compared before a question is asked
        constexpr std::uint32_t menu_ms = 60'000;     // after this time the menu or the self-test closes
        constexpr std::uint32_t hurry_ms = 30'000;

        if (game().flag_fell()) process(Event::flag);
        const std::uint32_t since = lasted();
        if (state() == State::promotion_choice && since >= promotion_ms && hands().rested(promotion_ms)
            && hands().looks_like(promoted()))
            process(Event::timeout);
        if (state() == State::question && question() == Question::doubtful && hands().moved_on())
            process(Event::timeout);
        if (is_in(states::menus | states::test_states) && since >= menu_ms && hands().rested(menu_ms))
            process(Event::timeout);
        if (state() == State::comparing && since >= compare_ms
            && !hands().looks_like(occupied_squares(game().position()))) {
            if (hands().looks_like(start_squares))
                read_start();
            else
                process(Event::timeout);
        }
        const GameClock& clock = game().clock();
        const bool hurries = clock.running() && clock.left_ms(clock.side()) < hurry_ms;
        if (hurries != hurries_) {
            hurries_ = hurries;
            set_dirty();
        }
        if (sets_up_chess960() && kind_step() != kind_step_) {
            kind_step_ = static_cast<std::uint8_t>(kind_step());
            set_dirty();
        }
        forget_refusal();
    }
    void report_square() {
        if (log().has_square()) return;  // one after the other, so that each is reported
        const SquareNews news = hands().sight().take_square_news();
        if (news.square >= 64) return;
        log().square(news);
        set_dirty();
    }

    // Small members first: short instructions reach only near ones.
    OtherGame other_game_ = OtherGame::none;
    bool hurries_ = false;  ///< the side to move has little time
    bool has_sound_ = false;
#if STACKMATE_EXERCISES
    ClockSides clock_sides_ = ClockSides::both;
#endif
    std::uint8_t kind_step_ = 0;  ///< as it is shown
};

}  // namespace stackmate::firmware
