// The menu, setting up positions, saved games, a turned board, a PC at the other end.
#include "host_tests/firmware/play/script.hpp"
#include "host_tests/support/reversed.hpp"
#include "host_tests/support/source_dir.hpp"

#include <algorithm>
#include <fstream>
#include <functional>
#include <sstream>
#include <vector>

namespace stackmate::firmware::test {
namespace {

const bool board_menu = played("BoardMenu", R"(
PlayHeldForASecondOpensItAndShowsHowLongToHold
    begin, down PLAY, 30 -> pressed d4  # felt at once
    500 -> pressed d4 e4 e5
    600 -> menu
    let_go, 100 -> menu  # letting go is no second press
    PLAY -> person_to_move

ALevelIsChosenByTappingItsSquareWhateverStandsThere
    begin, e2e4, answer e7e5, obey, MENU -> chosen c3 a1 c1 b8 c8
    tap e4 -> level t5, chosen e4 a1 c1 b8 c8  # a pawn stands there: lifted and put back
    tap b6 -> level c2, told "settings level 3+2 white person black engine"
    MENU -> person_to_move, fen rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2

TwoSquaresAtOnceAreNoTap
    begin, MENU, flip a4 b4, 100, flip a4, 100, flip b4, 100 -> level s3  # as it was
    300, tap b4 -> level t2  # and the next one counts

WhileTheEngineThinksItThinksOnAndItsMoveWaits
    begin, e2e4, MENU -> menu, searching
    answer e7e5 -> menu
    PLAY -> move_to_make, thinks 1

AnotherLevelWhileTheEngineThinksBeginsTheSearchAnew
    begin, e2e4, MENU, tap b5, PLAY -> engine_thinking, searching, depth 2

BothKingsLiftedOpenItWithoutAnyButton
    begin, -e1, -e8/1900 -> not menu
    200 -> menu
    +e8, +e1/2500, tap a4 -> level t1, menu
    tap h7 -> person_to_move

TheSensorTestShowsWhatIsFelt
    begin, e2e4, MENU, tap a7 -> sensor_test, felt board
    -a1 -> felt board, searching  # the engine thinks on
    answer e7e5, +a1, MENU -> move_to_make

ItClosesByItself
    begin, MENU, 59000 -> menu
    2000 -> person_to_move

APieceMovedWhileItIsOpenIsAMoveAfterwards
    begin, MENU, e2e4 -> moves 0
    MENU, 400 -> moves 1

WhatMakesNoSenseNowDoesNothing
    each: a2
    each: b2
    each: e2
    each: f2
    each: g2
    each: h2
    each: d7
    desk, MENU, tap $1 -> menu
    PLAY -> setup

ANewGameIsAskedAboutOnlyWhenThereIsOneToLose
    begin persons, MENU, tap h8 -> setup
    1200, e2e4, MENU, tap h8 -> question, asked a1 h1 a8 h8
    tap e4 -> setup, picture "e2 fill, e4 clear"

PlayersAndBrightness
    begin, MENU, tap a8 -> black person
    tap b1 -> white engine
    tap c1 -> white engine  # who plays from a line is no choice of the menu's
    tap g1 x12 -> not brightness 0
    tap h1 x12 -> brightness 255
    PLAY -> engine_thinking
)");

const bool board_set_up = played("BoardSetUp", R"(
AnyPositionKindByKind
    desk persons, 100, MENU, tap g8 -> position_set_up, picture "e1 kind"
    +g1 -> picture "e1 kind, g1 kind_placed"
    PLAY -> picture "d1 kind, g1 placed"  # queen
    +a7, PLAY -> kind a1 h1  # rooks
    +f1, -f1, PLAY x3 -> kind a2 b2 c2 d2 e2 f2 g2 h2  # bishops, knights, pawns
    +h2, PLAY -> kind e8  # Black's king
    +h8, PLAY x6 -> chosen d4 e4  # White is to move
    tap e5 -> chosen d5 e5
    PLAY -> fen 7k/Q7/8/8/8/8/7P/6K1 b - - 0 1, person_to_move, told "new game 7k/Q7/8/8/8/8/7P/6K1 b - - 0 1"

PiecesThatTheGameKnowsMayStay
    begin persons, MENU, tap g8 -> kind_placed e1
    -b1, -d8, -a7, PLAY x12, PLAY -> fen rnb1kbnr/1ppppppp/8/8/8/8/PPPPPPPP/R1BQKBNR w KQkq - 0 1

CastlingIsAllowedWhereKingAndRookStandAtHome
    begin persons, MENU, tap g8, -h1, -a8, PLAY x13 -> fen 1nbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBN1 w Qk - 0 1

APieceTakenAwayWhileTheSideIsChosenIsMissed
    begin persons, MENU, tap g8, PLAY x12, -b1/400 -> fill b1
    PLAY -> fen start, restoring, picture "b1 fill"
    +b1/700 -> person_to_move

ASquareThatIsLeftOutIsEmptyAlsoWhereTheSideIsChosen
    desk persons, 500, MENU, tap g8, +e1, PLAY x6, +e8, PLAY x5  # Black's pawns are asked
    stuck c5, turn -> kind_placed c5
    PLAY, MENU, tap b7, tap c1, tap h5, PLAY, turn -> fill none, clear none, placed none
    MENU, tap b7, tap c1, tap h5, PLAY, turn -> clear c5  # it counts again: something stands there
    MENU, tap b7, tap c1, tap h5, PLAY, turn, PLAY, 100 -> fen 4k3/8/8/8/8/8/8/4K3 w - - 0 1

PiecesThatNobodyKnowsAreAskedToGo
    desk persons, up/200 none +c4 +e1, MENU, tap g8 -> clear c4  # a king at home is one of the start position
    PLAY x13 -> position_set_up  # no position with a piece unknown
    -c4 -> clear none

ASquareThatIsLeftOutIsNotAskedToBeCleared
    each: stuck c5, 500 ; clear ; kind_placed
    each: 500 ; kind_placed ; clear
    desk persons, $1, MENU, tap g8 -> position_set_up
    stuck c5, turn -> $2 c5, $3 none
    MENU, tap b7, tap c1, tap h5, PLAY, turn -> picture "e1 kind, c5 ignored"
    +e1, PLAY x6, +e8, PLAY x7, 100 -> fen 4k3/8/8/8/8/8/8/4K3 w - - 0 1
    -> game_over  # two kings; and nobody has to clear c5

WhatCannotBeIsRefusedAndShown
    # One rook, pawn or king more is one too many: the sensors cannot tell, the rules can.
    each: -e1, PLAY x12 ; none ; a king is missing
    each: +e4, PLAY x12 ; e1 e4 e8 ; a side has more than one king
    each: -a1, -a2, PLAY x5, +a1, PLAY x7 ; a1 ; a pawn stands on the first or the last rank
    each: -e2, -e7, PLAY x2, +e5, PLAY x10 ; e8 ; the side not to move is in check
    each: -d2, -f2, -d7, -f7, PLAY x11, +d2, +f2, PLAY ; e1 ; two pawns give check at once
    begin persons, MENU, tap g8, $1, PLAY -> position_set_up, mistake $2, told "$3"
    -> fen start  # the game before is still there
    MENU, tap g8 -> not position_set_up  # and one may leave
    up start -> person_to_move
)");

const bool board_resume = played("BoardResume", R"(
AFlickeringSquareKeepsNoGameFromGoingOn
    saved persons, flickers a5, up/9000 saved -> person_to_move, moves 2

APressThatBeganBeforeTheQuestionDoesNotAnswerIt
    saved, up/550 start, PLAY/100 -> question
    500 -> moves 2

ANoToTheNewGameLeadsBackToTheQuestion
    saved, up/5000 start, PLAY/1200 -> resume_offer
    5000 -> resume_offer  # once is enough
    PLAY -> restoring
    5000 -> restoring, moves 2

TheMenusNewGameAsksToo
    saved, up/700 none, MENU, tap h8 -> question
    tap d5 -> resume_offer
    MENU, tap h8, tap e4 -> setup, ending abandoned  # so that the store knows it

AWordOnTheLineIsAskedForTwice
    saved, new!asked -> question
    PLAY/1200 -> resume_offer
    game!asked "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1" -> moves 2
    game "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1" -> restoring

PiecesThatStandAsTheyStoodMeanGoOn
    saved persons, board saved -> yes none, no none, fill none, clear none
    60 times: turn -> yes none, no none, fill none, clear none
    -> person_to_move, told "the game goes on", not told "offered", moves 2  # nobody is asked

PiecesThatArePutRightAtTheQuestionMeanGoOn
    saved persons, up/5000 none -> resume_offer, told_times 1 "offered"
    up/200 saved -> picture ""  # nothing is asked any more
    500 -> person_to_move, moves 2, told_times 1 "offered"

TheMenuLeadsBackToTheQuestion
    each: MENU/60
    each: PLAY/1200
    saved, up/700 saved -h1, $1 -> menu
    tap c4 -> level t3  # settings may be chosen
    tap f2 -> menu  # this and the following are for a game that goes on
    tap e2 -> menu
    tap g2 -> menu
    tap h2 -> menu
    tap a2 -> menu
    $1 -> resume_offer, moves 2, not told "abandoned"

TheStartPositionAndAPressGiveItUpForANewGame
    # Put up after the power came, or before.
    each: none
    each: start
    saved persons, up/700 $1, up/2500 start -> question, told "give up this game for a new one?", moves 2
    -> picture "a1 asked, h1 asked, d4 yes, e4 yes, d5 no, e5 no, a8 asked, h8 asked"
    PLAY -> told "abandoned"
    1200 -> person_to_move, moves 0, goes_on

WhereTheBoardCannotAskAWordOnTheLineGivesNoGameUp
    saved, 1500 -> resume_offer
    test -> sensor_test
    new!busy, game!busy "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", new!busy, game!busy "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1" -> moves 2
    turn, test -> led_test
    new!busy, game!busy "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", new!busy, game!busy "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1" -> moves 2
    turn, test -> led_test
    new!busy, game!busy "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", new!busy, game!busy "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1" -> moves 2
    turn, test -> led_test
    new!busy, game!busy "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", new!busy, game!busy "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1" -> moves 2
    turn, test -> button_test
    new!busy, game!busy "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", new!busy, game!busy "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1" -> moves 2
    turn, test -> store_test
    new!busy, game!busy "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", new!busy, game!busy "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1" -> moves 2
    turn, MENU, new!asked

TheMeaningOfPlayDoesNotTurnUnderTheFinger
    saved, board start
    500 times: turn -> not resume_offer  # where PLAY would mean yes, go on
)");

const bool board_remote = played("BoardRemote", R"(
WhatASessionHasTakenIsNoSettingAndEndsWithIt
    begin, claim, e2e4 -> remote_to_move, black engine
    release -> engine_thinking, player black engine

ATakebackFromTheLine
    begin persons, undo!nothing_to_undo, e2e4, undo, turn -> restoring, moves 0

ItsMovesAreMadeOnTheBoard
    begin, claim, remote!not_its_turn e2e4, e2e4 -> remote_to_move, not searching
    remote!illegal_move a1h8, remote e7e5, turn -> move_to_make, move_to e5
    remote!not_its_turn d7d5  # one waits already
    host_remote d7d5, turn, obey -> moves 2  # its own it may replace
    resign black, turn -> result resigned 1-0
    remote!game_over g1f3

AGameThatAHostFollowsGoesBackOnlyAsTheHostSays
    begin, follow, e2e4, up start -> moves 1, restoring
    1500 -> question  # or is it another game?
    up/1000 game -> remote_to_move  # no
    undo!followed, new!followed, resign!followed white, host_undo, turn -> moves 0

APersonLeavesAFollowedGameOverAQuestion
    begin, follow, e2e4, MENU, tap b2 -> moves 1  # no taking back
    tap h8 -> question, left 0
    PLAY -> left 1, not followed, setup

AGameIsPutOnTheBoardAndIllegalOnesAreRefused
    begin persons, game!bad_position "8/8/8/8/8/8/8/8 w - - 0 1" -> person_to_move
    game start e2e4, turn -> restoring, picture "e2 clear, e4 fill", moves 1
    up/700 game -> person_to_move
)");

const bool draw_offer = played("DrawOffer", R"(
IsTakenByAnEngineThatStandsWorse
    begin, e2e4, answer e7e5 -600, obey, MENU, tap g2 -> question
    PLAY -> ending draw agreed

IsNotTakenForWhatTheEngineThoughtOfTheGameBefore
    begin, e2e4, answer e7e5 -600, obey, resign white, up/3000 start -> person_to_move
    MENU, tap g2 -> question
    PLAY -> goes_on

IsNotTakenForWhatTheEngineThoughtOfTheOtherSide
    begin, e2e4, answer e7e5 -600, obey, MENU, tap c2 -> engine_thinking  # the sides are changed
    candidate g1f3 600, MENU, tap g2 -> question
    PLAY -> goes_on

IsNotTakenForAMoveThatWasTakenBack
    begin, e2e4, answer e7e5 -600, obey, undo 2, up/3000 start -> person_to_move
    MENU, tap g2 -> question
    PLAY -> goes_on
)");

const bool draw_score = played("DrawScore", R"(
AnOldScoreDoesNotDecide
    begin, e2e4, answer e7e5 -80, obey, d1g4 -> engine_thinking
    MENU, tap g2, tap d4 -> goes_on, engine_thinking
    answer d7d5 400 -> goes_on, move_to_make, refused e8

TheSearchThatRunsMayAgree
    begin, e2e4, answer e7e5 80, obey, d1g4 -> engine_thinking
    MENU, tap g2, tap d4 -> goes_on
    answer d7d5 -80 -> ending draw agreed

ItsScoreBeforeThePersonMovesIsGoodEnough
    begin, e2e4, answer e7e5 -80, obey, MENU, tap g2, tap d4 -> ending draw agreed

WhereThereIsNoneThePositionIsSearchedFirst
    each: 60 ; ending draw agreed
    each: 40 ; told "the draw is refused", person_to_move, not hint_from e2
    begin, e2e4, answer e7e5 80, obey, g1f3, answer g8f6 90, obey
    MENU, tap b2, up/1500 game -> person_to_move, moves 2
    MENU, tap g2, tap d4 -> hint, purpose hint
    answer g1f3 $1 -> $2

ATakebackWithdrawsItToo
    begin, e2e4, answer e7e5 80, obey, g1f3, answer g8f6 90, obey
    MENU, tap b2, up/1500 game, MENU, tap g2, tap d4 -> hint
    g1f3/1000, f3g1/3000 -> moves 2, person_to_move

AMoveWithdrawsTheOffer
    begin, e2e4, answer e7e5 80, obey, g1f3, answer g8f6 90, obey
    MENU, tap b2, up/1500 game, MENU, tap g2, tap d4 -> hint
    d2d4 -> engine_thinking, purpose move
    answer d7d6 -200 -> goes_on, move_to_make
)");

const bool draw_claim = played("DrawClaim", R"(
OfTwoEnginesIsMadeByTheOneThatStandsWorse
    begin engines
    # Two seconds each time: it looks like a takeback, too.
    answer g1f3 600, obey, 2000 -> engine_thinking
    answer g8f6 -600, obey, 2000 -> engine_thinking
    answer f3g1 600, obey, 2000 -> engine_thinking
    answer f6g8 -600, obey, 2000 -> engine_thinking
    answer g1f3 600, obey, 2000 -> engine_thinking
    answer g8f6 -600, obey, 2000 -> engine_thinking
    answer f3g1 600, obey, 2000 -> engine_thinking
    answer f6g8 -600, obey, 2000 -> engine_thinking
    answer g1f3 600, obey, 2000 -> ending draw by repetition, fen rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKB1R b KQkq - 9 5
)");

const bool board_turned = played("BoardTurned", R"(
TurningItInAGameAsksForThePieces
    begin persons, e2e4, MENU, tap d2, turn_round, PLAY -> restoring, picture "e2 clear, e4 fill, d5 clear, d7 fill"
    up game -> person_to_move
)");

// Hands see the pieces from the other side. Squares of lights are as the board sees them, those of taps as the hands do.
const bool board_reversed = played("BoardReversed", R"(
TheFirstMoveTellsItAndCounts
    each: persons ; person_to_move
    each: c7 ; engine_thinking
    begin $1, turn_round, e2e4/1000 -> question, asked a8 b8 c8 d8 e8 f8 g8 h8, yes d4 e4, no e5, told "other way round"
    PLAY, 1000 -> $2, only e2e4, clear none, fill none

ATapAnswersToo
    begin persons, turn_round, g1f3/1000 -> question, no d5 e5
    tap d5, 1000 -> person_to_move, only g1f3, flipped
    g8f6, e2e4, -e4/200, +e2/1000 -> moves 2, person_to_move

TheEnginesFirstMoveIsLitOnItsSquaresThen
    begin engine_first, answer e2e4, turn_round, e2e4/1000 -> question
    PLAY, 1000 -> person_to_move, only e2e4, flipped
    e7e5 -> engine_thinking

AnotherMoveThanTheEnginesTellsNothing
    begin engine_first, answer e2e4, turn_round, d2d4/3000 -> correcting

NoLeavesTheMoveToBePutRight
    each: tap d4
    each: PLAY/1200
    begin persons, turn_round, e2e4/1000 -> question
    $1 -> correcting, not flipped, fill d7, clear d5
    3000 -> correcting, moves 0
    turn_round, -d5/200, +d7/1000 -> person_to_move
    e2e4 -> moves 1

SoDoesThePiecePutBack
    begin persons, turn_round, e2e4/1000 -> question
    -e4/300, +e2/1000 -> person_to_move, not flipped, moves 0

ATouchedSquareIsNoAnswer
    begin persons, turn_round, d2d4/1000 -> question, no d5
    -d4/200, +d4/1500 -> question

LaterMovesTellNothing
    begin persons, e2e4, e7e5, turn_round, up game, -d2/200, +d4/3000 -> not question, moves 2

AMoveWithOtherPiecesMissingTellsNothing
    begin persons, turn_round, -a2/200, -e2/200, +e4/3000 -> correcting

AFlippedBoardIsTurnedBackAndTheMenuTurnsItToo
    begin persons flipped, e2e4/1000 -> question
    PLAY, 1000 -> person_to_move, only e2e4, not flipped
    MENU, tap d2, PLAY -> restoring, flipped

AHintThatIsSoughtEnds
    begin, HINT -> searching
    turn_round, e2e4/1000 -> question, not searching
    PLAY, 1000 -> engine_thinking, only e2e4
)");

// ---------------------------------------------------------------------------------------- menu

TEST(BoardMenu, AnotherGameIsChosenOnceAndChessIsOfferedAgainAfterwards) {
    BegunDesk desk;
    desk.game.offer_other_game();
    run(desk, "e2e4 -> engine_thinking");
    desk.press(menu_button);
    EXPECT_EQ(desk.game.light(51), Light::action);
    EXPECT_FALSE(desk.game.take_other_game());
    run(desk, "-d7, +d7/500");
    EXPECT_FALSE(desk.game.take_other_game());
    desk.turn();
    EXPECT_TRUE(desk.game.take_other_game());
    EXPECT_FALSE(desk.game.take_other_game());
    run(desk, R"(
        -> comparing, not searching  # the other game needs the engine
        700 -> engine_thinking  # the pieces stand as chess has them)");
}

/// The table of docs/CHESSBOARD.md.
std::string menu_row(unsigned rank) {
    std::string row = "| " + std::to_string(rank + 1) + " |";
    for (unsigned file = 0; file < 8; ++file) {
        const MenuSquare square = menu_squares[8 * rank + file];
        row += " ";
        if (square.item != MenuItem::none)
            for (const std::string_view part : to_text(square, settings_table)) row += part;
        row += square.item == MenuItem::none ? "|" : " |";
    }
    return row;
}

TEST(BoardMenu, TheGuideShowsItAsItIs) {
    std::ifstream file(test::in_sources("docs/CHESSBOARD.md"));
    std::stringstream guide;
    guide << file.rdbuf();
    for (unsigned rank = 8; rank-- != 0;)
        EXPECT_NE(guide.str().find(menu_row(rank)), std::string::npos) << menu_row(rank);
}

TEST(BoardMenu, TheGuideTellsTheReasonsSquares) {
    std::ifstream file(test::in_sources("docs/CHESSBOARD-DETAILS.md"));
    std::stringstream guide;
    guide << file.rdbuf();
    for (unsigned ending = 1; ending < ending_count; ++ending) {
        char name[2];
        write_square(name, from_index64(24 + ending - 1));
        const std::string row =
            "| " + std::string(name, 2) + " | " + std::string(to_text(static_cast<Ending>(ending))) + " |";
        EXPECT_NE(guide.str().find(row), std::string::npos) << row;
    }
}

TEST(BoardResume, PlayGoesOnWithTheSavedGame) {
    Desk desk;
    desk.game.set_settings(two_persons);
    desk.offer_saved();
    run(desk, R"(
        up/700 saved -h1 -> resume_offer, yes d4 e4, fill h1
        PLAY -> restoring
        +h1/700 -> person_to_move
        g1f3 -> moves 3)");
    ASSERT_FALSE(desk.changes.empty());
    for (const Change& change : desk.changes)
        EXPECT_TRUE(change.kind == Change::Kind::notice || change.kind == Change::Kind::move)
            << "what was stored is not told again";
    EXPECT_EQ(desk.changes.back().ply, 3);
}

TEST(BoardResume, NoSingleActGivesItUp) {
    // Every button, short and held; every square tapped; all pieces away; those of a new game put up.
    std::vector<std::function<void(Desk&)>> acts;
    for (const std::uint8_t button : {play_button, hint_button, menu_button, pause_button})
        for (const std::uint32_t ms : {60u, 1200u, 5000u})
            acts.emplace_back([=](Desk& desk) { desk.press(button, ms); });
    for (const std::string_view name : {"d4", "e4", "d5", "e5", "a1", "h8", "e2", "c6"})
        acts.emplace_back([=](Desk& desk) { desk.tap(name); });
    for (const SquareSet board : {SquareSet{0}, start_board, ~SquareSet{0}})
        acts.emplace_back([=](Desk& desk) { desk.put_up(board, 10'000); });
    struct Before {
        SquareSet board;
        std::uint32_t ms;  ///< since the power came
    };
    const SquareSet nearly = saved_board & ~squares({"d4"});
    for (const Before before :
         {Before{0, 300}, {start_board, 300}, {saved_board, 300}, {nearly, 300}, {0, 3000}, {nearly, 3000}})
        for (const auto& act : acts) {
            Desk desk;
            desk.offer_saved();
            desk.put_up(before.board, before.ms);
            act(desk);
            desk.put_up(saved_board, 3000);
            if (desk.game.state() == states::State::menu) desk.press(play_button);
            if (desk.game.state() == states::State::question) desk.press(play_button, 1200);
            desk.wait(3000);
            // In a game that goes on, pieces that are put back are a takeback, of two half moves at most.
            if (before.board != saved_board) {
                ASSERT_GE(desk.game.record().size(), 2u);
            }
            ASSERT_TRUE(desk.game.playing() && !desk.game.result());
            ASSERT_FALSE(desk.told("abandoned"));
            ASSERT_NE(desk.game.state(), states::State::setup);
        }
}

TEST(BoardResume, AGameThatWasOverIsShownAsOver) {
    Desk desk;
    desk.save_open_game();
    desk.game.restore_result({Ending::resignation, Winner::white});
    desk.game.offer(desk.now);
    run(desk, "up/100 saved -> game_over");
    EXPECT_TRUE(desk.changes.empty());
}

TEST(BoardResume, ClocksGoOnWhereTheyWere) {
    Desk desk;
    Settings settings = two_persons;
    settings.level = level_index(LevelKind::clock, 0);
    desk.game.set_settings(settings);
    desk.save_open_game();
    ClockReading reading = desk.game.clock().reading();
    EXPECT_EQ(reading.moves_made[0], 1u);
    reading.left_ms[0] = 100'000;
    desk.game.restore_clock(reading);
    desk.game.offer(desk.now);
    run(desk, R"(
        up/5000 none -> clock white 100000
        up/10500 saved -> clock white 90000 within 1000)");
}

TEST(BoardResume, SettingsThatAreNoneAreMended) {
    Controller game;
    Settings wild;
    wild.level = 200;
    wild.white = static_cast<Seat>(7);
    wild.brightness = 0;
    game.set_settings(wild);
    EXPECT_EQ(game.settings(), Settings{});
    EXPECT_EQ(game.change_settings(wild), Refusal::bad_setting);
}

// ---------------------------------------------------------------------------------------- the other way round

TEST(BoardTurned, AGameFromTheOtherSide) {
    Settings settings = two_persons;
    settings.flipped = true;
    Desk desk;
    desk.flipped = true;
    desk.game.set_settings(settings);
    desk.game.start(desk.now);
    desk.put_up(start_board & ~squares({"e1"}), 100);
    hal::Frame frame;
    desk.game.draw(frame, 0);
    for (unsigned i = 0; i < 64; ++i)
        EXPECT_EQ(light_of(frame.squares[i]), i == 63 - square("e1") ? Light::fill : Light::dark) << i;
    run(desk, "up start, e2e4, e7e5 -> moves 2");
}

// ---------------------------------------------------------------------------------------- what is told

TEST(BoardChanges, MovesTakebacksAndResultsComeInOrderHoweverLateTheyAreAsked) {
    BegunDesk desk{two_persons};
    std::vector<Change::Kind> kinds;
    const auto later = [&](SquareSet board, std::uint32_t ms) {
        for (std::uint32_t i = 0; i < ms; i += 10) desk.game.update(board, 0, 0, desk.now += 10);
    };
    const SquareSet after = (start_board & ~squares({"e2"})) | squares({"e4"});
    later(after, 2000);
    later((after & ~squares({"e7"})) | squares({"e5"}), 2000);
    later(after, 2000);
    later((after & ~squares({"d7"})) | squares({"d5"}), 2000);
    for (Change change = desk.game.take_change(); change.kind != Change::Kind::none; change = desk.game.take_change()) {
        kinds.push_back(change.kind);
        desk.follow(change);
    }
    EXPECT_EQ(kinds, (std::vector{Change::Kind::move, Change::Kind::move}));
    EXPECT_EQ(desk.told_moves.size(), 2u);
    EXPECT_EQ(desk.game.record().moves()[1], desk.told_moves[1]);
}

TEST(BoardChanges, ALongGameFillsTheRecordAndEnds) {
    Controller game;
    game.set_settings(two_persons);
    game.start(0);
    // Pawns and captures seldom, so that no draw comes first: a walk that never repeats five times is not easy to
    // write, so the moves come from the line, where each one is checked by the same rules.
    Random random(7);
    std::vector<Move> line;
    Position p;
    p.set_start();
    while (line.size() < Controller::max_plies) {
        const std::vector<Move> moves = legal_moves(p);
        if (moves.empty()) break;
        const Move m = moves[random.below(moves.size())];
        line.push_back(m);
        Undo undo;
        p.make(m, undo);
    }
    const Refusal error = game.set_game("", line);
    EXPECT_TRUE(error == Refusal::none || error == Refusal::game_over);
    EXPECT_LE(game.record().size(), Controller::max_plies);
    unsigned moves = 0;
    for (Change change = game.take_change(); change.kind != Change::Kind::none; change = game.take_change())
        moves += change.kind == Change::Kind::move ? 1u : 0u;
    EXPECT_EQ(moves, game.record().size());
}

TEST(BoardRemote, AHostThatNoLongerFollowsLeavesNoClockOfItsOwnBehind) {
    Settings timed = two_persons;
    timed.level = level_index(LevelKind::clock, 0);
    BegunDesk desk{timed};
    desk.game.claim({.held = true, .follows = true, .white = Seat::person, .black = Seat::remote});
    desk.game.show_clocks(5'000, 7'000);
    EXPECT_FALSE(desk.game.keeps_time());
    desk.game.claim({.held = true, .follows = false, .white = Seat::person, .black = Seat::remote});
    EXPECT_TRUE(desk.game.keeps_time());
    EXPECT_EQ(desk.game.clock().left_ms(Color::white), 180'000u);
}

}  // namespace
}  // namespace stackmate::firmware::test
