// What the board shows in each state, whole pictures by meaning, and how a picture becomes colours.
#include "host_tests/firmware/play/hands.hpp"

namespace stackmate::firmware::test {
namespace {

std::string all(SquareSet set, Light light) {
    std::string text;
    for_each_square(set, [&](unsigned i) {
        char name[2];
        write_square(name, from_index64(i));
        if (!text.empty()) text += ", ";
        text += std::string(name, 2) + " " + std::string(style_of(light).name);
    });
    return text;
}

TEST(BoardPictures, AnEmptyBoardAsksForAllPieces) {
    Desk desk;
    desk.game.start(desk.now);
    desk.wait(50);
    EXPECT_EQ(desk.picture(), all(start_board, Light::fill));
}

TEST(BoardPictures, ASavedGameThatIsOfferedIsAYesAndWhatIsAmiss) {
    Desk desk;
    desk.foreign = true;
    ASSERT_EQ(desk.game.restore("4k3/8/8/8/8/8/R7/4K3 w - - 0 1"), FenError::none);
    desk.game.offer(desk.now);
    desk.put_up(squares({"e1", "e8", "b2"}), 550);
    EXPECT_EQ(desk.picture(), "") << "it looks first";
    desk.wait(100);
    EXPECT_EQ(desk.picture(), "a2 fill, b2 clear, d4 yes, e4 yes");
    desk.place("d4", 100);
    EXPECT_EQ(desk.picture(), "a2 fill, b2 clear, d4 clear, e4 yes") << "what is amiss is not hidden";
    desk.lift("d4", 2500);
    desk.press(play_button);
    EXPECT_EQ(desk.game.state(), states::State::restoring);
    EXPECT_EQ(desk.picture(), "a2 fill, b2 clear");
}

TEST(BoardPictures, APieceInTheAirShowsItsSquares) {
    BegunDesk desk;
    desk.lift("g1");
    EXPECT_EQ(desk.picture(), "e1 turn, f3 target, h3 target");
}

TEST(BoardPictures, AnEnemyPieceInTheAirShowsWhoMayTakeIt) {
    BegunDesk desk{two_persons};
    desk.move("e2e4");
    desk.move("d7d5");
    desk.lift("d5");
    EXPECT_EQ(desk.picture(), "e1 turn, e4 origin");
}

TEST(BoardPictures, TheEnginesCastlingShowsBothPiecesAndThenWhatIsLeft) {
    Desk desk;
    desk.game.set_settings({.white = Seat::engine, .black = Seat::person});
    desk.game.start(desk.now);
    ASSERT_EQ(desk.game.set_game("4k3/8/8/8/8/8/8/4K2R w K - 0 1", {}), Refusal::none);
    desk.turn();
    desk.put_up(squares({"e1", "h1", "e8"}), 700);
    desk.answer("e1g1");
    EXPECT_EQ(desk.picture(), "e1 move_from, f1 move_to, g1 move_to, h1 move_from");
    desk.lift("e1");
    desk.place("g1", 100);
    EXPECT_EQ(desk.picture(), "f1 move_to, h1 move_from");
    desk.lift("h1");
    EXPECT_EQ(desk.lit(Light::move_to), squares({"f1"}));
    desk.place("f1");
    EXPECT_EQ(desk.picture(), "e8 turn");
}

TEST(BoardPictures, TheEnginesCaptureShowsTheVictimsSquare) {
    BegunDesk desk;
    desk.move("e2e4");
    desk.answer("d7d5");
    desk.obey();
    desk.move("e4d5");
    desk.answer("d8d5");
    EXPECT_EQ(desk.picture(), "d5 move_to, d8 move_from, e8 turn");
}

TEST(BoardPictures, AMoveTakenBackInsteadOfMakingTheEnginesShowsItsWayHome) {
    BegunDesk desk;
    desk.move("e2e4");
    desk.answer("e7e5");
    desk.lift("e4");
    EXPECT_EQ(desk.lit(Light::target), squares({"e2"}));
    desk.place("e4");
    desk.lift("e7");
    EXPECT_EQ(desk.lit(Light::target), 0u) << "its goal is lit already";
}

TEST(BoardPictures, TheEnginesCaptureInPassingSaysWhichPawnMovesAndWhichGoes) {
    BegunDesk desk;
    desk.move("g1f3");
    ASSERT_EQ(desk.game.set_game("4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1", {}), Refusal::none);
    desk.put_up(occupied_squares(desk.game.record().position()), 700);
    desk.answer("d4e3");
    EXPECT_EQ(desk.picture(), "e3 move_to, d4 move_from, e4 clear, e8 turn");
}

TEST(BoardPictures, APcsTurnIsItsKing) {
    BegunDesk desk;
    desk.game.claim({.held = true, .follows = false, .white = Seat::person, .black = Seat::remote});
    desk.move("e2e4");
    EXPECT_EQ(desk.picture(), "e8 turn");
}

TEST(BoardPictures, TheMenuIsWhatTheTableSays) {
    BegunDesk desk;
    desk.press(menu_button);
    for (unsigned i = 0; i < 64; ++i) {
        const MenuItem item = menu_squares[i].item;
        const bool can_be_chosen = item == MenuItem::setting && menu_squares[i].setting != Setting::brightness;
        const bool is_chosen = i == square("c3") || i == square("a1") || i == square("b8");
        const bool is_dark = item == MenuItem::none || item == MenuItem::other_game;  // chess is all there is
        EXPECT_EQ(desk.game.light(i), is_dark         ? Light::dark
                                      : is_chosen     ? Light::chosen
                                      : can_be_chosen ? Light::choice
                                                      : Light::action)
            << i;
    }
}

TEST(BoardPictures, AQuestionIsItsSubjectAndTwoAnswers) {
    BegunDesk desk;
    desk.press(menu_button);
    desk.tap("g2");
    EXPECT_EQ(desk.picture(), "e1 asked, d4 yes, e4 yes, d5 no, e5 no, e8 asked");
}

TEST(BoardPictures, EveryEndingIsKingsAndAReason) {
    BegunDesk desk{two_persons};
    EXPECT_EQ(desk.game.resign(Color::white), Refusal::none);
    desk.turn();
    EXPECT_EQ(desk.picture(), "e1 loser, b4 reason, e8 winner");
    BegunDesk other{two_persons};
    other.press(menu_button);
    other.tap("g2");
    other.press(play_button);
    EXPECT_EQ(other.picture(), "e1 drawn, a5 reason, e8 drawn");
}

TEST(BoardPictures, APictureBecomesColoursByTheTableAndTheTime) {
    BegunDesk desk;
    desk.move("e2e4");
    desk.answer("e7e5");
    for (std::uint32_t ms = 0xffff'f800u; ms != 0x1000; ms += 64) {
        hal::Frame frame;
        desk.game.draw(frame, ms);
        for (unsigned i = 0; i < 64; ++i) {
            const LightStyle& style = style_of(desk.game.light(i));
            const unsigned eighth = ms % (1u << style.period_log2) * 8 >> style.period_log2;
            EXPECT_EQ(frame.squares[i], (style.on >> eighth & 1) != 0 ? style.colour : hal::Colour{}) << i << " " << ms;
        }
    }
}

TEST(BoardPictures, TheSameAtTwoTimesWhenNothingHappens) {
    BegunDesk desk;
    hal::Frame first, second;
    desk.game.draw(first, desk.now);
    desk.wait(10 * 2048);
    desk.game.draw(second, desk.now);
    EXPECT_EQ(first, second) << "every rhythm repeats after 2048 ms";
}

}  // namespace
}  // namespace stackmate::firmware::test
