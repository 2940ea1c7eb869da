// Where the serial line meets the game on the board: who plays, who follows, and whether anybody still listens.
#include "host_tests/firmware/table/table.hpp"

#include <algorithm>
#include <sstream>
#include <vector>

namespace stackmate::firmware::test {
namespace {

SquareSet square_named(std::string_view name) { return square_set(square_from_text(name)); }

/// Every `bestmove` in what was heard.
std::vector<std::string> best_moves(const std::string& said) {
    std::vector<std::string> moves;
    std::istringstream lines{said};
    for (std::string line; std::getline(lines, line);) {
        std::istringstream words{line};
        std::string word, move;
        if (words >> word >> move && word == "bestmove") {
            moves.push_back(move);
        }
    }
    return moves;
}

Position after(std::initializer_list<std::string_view> moves) {
    Position p;
    (void)p.set_fen(Position::start_fen);
    for (const std::string_view text : moves) {
        Undo undo;
        p.make(move_from_text(p, text), undo);
    }
    return p;
}

struct SessionFaultsTest : testing::Test {
    hal::fake::NvStore<> memory{};
    Table table{memory};

    void restart() { table = Table{memory}; }

    /// The program at the line waits for White's second move after 1. e4 e5, and both pawns stand there.
    void reach_the_second_move() {
        table.begin();
        table.send("setoption name Player value Board\nposition startpos\ngo wtime 60000 btime 60000\n");
        table.move("e2e4");
        table.send("position startpos moves e2e4 e7e5\ngo wtime 60000 btime 60000\n");
        table.move("e7e5");
        ASSERT_EQ(table.game().state(), states::State::person_to_move);
        ASSERT_EQ(best_moves(table.heard()), std::vector<std::string>{"e2e4"});
    }
    /// Both pawns go home, one after the other, and rest.
    void put_both_pawns_back() {
        const SquareSet board = table.board->sensors.occupied;
        const SquareSet black_home = (board & ~square_named("e5")) | square_named("e7");
        table.put(board & ~square_named("e5"), 100);
        table.put(black_home, 400);
        table.put(black_home & ~square_named("e4"), 100);
        table.put(start_board, 2500);
    }
    /// Whatever was answered is a move of the program's game.
    void expect_legal_answers(const Position& p) {
        for (const std::string& text : best_moves(table.heard())) {
            EXPECT_TRUE(move_from_text(p, text)) << "bestmove " << text;
        }
    }
    /// The person plays 1. e4, alone. Does the engine answer?
    bool engine_answers_e4() {
        table.put(start_board, 1500);
        table.put(start_board & ~square_named("e2"), 100);
        table.put((start_board & ~square_named("e2")) | square_named("e4"), 3000);
        return table.game().state() == states::State::move_to_make;
    }
};

// ---- 1: a game that a program follows goes back only as the program says

TEST_F(SessionFaultsTest, AMoveOfAGameThatAProgramFollowsIsNotTakenBackByHand) {
    reach_the_second_move();
    put_both_pawns_back();
    EXPECT_EQ(table.game().record().size(), 2u) << "the lights ask for the pieces";
    table.put((start_board & ~square_named("e2")) | square_named("e3"), 2500);
    expect_legal_answers(after({"e2e4", "e7e5"}));
}

TEST_F(SessionFaultsTest, ThePersonStillMovesAfterPiecesWerePutBackAndForth) {
    reach_the_second_move();
    const SquareSet pieces = table.board->sensors.occupied;
    put_both_pawns_back();
    table.put(pieces, 2500);
    ASSERT_EQ(table.game().record().size(), 2u);
    table.move("g1f3");
    EXPECT_EQ(best_moves(table.heard()), std::vector<std::string>{"g1f3"});
}

TEST_F(SessionFaultsTest, AGameThatAProgramFollowsIsNotReplacedFromTheLine) {
    reach_the_second_move();
    EXPECT_TRUE(has(table.ask("board new\n"), "info string board error: "));
    table.put(start_board, 1500);
    table.put((start_board & ~square_named("e2")) | square_named("e3"), 2500);
    expect_legal_answers(after({"e2e4", "e7e5"}));
}

TEST_F(SessionFaultsTest, AGameThatAProgramFollowsIsNotTakenBackFromTheLine) {
    reach_the_second_move();
    EXPECT_TRUE(has(table.ask("board takeback\nboard takeback\n"), "info string board error: "));
    EXPECT_EQ(table.game().record().size(), 2u);
}

TEST_F(SessionFaultsTest, TheStartPositionOnTheBoardDoesNotReplaceAGameThatAProgramFollows) {
    reach_the_second_move();
    table.put(0, 300);  // all pieces off, then up as a game begins
    table.put(start_board, 2500);
    table.press(play_button);  // yes to whatever is asked
    table.put(start_board, 1500);
    table.put((start_board & ~square_named("e2")) | square_named("e3"), 2500);
    expect_legal_answers(after({"e2e4", "e7e5"}));
}

// ---- 2: a line that never ends

TEST_F(SessionFaultsTest, ALineThatStopsInTheMiddleIsForgottenAfterTwoSeconds) {
    table.send("board level t1\n");
    table.send("position startpos mo");
    table.wait(2500);
    EXPECT_TRUE(engine_answers_e4());
    EXPECT_TRUE(has(table.ask("uci\n"), "uciok\n")) << "not read as 'mouci'";
}

TEST_F(SessionFaultsTest, WhatWasHalfSaidIsForgottenWhenTheOtherSideGoes) {
    table.send("board level t1\n");
    table.send("position startpos mo");
    table.board->serial.hang_up();
    table.wait(20);
    EXPECT_TRUE(has(table.ask("uci\n"), "uciok\n"));
    EXPECT_TRUE(engine_answers_e4());
}

// ---- 3: a program that dies while the engine works for it

TEST_F(SessionFaultsTest, WorkForAProgramThatHasGoneIsStopped) {
    table.send("board level t1\ngo infinite\n");
    table.board->serial.hang_up();
    EXPECT_TRUE(engine_answers_e4());
    EXPECT_TRUE(best_moves(table.heard()).empty()) << "nobody waits for it";
}

TEST_F(SessionFaultsTest, ThePlayButtonWinsTheEngineBack) {
    table.send("board level t1\ngo infinite\n");
    EXPECT_FALSE(engine_answers_e4());
    table.press(play_button);
    table.wait(2000);
    EXPECT_EQ(table.game().state(), states::State::move_to_make);
    EXPECT_EQ(best_moves(table.heard()).size(), 1u) << "its go is answered all the same";
}

// ---- 4: what a session sets ends with it

TEST_F(SessionFaultsTest, TheNextDayThePersonPlaysTheEngineAgain) {
    reach_the_second_move();
    restart();
    EXPECT_EQ(table.game().settings().white, Seat::person);
    EXPECT_EQ(table.game().settings().black, Seat::engine);
}

TEST_F(SessionFaultsTest, WhenTheProgramGoesThePersonPlaysTheEngineOn) {
    table.send("board level t1\n");
    reach_the_second_move();
    table.board->serial.hang_up();
    table.move("g1f3");
    table.wait(3000);
    EXPECT_EQ(table.game().state(), states::State::move_to_make) << "the engine plays Black, as the person had it";
}

TEST_F(SessionFaultsTest, ThePlayerOptionEndsWithTheSession) {
    table.begin();
    table.send("setoption name Player value Board\n");
    table.board->serial.hang_up();
    table.wait(20);
    table.send("position startpos\ngo depth 1\n");
    table.wait(200);
    EXPECT_EQ(best_moves(table.heard()).size(), 1u) << "the engine answers the next program";
}

// ---- 5: after a refused position

TEST_F(SessionFaultsTest, AfterARefusedPositionGoIsRefusedUntilAGoodOne) {
    table.send("position startpos moves e2e4 e7e5\n");
    EXPECT_TRUE(has(table.ask("position startpos moves e2e4 e7e5 g1f6\n"), "info string error: "));
    const std::string refused = table.ask("go depth 1\n");
    table.wait(200);
    const std::vector<std::string> none = best_moves(refused + table.heard());
    EXPECT_EQ(none, std::vector<std::string>{"0000"}) << "one answer, and no move of another position";
    EXPECT_TRUE(has(refused, "info string error: ")) << refused;
    table.send("position startpos moves e2e4 e7e5 g1f3\ngo depth 1\n");
    table.wait(200);
    const std::vector<std::string> good = best_moves(table.heard());
    ASSERT_EQ(good.size(), 1u);
    EXPECT_TRUE(move_from_text(after({"e2e4", "e7e5", "g1f3"}), good[0])) << good[0];
}

TEST_F(SessionFaultsTest, AfterARefusedPositionThePersonIsNotAskedForAMoveOfTheOldOne) {
    reach_the_second_move();
    table.move("g1f3");
    table.heard();
    const std::string said = table.ask("position startpos moves e2e4 e7e5 g1f3 b8c9\ngo infinite\n");
    EXPECT_EQ(best_moves(said), std::vector<std::string>{"0000"}) << said;
    EXPECT_EQ(table.game().record().size(), 3u) << "the game stays as it was";
}

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
    for (const char* line : {"uci", "d", "eval", "status", "help", "board", "board show", "board help"}) {
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

// ---- 8: stop while a person is asked

TEST_F(SessionFaultsTest, StopIsAnsweredByOneLegalMoveThoughThePersonHasNotMoved) {
    reach_the_second_move();
    const std::string said = table.ask("stop\nisready\n");
    const std::vector<std::string> answers = best_moves(said);
    ASSERT_EQ(answers.size(), 1u) << said;
    EXPECT_TRUE(move_from_text(after({"e2e4", "e7e5"}), answers[0])) << "bestmove " << answers[0];
    table.move("g1f3");
    EXPECT_TRUE(best_moves(table.heard()).empty()) << "never two answers to one go";
}

TEST_F(SessionFaultsTest, APonderedPositionIsNotShownToThePerson) {
    table.begin();
    table.send("setoption name Player value Board\nposition startpos\ngo wtime 60000 btime 60000\n");
    table.move("e2e4");
    table.send("position startpos moves e2e4 e7e5\ngo ponder wtime 60000 btime 60000\n");
    EXPECT_EQ(table.game().state(), states::State::remote_to_move) << "the program only guesses e5";
    EXPECT_FALSE(table.game().pending());
}

TEST_F(SessionFaultsTest, ThePersonSeesTheProgramsClock) {
    table.begin();
    table.send("setoption name Player value Board\nposition startpos\ngo wtime 25000 btime 60000\n");
    EXPECT_TRUE(has(table.ask("board\n"), " clocks "));
    EXPECT_EQ(table.game().light(4), Light::hurry) << "White's king: less than half a minute is left";
    table.wait(30'000);
    EXPECT_EQ(table.game().state(), states::State::person_to_move) << "whether time is up, the program says";
}

// ---- what lies beside them

TEST_F(SessionFaultsTest, APositionOfChess960IsTheEnginesAloneAndTheGameOnTheBoardStays) {
    table.begin();
    table.move("e2e4");
    table.send(
        "setoption name UCI_Chess960 value true\n"
        "position fen 1r3k2/8/8/8/8/8/8/1R3KR1 w GBb - 0 1\ngo depth 3\n");
    table.wait(2000);
    EXPECT_EQ(best_moves(table.heard()).size(), 1u);
    EXPECT_EQ(table.game().record().position().at(square_from_text("e4")), make_piece(Color::white, PieceType::pawn));
    table.send(
        "setoption name Player value Board\n"
        "position fen 1r3k2/8/8/8/8/8/8/1R3KR1 w GBb - 0 1\n");
    table.wait(1000);
    const std::string said = table.ask("go wtime 60000 btime 60000\n");
    EXPECT_TRUE(has(said, no_chess960_on_squares));
    EXPECT_EQ(best_moves(said), std::vector<std::string>{"0000"}) << "a program that waits for ever helps nobody";
    table.wait(1000);
    EXPECT_EQ(table.game().record().position().at(square_from_text("e4")), make_piece(Color::white, PieceType::pawn));
}

TEST_F(SessionFaultsTest, OfAGameOfChess960ThePersonIsAskedForNoMoveAtAll) {
    table.begin();
    table.send("setoption name UCI_Chess960 value true\nsetoption name Player value Board\n");
    for (const char* const line : {"position startpos\n", "position fen 1r3k2/8/8/8/8/8/8/1R3KR1 w GBb - 0 1\n",
                                   "position fen 1r3k2/8/8/8/8/8/8/1R3KR1 w GBb - 0 1 moves f1e2 f8e7\n",
                                   "position fen 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\n"}) {
        table.send(line);
        table.wait(1000);
        const std::string said = table.ask("go wtime 60000 btime 60000\n");
        EXPECT_TRUE(has(said, no_chess960_on_squares)) << line;
        EXPECT_EQ(best_moves(said), std::vector<std::string>{"0000"}) << line;
        EXPECT_EQ(table.game().record().size(), 0u) << line;
    }
    table.send("setoption name UCI_Chess960 value false\nposition startpos\ngo wtime 60000 btime 60000\n");
    table.move("e2e4");
    EXPECT_EQ(best_moves(table.heard()), std::vector<std::string>{"e2e4"});
}

TEST_F(SessionFaultsTest, APositionOfChess960IsNotSetOnTheBoardAndTheLineSaysWhy) {
    table.begin();
    table.send("setoption name UCI_Chess960 value true\nposition fen 1r3k2/8/8/8/8/8/8/1R3KR1 w GBb - 0 1\n");
    EXPECT_TRUE(has(table.ask("board set\n"), no_chess960_on_squares));
    table.send("position fen 1r3k2/8/8/8/8/8/8/1R3KR1 w - - 0 1\n");
    EXPECT_FALSE(has(table.ask("board set\n"), "error")) << "without castling it is chess as any other";
    EXPECT_EQ(table.game().record().position().king(Color::white), square_from_text("f1"));
}

TEST_F(SessionFaultsTest, APositionThatIsEarlierTakesBackAndKeepsTheRecord) {
    reach_the_second_move();
    table.move("g1f3");
    table.heard();
    table.send("position startpos moves e2e4 e7e5\ngo infinite\n");
    EXPECT_EQ(table.game().record().size(), 2u);
    EXPECT_TRUE(has(table.heard(), "info string board taken back 1 half move\n"));
    EXPECT_EQ(table.game().state(), states::State::restoring);
    table.put(occupied_squares(after({"e2e4", "e7e5"})), 1500);
    table.move("b1c3");
    EXPECT_EQ(best_moves(table.heard()), std::vector<std::string>{"b1c3"});
}

TEST_F(SessionFaultsTest, AProgramMayGoOnWithTheMoveThatStoodIn) {
    reach_the_second_move();
    const std::vector<std::string> answers = best_moves(table.ask("stop\n"));
    ASSERT_EQ(answers.size(), 1u);
    table.send("position startpos moves e2e4 e7e5 " + answers[0] + " a7a6\ngo infinite\n");
    EXPECT_EQ(table.game().record().size(), 3u) << "the one before the program's last counts as made";
    EXPECT_EQ(table.game().state(), states::State::restoring);
    table.put(occupied_squares(table.game().record().position()), 1500);
    EXPECT_EQ(table.game().state(), states::State::move_to_make);
    table.move("a7a6");
    EXPECT_EQ(table.game().state(), states::State::person_to_move);
}

TEST_F(SessionFaultsTest, AGameThatWasResignedHereBeginsAnewForAProgramThatPlaysOn) {
    table.begin();
    table.send("board resign black\n");
    ASSERT_EQ(table.game().state(), states::State::game_over);
    table.send("setoption name Player value Board\nposition startpos\ngo infinite\n");
    table.put(start_board, 1500);
    table.move("e2e4");
    EXPECT_EQ(best_moves(table.heard()), std::vector<std::string>{"e2e4"});
}

TEST_F(SessionFaultsTest, TheMoveThatStoodInIsNoAnswerToTheNextGo) {
    reach_the_second_move();
    const std::vector<std::string> answers = best_moves(table.ask("stop\n"));
    ASSERT_EQ(answers.size(), 1u);
    const std::string said = table.ask("position startpos moves e2e4 e7e5 " + answers[0] + " a7a6\ngo infinite\n");
    table.wait(500);
    EXPECT_TRUE(best_moves(said + table.heard()).empty()) << "the program knows that move";
}

TEST_F(SessionFaultsTest, APonderhitMeansTheLinesPositionThoughTheBoardsEngineThinks) {
    table.send("board level t5\n");
    table.begin();
    table.send("setoption name Player value Board\nposition startpos moves a2a4\ngo ponder\n");
    table.move("f2f4");
    ASSERT_EQ(table.game().state(), states::State::engine_thinking);
    table.send("ponderhit\n");
    EXPECT_EQ(table.fen(), "rnbqkbnr/pppppppp/8/8/P7/8/1PPPPPPP/RNBQKBNR b KQkq - 0 1");
}

TEST_F(SessionFaultsTest, APositionAtRestIsTheLinesThoughTheBoardsEngineThinks) {
    table.send("board level t5\n");
    table.begin();
    table.send("setoption name Player value Board\n");
    table.put(start_board & ~square_named("f2"), 60);
    table.board->sensors.occupied = (start_board & ~square_named("f2")) | square_named("f4");
    table.wait(290);
    table.send("position startpos moves a2a4\n");
    table.wait(500);
    EXPECT_EQ(table.fen(), "rnbqkbnr/pppppppp/8/8/P7/8/1PPPPPPP/RNBQKBNR b KQkq - 0 1");
}

TEST_F(SessionFaultsTest, APersonTakesTheSidesBackThatAWordHasMadeRemote) {
    table.board->serial.set_byte_time_us(87);  // where nothing tells that the program has gone
    table.begin();
    table.send("board white remote\n");
    ASSERT_EQ(table.game().state(), states::State::remote_to_move);
    table.press(play_button, 1200);
    ASSERT_EQ(table.game().state(), states::State::menu);
    table.put(start_board & ~square_named("a1"), 60);
    table.put(start_board, 550);
    table.press(play_button);
    EXPECT_FALSE(table.game().held_claim().held);
    EXPECT_EQ(table.game().state(), states::State::person_to_move);
}

TEST_F(SessionFaultsTest, APonderhitAsksThePersonAndAStopIsAnsweredInItsPlace) {
    table.begin();
    table.send("setoption name Player value Board\nposition startpos\ngo infinite\n");
    table.move("e2e4");
    table.send("position startpos moves e2e4 e7e5\ngo ponder wtime 60000 btime 60000\n");
    EXPECT_EQ(best_moves(table.ask("stop\n")).size(), 1u);
    table.send("position startpos moves e2e4 e7e5\ngo ponder wtime 60000 btime 60000\nponderhit\n");
    EXPECT_EQ(table.game().state(), states::State::move_to_make);
    table.move("e7e5");
    table.move("g1f3");
    EXPECT_EQ(best_moves(table.heard()), std::vector<std::string>{"g1f3"});
}

TEST_F(SessionFaultsTest, WhoLeavesTheGameIsAskedNoMore) {
    reach_the_second_move();
    table.press(play_button, 1200);
    ASSERT_EQ(table.game().state(), states::State::menu);
    table.heard();
    const SquareSet pieces = table.board->sensors.occupied;
    table.put(pieces ^ square_named("h8"), 60);
    table.put(pieces, 550);
    ASSERT_EQ(table.game().state(), states::State::question);
    table.press(play_button);
    EXPECT_EQ(table.game().state(), states::State::setup);
    EXPECT_EQ(best_moves(table.heard()).size(), 1u) << "the go that waited";
    const std::string said = table.ask("position startpos moves e2e4 e7e5 g1f3 b8c6\ngo infinite\n");
    EXPECT_EQ(best_moves(said), std::vector<std::string>{"0000"});
    EXPECT_TRUE(has(said, "info string error: the person at the board has left this game\n")) << said;
    table.wait(300);
    EXPECT_EQ(table.game().state(), states::State::setup);
    EXPECT_EQ(table.game().player(Color::black), Seat::engine);
}

TEST_F(SessionFaultsTest, OnAWireTheNextProgramsUciEndsTheSessionBefore) {
    table.board->serial.set_byte_time_us(87);
    table.send("board level t1\n");
    reach_the_second_move();
    const std::string said = table.ask("uci\n");
    EXPECT_TRUE(has(said, "uciok\n"));
    EXPECT_TRUE(best_moves(said).empty()) << "that answer was another program's";
    EXPECT_FALSE(table.game().held_claim().held);
    EXPECT_TRUE(has(table.ask("d\n"), "Fen: rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"));
}

TEST_F(SessionFaultsTest, TheEnginesClockStandsStillWhileTheLineHasTheEngine) {
    table.send("board level c1\n");
    table.begin();
    table.send("go infinite\n");
    table.move("e2e4");
    ASSERT_EQ(table.game().state(), states::State::engine_thinking);
    const std::uint32_t left = table.game().clock().left_ms(Color::black);
    table.wait(5000);
    EXPECT_GE(table.game().clock().left_ms(Color::black) + 50, left);
}

TEST_F(SessionFaultsTest, APositionIsShownThoughNoGoFollows) {
    reach_the_second_move();
    table.move("g1f3");
    table.send("position startpos moves e2e4 e7e5 g1f3 b8c6\n");
    EXPECT_FALSE(table.game().pending());
    table.wait(200);
    EXPECT_TRUE(table.game().pending());
}

}  // namespace
}  // namespace stackmate::firmware::test
