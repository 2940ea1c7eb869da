// A square is tapped, and the hand goes on to a button before the tap counts.
#include "host_tests/firmware/play/hands.hpp"

#include <string_view>

namespace stackmate::firmware::test {
namespace {

struct Hand {
    std::uint32_t on_square_ms;  ///< the square is changed
    std::uint32_t on_the_way_ms;
};

struct TapAndPress : testing::TestWithParam<Hand> {
    void tap_and_press(Desk& desk, std::string_view name, std::uint32_t held_ms = 80) {
        const SquareSet bit = squares({name});
        desk.board ^= bit;
        desk.wait(GetParam().on_square_ms);
        desk.board ^= bit;
        desk.wait(GetParam().on_the_way_ms);
        desk.press(play_button, held_ms);
        desk.wait(1600);
    }
    /// White is asked whether to resign.
    void ask(Desk& desk) {
        desk.move("e2e4");
        desk.answer("e7e5");
        desk.obey();
        desk.press(menu_button);
        desk.tap("h2");
        ASSERT_EQ(desk.game.state(), states::State::question);
    }
};

TEST_P(TapAndPress, NoIsNoAndTheButtonSaysNothingElse) {
    BegunDesk desk;
    ask(desk);
    tap_and_press(desk, "d5");
    EXPECT_FALSE(desk.game.result());
    if (GetParam().on_the_way_ms < 500) {
        EXPECT_EQ(desk.game.state(), states::State::person_to_move) << "it was meant for the question: no hint";
    }
}

TEST_P(TapAndPress, AButtonThatIsHeldForNoIsNoYesBecauseItWaits) {
    BegunDesk desk;
    ask(desk);
    tap_and_press(desk, "a5", 1100);  // no answer, but a square
    EXPECT_FALSE(desk.game.result());
    EXPECT_NE(desk.game.state(), states::State::question);
}

TEST_P(TapAndPress, YesByAButtonIsHeardBehindATapThatAnswersNothing) {
    BegunDesk desk;
    ask(desk);
    tap_and_press(desk, "a5");
    EXPECT_EQ(desk.game.result().ending, Ending::resignation);
}

TEST_P(TapAndPress, TheSideThatWasTappedIsToMove) {
    BegunDesk desk;
    desk.press(menu_button);
    desk.tap("g8");
    ASSERT_EQ(desk.game.state(), states::State::position_set_up);
    for (int kinds = 0; kinds < 12; ++kinds) desk.press(play_button);
    tap_and_press(desk, "e5");
    EXPECT_EQ(desk.game.record().position().side(), Color::black) << desk.fen();
}

TEST_P(TapAndPress, TheLevelThatWasTappedIsChosen) {
    BegunDesk desk;
    desk.press(menu_button);
    tap_and_press(desk, "e4");
    EXPECT_EQ(desk.game.settings().level, square("e4") - 16);
    EXPECT_EQ(desk.game.state(), states::State::person_to_move) << "and PLAY has closed the menu";
}

TEST_P(TapAndPress, ThePieceThatWasTappedIsChosen) {
    Desk desk;
    desk.game.set_settings(two_persons);
    desk.game.start(desk.now);
    ASSERT_EQ(desk.game.set_game("7k/P7/8/8/8/8/8/K7 w - - 0 1", {}), Refusal::none);
    desk.put_up(squares({"h8", "a7", "a1"}));
    desk.move("a7a8");
    ASSERT_EQ(desk.game.state(), states::State::promotion_choice);
    tap_and_press(desk, "a4");
    ASSERT_EQ(desk.game.record().size(), 1u);
    EXPECT_EQ(desk.game.record().moves()[0].promotion(), PieceType::knight);
}

TEST_P(TapAndPress, TheSquareThatWasNamedIsLeftOut) {
    BegunDesk desk;
    desk.press(menu_button);
    desk.tap("b7");
    desk.tap("a3");
    tap_and_press(desk, "h5");
    EXPECT_EQ(desk.game.doubts().marked(), squares({"a5"}));
}

INSTANTIATE_TEST_SUITE_P(HandsOf, TapAndPress,
                         testing::Values(Hand{80, 600}, Hand{80, 300}, Hand{300, 300}, Hand{1000, 700},
                                         Hand{1000, 1300}));

TEST(Press, IsHeardWhereASquareFlickers) {
    BegunDesk desk;
    desk.press(menu_button);
    const SquareSet bit = squares({"e5"});
    for (int half = 0; half < 3; ++half) {
        desk.board ^= bit;
        desk.wait(250);
    }
    desk.press(play_button);
    for (int half = 0; half < 4; ++half) {
        desk.board ^= bit;
        desk.wait(250);
    }
    EXPECT_NE(desk.game.state(), states::State::menu);
}

TEST(Press, OfPieceAfterPieceInASetUpIsHeardAtOnce) {
    BegunDesk desk;
    desk.press(menu_button);
    desk.tap("g8");
    desk.board ^= squares({"e1"});
    desk.wait(200);
    desk.board ^= squares({"e1"});  // the king is put straight
    desk.wait(100);
    desk.press(play_button);
    EXPECT_EQ(desk.lit(Light::kind_placed), squares({"d1"})) << "the queen is asked: " << desk.picture();
}

TEST(Press, ThatWasMeantForOneQuestionDoesNotAnswerTheNext) {
    for (const std::uint32_t held_ms : {80u, 1100u}) {
        Desk desk;
        desk.game.set_settings(two_persons);
        desk.game.start(desk.now);
        desk.put_up(start_board);
        for (const char* name : {"a3", "c3"}) desk.game.ignore_square(square(name), true);
        desk.wait(100);
        desk.dead = squares({"a3", "c3"});
        desk.lift("b1", 5000);  // to one of them, or in the air
        ASSERT_EQ(desk.game.state(), states::State::question);
        const SquareSet first = desk.lit(Light::asked);
        desk.place("d5", 80);  // no
        desk.lift("d5", 300);
        ASSERT_EQ(desk.lit(Light::asked), first);
        desk.press(play_button, held_ms);
        desk.wait(1000);
        EXPECT_EQ(desk.game.record().size(), 0u);
        EXPECT_EQ(desk.game.state(), states::State::question) << "the other square";
        EXPECT_NE(desk.lit(Light::asked), first);
    }
}

}  // namespace
}  // namespace stackmate::firmware::test
