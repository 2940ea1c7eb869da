// The whole firmware of a chess board on fakes: sensors and LEDs, the engine, the store and the serial line together.
#include "core/engine/book.hpp"
#include "host_tests/firmware/table/table.hpp"

#include <set>

namespace stackmate::firmware::test {
namespace {

struct TableTest : testing::Test {
    hal::fake::NvStore<> memory{};
    Table table{memory};

    void restart() { table = Table{memory}; }
};

TEST_F(TableTest, APersonPlaysTheEngineWithoutALine) {
    table.begin();
    table.move("e2e4");
    table.think();
    const Move answer = table.game().pending();
    ASSERT_TRUE(is_legal(table.game().record().position(), answer));
    table.make(answer);
    EXPECT_EQ(table.game().state(), states::State::person_to_move);
    EXPECT_EQ(table.game().record().size(), 2u);
    EXPECT_GT(table.board->leds.frames, 20u);
    EXPECT_EQ(table.board->watchdog.resets, 0u);
    const std::string said = table.heard();
    EXPECT_TRUE(has(said, "info string board new game ")) << said;
    EXPECT_TRUE(has(said, "info string board move 1. e4 e2e4\n")) << said;
}

TEST_F(TableTest, ADeadTickStarvesTheWatchdog) {
    table.begin();
    // The loop goes on, the millisecond clock does not.
    for (int ms = 0; ms < 4100; ms += 5) {
        table.board->watchdog.pass(5);
        table.app->poll();
    }
    EXPECT_EQ(table.board->watchdog.resets, 1u);
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

TEST_F(TableTest, PicturesComeFiftyTimesASecondWhileItThinks) {
    table.send("board level t3\n");
    table.begin();
    table.move("e2e4");
    ASSERT_EQ(table.game().state(), states::State::engine_thinking);
    const auto before = table.board->leds.frames;
    table.wait(1000, 1);
    EXPECT_EQ(table.game().state(), states::State::engine_thinking);
    EXPECT_GE(table.board->leds.frames - before, 50u);
}

TEST_F(TableTest, AMoveTimeIsKept) {
    table.send("board level t1\n");
    table.begin();
    table.move("e2e4");
    table.wait(800, 1);
    EXPECT_EQ(table.game().state(), states::State::engine_thinking);
    table.wait(210, 1);
    EXPECT_EQ(table.game().state(), states::State::move_to_make) << "one second from the move on";
}

TEST_F(TableTest, ThePlayButtonEndsTheThinkingAtOnce) {
    table.send("board level t8\n");
    table.begin();
    table.move("e2e4");
    table.wait(300);
    ASSERT_EQ(table.game().state(), states::State::engine_thinking);
    table.press(play_button);
    EXPECT_EQ(table.game().state(), states::State::move_to_make);
}

TEST_F(TableTest, ATakebackEndsTheThinkingWithoutAnAnswer) {
    table.send("board level t8\n");
    table.begin();
    table.move("e2e4");
    ASSERT_EQ(table.game().state(), states::State::engine_thinking);
    table.put(start_board & ~square_set(make_square(4, 1)), 60);
    table.put(start_board, 1800);
    EXPECT_EQ(table.game().state(), states::State::person_to_move);
    EXPECT_EQ(table.game().record().size(), 0u);
    EXPECT_TRUE(has(table.heard(), "info string board taken back 1 half move\n"));
}

TEST_F(TableTest, TheLineTakesTheEngineAndTheBoardsSearchBeginsAnew) {
    table.send("board level d8\n");
    table.begin();
    table.move("e2e4");
    ASSERT_EQ(table.game().state(), states::State::engine_thinking);
    table.heard();
    table.send("position startpos moves d2d4\ngo depth 2\n");
    table.wait(500, 1);
    const std::string said = table.heard();
    EXPECT_TRUE(has(said, "\nbestmove ")) << said;
    EXPECT_EQ(table.game().state(), states::State::engine_thinking);
    table.press(play_button);
    EXPECT_EQ(table.game().state(), states::State::move_to_make);
    EXPECT_TRUE(is_legal(table.game().record().position(), table.game().pending()));
}

TEST_F(TableTest, TheLinesPositionOutlivesTheBoardsSearch) {
    table.send("board level d3\n");
    table.begin();
    table.send("position startpos moves d2d4 d7d5\n");
    table.move("e2e4");
    table.think();
    EXPECT_TRUE(has(table.ask("d\n"), "Fen: rnbqkbnr/ppp1pppp/8/3p4/3P4/8/PPP1PPPP/RNBQKBNR w KQkq - 0 2"));
}

TEST_F(TableTest, ALineThatBeginsWhileTheBoardThinksIsReceivedWhole) {
    table.send("board level t8\n");
    table.begin();
    table.move("e2e4");
    for (const char c : std::string_view{"position fen 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1 moves e2e4\n"}) {
        table.board->serial.deliver({&c, 1});
        table.wait(3, 1);
    }
    EXPECT_TRUE(has(table.ask("d\n"), "Fen: 4k3/8/8/8/4P3/8/8/4K3 b - - 0 1"));
    EXPECT_EQ(table.game().state(), states::State::engine_thinking);
    EXPECT_TRUE(has(table.ask("board fen\n"), "board fen rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"));
}

TEST_F(TableTest, QuitEndsTheLinesWorkAndNotTheGame) {
    table.begin();
    table.send("go infinite\n");
    EXPECT_TRUE(has(table.ask("quit\n"), "bestmove "));
    table.move("e2e4");
    EXPECT_EQ(table.game().record().size(), 1u);
}

TEST_F(TableTest, TheSameGameIsOfferedAfterARestartAndGoesOn) {
    table.send("board level d1\n");
    table.begin();
    table.move("e2e4");
    table.think();
    table.make(table.game().pending());
    table.move("d2d4");
    const std::string fen = table.fen();
    const SquareSet pieces = table.board->sensors.occupied;
    restart();
    table.wait(700);
    const std::string said = table.heard();
    EXPECT_TRUE(has(said, "info string board a saved game is there\ninfo string board fen " + fen)) << said;
    EXPECT_EQ(table.fen(), fen);
    EXPECT_EQ(table.game().state(), states::State::resume_offer);
    const std::size_t offer = said.find("offered");
    EXPECT_NE(offer, said.npos);
    EXPECT_EQ(said.find("offered", offer + 1), said.npos) << "once: " << said;
    table.put(pieces, 600);
    table.think();
    EXPECT_EQ(levels[table.game().settings().level].name, "depth 1");
}

TEST_F(TableTest, AnAbandonedGameIsNotOfferedAgain) {
    table.begin();
    table.move("e2e4");
    restart();
    table.put(start_board, 3000);
    EXPECT_EQ(table.game().state(), states::State::question);
    table.press(play_button);
    EXPECT_TRUE(has(table.heard(), "the game before is abandoned"));
    restart();
    table.begin();
    EXPECT_EQ(table.game().record().size(), 0u);
}

TEST_F(TableTest, AWordThatWouldLoseTheSavedGameIsAskedForTwice) {
    table.begin();
    table.move("e2e4");
    restart();
    table.wait(100);
    EXPECT_TRUE(has(table.ask("board new\n"), "info string board error: the saved game would be lost: say it again"));
    EXPECT_EQ(table.game().record().size(), 1u);
    EXPECT_TRUE(has(table.ask("board new\n"), "info string board the game before is abandoned"));
}

TEST_F(TableTest, AfterAShortPowerFailureTheGameGoesOnWithoutAWord) {
    table.begin();
    table.send("board black person\n");
    table.wait(1500);
    table.move("e2e4");
    const SquareSet pieces = table.board->sensors.occupied;
    restart();
    table.board->sensors.occupied = pieces;
    table.wait(700);
    EXPECT_EQ(table.game().state(), states::State::person_to_move);
    EXPECT_FALSE(has(table.heard(), "offered"));
}

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

TEST_F(TableTest, AGameThatIsOverIsNotOffered) {
    table.send("board black person\n");
    table.begin();
    for (const char* text : {"f2f3", "e7e5", "g2g4", "d8h4"}) {
        table.move(text);
    }
    EXPECT_EQ(table.game().state(), states::State::game_over);
    EXPECT_TRUE(has(table.heard(), "info string board result 0-1 checkmate\n"));
    restart();
    EXPECT_EQ(table.game().state(), states::State::setup);
    EXPECT_FALSE(table.game().result()) << "that was the game before";
    EXPECT_TRUE(has(table.ask("board pgn\n"), "[Result \"*\"]"));
}

TEST_F(TableTest, AStoreThatFailsIsToldOnceAndTheGameGoesOn) {
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

TEST_F(TableTest, WhatIsNotStoredIsShownInLightsUntilAGameIsStoredAgain) {
    constexpr unsigned a3 = 16, h6 = 47;
    table.send("board black person\n");
    table.begin();
    table.move("e2e4");
    EXPECT_EQ(table.game().light(a3), Light::dark);
    memory.fail_with = hal::NvResult::full;
    table.move("e7e5");
    EXPECT_EQ(table.game().light(a3), Light::unsaved);
    memory.fail_with = hal::NvResult::ok;
    table.move("d2d4");
    EXPECT_EQ(table.game().light(h6), Light::unsaved) << "a game with a gap is none";
    table.send("board new\n");
    table.put(start_board, 1500);
    EXPECT_EQ(table.game().light(a3), Light::dark);
    restart();
    table.begin();
    EXPECT_EQ(table.game().light(a3), Light::dark);
}

TEST_F(TableTest, ABoardThatKeepsNoGamesSaysSo) {
    EXPECT_TRUE(has(table.ask("board games\n"), "info string board error: no games are kept here"));
}

TEST_F(TableTest, MovesOfAGameWhoseBeginningWasNotStoredAreNotAddedToTheGameBefore) {
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

TEST_F(TableTest, TheNextGameIsStoredAgainAndANewFailureIsToldAgain) {
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

TEST_F(TableTest, ThePgnComesOnRequestAlsoOverASlowLineWhileItThinks) {
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
    EXPECT_EQ(table.game().state(), states::State::engine_thinking);
}

TEST_F(TableTest, WhatIsWrongBehindBoardIsSaidAndChangesNothing) {
    table.begin();
    const std::string fen = table.fen();
    const Settings settings = table.game().settings();
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
             {"board ignore z9\n", "no square: 'z9'"},
             {"board heed everything\n", "no square: 'everything'"},
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

TEST_F(TableTest, TheSensorsAreShownAsTheyAre) {
    table.put(square_set(make_square(0, 0)) | square_set(make_square(7, 6)));
    const std::string said = table.ask("board sensors\n");
    EXPECT_TRUE(has(said, "info string board 7 . . . . . . . o\n")) << said;
    EXPECT_TRUE(has(said, "info string board 1 o . . . . . . .\n")) << said;
}

TEST_F(TableTest, TheSelfTestIsHadOnAWordAndTriesTheStore) {
    table.begin();
    table.move("e2e4");
    table.think();
    const std::uint32_t writes = memory.writes;
    EXPECT_TRUE(has(table.ask("board selftest\n"), "info string board self-test: touch every square with a piece"));
    const SquareSet pieces = table.board->sensors.occupied;
    for (unsigned i = 0; i < 63; ++i) {
        table.put(pieces ^ SquareSet{1} << i, 20);
        table.put(pieces, 20);
    }
    std::string said = table.ask("board selftest\n");
    EXPECT_TRUE(has(said, "info string board self-test: all squares shine red")) << said;
    EXPECT_TRUE(has(said, "info string board self-test: these squares have not answered: h8\n")) << said;
    table.send("board selftest\nboard selftest\n");
    EXPECT_TRUE(has(table.ask("board selftest\n"), "info string board self-test: push every button"));
    table.press(hint_button);
    EXPECT_EQ(memory.writes, writes);
    said = table.ask("board selftest\n");
    EXPECT_TRUE(has(said, "info string board self-test: the store has kept what was written")) << said;
    EXPECT_TRUE(has(said, "info string board self-test: buttons that have answered: B\n")) << said;
    EXPECT_GT(memory.writes, writes);
    table.send("board selftest\n");
    EXPECT_EQ(table.game().state(), states::State::move_to_make);
    EXPECT_EQ(table.game().record().size(), 1u);
}

TEST_F(TableTest, ThatAllSquaresHaveAnsweredIsSaid) {
    table.begin();
    table.send("board selftest\n");
    for (unsigned i = 0; i < 64; ++i) {
        table.put(start_board ^ SquareSet{1} << i, 20);
        table.put(start_board, 20);
    }
    EXPECT_TRUE(has(table.ask("board selftest\n"), "info string board self-test: all squares have answered\n"));
}

TEST_F(TableTest, ASelfTestOfAStoreThatFailsSaysSo) {
    table.begin();
    memory.fail_with = hal::NvResult::failed;
    for (int i = 0; i < 5; ++i) {
        table.send("board selftest\n");
    }
    EXPECT_TRUE(has(table.ask("board selftest\n"), "info string board self-test: the store does not keep"));
}

TEST_F(TableTest, ASquareIsLeftOutAndHeardAgainOnAWord) {
    table.begin();
    EXPECT_TRUE(has(table.ask("board ignore\n"), "info string board left out of account:\n"));
    EXPECT_TRUE(has(table.ask("board ignore a5\n"), "info string board square a5 is left out of account\n"));
    EXPECT_TRUE(has(table.ask("board ignore h7\nboard ignore\n"), "info string board left out of account: a5 h7\n"));
    EXPECT_TRUE(has(table.ask("board heed a5\n"), "info string board square a5 counts again\n"));
    EXPECT_EQ(table.game().doubts().ignored(), square_set(make_square(7, 6)));
}

TEST_F(TableTest, TheLinesPositionIsSetUpOnTheBoard) {
    table.begin();
    table.send("position fen 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\nboard set\n");
    EXPECT_EQ(table.fen(), "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1");
    EXPECT_EQ(table.game().state(), states::State::restoring);
    table.put(occupied_squares(table.game().record().position()), 1000);
    table.move("e2e4");
    EXPECT_EQ(table.game().record().size(), 1u);
}

// ---- a PC that plays through the board

TEST_F(TableTest, ThePersonsMovesAreTheRepliesToGo) {
    table.begin();
    table.send("setoption name Player value Board\nposition startpos\ngo wtime 1000 btime 1000\n");
    EXPECT_FALSE(has(table.heard(), "bestmove"));
    table.move("e2e4");
    EXPECT_TRUE(has(table.heard(), "bestmove e2e4\n"));
    table.send("position startpos moves e2e4 e7e5\n");
    EXPECT_EQ(table.game().state(), states::State::remote_to_move) << "`go ponder` may follow";
    table.wait(200);
    EXPECT_EQ(table.game().state(), states::State::move_to_make);
    table.send("go infinite\n");
    table.wait(2000);
    EXPECT_FALSE(has(table.heard(), "bestmove"));
    table.move("e7e5");
    EXPECT_FALSE(has(table.heard(), "bestmove")) << "that was the PC's move, made for it";
    table.move("g1f3");
    EXPECT_TRUE(has(table.heard(), "bestmove g1f3\n"));
}

TEST_F(TableTest, StopIsAnsweredThoughThePersonHasNotMoved) {
    table.begin();
    table.send("setoption name Player value Board\nposition startpos\ngo infinite\n");
    const std::string said = table.ask("stop\nisready\n");
    EXPECT_TRUE(has(said, "info string board nobody has moved: the engine's move stands in\nbestmove ")) << said;
    EXPECT_TRUE(has(said, "\nreadyok\n")) << said;
    table.move("e2e4");
    EXPECT_FALSE(has(table.heard(), "bestmove"));
}

TEST_F(TableTest, TheMoveInPlaceOfAPersonsTakesAFewNodesInAnyPosition) {
    table.begin();
    table.send(
        "setoption name Player value Board\n"
        "position fen qqq1k1qq/8/q1q1q1q1/8/1Q1Q1Q1Q/8/8/QQQQ1K1Q w - - 0 1\ngo wtime 60000 btime 60000\n");
    EXPECT_TRUE(has(table.ask("stop\n"), "the engine's move stands in\nbestmove "));
    EXPECT_LE(table.app->engine().nodes(), stand_in_nodes<QuickConfig>);
}

TEST_F(TableTest, TheMoveInPlaceOfAPersonsIsTheBestAtDepthOne) {
    table.begin();
    table.send("setoption name Player value Board\nposition fen 7k/8/8/8/3q4/2P5/8/K7 w - - 0 1\ngo infinite\n");
    EXPECT_TRUE(has(table.ask("stop\n"), "bestmove c3d4\n"));
}

TEST_F(TableTest, TheLinesStopDoesNotEndTheBoardsSearch) {
    table.begin();
    table.send("board level d8\n");
    table.move("e2e4");
    for (const char* const line : {"stop\n", "ponderhit\n", "isready\n", "status\n", "stop\n"}) {
        const auto nodes = table.app->engine().nodes();
        table.send(line);
        EXPECT_EQ(table.game().state(), states::State::engine_thinking) << line;
        EXPECT_GT(table.app->engine().nodes(), nodes) << line << "it did not begin again";
    }
    EXPECT_TRUE(has(table.ask("go infinite\nstop\n"), "bestmove ")) << "its own work is ended";
    EXPECT_EQ(table.game().state(), states::State::engine_thinking);
    table.press(play_button);
    EXPECT_EQ(table.game().state(), states::State::move_to_make);
}

TEST_F(TableTest, AnotherGameOfThePcsIsSetUpOnTheBoard) {
    table.begin();
    table.send("setoption name Player value Board\nposition fen 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\ngo infinite\n");
    EXPECT_EQ(table.game().state(), states::State::restoring);
    table.put(occupied_squares(table.game().record().position()), 1000);
    table.move("e2e4");
    EXPECT_TRUE(has(table.heard(), "bestmove e2e4\n"));
}

TEST_F(TableTest, AGoInAPositionThatIsOverIsAnsweredAtOnce) {
    table.begin();
    table.send("setoption name Player value Board\nposition fen 7k/6Q1/6K1/8/8/8/8/8 b - - 0 1\n");
    EXPECT_TRUE(has(table.ask("go infinite\n"), "info depth 0 score mate 0\nbestmove 0000\n"));
}

TEST_F(TableTest, ThePlayerOptionIsOfferedAndRefusesOtherWords) {
    EXPECT_TRUE(has(table.ask("uci\n"), "option name Player type combo default Engine var Engine var Board\nuciok\n"));
    EXPECT_TRUE(has(table.ask("setoption name Player value Dog\n"), "Player takes Engine or Board, not 'Dog'"));
}

}  // namespace
}  // namespace stackmate::firmware::test
