// Where the serial line meets the game on the board: who plays, who follows, and whether anybody still listens.
#include "host_tests/firmware/table/script.hpp"
#include "host_tests/firmware/table/table.hpp"

#include <algorithm>
#include <sstream>

namespace stackmate::firmware::test {
namespace {

const bool faults = at_table("SessionFaults", R"(
# ---- 1: a game that a program follows goes back only as the program says

AMoveOfAGameThatAProgramFollowsIsNotTakenBackByHand
    reached, -e5/100, +e7, -e4/100, +e2/2500 -> moves 2  # the lights ask for the pieces
    up/2500 start -e2 +e3 -> best_legal e2e4 e7e5

ThePersonStillMovesAfterPiecesWerePutBackAndForth
    reached, -e5/100, +e7, -e4/100, +e2/2500, up/2500 start -e2 -e7 +e4 +e5 -> moves 2
    g1f3 -> best g1f3

AGameThatAProgramFollowsIsNotReplacedFromTheLine
    reached, say "board new" -> heard "info string board error: "
    up start, up/2500 start -e2 +e3 -> best_legal e2e4 e7e5

AGameThatAProgramFollowsIsNotTakenBackFromTheLine
    reached, say "board takeback" "board takeback" -> heard "info string board error: ", moves 2

TheStartPositionOnTheBoardDoesNotReplaceAGameThatAProgramFollows
    # All pieces off, then up as a game begins, and yes to whatever is asked.
    reached, up/300 none, up/2500 start, PLAY, up start, up/2500 start -e2 +e3 -> best_legal e2e4 e7e5

# ---- 2: a line that never ends

ALineThatStopsInTheMiddleIsForgottenAfterTwoSeconds
    on "level t1", type "position startpos mo", 2500, up start, -e2/100, +e4/3000 -> move_to_make
    say "uci" -> heard "uciok\n"  # not read as 'mouci'

WhatWasHalfSaidIsForgottenWhenTheOtherSideGoes
    on "level t1", type "position startpos mo", hang_up, say "uci" -> heard "uciok\n"
    up start, -e2/100, +e4/3000 -> move_to_make

# ---- 3: a program that dies while the engine works for it

WorkForAProgramThatHasGoneIsStopped
    on "level t1", say "go infinite", hang_up, up start, -e2/100, +e4/3000 -> move_to_make, best none

ThePlayButtonWinsTheEngineBack
    on "level t1", say "go infinite", up start, -e2/100, +e4/3000 -> not move_to_make, best none
    PLAY, 2000 -> move_to_make, answers 1  # its go is answered all the same

# ---- 4: what a session sets ends with it

TheNextDayThePersonPlaysTheEngineAgain
    reached, restart -> white person, black engine

WhenTheProgramGoesThePersonPlaysTheEngineOn
    reached "level t1", hang_up, g1f3, 3000 -> move_to_make  # the engine plays Black, as the person had it

ThePlayerOptionEndsWithTheSession
    begin, say "setoption name Player value Board", hang_up, say "position startpos" "go depth 1", 200
    -> answers 1  # the engine answers the next program

# ---- 5: after a refused position

AfterARefusedPositionGoIsRefusedUntilAGoodOne
    on, say "position startpos moves e2e4 e7e5"
    say "position startpos moves e2e4 e7e5 g1f6" -> heard "info string error: "
    say "go depth 1", 200 -> heard "info string error: ", best 0000  # one answer, and no move of another position
    say "position startpos moves e2e4 e7e5 g1f3" "go depth 1", 200 -> answers 1, best_legal e2e4 e7e5 g1f3

AfterARefusedPositionThePersonIsNotAskedForAMoveOfTheOldOne
    reached, g1f3
    say "position startpos moves e2e4 e7e5 g1f3 b8c9" "go infinite" -> best 0000, moves 3  # the game stays as it was

# ---- 8: stop while a person is asked

StopIsAnsweredByOneLegalMoveThoughThePersonHasNotMoved
    reached, say "stop" "isready" -> answers 1, best_legal e2e4 e7e5
    g1f3 -> best none  # never two answers to one go

APonderedPositionIsNotShownToThePerson
    begin, say "setoption name Player value Board" "position startpos" "go wtime 60000 btime 60000", e2e4
    say "position startpos moves e2e4 e7e5" "go ponder wtime 60000 btime 60000"
    -> remote_to_move, not pending  # the program only guesses e5

ThePersonSeesTheProgramsClock
    begin, say "setoption name Player value Board" "position startpos" "go wtime 25000 btime 60000"
    say "board" -> heard " clocks ", lit e1 hurry  # less than half a minute is left
    30000 -> person_to_move  # whether time is up, the program says

# ---- what lies beside them

APositionOfChess960IsTheEnginesAloneAndTheGameOnTheBoardStays
    begin, e2e4
    say "setoption name UCI_Chess960 value true" "position fen 1r3k2/8/8/8/8/8/8/1R3KR1 w GBb - 0 1" "go depth 3", 2000
    -> answers 1, piece e4 P
    say "setoption name Player value Board" "position fen 1r3k2/8/8/8/8/8/8/1R3KR1 w GBb - 0 1", 1000
    # A program that waits for ever helps nobody.
    say "go wtime 60000 btime 60000" -> refuses_chess960, best 0000
    1000 -> piece e4 P

OfAGameOfChess960ThePersonIsAskedForNoMoveAtAll
    begin, say "setoption name UCI_Chess960 value true" "setoption name Player value Board"
    say "position startpos", 1000
    say "go wtime 60000 btime 60000" -> refuses_chess960, best 0000, moves 0
    say "position fen 1r3k2/8/8/8/8/8/8/1R3KR1 w GBb - 0 1", 1000
    say "go wtime 60000 btime 60000" -> refuses_chess960, best 0000, moves 0
    say "position fen 1r3k2/8/8/8/8/8/8/1R3KR1 w GBb - 0 1 moves f1e2 f8e7", 1000
    say "go wtime 60000 btime 60000" -> refuses_chess960, best 0000, moves 0
    say "position fen 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", 1000
    say "go wtime 60000 btime 60000" -> refuses_chess960, best 0000, moves 0
    say "setoption name UCI_Chess960 value false" "position startpos" "go wtime 60000 btime 60000", e2e4 -> best e2e4

APositionOfChess960IsSetOnTheBoard
    begin, say "setoption name UCI_Chess960 value true" "position fen 1r3k2/8/8/8/8/8/8/1R3KR1 w GBb - 0 1"
    say "board set" -> not heard error, piece f1 K, fen 1r3k2/8/8/8/8/8/8/1R3KR1 w KQq - 0 1

APositionThatIsEarlierTakesBackAndKeepsTheRecord
    reached, g1f3
    say "position startpos moves e2e4 e7e5" "go infinite" -> moves 2, restoring
    -> heard "info string board taken back 1 half move\n"
    up game, b1c3 -> best b1c3

AProgramMayGoOnWithTheMoveThatStoodIn
    reached, say "stop" -> answers 1, best_legal e2e4 e7e5
    say "position startpos moves e2e4 e7e5 <best> a7a6" "go infinite"
    -> moves 3, restoring  # the one before the program's last counts as made
    up game -> move_to_make
    a7a6 -> person_to_move

AGameThatWasResignedHereBeginsAnewForAProgramThatPlaysOn
    begin, say "board resign black" -> game_over
    say "setoption name Player value Board" "position startpos" "go infinite", up start, e2e4 -> best e2e4

TheMoveThatStoodInIsNoAnswerToTheNextGo
    reached, say "stop" -> answers 1, best_legal e2e4 e7e5
    say "position startpos moves e2e4 e7e5 <best> a7a6" "go infinite", 500 -> best none  # the program knows that move

APonderhitMeansTheLinesPositionThoughTheBoardsEngineThinks
    begin "level t5", say "setoption name Player value Board" "position startpos moves a2a4" "go ponder", f2f4
    -> engine_thinking
    say "ponderhit" -> fen rnbqkbnr/pppppppp/8/8/P7/8/1PPPPPPP/RNBQKBNR b KQkq - 0 1

APositionAtRestIsTheLinesThoughTheBoardsEngineThinks
    begin "level t5", say "setoption name Player value Board", -f2, +f4/290, say "position startpos moves a2a4", 500
    -> fen rnbqkbnr/pppppppp/8/8/P7/8/1PPPPPPP/RNBQKBNR b KQkq - 0 1

APersonTakesTheSidesBackThatAWordHasMadeRemote
    on, wire, up start, say "board white remote" -> remote_to_move  # nothing tells that the program has gone
    PLAY/1200 -> menu
    tap a1, PLAY -> not followed, person_to_move

APonderhitAsksThePersonAndAStopIsAnsweredInItsPlace
    begin, say "setoption name Player value Board" "position startpos" "go infinite", e2e4
    say "position startpos moves e2e4 e7e5" "go ponder wtime 60000 btime 60000" -> best none
    say "stop" -> answers 1
    say "position startpos moves e2e4 e7e5" "go ponder wtime 60000 btime 60000" "ponderhit" -> move_to_make, best none
    e7e5, g1f3 -> best g1f3

WhoLeavesTheGameIsAskedNoMore
    reached, PLAY/1200 -> menu
    tap h8 -> question
    PLAY -> setup, answers 1  # the go that waited
    say "position startpos moves e2e4 e7e5 g1f3 b8c6" "go infinite" -> best 0000
    -> heard "info string error: the person at the board has left this game\n"
    300 -> setup, player black engine

OnAWireTheNextProgramsUciEndsTheSessionBefore
    on, wire, say "board level t1", reach -> followed
    say "uci" -> heard "uciok\n", best none, not followed  # the answer was another program's
    say "d" -> heard "Fen: rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"

TheEnginesClockStandsStillWhileTheLineHasTheEngine
    begin "level c1", say "go infinite", e2e4, note -> engine_thinking
    5000 -> clock black noted less 0

APositionIsShownThoughNoGoFollows
    reached, g1f3, say "position startpos moves e2e4 e7e5 g1f3 b8c6" -> not pending
    200 -> pending
)");

struct SessionFaultsTest : testing::Test {
    hal::fake::NvStore<> memory{};
    Table table{memory};
};

// ---- 6: whole lines only

TEST_F(SessionFaultsTest, APgnIsNotTornByOtherLines) {
    table.send("board black person\n");
    table.begin();
    for (const char* text : {"e2e4", "e7e5", "g1f3", "b8c6", "f1b5", "a7a6", "b5a4", "g8f6", "e1g1", "f8e7"}) {
        table.move(text);
    }
    const std::string pgn = table.ask("board pgn\n");
    ASSERT_TRUE(has(pgn, "5. O-O Be7 *\n\n")) << pgn;
    table.board->serial.limit_pump(8);
    table.send("d\nd\nboard pgn\n");
    for (int i = 0; i < 40; ++i) {
        table.send("isready\n");
        table.wait(20);
    }
    table.board->serial.limit_pump(static_cast<std::size_t>(-1));
    table.wait(100);
    std::istringstream lines{table.heard()};
    std::string rest;
    int ready = 0;
    for (std::string line; std::getline(lines, line);) {
        if (line == "readyok") {
            ++ready;
        } else {
            rest += line + '\n';
        }
    }
    EXPECT_EQ(ready, 40);
    // Where lines of moves break is the writer's business.
    std::string wanted = pgn;
    std::replace(rest.begin(), rest.end(), '\n', ' ');
    std::replace(wanted.begin(), wanted.end(), '\n', ' ');
    EXPECT_TRUE(has(rest, wanted)) << rest;
}

// ---- 7: a flood

TEST_F(SessionFaultsTest, AFloodOfCommandsHoldsNoTurnUpAndLosesNoAnswer) {
    constexpr int commands = 64;
    constexpr std::size_t bytes_in_30_ms = 345;  // at 115,200 baud
    table.begin();
    table.heard();
    table.board->serial.limit_pump(1);
    for (int i = 0; i < commands; ++i) {
        table.board->serial.deliver("d\n");
    }
    std::size_t longest = 0;
    for (std::size_t before = 0, turns = 0; turns < 100'000; ++turns) {
        table.app->poll();
        const std::size_t now = table.board->serial.sent().size();
        longest = std::max(longest, now - before);
        before = now;
    }
    EXPECT_LE(longest, bytes_in_30_ms) << "bytes that left while sensors, buttons and LEDs waited";
    const std::string said = table.heard();
    int answers = 0;
    for (std::size_t at = 0; (at = said.find("\nState: ", at)) != std::string::npos; ++at) {
        ++answers;
    }
    EXPECT_EQ(answers, commands);
}

TEST_F(SessionFaultsTest, NoAnswerIsTooLongForTheQueue) {
    constexpr std::size_t bytes_in_30_ms = 345;  // at 115,200 baud
    table.begin();
    for (const char* line :
         {"uci", "d", "eval", "status", "help", "board", "board show", "board help", "board settings"}) {
        table.heard();
        table.board->serial.limit_pump(1);
        table.board->serial.deliver(std::string{line} + '\n');
        std::size_t longest = 0;
        for (std::size_t before = 0, turns = 0; turns < 3000; ++turns) {
            table.app->poll();
            const std::size_t now = table.board->serial.sent().size();
            longest = std::max(longest, now - before);
            before = now;
        }
        table.board->serial.limit_pump(static_cast<std::size_t>(-1));
        EXPECT_LE(longest, bytes_in_30_ms) << line;
        EXPECT_FALSE(table.heard().empty()) << line;
    }
}

}  // namespace
}  // namespace stackmate::firmware::test
