// What the squares, the buttons and the time say of the game: they become events of its course. What an event leads to is
// not known here.
#pragma once

#include "firmware/play/controller.hpp"

namespace stackmate::firmware {

/// See `update`. Returns true if the lights are to show something else.
inline bool Controller::read(SquareSet occupied, std::uint8_t pressed, std::uint8_t held, std::uint32_t now_ms) {
    occupied = hands_.believe(in_view(occupied), state_, game_.position(), now_ms);
    if (hands_.knows(occupied, pressed, held) && now_ms == now_) return false;
    now_ = now_ms;
    const SquareSet before = hands_.occupied();
    hands_.update(occupied, pressed, held, now_);
    if (state_ == states::State::position_set_up && setup_.update(occupied, hands_.sight().ignored())) {
        dirty_ = true;
        if (setup_.step() != PositionSetup::side_step) hands_.forget_taps();  // no button waits for pieces
    }
    game_.settle_clock(now_);
    while (const std::optional<states::Event> event = hands_.take_button()) process(*event);
    read_board(before);
    read_time();
    report_square();
    if (hands_.take_dirty()) dirty_ = true;
    return dirty_;
}

inline void Controller::read_board(SquareSet before) {
    const Position& p = game_.position();
    if (state_ == states::State::sensor_test && !hands_.naming() && hands_.cross(before)) tell(Notice::test_crossed);
    if (hands_.is_ready(state_, p)) {
        process(states::Event::ready);
        return;
    }
    if (const unsigned square = hands_.tap(state_, before); square != TapReader::none) {
        const states::State tapped_in = state_;
        read_tap(square);
        if (state_ != tapped_in) hands_.forget_press();  // it was meant for the state before the tap
    }
    if (const std::optional<states::Event> sign = hands_.take_sign(state_, p)) {
        if (*sign == states::Event::start_shown)
            read_start();
        else
            process(*sign);
    }
    if (const std::optional<states::Event> news = hands_.take_news()) process(*news);
    if (hands_.is_doubtful(state_, game_.position(), pending_, now_ - state_since_)) process(states::Event::doubtful);
}

inline void Controller::read_start() {
    if (!process(states::Event::start_shown)) return;
    hands_.answer_start();
    if (state_ == states::State::question) question_ = Question::new_game_shown;
}

inline void Controller::read_tap(unsigned square) {
    if (state_ == states::State::menu)
        tap_menu();
    else if (state_ == states::State::promotion_choice)
        tap_promotion();
    else if (state_ == states::State::position_set_up)
        process(states::Event::tap);
    else if (state_ == states::State::sensor_test)
        hands_.mark();
    else if ((answering() >> square & 1) != 0) {
        hands_.forget_press();  // the next question is a different one
        process((yes_squares >> square & 1) != 0 ? states::Event::yes : states::Event::no);
    }
}

inline void Controller::tap_menu() {
    const MenuItem item = menu_squares[hands_.tapped()].item;
    hands_.begin_test(item == MenuItem::mark);
    if (const std::optional<states::Event> event = event_of(item))
        process(*event);
    else if (item == MenuItem::other_game && other_game_ != OtherGame::none && !followed())
        set_aside();
}

inline void Controller::tap_promotion() {
    for (const PieceType type : {PieceType::queen, PieceType::rook, PieceType::bishop, PieceType::knight})
        if (promotion_square(promotion_.to(), type) == hands_.tapped()) {
            promotion_ = Move(promotion_.from(), promotion_.to(), type);
            process(states::Event::tap);
            return;
        }
}

inline void Controller::read_time() {
    constexpr std::uint32_t promotion_ms = 5000;  // after this time it is a queen
    constexpr std::uint32_t compare_ms = 600;     // how long the pieces are compared before a question is asked
    constexpr std::uint32_t menu_ms = 60'000;     // after this time the menu or the self-test closes
    constexpr std::uint32_t refused_ms = 3000;
    constexpr std::uint32_t hurry_ms = 30'000;

    if (game_.flag_fell()) process(states::Event::flag);
    const std::uint32_t since = now_ - state_since_;
    if (state_ == states::State::promotion_choice && since >= promotion_ms && hands_.rested(promotion_ms)
        && hands_.looks_like(promoted_))
        process(states::Event::timeout);
    if (state_ == states::State::question && question_ == Question::doubtful && hands_.moved_on())
        process(states::Event::timeout);
    if (((bit_of(states::State::menu) | states::test_states) & bit_of(state_)) != 0 && since >= menu_ms
        && hands_.rested(menu_ms))
        process(states::Event::timeout);
    if (state_ == states::State::comparing && since >= compare_ms
        && !hands_.looks_like(occupied_squares(game_.position()))) {
        if (hands_.looks_like(start_squares))
            read_start();
        else
            process(states::Event::timeout);
    }
    const GameClock& clock = game_.clock();
    const bool hurries = clock.running() && clock.left_ms(clock.side()) < hurry_ms;
    if (hurries != hurries_) {
        hurries_ = hurries;
        dirty_ = true;
    }
    if (refused_ && now_ - refused_at_ >= refused_ms) {
        refused_ = false;
        dirty_ = true;
    }
}

}  // namespace stackmate::firmware
