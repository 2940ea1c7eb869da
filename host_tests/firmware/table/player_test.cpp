// The whole firmware of a chess board on fakes: sensors and LEDs, the engine, the store and the serial line together.
#include "core/book.hpp"
#include "host_tests/firmware/table/table.hpp"

#include <set>

namespace stackmate::firmware::test {
namespace {

struct BoardPlayerTest : testing::Test {
    hal::fake::NvStore<> memory{};
    Table table{memory};

    void restart() { table = Table{memory}; }
};

TEST_F(BoardPlayerTest, APersonPlaysTheEngineWithoutALine) {
    table.begin();
    table.move("e2e4");
    table.think();
    const Move answer = table.game().pending();
    ASSERT_TRUE(is_legal(table.game().record().position(), answer));
    table.make(answer);
    EXPECT_EQ(table.game().state(), BoardState::person_to_move);
    EXPECT_EQ(table.game().record().size(), 2u);
    EXPECT_GT(table.board->leds.frames, 20u);
    EXPECT_EQ(table.board->watchdog.resets, 0u);
    const std::string said = table.heard();
    EXPECT_TRUE(has(said, "info string board new game ")) << said;
    EXPECT_TRUE(has(said, "info string board move 1. e4 e2e4\n")) << said;
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

TEST_F(BoardPlayerTest, TheEngineOpensByItsBookAndGamesDiffer) {
    BookTable with_book{memory};
    with_book.send("board level t8\n");
    std::set<std::uint16_t> answers;
    for (int game = 0; game < 12; ++game) {
        with_book.begin();
        with_book.move("e2e4");
        ASSERT_EQ(with_book.game().state(), BoardState::move_to_make) << "at once";
        const Move answer = with_book.game().pending();
        EXPECT_TRUE(in_book(with_book.game().record().position(), answer));
        answers.insert(answer.bits());
        with_book.make(answer);
        with_book.send("board new\n");
    }
    EXPECT_GE(answers.size(), 2u);
}

TEST_F(BoardPlayerTest, OutsideTheBookTheEngineThinks) {
    BookTable with_book{memory};
    with_book.send("board level t8\n");
    with_book.send("position fen 4k3/4p3/8/8/8/8/4P3/4K3 w - - 0 1\nboard set\n");
    with_book.put(with_book.board->sensors.occupied = square_set(make_square(4, 0)) | square_set(make_square(4, 1))
                                                      | square_set(make_square(4, 6)) | square_set(make_square(4, 7)),
                  1500);
    with_book.move("e2e4");
    EXPECT_EQ(with_book.game().state(), BoardState::engine_thinking);
}

TEST_F(BoardPlayerTest, AWeakPlayerHasNoBook) {
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

TEST_F(BoardPlayerTest, PicturesComeFiftyTimesASecondWhileItThinks) {
    table.send("board level t3\n");
    table.begin();
    table.move("e2e4");
    ASSERT_EQ(table.game().state(), BoardState::engine_thinking);
    const auto before = table.board->leds.frames;
    table.wait(1000, 1);
    EXPECT_EQ(table.game().state(), BoardState::engine_thinking);
    EXPECT_GE(table.board->leds.frames - before, 50u);
}

TEST_F(BoardPlayerTest, AMoveTimeIsKept) {
    table.send("board level t1\n");
    table.begin();
    table.move("e2e4");
    table.wait(800, 1);
    EXPECT_EQ(table.game().state(), BoardState::engine_thinking);
    table.wait(210, 1);
    EXPECT_EQ(table.game().state(), BoardState::move_to_make) << "one second from the move on";
}

TEST_F(BoardPlayerTest, ThePlayButtonEndsTheThinkingAtOnce) {
    table.send("board level t8\n");
    table.begin();
    table.move("e2e4");
    table.wait(300);
    ASSERT_EQ(table.game().state(), BoardState::engine_thinking);
    table.press(play_button);
    EXPECT_EQ(table.game().state(), BoardState::move_to_make);
}

TEST_F(BoardPlayerTest, ATakebackEndsTheThinkingWithoutAnAnswer) {
    table.send("board level t8\n");
    table.begin();
    table.move("e2e4");
    ASSERT_EQ(table.game().state(), BoardState::engine_thinking);
    table.put(start_board & ~square_set(make_square(4, 1)), 60);
    table.put(start_board, 1800);
    EXPECT_EQ(table.game().state(), BoardState::person_to_move);
    EXPECT_EQ(table.game().record().size(), 0u);
    EXPECT_TRUE(has(table.heard(), "info string board taken back 1 half move\n"));
}

TEST_F(BoardPlayerTest, TheLineTakesTheEngineAndTheBoardsSearchBeginsAnew) {
    table.send("board level d8\n");
    table.begin();
    table.move("e2e4");
    ASSERT_EQ(table.game().state(), BoardState::engine_thinking);
    table.heard();
    table.send("position startpos moves d2d4\ngo depth 2\n");
    table.wait(500, 1);
    const std::string said = table.heard();
    EXPECT_TRUE(has(said, "\nbestmove ")) << said;
    EXPECT_EQ(table.game().state(), BoardState::engine_thinking);
    table.press(play_button);
    EXPECT_EQ(table.game().state(), BoardState::move_to_make);
    EXPECT_TRUE(is_legal(table.game().record().position(), table.game().pending()));
}

TEST_F(BoardPlayerTest, TheLinesPositionOutlivesTheBoardsSearch) {
    table.send("board level d3\n");
    table.begin();
    table.send("position startpos moves d2d4 d7d5\n");
    table.move("e2e4");
    table.think();
    EXPECT_TRUE(has(table.ask("d\n"), "Fen: rnbqkbnr/ppp1pppp/8/3p4/3P4/8/PPP1PPPP/RNBQKBNR w KQkq - 0 2"));
}

TEST_F(BoardPlayerTest, ALineThatBeginsWhileTheBoardThinksIsReceivedWhole) {
    table.send("board level t8\n");
    table.begin();
    table.move("e2e4");
    for (const char c : std::string_view{"position fen 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1 moves e2e4\n"}) {
        table.board->serial.deliver({&c, 1});
        table.wait(3, 1);
    }
    EXPECT_TRUE(has(table.ask("d\n"), "Fen: 4k3/8/8/8/4P3/8/8/4K3 b - - 0 1"));
    EXPECT_EQ(table.game().state(), BoardState::engine_thinking);
    EXPECT_TRUE(has(table.ask("board fen\n"), "board fen rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"));
}

TEST_F(BoardPlayerTest, QuitEndsTheLinesWorkAndNotTheGame) {
    table.begin();
    table.send("go infinite\n");
    EXPECT_TRUE(has(table.ask("quit\n"), "bestmove "));
    table.move("e2e4");
    EXPECT_EQ(table.game().record().size(), 1u);
}

TEST_F(BoardPlayerTest, TheSameGameIsOfferedAfterARestartAndGoesOn) {
    table.send("board level d1\n");
    table.begin();
    table.move("e2e4");
    table.think();
    table.make(table.game().pending());
    table.move("d2d4");
    const std::string fen = table.fen();
    const SquareSet pieces = table.board->sensors.occupied;
    restart();
    EXPECT_TRUE(has(table.heard(), "a saved game is offered"));
    EXPECT_EQ(table.fen(), fen);
    table.put(pieces, 600);
    EXPECT_EQ(table.game().state(), BoardState::resume_offer);
    table.press(play_button);
    table.wait(1000);
    table.think();
    EXPECT_EQ(levels[table.game().settings().level].name, "depth 1");
}

TEST_F(BoardPlayerTest, AnAbandonedGameIsNotOfferedAgain) {
    table.begin();
    table.move("e2e4");
    restart();
    table.press(play_button, 1200);
    EXPECT_EQ(table.game().state(), BoardState::setup);
    restart();
    table.begin();
    EXPECT_EQ(table.game().record().size(), 0u);
}

TEST_F(BoardPlayerTest, AGameThatIsOverIsNotOffered) {
    table.send("board black person\n");
    table.begin();
    for (const char* text : {"f2f3", "e7e5", "g2g4", "d8h4"}) {
        table.move(text);
    }
    EXPECT_EQ(table.game().state(), BoardState::game_over);
    EXPECT_TRUE(has(table.heard(), "info string board result 0-1 checkmate\n"));
    restart();
    EXPECT_EQ(table.game().state(), BoardState::setup);
}

TEST_F(BoardPlayerTest, AStoreThatFailsIsToldOnceAndTheGameGoesOn) {
    memory.fail_with = hal::NvResult::failed;
    table.begin();
    table.move("e2e4");
    table.think();
    const std::string said = table.heard();
    const auto first = said.find("info string board error: the game is not saved: the memory does not take it\n");
    ASSERT_NE(first, std::string::npos) << said;
    EXPECT_EQ(said.find("not saved", first + 40), std::string::npos) << said;
    table.make(table.game().pending());
    EXPECT_EQ(table.game().record().size(), 2u);
}

TEST_F(BoardPlayerTest, MovesOfAGameWhoseBeginningWasNotStoredAreNotAddedToTheGameBefore) {
    table.send("board black person\n");
    table.begin();
    table.move("e2e4");
    memory.fail_with = hal::NvResult::failed;
    table.send("board new\n");
    table.put(start_board, 1500);
    ASSERT_EQ(table.game().record().size(), 0u);
    memory.fail_with = hal::NvResult::ok;
    table.move("d2d4");
    table.move("d7d5");
    EXPECT_FALSE(has(table.heard(), "understood only in part"));
    restart();
    EXPECT_TRUE(has(table.fen(), "/4P3/")) << "the game before, as it was: " << table.fen();
    EXPECT_EQ(table.game().record().size(), 1u);
    EXPECT_FALSE(has(table.heard(), "understood only in part"));
}

TEST_F(BoardPlayerTest, TheNextGameIsStoredAgainAndANewFailureIsToldAgain) {
    table.send("board black person\n");
    memory.fail_with = hal::NvResult::failed;
    table.begin();
    EXPECT_TRUE(has(table.heard(), "the game is not saved"));
    memory.fail_with = hal::NvResult::ok;
    table.send("board new\n");
    table.put(start_board, 1500);
    table.move("e2e4");
    EXPECT_FALSE(has(table.heard(), "the game is not saved"));
    memory.fail_with = hal::NvResult::full;
    table.move("e7e5");
    EXPECT_TRUE(has(table.heard(), "the game is not saved: the memory is full"));
    memory.fail_with = hal::NvResult::ok;
    restart();
    EXPECT_EQ(table.game().record().size(), 1u);
}

TEST_F(BoardPlayerTest, ThePgnComesOnRequestAlsoOverASlowLineWhileItThinks) {
    table.send("board level t8\n");
    table.begin();
    table.move("e2e4");
    table.board->serial.limit_pump(10);
    table.heard();
    table.send("board pgn\n");
    table.wait(2000);
    const std::string said = table.heard();
    EXPECT_TRUE(has(said, "[White \"Person\"]\n[Black \"Stackmate " STACKMATE_VERSION "\"]\n")) << said;
    EXPECT_TRUE(has(said, "\n1. e4 *\n\n")) << said;
    EXPECT_EQ(table.game().state(), BoardState::engine_thinking);
}

TEST_F(BoardPlayerTest, WhatIsWrongBehindBoardIsSaidAndChangesNothing) {
    table.begin();
    const std::string fen = table.fen();
    const BoardSettings settings = table.game().settings();
    for (const auto& [line, complaint] : {
             std::pair{"board fiddle\n", "there is no 'board fiddle'; try board help"},
             {"board level s9\n", "board level takes s1 to s8"},
             {"board level\n", "board level takes s1 to s8"},
             {"board white queen\n", "a side is played by person, engine or remote, not 'queen'"},
             {"board flip maybe\n", "board flip takes on or off, not 'maybe'"},
             {"board brightness 0\n", "board brightness takes a number from 1 to 255, not '0'"},
             {"board move e2e5\n", "no legal move: 'e2e5'"},
             {"board move e2e4\n", "this side's moves are not given here"},
             {"board takeback\n", "there is no move to take back"},
             {"board draw\n", "there is no draw to claim"},
             {"board resign\n", "board resign takes white or black"},
             {"board pgn now please\n", "too much behind board: 'please'"},
             {"board level thislevelnameistoolong\n", "too much behind board: 'thislevelnameistoolong'"},
         }) {
        const std::string said = table.ask(line);
        EXPECT_TRUE(has(said, std::string{"info string board error: "} + complaint)) << line << said;
        EXPECT_EQ(table.fen(), fen) << line;
        EXPECT_EQ(table.game().settings(), settings) << line;
    }
    EXPECT_TRUE(has(table.ask("board help\nboard\n"), "info string board state person_to_move ply 0\n"));
}

TEST_F(BoardPlayerTest, TheSensorsAreShownAsTheyAre) {
    table.put(square_set(make_square(0, 0)) | square_set(make_square(7, 6)));
    const std::string said = table.ask("board sensors\n");
    EXPECT_TRUE(has(said, "info string board 7 . . . . . . . o\n")) << said;
    EXPECT_TRUE(has(said, "info string board 1 o . . . . . . .\n")) << said;
}

TEST_F(BoardPlayerTest, TheLinesPositionIsSetUpOnTheBoard) {
    table.begin();
    table.send("position fen 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\nboard set\n");
    EXPECT_EQ(table.fen(), "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1");
    EXPECT_EQ(table.game().state(), BoardState::restoring);
    table.put(occupied_squares(table.game().record().position()), 1000);
    table.move("e2e4");
    EXPECT_EQ(table.game().record().size(), 1u);
}

// ---- a PC that plays through the board

TEST_F(BoardPlayerTest, ThePersonsMovesAreTheRepliesToGo) {
    table.begin();
    table.send("setoption name Player value Board\nposition startpos\ngo wtime 1000 btime 1000\n");
    EXPECT_FALSE(has(table.heard(), "bestmove"));
    table.move("e2e4");
    EXPECT_TRUE(has(table.heard(), "bestmove e2e4\n"));
    table.send("position startpos moves e2e4 e7e5\n");
    EXPECT_EQ(table.game().state(), BoardState::remote_to_move) << "`go ponder` may follow";
    table.wait(200);
    EXPECT_EQ(table.game().state(), BoardState::move_to_make);
    table.send("go infinite\n");
    table.wait(2000);
    EXPECT_FALSE(has(table.heard(), "bestmove"));
    table.move("e7e5");
    EXPECT_FALSE(has(table.heard(), "bestmove")) << "that was the PC's move, made for it";
    table.move("g1f3");
    EXPECT_TRUE(has(table.heard(), "bestmove g1f3\n"));
}

TEST_F(BoardPlayerTest, StopIsAnsweredThoughThePersonHasNotMoved) {
    table.begin();
    table.send("setoption name Player value Board\nposition startpos\ngo infinite\n");
    const std::string said = table.ask("stop\nisready\n");
    EXPECT_TRUE(has(said, "info string board nobody has moved: the engine's move stands in\nbestmove ")) << said;
    EXPECT_TRUE(has(said, "\nreadyok\n")) << said;
    table.move("e2e4");
    EXPECT_FALSE(has(table.heard(), "bestmove"));
}

TEST_F(BoardPlayerTest, AnotherGameOfThePcsIsSetUpOnTheBoard) {
    table.begin();
    table.send("setoption name Player value Board\nposition fen 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\ngo infinite\n");
    EXPECT_EQ(table.game().state(), BoardState::restoring);
    table.put(occupied_squares(table.game().record().position()), 1000);
    table.move("e2e4");
    EXPECT_TRUE(has(table.heard(), "bestmove e2e4\n"));
}

TEST_F(BoardPlayerTest, AGoInAPositionThatIsOverIsAnsweredAtOnce) {
    table.begin();
    table.send("setoption name Player value Board\nposition fen 7k/6Q1/6K1/8/8/8/8/8 b - - 0 1\n");
    EXPECT_TRUE(has(table.ask("go infinite\n"), "info depth 0 score mate 0\nbestmove 0000\n"));
}

TEST_F(BoardPlayerTest, ThePlayerOptionIsOfferedAndRefusesOtherWords) {
    EXPECT_TRUE(has(table.ask("uci\n"), "option name Player type combo default Engine var Engine var Board\nuciok\n"));
    EXPECT_TRUE(has(table.ask("setoption name Player value Dog\n"), "Player takes Engine or Board, not 'Dog'"));
}

}  // namespace
}  // namespace stackmate::firmware::test
