// What the squares, the buttons and the time say of the game: they become events of its course. What an event leads to is
// not known here.
#pragma once

#include "core/chess/position.hpp"
#include "core/chess/types.hpp"
#include "firmware/game/clock.hpp"
#include "firmware/game/states.hpp"
#include "firmware/game/types.hpp"
#include "firmware/play/course.hpp"
#include "firmware/squares/hands.hpp"
#include "firmware/squares/menu.hpp"
#include "firmware/squares/picture.hpp"
#include "firmware/squares/square_set.hpp"
#include "firmware/squares/taps.hpp"
#include "firmware/squares/view.hpp"

#include <cstdint>
#include <optional>

namespace stackmate::firmware {

class Reading {
public:
    /// Takes what is seen now: see Controller::update. Returns true if the lights are to show something else.
    bool read(Course& course, SquareSet occupied, std::uint8_t pressed, std::uint8_t held, std::uint32_t now_ms) {
        occupied = course.hands_.believe(course.in_view(occupied), course.state_, course.game_.position(), now_ms);
        if (course.hands_.knows(occupied, pressed, held) && now_ms == course.now_) return false;
        course.now_ = now_ms;
        const SquareSet before = course.hands_.occupied();
        course.hands_.update(occupied, pressed, held, course.now_);
        if (course.state_ == states::State::position_set_up
            && course.setup_.update(occupied, course.hands_.sight().ignored())) {
            course.dirty_ = true;
            if (course.setup_.step() != PositionSetup::side_step)
                course.hands_.forget_taps();  // no button waits for pieces
        }
        course.game_.settle_clock(course.now_);
        while (const std::optional<states::Event> event = course.hands_.take_button()) course.process(*event);
        read_board(course, before);
        read_time(course);
        course.report_square();
        if (course.hands_.take_dirty()) course.dirty_ = true;
        return course.dirty_;
    }
    /// Whether the side to move has little time.
    [[nodiscard]] bool hurries() const { return hurries_; }

private:
    static constexpr std::uint32_t promotion_ms = 5000;  ///< after this time it is a queen
    static constexpr std::uint32_t compare_ms = 600;  ///< how long the pieces are compared before a question is asked
    static constexpr std::uint32_t menu_ms = 60'000;  ///< after this time the menu or the self-test closes
    static constexpr std::uint32_t refused_ms = 3000;
    static constexpr std::uint32_t hurry_ms = 30'000;

    static void read_board(Course& course, SquareSet before) {
        const Position& p = course.game_.position();
        if (course.state_ == states::State::sensor_test && !course.hands_.naming() && course.hands_.cross(before))
            course.tell(Notice::test_crossed);
        if (course.hands_.is_ready(course.state_, p)) {
            course.process(states::Event::ready);
            return;
        }
        if (const unsigned square = course.hands_.tap(course.state_, before); square != TapReader::none) {
            const states::State tapped_in = course.state_;
            read_tap(course, square);
            if (course.state_ != tapped_in) course.hands_.forget_press();  // it was meant for the state before the tap
        }
        if (const std::optional<states::Event> sign = course.hands_.take_sign(course.state_, p)) {
            if (*sign == states::Event::start_shown)
                read_start(course);
            else
                course.process(*sign);
        }
        if (const std::optional<states::Event> news = course.hands_.take_news()) course.process(*news);
        if (course.hands_.is_doubtful(course.state_, course.game_.position(), course.pending_,
                                      course.now_ - course.state_since_))
            course.process(states::Event::doubtful);
    }
    static void read_start(Course& course) {
        if (!course.process(states::Event::start_shown)) return;
        course.hands_.answer_start();
        if (course.state_ == states::State::question) course.question_ = Question::new_game_shown;
    }
    static void read_tap(Course& course, unsigned square) {
        if (course.state_ == states::State::menu)
            tap_menu(course);
        else if (course.state_ == states::State::promotion_choice)
            tap_promotion(course);
        else if (course.state_ == states::State::position_set_up)
            course.process(states::Event::tap);
        else if (course.state_ == states::State::sensor_test)
            course.hands_.mark();
        else if ((course.answering() >> square & 1) != 0) {
            course.hands_.forget_press();  // the next question is a different one
            course.process((yes_squares >> square & 1) != 0 ? states::Event::yes : states::Event::no);
        }
    }

    static void tap_menu(Course& course) {
        const MenuItem item = menu_squares[course.hands_.tapped()].item;
        course.hands_.begin_test(item == MenuItem::mark);
        if (const std::optional<states::Event> event = event_of(item))
            course.process(*event);
        else if (item == MenuItem::other_game && course.other_game_ != Course::OtherGame::none && !course.followed())
            course.set_aside();
    }

    static void tap_promotion(Course& course) {
        for (const PieceType type : {PieceType::queen, PieceType::rook, PieceType::bishop, PieceType::knight})
            if (promotion_square(course.promotion_.to(), type) == course.hands_.tapped()) {
                course.promotion_ = Move(course.promotion_.from(), course.promotion_.to(), type);
                course.process(states::Event::tap);
                return;
            }
    }

    void read_time(Course& course) {
        if (course.game_.flag_fell()) course.process(states::Event::flag);
        const std::uint32_t since = course.now_ - course.state_since_;
        if (course.state_ == states::State::promotion_choice && since >= promotion_ms
            && course.hands_.rested(promotion_ms) && course.hands_.looks_like(course.promoted_))
            course.process(states::Event::timeout);
        if (course.state_ == states::State::question && course.question_ == Question::doubtful
            && course.hands_.moved_on())
            course.process(states::Event::timeout);
        if (((bit_of(states::State::menu) | states::test_states) & bit_of(course.state_)) != 0 && since >= menu_ms
            && course.hands_.rested(menu_ms))
            course.process(states::Event::timeout);
        if (course.state_ == states::State::comparing && since >= compare_ms
            && !course.hands_.looks_like(occupied_squares(course.game_.position()))) {
            if (course.hands_.looks_like(start_squares))
                read_start(course);
            else
                course.process(states::Event::timeout);
        }
        const GameClock& clock = course.game_.clock();
        const bool hurries = clock.running() && clock.left_ms(clock.side()) < hurry_ms;
        if (hurries != hurries_) {
            hurries_ = hurries;
            course.dirty_ = true;
        }
        if (course.refused_ && course.now_ - course.refused_at_ >= refused_ms) {
            course.refused_ = false;
            course.dirty_ = true;
        }
    }

    bool hurries_ = false;
};

}  // namespace stackmate::firmware
