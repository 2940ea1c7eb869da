// The whole firmware of a chess board on fakes: sensors and LEDs, the engine, the store and the serial line together.
#include "core/engine/book.hpp"
#include "host_tests/firmware/table/script.hpp"
#include "host_tests/firmware/table/table.hpp"

#include <set>

namespace stackmate::firmware::test {
namespace {

const bool table = at_table("Table", R"(
APersonPlaysTheEngineWithoutALine
    begin, e2e4, think -> pending_is_legal
    -> heard "info string board new game ", heard "info string board move 1. e4 e2e4\n"
    obey -> person_to_move, moves 2, pictures_over 20, resets 0

ADeadTickStarvesTheWatchdog
    begin, frozen 4100 -> resets 1

AMoveTimeIsKept
    begin "level t1", pace 1, e2e4, 750 -> engine_thinking
    210 -> move_to_make  # one second from the move on

PicturesComeFiftyTimesASecondWhileItThinks
    begin "level t3", e2e4 -> engine_thinking
    count, pace 1, 1000 -> engine_thinking, pictures_over 49

ThePlayButtonEndsTheThinkingAtOnce
    begin "level t8", e2e4, 300 -> engine_thinking
    PLAY -> move_to_make

ATakebackEndsTheThinkingWithoutAnAnswer
    begin "level t8", e2e4 -> engine_thinking
    up/60 start -e2, up/1800 start -> person_to_move, moves 0, heard "info string board taken back 1 half move\n"

TheLineTakesTheEngineAndTheBoardsSearchBeginsAnew
    begin "level d8", e2e4 -> engine_thinking
    pace 1, say "position startpos moves d2d4" "go depth 2", 500 -> heard "\nbestmove ", engine_thinking
    PLAY -> move_to_make, pending_is_legal

TheLinesPositionOutlivesTheBoardsSearch
    begin "level d3", say "position startpos moves d2d4 d7d5", e2e4, think -> move_to_make
    say "d" -> heard "Fen: rnbqkbnr/ppp1pppp/8/3p4/3P4/8/PPP1PPPP/RNBQKBNR w KQkq - 0 2"

ALineThatBeginsWhileTheBoardThinksIsReceivedWhole
    begin "level t8", e2e4, letters "position fen 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1 moves e2e4\n" -> engine_thinking
    say "d" -> heard "Fen: 4k3/8/8/8/4P3/8/8/4K3 b - - 0 1", engine_thinking
    say "board fen" -> heard "board fen rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"

QuitEndsTheLinesWorkAndNotTheGame
    begin, say "go infinite"
    say "quit" -> heard "bestmove "
    e2e4 -> moves 1

TheSameGameIsOfferedAfterARestartAndGoesOn
    begin "level d1", e2e4, think, obey, d2d4, note_board, restart, 700 -> resume_offer, fen_as_noted
    -> heard "info string board a saved game is there\ninfo string board fen <fen>", times 1 offered
    board_as_noted, 600, think -> level d1

AnAbandonedGameIsNotOfferedAgain
    begin, e2e4, restart, up/3000 start -> question
    PLAY -> heard "the game before is abandoned"
    restart, up start -> person_to_move, moves 0

AWordThatWouldLoseTheSavedGameIsAskedForTwice
    begin, e2e4, restart, 100
    say "board new" -> heard "info string board error: the saved game would be lost: say it again", moves 1
    say "board new" -> heard "info string board the game before is abandoned"

AfterAShortPowerFailureTheGameGoesOnWithoutAWord
    begin, say "board black person", 1500, e2e4
    restart, up/700 start -e2 +e4 -> person_to_move, not heard offered

ABoardThatWasSeenToLieTheOtherWayRoundIsTurnedAfterAPowerFailureToo
    begin "black person", -d7/100, +d5/1000 -> question, heard "info string board does the board lie the other way round?"
    PLAY, 2000 -> moves 1, heard " flipped"
    note_board, restart, board_as_noted, 700 -> person_to_move, moves 1, not heard offered

AnAppHearsTheMoveAsThePlayersSeeIt
    app, -d7/100, +d5/1000 -> question, not heard "move "
    PLAY, 1500 -> heard "move e2e4"

AGameThatIsOverIsNotOffered
    begin "black person", f2f3, e7e5, g2g4, d8h4 -> game_over, heard "info string board result 0-1 checkmate\n"
    restart -> setup, goes_on  # that was the game before
    say "board pgn" -> heard "[Result \"*\"]"

TheCoachShowsBlundersAndAsksAndAPowerCutLosesNothing
    set "k7/8/8/3p4/8/8/8/K3Q3 w - - 0 1" "white-coach all" "level d3", 3000, -e1/3000 -> target_blunder e4, not target_good none
    +e4/3000 -> question, asked e1 e4, heard "info string board a blunder? PLAY or a tap on d4: it stands"
    note_board, restart, 700 -> resume_offer, moves 1
    board_as_noted, 600, think -> waits_for d5e4

ACoachsLimitIsKept
    begin "white-coach all" "white-coach-pieces 0" "level d3", 3000, -g1/3000 -> target f3 h3, target_good none
    restart, up/3000 start, -g1/3000 -> target f3 h3, target_good none
    +g1/1000, say "board white-coach-pieces all", -g1/3000 -> not target_good none

TheCoachsSearchDoesNotHoldUpTheLine
    begin "white-coach all" "level d3", pace 1, -g1/50
    say "position startpos moves d2d4" "go depth 2", 500 -> heard "\nbestmove ", person_to_move
    3000 -> target_good f3

AStoreThatFailsIsToldOnceAndTheGameGoesOn
    on, store fails, up start, e2e4, think -> times 1 "not saved"
    -> heard "info string board error: the game is not saved: the memory does not take it\n"
    obey -> moves 2

WhatIsNotStoredIsShownInLightsUntilAGameIsStoredAgain
    begin "black person", e2e4 -> lit a3 dark
    store is_full, e7e5 -> lit a3 unsaved
    store works, d2d4 -> lit h6 unsaved  # a game with a gap is none
    say "board new", up start -> lit a3 dark
    restart, up start -> person_to_move, lit a3 dark

ABoardThatKeepsNoGamesSaysSo
    on, say "board games" -> heard "info string board error: no games are kept here"

MovesOfAGameWhoseBeginningWasNotStoredAreNotAddedToTheGameBefore
    begin "black person", e2e4, store fails, say "board new", up start -> moves 0
    store works, d2d4, d7d5 -> not heard "understood only in part"
    restart -> fen rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1, moves 1  # the game before, as it was
    -> not heard "understood only in part"

TheNextGameIsStoredAgainAndANewFailureIsToldAgain
    on, say "board black person", store fails, up start -> person_to_move, heard "the game is not saved"
    store works, say "board new", up start, e2e4 -> not heard "the game is not saved"
    store is_full, e7e5 -> heard "the game is not saved: the memory is full"
    store works, restart -> moves 1

TheOpeningIsNamedOnTheLineAndInThePgn
    begin "black person", say "board show" -> not heard "board opening"
    e2e4, e7e6, d2d4, d7d5, a2a3 -> moves 5
    say "board show" -> heard "the game goes on\ninfo string board opening C00 French Defence\n"
    say "board pgn", 500 -> heard "[Result \"*\"]\n[ECO \"C00\"]\n[Opening \"French Defence\"]\n\n1. e4 e6 2. d4 d5 3. a3 *\n\n"

ThePgnComesOnRequestAlsoOverASlowLineWhileItThinks
    begin "level t8", e2e4, slow 10
    say "board pgn", 2000 -> heard "[White \"Person\"]\n[Black \"Stackmate )" STACKMATE_VERSION
                                     R"(\"]\n", heard "\n1. e4 *\n\n"
    -> engine_thinking

ThePgnHasTheClockAndTheTimes
    begin "clock 5+3" "black person", e2e4, 3000, e7e5, 10000, g1f3
    say "board pgn", 2000 -> heard "[Result \"*\"]\n[TimeControl \"300+3\"]\n", heard "1. e4 {[%clk 0:05:03]} 1... e5 {[%clk 0:04:5", heard "} 2. Nf3 {[%clk 0:04:5"
    say "board takeback", 100, up/2500 game, d2d4, say "board pgn", 2000 -> heard " 2. d4 {[%clk 0:04:"
    restart, 1500, say "board pgn", 2000 -> heard "[TimeControl \"300+3\"]", heard "1. e4 {[%clk 0:05:03]} 1... e5 {[%clk 0:04:5", heard " 2. d4 {[%clk 0:04:"

AlsoWhereBothClocksChange
    begin "clock 5+0-hourglass" "black person", e2e4, 20000, e7e5, 10000, g1f3
    say "board pgn", 2000 -> heard "1... e5 {[%clk 0:04:3", heard "2. Nf3 {[%clk 0:05:"

ButNotThoseOfAnEarlierClock
    begin "clock 5+3" "black person", e2e4, e7e5, say "board clock 10+0", 100, g1f3
    say "board pgn", 2000 -> heard "[TimeControl \"600\"]\n", heard "\n1. e4 e5 2. Nf3 {[%clk 0:"
    restart, 1500, say "board pgn", 2000 -> heard "\n1. e4 e5 2. Nf3 {[%clk 0:"

AndThoseOfAMoveInPlaceOfAnother
    begin "clock 5+3" "black person", e2e4, 20000, e7e5, say "board takeback", 100, up/1500 game, 40000, c7c5
    say "board pgn", 2000 -> heard "1... c5 {[%clk 0:04:0"

WhatIsWrongBehindBoardIsSaidAndChangesNothing
    each: fiddle ; there is no 'board fiddle'\x3b try board help
    each: level s9 ; board level takes s1 to s8
    each: level ; board level takes s1 to s8
    each: white queen ; a side is played by person, engine or remote, not 'queen'
    each: flip maybe ; board flip takes on or off, not 'maybe'
    each: white-coach-pieces 7 ; a coach shows the moves of 0 to 6 pieces a turn, or all, not '7'
    each: brightness 0 ; board brightness takes a number from 1 to 255, not '0'
    each: move e2e5 ; no legal move: 'e2e5'
    each: move e2e4 ; this side's moves are not given here
    each: takeback ; there is no move to take back
    each: draw ; there is no draw to claim
    each: resign ; board resign takes white or black
    each: ignore z9 ; no square: 'z9'
    each: heed everything ; no square: 'everything'
    each: pgn now please ; too much behind board: 'please'
    each: rating 2060 ; a rating is from 250 to 2050, not '2060'
    each: rated-games 8 ; board rated-games takes 0 to 7, not '8'
    each: clock 5:0 ; a clock is minutes+seconds, as in 5+3, 40/90+30,30, 5+3:1+0 or 5+3-delay, not '5:0'
    each: level thislevelnameisreallymuchtoolong ; too much behind board: 'thislevelnameisreallymuchtoolong'
    begin, note_board, say "board $1" -> heard "info string board error: $2", fen_as_noted, settings_as_noted
    say "board help" "board" -> heard "info string board state person_to_move ply 0\n"

TheSettingsAreReportedWhenAskedForAndWhenTheyChange
    begin, say "board settings" -> heard "info string board settings level strength 3 white person black engine brightness 128 white-coach off black-coach off white-coach-pieces all black-coach-pieces all rating 1200 clock 5+0 club off blindfold off hand-and-brain off variety off exercise off\n"
    say "board black-coach warns" "board black-coach-pieces 2" "board flip on"
    -> heard " flipped brightness 128 white-coach off black-coach warns white-coach-pieces all black-coach-pieces 2 rating 1200 clock 5+0 club off blindfold off hand-and-brain off variety off exercise off\n"

TheAdaptiveLevelAndTheRatingAreChosenOnTheLine
    begin, say "board level adaptive" -> heard "settings level adaptive white"
    say "board rated-games 7" "board rating 1509" -> heard " rating 1500 clock 5+0 club off "

AndHowOnePlays
    each: club
    each: blindfold
    each: hand-and-brain
    each: variety
    begin, say "board $1 on" -> heard " $1 on "
    say "board $1 perhaps" -> heard "error: this is on or off, not 'perhaps'"
    say "board $1 off" -> heard " $1 off "

AClubGameTakesNothingBackOnTheLine
    begin "black person", say "board club on", e2e4, say "board takeback" -> heard "error: a club game has no takebacks: board club off", moves 1

AndAClockOfOnesOwn
    begin "black person", say "board clock 40/90+30,30-bronstein" -> heard "settings level own clock white person", heard " clock 40/90+30,30-bronstein club"
    say "board" -> heard "level own clock white person black person clocks 5400000 5400000 ms"
    say "board level c1" "board level own" -> heard "settings level own clock", clock white 5400000

TheSensorsAreShownAsTheyAre
    on, up/400 none +a1 +h7, say "board sensors" -> heard "info string board 7 . . . . . . . o\n"
    -> heard "info string board 1 o . . . . . . .\n"

TheSelfTestIsHadOnAWordAndTriesTheStore
    begin, e2e4, think, count
    say "board selftest" -> heard "info string board self-test: touch every square with a piece"
    touch but h8
    say "board selftest" -> heard "info string board self-test: all squares shine red"
    -> heard "info string board self-test: these squares have not answered: h8\n"
    say "board selftest" "board selftest"
    say "board selftest" -> heard "info string board self-test: push every button"
    HINT -> writes 0
    say "board selftest" -> heard "info string board self-test: the store has kept what was written", not writes 0
    -> heard "info string board self-test: buttons that have answered: B\n"
    say "board selftest" -> move_to_make, moves 1

ThatAllSquaresHaveAnsweredIsSaid
    begin, say "board selftest", touch but none
    say "board selftest" -> heard "info string board self-test: all squares have answered\n"

ASelfTestOfAStoreThatFailsSaysSo
    begin, store fails, say "board selftest" x5
    say "board selftest" -> heard "info string board self-test: the store does not keep"

ASquareIsLeftOutAndHeardAgainOnAWord
    begin, say "board ignore" -> heard "info string board left out of account:\n"
    say "board ignore a5" -> heard "info string board square a5 is left out of account\n"
    say "board ignore h7" "board ignore" -> heard "info string board left out of account: a5 h7\n"
    say "board heed a5" -> heard "info string board square a5 counts again\n", left_out h7

TheLinesPositionIsSetUpOnTheBoard
    begin, say "position fen 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1" "board set" -> restoring
    -> fen 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1
    up/1000 game, e2e4 -> moves 1
)");

const bool board_player = at_table("BoardAsPlayer", R"(
ThePersonsMovesAreTheRepliesToGo
    begin, say "setoption name Player value Board" "position startpos" "go wtime 1000 btime 1000" -> best none
    e2e4 -> heard "bestmove e2e4\n"
    say "position startpos moves e2e4 e7e5" -> remote_to_move  # `go ponder` may follow
    200 -> move_to_make
    say "go infinite", 2000 -> best none
    e7e5 -> best none  # that was the PC's move, made for it
    g1f3 -> heard "bestmove g1f3\n"

StopIsAnsweredThoughThePersonHasNotMoved
    begin, say "setoption name Player value Board" "position startpos" "go infinite"
    say "stop" "isready" -> heard "\nreadyok\n"
    -> heard "info string board nobody has moved: the engine's move stands in\nbestmove "
    e2e4 -> best none

TheMoveInPlaceOfAPersonsIsTheBestAtDepthOne
    begin, say "setoption name Player value Board" "position fen 7k/8/8/8/3q4/2P5/8/K7 w - - 0 1" "go infinite"
    say "stop" -> heard "bestmove c3d4\n"

TheMoveInPlaceOfAPersonsTakesAFewNodesInAnyPosition
    begin, say "setoption name Player value Board"
    say "position fen qqq1k1qq/8/q1q1q1q1/8/1Q1Q1Q1Q/8/8/QQQQ1K1Q w - - 0 1" "go wtime 60000 btime 60000"
    say "stop" -> heard "the engine's move stands in\nbestmove ", stood_in_cheaply

TheLinesStopDoesNotEndTheBoardsSearch
    begin, say "board level d8", e2e4, note_nodes
    say "stop" -> engine_thinking, searched_on  # it did not begin again
    say "ponderhit" -> engine_thinking, searched_on
    say "isready" -> engine_thinking, searched_on
    say "status" -> engine_thinking, searched_on
    say "stop" -> engine_thinking, searched_on
    say "go infinite" "stop" -> heard "bestmove ", engine_thinking  # its own work is ended
    PLAY -> move_to_make

AnotherGameOfThePcsIsSetUpOnTheBoard
    begin, say "setoption name Player value Board" "position fen 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1" "go infinite"
    -> restoring
    up/1000 game, e2e4 -> heard "bestmove e2e4\n"

AGoInAPositionThatIsOverIsAnsweredAtOnce
    begin, say "setoption name Player value Board" "position fen 7k/6Q1/6K1/8/8/8/8/8 b - - 0 1"
    say "go infinite" -> heard "info depth 0 score mate 0\nbestmove 0000\n"

ThePlayerOptionIsOfferedAndRefusesOtherWords
    on, say "uci" -> heard "option name Player type combo default Engine var Engine var Board\nuciok\n"
    say "setoption name Player value Dog" -> heard "Player takes Engine or Board, not 'Dog'"
)");

struct TableTest : testing::Test {
    hal::fake::NvStore<> memory{};
    Table table{memory};

    void restart() { table = Table{memory}; }
};

// A matrix of sensors says that nothing stands on the board until it has been asked a few times.
TEST_F(TableTest, BeforeTheSensorsAreTrustedNothingIsSaid) {
    for (const bool saved : {false, true}) {
        const SquareSet pieces = table.board->sensors.occupied == 0 ? start_board : table.board->sensors.occupied;
        restart();
        for (std::uint32_t ms = 0; ms < hal::fake::SquareSensors::latency_ms - 1; ++ms) {
            table.wait(1, 1);
            EXPECT_TRUE(std::ranges::all_of(table.board->leds.frame.squares,
                                            [](hal::Colour colour) { return colour == hal::Colour{}; }))
                << "lights after " << ms << " ms";
        }
        table.board->sensors.occupied = pieces;
        table.wait(40, 1);
        EXPECT_TRUE(std::ranges::all_of(table.board->leds.frame.squares, [](hal::Colour colour) {
            return colour == hal::Colour{};
        })) << "all stand there";
        if (!saved) {
            table.begin();
            table.send("board black person\n");
            table.move("e2e4");
        }
    }
}

struct BookBoard : TableBoard {
    using TableBoard::TableBoard;
    static constexpr bool has_book = true;
};
using BookTable = TableOf<BookBoard>;

/// In the book, by the moves it plays here.
bool in_book(const Position& p, Move m) {
    std::array<BookMove, Book::max_moves> memory;
    const auto known = opening_book.moves(p, memory);
    return std::any_of(known.begin(), known.end(), [&](const BookMove& k) { return k.move == m; });
}

TEST_F(TableTest, TheEngineOpensByItsBookAndGamesDiffer) {
    BookTable with_book{memory};
    with_book.send("board level t8\n");
    std::set<std::uint16_t> answers;
    for (int game = 0; game < 12; ++game) {
        with_book.begin();
        with_book.move("e2e4");
        ASSERT_EQ(with_book.game().state(), states::State::move_to_make) << "at once";
        const Move answer = with_book.game().pending();
        EXPECT_TRUE(in_book(with_book.game().record().position(), answer));
        answers.insert(answer.bits());
        with_book.make(answer);
        with_book.send("board new\n");
    }
    EXPECT_GE(answers.size(), 2u);
}

TEST_F(TableTest, OutsideTheBookTheEngineThinks) {
    BookTable with_book{memory};
    with_book.send("board level t8\n");
    with_book.send("position fen 4k3/4p3/8/8/8/8/4P3/4K3 w - - 0 1\nboard set\n");
    with_book.put(with_book.board->sensors.occupied = square_set(make_square(4, 0)) | square_set(make_square(4, 1))
                                                      | square_set(make_square(4, 6)) | square_set(make_square(4, 7)),
                  1500);
    with_book.move("e2e4");
    EXPECT_EQ(with_book.game().state(), states::State::engine_thinking);
}

TEST_F(TableTest, AWeakPlayerHasNoBook) {
    BookTable with_book{memory};
    with_book.send("board level s1\n");
    std::set<std::uint16_t> strangers;
    for (int game = 0; game < 12; ++game) {
        with_book.begin();
        with_book.move("e2e4");
        with_book.think();
        const Move answer = with_book.game().pending();
        if (!in_book(with_book.game().record().position(), answer)) strangers.insert(answer.bits());
        with_book.make(answer);
        with_book.send("board new\n");
    }
    EXPECT_FALSE(strangers.empty());
}

/// An engine that can search several lines.
struct LinesConfig : Full {
    static constexpr std::size_t table_bytes = 8192;
};
struct LinesTable : TableOf<TableBoard, App<LinesConfig, TableBoard>> {
    using TableOf::TableOf;
    /// Of some games that begin in the same way.
    std::set<std::uint16_t> answers_to(std::string_view move) {
        std::set<std::uint16_t> answers;
        for (int game_number = 0; game_number < 12; ++game_number) {
            begin();
            this->move(move);
            think();
            answers.insert(game().pending().bits());
            make(game().pending());
            send("board new\n");
        }
        return answers;
    }
};

TEST_F(TableTest, WithVarietyTheEnginePlaysSeveralMovesAndWithoutOne) {
    LinesTable varied{memory};
    varied.send("board level d4\n");
    EXPECT_LE(varied.answers_to("e2e4").size(), 2u) << "what it has learnt in one game may change its mind in the next";
    varied.send("board variety on\n");
    EXPECT_GE(varied.answers_to("e2e4").size(), 4u);
}

TEST_F(TableTest, TheLinesOwnSearchHasNoVariety) {
    LinesTable varied{memory};
    varied.send("board level d4\nboard variety on\n");
    varied.begin();
    varied.move("e2e4");
    varied.think();
    varied.heard();
    varied.send("position startpos\ngo depth 3\n");
    for (int turns = 0; turns < 2000; ++turns) varied.app->poll();
    const std::string said = varied.heard();
    EXPECT_TRUE(has(said, "bestmove ")) << said;
    EXPECT_FALSE(has(said, "multipv 2")) << said;
}

}  // namespace
}  // namespace stackmate::firmware::test
