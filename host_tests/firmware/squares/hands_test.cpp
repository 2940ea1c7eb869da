// What hands do, as events, without a game that answers.
#include "firmware/squares/hands.hpp"
#include "host_tests/core/playout.hpp"

#include <gtest/gtest.h>

#include <optional>
#include <string_view>
#include <utility>

namespace stackmate::firmware {
namespace {

using states::Event;
using states::State;

constexpr SquareSet bit(std::string_view name) { return square_set(square_from_text(name)); }

struct HandsTest : testing::Test {
    HandsTest() {
        position.set_start();
        hands.sight().set_position(position);
        see(start_squares);
    }
    void see(SquareSet occupied, std::uint8_t pressed = 0, std::uint8_t held = 0) {
        board = occupied;
        hands.update(occupied, pressed, held, now);
    }
    void wait(std::uint32_t ms, std::uint8_t held = 0) {
        now += ms;
        see(board, 0, held);
    }
    std::optional<Event> sign(State state = State::person_to_move) {
        return hands.take_sign(state, position, [](auto) { return 0u; });
    }

    Position position;
    Hands hands;
    SquareSet board = 0;
    std::uint32_t now = 0xffff'ff00;  // milliseconds wrap in the midst of every test
};

TEST_F(HandsTest, PlayCountsWhenItIsReleased) {
    see(board, play_button, play_button);
    EXPECT_EQ(hands.take_button(), std::nullopt);
    EXPECT_TRUE(hands.play_is_down());
    wait(300, play_button);
    EXPECT_EQ(hands.take_button(), std::nullopt);
    wait(10);
    EXPECT_EQ(hands.take_button(), Event::play);
    EXPECT_FALSE(hands.play_is_down());
    EXPECT_EQ(hands.take_button(), std::nullopt) << "once";
}

TEST_F(HandsTest, PlayHeldForASecondIsTheMenuAndItsReleaseSaysNothing) {
    see(board, play_button, play_button);
    (void)hands.take_button();
    wait(Hands::hold_ms - 1, play_button);
    EXPECT_EQ(hands.take_button(), std::nullopt);
    wait(1, play_button);
    EXPECT_EQ(hands.take_button(), Event::menu);
    wait(1, play_button);
    EXPECT_EQ(hands.take_button(), std::nullopt);
    wait(1);
    EXPECT_EQ(hands.take_button(), std::nullopt);
}

TEST_F(HandsTest, PlayThatGoesDownAndUpBetweenTwoLooksCounts) {
    see(board, play_button, 0);
    EXPECT_EQ(hands.take_button(), Event::play);
}

TEST_F(HandsTest, FourSquaresTellHowLongPlayIsHeld) {
    EXPECT_EQ(hands.pressed_squares(), 0);
    see(board, play_button, play_button);
    (void)hands.take_button();
    EXPECT_EQ(hands.pressed_squares(), 1);
    for (unsigned shown = 2; shown <= 4; ++shown) {
        wait(255, play_button);
        (void)hands.take_button();
        wait(1, play_button);
        (void)hands.take_dirty();
        (void)hands.take_button();
        EXPECT_EQ(hands.pressed_squares(), shown);
        EXPECT_TRUE(hands.take_dirty()) << "the picture is another";
    }
}

TEST_F(HandsTest, ButtonsPressedTogetherAreToldOneByOne) {
    see(board, pause_button | hint_button | menu_button, 0);
    EXPECT_EQ(hands.take_button(), Event::hint);
    EXPECT_EQ(hands.take_button(), Event::menu);
    EXPECT_EQ(hands.take_button(), Event::pause);
    EXPECT_EQ(hands.take_button(), std::nullopt);
}

TEST_F(HandsTest, ButtonsWaitForATapInTheOrderInWhichTheyWerePressed) {
    const SquareSet before = board;
    const auto tap = [&] {
        hands.begin_state();
        see(before ^ bit("e2"));
        (void)hands.tap(State::menu, before);
        now += 80;
        see(before);
        (void)hands.tap(State::menu, before ^ bit("e2"));
        for (const std::uint8_t button : {pause_button, menu_button, hint_button, pause_button}) {
            see(before, button);
            EXPECT_EQ(hands.take_button(), std::nullopt);
        }
        wait(500);
        EXPECT_EQ(hands.take_button(), std::nullopt);
    };
    tap();
    (void)hands.tap(State::menu, before);
    EXPECT_EQ(hands.take_button(), Event::pause);
    EXPECT_EQ(hands.take_button(), Event::menu);
    hands.begin_state();  // that the button has led to
    EXPECT_EQ(hands.take_button(), Event::hint);
    hands.forget_press();
    EXPECT_EQ(hands.take_button(), std::nullopt);
    tap();
    hands.begin_state();  // nobody has pressed for this one
    EXPECT_EQ(hands.take_button(), std::nullopt);
}

TEST_F(HandsTest, WhatHasNotChangedIsKnown) {
    EXPECT_TRUE(hands.knows(board, 0, 0));
    EXPECT_FALSE(hands.knows(board ^ bit("e2"), 0, 0));
    EXPECT_FALSE(hands.knows(board, hint_button, 0));
    EXPECT_FALSE(hands.knows(board, 0, play_button));
    const Hands others;
    EXPECT_FALSE(others.knows(0, 0, 0)) << "nothing was seen yet, not even an empty board";
}

TEST_F(HandsTest, PiecesAreReadyOnceTheyHaveComeToRestAsTheyShouldStand) {
    wait(Hands::set_up_ms - 1);
    EXPECT_FALSE(hands.is_ready(State::setup, position));
    wait(1);
    EXPECT_TRUE(hands.is_ready(State::setup, position));
    EXPECT_FALSE(hands.is_ready(State::person_to_move, position)) << "nobody waits for them";
    see(board ^ bit("e2"));
    wait(5000);
    EXPECT_FALSE(hands.is_ready(State::setup, position));
}

TEST_F(HandsTest, ARestoredGameHasPiecesOfItsOwn) {
    const Position ending = test::position("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1");
    see(occupied_squares(ending));
    wait(Hands::restored_ms - 1);
    EXPECT_FALSE(hands.is_ready(State::restoring, ending));
    wait(1);
    EXPECT_TRUE(hands.is_ready(State::restoring, ending));
    wait(5000);
    EXPECT_FALSE(hands.is_ready(State::setup, ending)) << "a new game begins with all pieces";
}

TEST_F(HandsTest, SquaresAreTappedOnlyWhereTheyMeanSomething) {
    for (const State state : {State::menu, State::question, State::person_to_move, State::sensor_test}) {
        hands.begin_state();
        const SquareSet before = board;
        see(before ^ bit("e2"));
        EXPECT_EQ(hands.tap(state, before), TapReader::none);
        now += 80;
        see(before);
        EXPECT_EQ(hands.tap(state, before ^ bit("e2")), TapReader::none) << "it may go on";
        wait(500);
        const bool means = state == State::menu || state == State::question;
        EXPECT_EQ(hands.tap(state, before), means ? index64(square_from_text("e2")) : TapReader::none)
            << to_text(state);
    }
    EXPECT_EQ(hands.tapped(), index64(square_from_text("e2")));
}

// A hand that lets a square be afterwards can be told from a contact that goes on.
TEST_F(HandsTest, ATapCountsWhenItsSquareHasKeptStillAfterItHalfAsLongAgain) {
    for (const auto& [changed_for, still_for] :
         {std::pair{30u, 500u}, {80u, 500u}, {333u, 500u}, {500u, 750u}, {900u, 1350u}, {60'000u, 1500u}}) {
        const SquareSet before = board;
        hands.begin_state();
        see(before ^ bit("d4"));
        EXPECT_EQ(hands.tap(State::question, before), TapReader::none);
        now += changed_for;
        see(before);
        EXPECT_EQ(hands.tap(State::question, before ^ bit("d4")), TapReader::none);
        wait(still_for - 1);
        EXPECT_EQ(hands.tap(State::question, before), TapReader::none) << changed_for;
        wait(1);
        EXPECT_EQ(hands.tap(State::question, before), index64(square_from_text("d4"))) << changed_for;
        wait(5000);
        EXPECT_EQ(hands.tap(State::question, before), TapReader::none) << "once";
    }
}

TEST_F(HandsTest, ASquareThatChangesOnIsNotTapped) {
    for (const std::uint32_t half : {20u, 100u, 250u, 490u, 700u, 1000u, 1400u}) {
        hands.begin_state();
        for (int changes = 0; changes < 40; ++changes) {
            const SquareSet before = board;
            see(before ^ bit("d4"));
            EXPECT_EQ(hands.tap(State::question, before), TapReader::none) << half;
            wait(half - 1);
            EXPECT_EQ(hands.tap(State::question, board), TapReader::none) << half;
            now += 1;
        }
    }
}

TEST_F(HandsTest, APieceThatGoesOnToAnotherSquareTapsNone) {
    hands.begin_state();
    for (const std::string_view square : {"d4", "d4", "e4"}) {
        const SquareSet before = board;
        see(before ^ bit(square));
        EXPECT_EQ(hands.tap(State::question, before), TapReader::none);
        wait(200);
        EXPECT_EQ(hands.tap(State::question, board), TapReader::none);
    }
    wait(5000);
    EXPECT_EQ(hands.tap(State::question, board), TapReader::none);
}

TEST_F(HandsTest, ATapDoesNotGoOnInAnotherState) {
    const SquareSet before = board;
    see(before ^ bit("e2"));
    EXPECT_EQ(hands.tap(State::menu, before), TapReader::none);
    hands.begin_state();
    now += 80;
    see(before);
    EXPECT_EQ(hands.tap(State::question, before ^ bit("e2")), TapReader::none);
}

TEST_F(HandsTest, TheStartPositionInTheMiddleOfAGameIsASignOnceItHasStood) {
    position = test::position("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1");
    wait(Hands::sign_ms - 1);
    EXPECT_EQ(sign(), std::nullopt);
    wait(1);
    EXPECT_EQ(sign(), Event::start_shown);
    EXPECT_EQ(sign(), std::nullopt) << "once for each rest";
    hands.begin_state();
    EXPECT_EQ(sign(), Event::start_shown) << "nobody has heard it: another state may";
    hands.answer_start();
    hands.begin_state();
    EXPECT_EQ(sign(), std::nullopt) << "answered";
    see(board ^ bit("e2"));
    see(board ^ bit("e2"));
    wait(Hands::sign_ms);
    EXPECT_EQ(sign(), Event::start_shown) << "shown anew";
}

TEST_F(HandsTest, TheStartPositionIsNoSignWhereTheGameIsThereAnyway) {
    wait(Hands::sign_ms);
    EXPECT_EQ(sign(), std::nullopt);
}

TEST_F(HandsTest, BothKingsLiftedAreTheMenuButNotWherePiecesArePutUp) {
    see(start_squares & ~bit("e1") & ~bit("e8"));
    wait(Hands::sign_ms);
    EXPECT_EQ(sign(State::person_to_move), Event::menu);
    for (const State state : {State::setup, State::restoring, State::menu, State::position_set_up}) {
        hands.begin_state();
        EXPECT_EQ(sign(state), std::nullopt) << to_text(state);
    }
    see(start_squares & ~bit("e1"));
    wait(Hands::sign_ms);
    EXPECT_EQ(sign(State::person_to_move), std::nullopt) << "one is a king's move";
}

TEST_F(HandsTest, AMoveIsNewsOnceAndAgainForAnotherState) {
    hands.count(AtWork::Moves::all, {});
    EXPECT_EQ(hands.take_news(), Event::quiet);
    EXPECT_EQ(hands.take_news(), std::nullopt);
    see(board & ~bit("e2"));
    EXPECT_EQ(hands.take_news(), Event::lifting);
    see(board | bit("e4"));
    EXPECT_EQ(hands.take_news(), std::nullopt) << "not yet at rest";
    wait(400);
    EXPECT_EQ(hands.take_news(), Event::moved);
    EXPECT_EQ(hands.tracker().state().move, move_from_text(position, "e2e4"));
    EXPECT_EQ(hands.take_news(), std::nullopt);
    hands.begin_state();
    EXPECT_EQ(hands.take_news(), Event::moved);
}

TEST_F(HandsTest, WhichMovesCountIsTheControllersWord) {
    see(board & ~bit("e2"));
    see(board | bit("e4"));
    wait(2000);
    hands.count(AtWork::Moves::none, {});
    EXPECT_EQ(hands.take_news(), Event::wrong);
    hands.count(AtWork::Moves::waiting, move_from_text(position, "d2d4"));
    EXPECT_EQ(hands.tracker().state().status, TrackerStatus::wrong);
    hands.count(AtWork::Moves::waiting, move_from_text(position, "e2e4"));
    hands.count(AtWork::Moves::as_before, {});
    EXPECT_EQ(hands.take_news(), Event::moved);
}

TEST_F(HandsTest, PiecesPutBackAreATakeback) {
    const Position before = position;
    Undo undo;
    position.make(move_from_text(position, "e2e4"), undo);
    hands.sight().set_position(position);
    hands.tracker().allow_takeback(1, before);
    wait(2000);
    EXPECT_EQ(hands.take_news(), Event::taken_back);
    EXPECT_EQ(hands.tracker().state().plies, 1);
}

TEST_F(HandsTest, ATurnedBoardIsSeenFromTheOtherSide) {
    EXPECT_EQ(rotated(bit("a1")), bit("h8"));
    EXPECT_EQ(rotated(bit("b1") | bit("c4")), bit("g8") | bit("f5"));
    see(bit("a1"));
    hands.rotate_board(now);
    EXPECT_EQ(hands.occupied(), bit("h8"));
}

}  // namespace
}  // namespace stackmate::firmware
