// The self-test: squares that answer, lights, buttons and the store, as a person sees them. Here the store is the test's.
#include "host_tests/firmware/play/hands.hpp"

#include <gtest/gtest.h>

#include <string>

namespace stackmate::firmware::test {
namespace {

constexpr SquareSet all_squares = ~SquareSet{0};

/// The self-test has been chosen in the menu, in a game that has just begun.
struct TestedDesk : BegunDesk {
    explicit TestedDesk(unsigned buttons = 4) : BegunDesk{two_persons} {
        game.set_buttons(buttons);
        press(menu_button);
        tap("a7");
    }
    /// A piece of somebody's own is put on the square and taken away, or the one that stands there is lifted and put back.
    void touch(unsigned i) {
        const SquareSet before = board;
        board ^= SquareSet{1} << i;
        wait(60);
        board = before;
        wait(60);
    }
    void touch_all_but(SquareSet left_out) {
        for (unsigned i = 0; i < 64; ++i)
            if ((left_out >> i & 1) == 0) touch(i);
    }
    void go_to(states::State state) {
        for (int presses = 0; game.state() != state && presses < 6; ++presses) press(play_button);
        ASSERT_EQ(game.state(), state);
    }
};

TEST(SelfTest, SquaresThatHaveNotAnsweredStayLit) {
    TestedDesk desk;
    EXPECT_EQ(desk.game.state(), states::State::sensor_test);
    EXPECT_TRUE(desk.told("self-test: touch every square"));
    EXPECT_EQ(desk.lit(Light::felt), start_board) << "pieces stand there, and have not been touched";
    EXPECT_EQ(desk.lit(Light::untried), ~start_board);
    desk.place("e4", 60);
    EXPECT_EQ(desk.lit(Light::answered), squares({"e4"}));
    desk.lift("e4");
    EXPECT_EQ(desk.game.light(square("e4")), Light::dark) << "it has answered, and feels nothing";
    desk.lift("a1");
    desk.place("a1");
    EXPECT_EQ(desk.lit(Light::answered), squares({"a1"}));
    EXPECT_EQ(desk.game.answered(), squares({"a1", "e4"}));
}

TEST(SelfTest, AWalkOverTheWholeBoardPutsTheLightsOut) {
    TestedDesk desk;
    desk.touch_all_but(0);
    EXPECT_EQ(desk.game.answered(), all_squares);
    EXPECT_EQ(desk.lit(Light::answered), start_board);
    EXPECT_EQ(desk.lit(Light::dark), ~start_board);
}

TEST(SelfTest, APieceThatIsSlidFromSquareToSquareCountsOnEach) {
    TestedDesk desk;
    desk.board |= squares({"a4"});
    desk.wait(60);
    for (unsigned file = 0; file < 7; ++file) {
        desk.board ^= SquareSet{3} << (24 + file);
        desk.wait(60);
    }
    EXPECT_EQ(desk.game.answered(), SquareSet{0xff} << 24);
    EXPECT_FALSE(desk.told("at once"));
}

TEST(SelfTest, ADeadSquareAndAStuckOneStayLit) {
    TestedDesk desk;
    desk.dead = squares({"c4"});
    desk.stuck = squares({"g1"});
    desk.touch_all_but(0);
    EXPECT_EQ(desk.lit(Light::untried), squares({"c4"}));
    EXPECT_EQ(desk.lit(Light::felt), squares({"g1"}));
    EXPECT_EQ(desk.game.answered(), ~squares({"c4", "g1"}));
}

TEST(SelfTest, TwoSquaresThatFeelOnePieceAreShown) {
    TestedDesk desk;
    desk.board |= squares({"c4", "f6"});  // as a matrix without diodes shows a fourth corner
    desk.wait(60);
    EXPECT_EQ(desk.lit(Light::mistake), squares({"c4", "f6"}));
    EXPECT_TRUE(desk.told("two squares felt a piece at once"));
    desk.board &= ~squares({"c4", "f6"});
    desk.wait(60);
    EXPECT_EQ(desk.lit(Light::mistake), 0u);
}

TEST(SelfTest, ASquareThatFlickersIsFoundWhileItIsTested) {
    TestedDesk desk;
    desk.flickering = squares({"c4"});
    desk.wait(9000);
    EXPECT_TRUE(desk.told("square c4 flickers: it is left out of account"));
    EXPECT_EQ(desk.lit(Light::ignored), squares({"c4"}));
}

TEST(SelfTest, ASquareThatIsLeftOutAnswersAllTheSame) {
    BegunDesk desk{two_persons};
    desk.game.ignore_square(square("c4"), true);
    desk.press(menu_button);
    desk.tap("a7");
    EXPECT_EQ(desk.lit(Light::ignored), squares({"c4"}));
    desk.place("c4", 60);
    desk.lift("c4", 60);
    EXPECT_EQ(desk.game.answered(), squares({"c4"})) << "so that a person sees that it may be heeded again";
}

TEST(SelfTest, AllSquaresShineInEachColourAlone) {
    TestedDesk desk;
    desk.press(play_button);
    EXPECT_EQ(desk.game.state(), states::State::led_test);
    EXPECT_TRUE(desk.told("all squares shine red"));
    EXPECT_EQ(desk.lit(Light::red), all_squares);
    desk.press(play_button);
    EXPECT_EQ(desk.lit(Light::green), all_squares);
    desk.press(play_button);
    EXPECT_EQ(desk.lit(Light::blue), all_squares);
    desk.press(play_button);
    EXPECT_EQ(desk.game.state(), states::State::button_test);
    for (const Light light : {Light::red, Light::green, Light::blue}) {
        const hal::Colour colour = style_of(light).colour;
        EXPECT_EQ((colour.red != 0) + (colour.green != 0) + (colour.blue != 0), 1) << style_of(light).name;
    }
}

TEST(SelfTest, EveryButtonShowsItself) {
    TestedDesk desk;
    desk.go_to(states::State::button_test);
    EXPECT_EQ(desk.picture(), "a3 untried, b3 untried, c3 untried, d3 untried");
    desk.press(pause_button);
    EXPECT_EQ(desk.picture(), "a3 untried, b3 untried, c3 untried, d3 answered");
    desk.press(menu_button);
    desk.press(hint_button);
    desk.held = desk.pressed = play_button;
    desk.wait(100);
    EXPECT_EQ(desk.picture(), "a3 felt, b3 answered, c3 answered, d3 answered");
    desk.held = 0;
    desk.wait(30);
    EXPECT_EQ(desk.picture(), "a3 answered, b3 answered, c3 answered, d3 answered");
    EXPECT_EQ(desk.game.state(), states::State::button_test);
    EXPECT_FALSE(desk.game.take_store_test());
    desk.press(play_button);
    EXPECT_EQ(desk.game.state(), states::State::store_test) << "once more goes on";
}

TEST(SelfTest, AButtonThatIsMissingIsNotWaitedFor) {
    TestedDesk desk{1};
    desk.go_to(states::State::button_test);
    EXPECT_EQ(desk.picture(), "a3 untried");
    desk.press(play_button);
    EXPECT_EQ(desk.picture(), "a3 answered");
    desk.press(play_button);
    EXPECT_EQ(desk.game.state(), states::State::store_test);
}

TEST(SelfTest, TheStoresResultIsALight) {
    for (const bool good : {true, false}) {
        TestedDesk desk;
        desk.go_to(states::State::store_test);
        EXPECT_EQ(desk.picture(), "") << "nothing is known yet";
        EXPECT_TRUE(desk.game.take_store_test());
        EXPECT_FALSE(desk.game.take_store_test()) << "once";
        desk.game.store_tested(good);
        desk.turn();
        EXPECT_EQ(desk.lit(good ? Light::answered : Light::mistake), squares({"d4", "e4", "d5", "e5"}));
        EXPECT_TRUE(desk.told(good ? "the store has kept what was written" : "the store does not keep"));
        desk.press(play_button);
        EXPECT_EQ(desk.game.state(), states::State::person_to_move);
    }
}

TEST(SelfTest, AResultThatComesWhenTheTestIsOverChangesNothing) {
    TestedDesk desk;
    desk.go_to(states::State::store_test);
    desk.press(play_button);
    desk.game.store_tested(false);
    EXPECT_EQ(desk.game.state(), states::State::person_to_move);
}

TEST(SelfTest, TheMenuEndsEveryPartOfIt) {
    for (const states::State state :
         {states::State::sensor_test, states::State::led_test, states::State::button_test, states::State::store_test}) {
        TestedDesk desk;
        desk.go_to(state);
        desk.press(menu_button);
        if (state == states::State::button_test) {
            EXPECT_EQ(desk.game.state(), state) << "it is tried first";
            desk.press(menu_button);
        }
        EXPECT_EQ(desk.game.state(), states::State::person_to_move) << to_text(state);
    }
}

TEST(SelfTest, ItEndsByItselfWhenNobodyIsThere) {
    for (const states::State state :
         {states::State::sensor_test, states::State::led_test, states::State::button_test, states::State::store_test}) {
        TestedDesk desk;
        desk.go_to(state);
        desk.wait(61'000);
        EXPECT_EQ(desk.game.state(), states::State::person_to_move) << to_text(state);
    }
}

TEST(SelfTest, TheEngineThinksOnMeanwhile) {
    BegunDesk desk;
    desk.move("e2e4");
    desk.press(menu_button);
    desk.tap("a7");
    for (int presses = 0; presses < 6; ++presses) {
        EXPECT_TRUE(desk.searching);
        desk.press(play_button);
    }
    EXPECT_EQ(desk.game.state(), states::State::store_test);
    desk.answer("e7e5");
    desk.press(play_button);
    EXPECT_EQ(desk.game.state(), states::State::move_to_make);
}

TEST(SelfTest, PiecesThatStandElsewhereAfterwardsAreAskedFor) {
    TestedDesk desk;
    desk.lift("b1");
    desk.press(menu_button);
    desk.wait(1000);
    EXPECT_EQ(desk.game.record().size(), 0u);
    desk.place("b1", 1000);
    EXPECT_EQ(desk.picture(), "e1 turn");
}

TEST(SelfTest, ItIsHadOnAWordAndGoesOnByTheSame) {
    BegunDesk desk{two_persons};
    desk.move("e2e4");
    for (const states::State state :
         {states::State::sensor_test, states::State::led_test, states::State::led_test, states::State::led_test,
          states::State::button_test, states::State::store_test, states::State::person_to_move}) {
        EXPECT_EQ(desk.game.test_board(), Refusal::none);
        desk.turn();
        EXPECT_EQ(desk.game.state(), state);
    }
    desk.press(menu_button);
    EXPECT_EQ(desk.game.test_board(), Refusal::none) << "also when the menu is open";
    EXPECT_EQ(desk.game.state(), states::State::sensor_test);
}

TEST(SelfTest, AQuestionComesFirst) {
    BegunDesk desk{two_persons};
    desk.move("e2e4");
    desk.press(menu_button);
    desk.tap("h8");
    ASSERT_EQ(desk.game.state(), states::State::question);
    EXPECT_EQ(desk.game.test_board(), Refusal::busy);
    EXPECT_EQ(desk.game.state(), states::State::question);
}

}  // namespace
}  // namespace stackmate::firmware::test
