// What the board shows in each state, whole pictures by meaning, and how a picture becomes colours.
#include "host_tests/firmware/play/script.hpp"

namespace stackmate::firmware::test {
namespace {

const bool board_pictures = played("BoardPictures", R"(
ASavedGameThatIsOfferedIsAYesAndWhatIsAmiss
    saved_at "4k3/8/8/8/8/8/R7/4K3 w - - 0 1", up/550 none +e1 +e8 +b2 -> picture ""  # it looks first
    100 -> picture "a2 fill, b2 clear, d4 yes, e4 yes"
    +d4/100 -> picture "a2 fill, b2 clear, d4 clear, e4 yes"  # what is amiss is not hidden
    -d4/2500, PLAY -> restoring, picture "a2 fill, b2 clear"

APieceInTheAirShowsItsSquares
    begin, -g1 -> picture "e1 turn, f3 target, h3 target"

AnEnemyPieceInTheAirShowsWhoMayTakeIt
    begin persons, e2e4, d7d5, -d5 -> picture "e1 turn, e4 origin"

TheEnginesCastlingShowsBothPiecesAndThenWhatIsLeft
    desk engine_first, game "4k3/8/8/8/8/8/8/4K2R w K - 0 1", turn, up/700 none +e1 +h1 +e8, answer e1g1
    -> picture "e1 move_from, f1 move_to, g1 move_to, h1 move_from"
    -e1, +g1/100 -> picture "f1 move_to, h1 move_from"
    -h1 -> move_to f1
    +f1 -> picture "e8 turn"

TheEnginesCaptureShowsTheVictimsSquare
    begin, e2e4, answer d7d5, obey, e4d5, answer d8d5 -> picture "d5 move_to, d8 move_from, e8 turn"

AMoveTakenBackInsteadOfMakingTheEnginesShowsItsWayHome
    begin, e2e4, answer e7e5, -e4 -> target e2
    +e4, -e7 -> target none  # its goal is lit already

TheEnginesCaptureInPassingSaysWhichPawnMovesAndWhichGoes
    begin, g1f3, game "4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1", up/700 game, answer d4e3
    -> picture "e3 move_to, d4 move_from, e4 clear, e8 turn"

APcsTurnIsItsKing
    begin, claim, e2e4 -> picture "e8 turn"

AQuestionIsItsSubjectAndTwoAnswers
    begin, MENU, tap g2 -> picture "e1 asked, d4 yes, e4 yes, d5 no, e5 no, e8 asked"

EveryEndingIsKingsAndAReason
    begin persons, resign white, turn -> picture "e1 loser, b4 reason, e8 winner"

AnEmptyBoardAsksForAllPieces
    desk, 50 -> fill start, dark but start

ADrawIsBothKingsAndAReason
    begin persons, MENU, tap g2, PLAY -> picture "e1 drawn, a5 reason, e8 drawn"
)");

TEST(BoardPictures, TheMenuIsWhatTheTableSays) {
    BegunDesk desk;
    desk.press(menu_button);
    for (unsigned i = 0; i < 64; ++i) {
        const MenuItem item = menu_squares[i].item;
        const bool can_be_chosen = item == MenuItem::setting && menu_squares[i].setting != Setting::brightness;
        const bool is_chosen =
            i == square("c3") || i == square("a1") || i == square("b8") || i == square("c1") || i == square("c8");
        const bool is_dark = item == MenuItem::none || !MenuExtras{}.offer(menu_squares[i]);
        EXPECT_EQ(desk.game.light(i), is_dark         ? Light::dark
                                      : is_chosen     ? Light::chosen
                                      : can_be_chosen ? Light::choice
                                                      : Light::action)
            << i;
    }
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
