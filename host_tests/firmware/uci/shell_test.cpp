#include "firmware/uci/shell.hpp"
#include "core/engine/book.hpp"
#include "core/engine/config.hpp"
#include "hal/fake/board.hpp"
#include "host_tests/firmware/uci/desk.hpp"
#include "host_tests/support/bench_signature.hpp"
#include "host_tests/support/instances.hpp"

#include <gtest/gtest.h>

#include <cstring>
#include <memory>
#include <set>
#include <sstream>
#include <string>
#include <type_traits>
#include <vector>

namespace stackmate::firmware {
namespace {

using test::count;
using test::has;

template <std::size_t Queued = 1024, std::size_t Ram = 0>
struct TestBoard {
    static constexpr std::string_view name = "test";
    static constexpr std::size_t ram_bytes = Ram;
    static constexpr std::size_t flash_bytes = 0;
    static constexpr std::size_t stack_bytes = 0;
    static constexpr std::uint32_t baud = 0;

    void init() noexcept {}

    hal::fake::Clock clock{};
    hal::fake::Deadline deadline{clock};
    hal::fake::SerialPort<1024, Queued, std::size_t{1} << 18> serial{};
    hal::fake::System system{};
};

/// Has 64 MB to give.
struct RichBoard : TestBoard<> {
    std::span<std::byte> table_memory(std::size_t bytes) noexcept {
        if (bytes > std::size_t{64} << 20) return {};
        memory = std::make_unique<std::uint64_t[]>(bytes / 8);
        return {reinterpret_cast<std::byte*>(memory.get()), bytes};
    }
    std::unique_ptr<std::uint64_t[]> memory{};
};
static_assert(OffersTableMemory<RichBoard> && !OffersTableMemory<TestBoard<>>);

struct BookBoard : TestBoard<> {
    static constexpr bool has_book = true;
};
static_assert(OffersBook<BookBoard> && !OffersBook<TestBoard<>>);

struct Quick : Tiny {
    static constexpr Depth bench_depth = 3;
};

static_assert(std::is_trivially_destructible_v<UciShell<Tiny, TestBoard<>>>);

template <class TheBoard = TestBoard<>, class Config = Quick>
struct UciDesk : test::ShellDesk<TheBoard, Config> {
    [[nodiscard]] std::string fen() const {
        char text[max_fen_length];
        return {text, this->shell->engine().position().fen(text)};
    }
};

std::vector<std::string> lines_of(const std::string& text) {
    std::vector<std::string> lines;
    std::istringstream in(text);
    for (std::string line; std::getline(in, line);) {
        lines.push_back(line);
    }
    return lines;
}

constexpr std::string_view start = Position::start_fen;
constexpr std::string_view after_e4 = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1";
constexpr std::string_view mate_in_one = "position fen 6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1\n";

// ---------------------------------------------------------------------------------------------- words and
// lines

TEST(UciShell, IntroducesItself) {
    UciDesk desk;
    const std::string said = desk.ask("uci\n");
    EXPECT_EQ(said.rfind("id name Stackmate " STACKMATE_VERSION "\nid author Stackmate developers\n", 0), 0u) << said;
    for (const std::string_view line :
         {"option name Hash type spin default 1 min 1 max 1\n", "option name Clear Hash type button\n",
          "option name Ponder type check default false\n",
          "option name Move Overhead type spin default 10 min 0 max 5000\n",
          "option name Threads type spin default 1 min 1 max 1\n",
          "option name MultiPV type spin default 1 min 1 max 1\n", "option name UCI_ShowWDL type check default false\n",
          "option name UCI_AnalyseMode type check default false\n",
          "option name UCI_LimitStrength type check default false\n",
          "option name UCI_Chess960 type check default false\n"}) {
        EXPECT_TRUE(has(said, line)) << line;
    }
    const std::string highest = std::to_string(highest_elo<TestBoard<>>);
    EXPECT_TRUE(has(said, "option name UCI_Elo type spin default " + highest + " min " + std::to_string(lowest_elo)
                              + " max " + highest + "\n"));
    EXPECT_TRUE(said.ends_with("\nuciok\n"));
}

TEST(UciShell, BlanksTabsAndLineEndsOfAllKindsDoNoHarm) {
    UciDesk desk;
    EXPECT_EQ(desk.ask("\n\r\n   \n\t\r\r\n"), "");
    EXPECT_EQ(desk.ask("  isready  \r\n\tisready\t\n isready\r"), "readyok\nreadyok\nreadyok\n");
    EXPECT_EQ(desk.ask("position\t startpos   moves \t e2e4 \r\n"), "");
    EXPECT_EQ(desk.fen(), after_e4);
}

TEST(UciShell, ALineIsObeyedAtItsEndOnly) {
    UciDesk desk;
    EXPECT_EQ(desk.ask("isready "), "");
    EXPECT_EQ(desk.ask("\n"), "readyok\n");
    EXPECT_EQ(desk.ask("position startpos moves e2e4"), "");
    EXPECT_EQ(desk.fen(), start);
    EXPECT_EQ(desk.ask("\n"), "");
    EXPECT_EQ(desk.fen(), after_e4);
}

TEST(UciShell, AnUnknownCommandIsNamedOnce) {
    UciDesk desk;
    desk.ask("position startpos moves e2e4\n");
    EXPECT_EQ(desk.ask("fiddlesticks now and then\nisready\n"),
              "info string error: unknown command 'fiddlesticks'; try help\nreadyok\n");
    EXPECT_EQ(desk.fen(), after_e4);
}

TEST(UciShell, BehindUnknownWordsACommandOfTheProtocolIsObeyed) {
    UciDesk desk;
    EXPECT_EQ(desk.ask("joho debug on\n"), "");
    EXPECT_EQ(desk.ask("joho isready\n"), "readyok\n");
    EXPECT_EQ(desk.ask("once upon a time isready\n"), "readyok\n");
    for (const std::size_t length : {15u, 16u, 17u, 31u, 32u, 33u, 5000u}) {
        const std::string any(length, 'x');
        EXPECT_EQ(desk.ask(any + " isready\n"), "readyok\n") << length;
        EXPECT_EQ(desk.ask("joho " + any + " isready\n"), "readyok\n") << length;
        EXPECT_EQ(desk.ask(any + " " + any + " isready\n"), "readyok\n") << length;
        EXPECT_EQ(desk.ask("joho " + any + "\n"), "info string error: unknown command 'joho'; try help\n") << length;
    }
    desk.ask("well, position startpos moves e2e4\n");
    EXPECT_EQ(desk.fen(), after_e4);
    EXPECT_EQ(desk.ask("isready joho\n"), "readyok\n");
}

TEST(UciShell, OurOwnWordsAreObeyedAtTheHeadOfALineOnly) {
    UciDesk desk;
    const std::string unknown = "info string error: unknown command 'x'; try help\n";
    for (const std::string_view word : {"d", "eval", "bench", "help", "status", "board", "bootloader"}) {
        EXPECT_EQ(desk.ask("x " + std::string{word} + "\n"), unknown);
    }
}

TEST(UciShell, AMisspeltWordDoesNothing) {
    UciDesk desk;
    desk.ask("position startpos moves e2e4\n");
    EXPECT_EQ(desk.ask("ucinewgam\n"), "info string error: unknown command 'ucinewgam'; try help\n");
    EXPECT_EQ(desk.ask("moves e2e4\n"), "info string error: unknown command 'moves'; try help\n");
    EXPECT_EQ(desk.ask("postion startpos moves d2d4\n"), "info string error: unknown command 'postion'; try help\n");
    EXPECT_EQ(desk.fen(), after_e4);
}

TEST(UciShell, NoiseOnTheLineIsNotEchoed) {
    UciDesk desk;
    EXPECT_EQ(desk.ask("\x01\xff\x7fgo\n"), "info string error: unknown command '???go'; try help\n");
}

TEST(UciShell, AByteOrderMarkBeforeALineIsPassedOver) {
    const std::string mark = "\xef\xbb\xbf";
    UciDesk desk;
    EXPECT_TRUE(has(desk.ask(mark + "uci\n"), "\nuciok\n"));
    EXPECT_EQ(desk.ask(mark + "isready\n"), "readyok\n");
    EXPECT_TRUE(has(desk.ask(mark + "d\n"), std::string{start})) << "our own words as well";
    EXPECT_EQ(desk.ask(mark + "\n"), "");
    EXPECT_EQ(desk.ask("x " + mark + "isready\n"), "info string error: unknown command 'x'; try help\n");
}

TEST(UciShell, APositionIsShownWithTheNameOfItsOpening) {
    UciDesk desk;
    EXPECT_FALSE(has(desk.ask("d\n"), "Opening: "));
    desk.ask("position startpos moves g1f3 b8c6 e2e4 e7e5 f1b5 g8f6\n");
    EXPECT_TRUE(has(desk.ask("d\n"), "\nOpening: C65 Ruy Lopez: Berlin Defence\nState: playing\n"));
}

TEST(UciShell, AnEndlessWordIsRefusedOnceAndTheNextLineIsHeard) {
    UciDesk desk;
    EXPECT_EQ(desk.ask(std::string(5000, 'x') + "\nisready\n"),
              "info string error: unknown command '" + std::string(16, 'x') + "'; try help\nreadyok\n");
    const std::string said = desk.ask("position startpos moves e2e4 " + std::string(40, 'a') + " e7e5\n");
    EXPECT_EQ(said, "info string error: too long: '" + std::string(32, 'a') + "...'\n");
    EXPECT_EQ(desk.fen(), start);
    EXPECT_TRUE(has(desk.ask("go depth " + std::string(40, '1') + "\n"), "error: too long"));
    EXPECT_FALSE(desk.shell->engine().searching());
}

TEST(UciShell, WorkBetweenAnyTwoCharactersChangesNothing) {
    const std::string script =
        "uci\nposition fen r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 3 17 moves e8g8 a1d1\nd\nsetoption name Move Overhead "
        "value 20\n"
        "position startpos moves e2e4 e7e5 g1f3\neval\nposition startpos moves e2e5\ngo perft 2\n";
    UciDesk at_once;
    UciDesk split;
    const std::string expected = at_once.ask(script);
    for (const char c : script) {
        split.send({&c, 1});
        split.work();
    }
    EXPECT_EQ(split.heard(), expected);
    EXPECT_EQ(split.fen(), at_once.fen());
}

TEST(UciShell, ALineCutAtAnyByteIsTheSameLine) {
    const std::string line = "position startpos moves e2e4 e7e5 e1e2\r\n";
    for (std::size_t cut = 0; cut <= line.size(); ++cut) {
        UciDesk desk;
        desk.send(line.substr(0, cut));
        desk.slices(3);
        desk.send(line.substr(cut));
        EXPECT_EQ(desk.fen(), "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPPKPPP/RNBQ1BNR b kq - 1 2") << cut;
        EXPECT_EQ(desk.heard(), "") << cut;
    }
}

TEST(UciShell, AQueueOfAFewBytesDelaysAnswersAndLosesNothing) {
    UciDesk<TestBoard<8>> narrow;
    UciDesk wide;
    narrow.board->serial.limit_pump(3);
    const std::string script = "uci\nd\nhelp\nfiddlesticks\ngo perft 1\n";
    const std::string expected = wide.ask(script);
    narrow.send(script);
    narrow.work();
    narrow.board->serial.limit_pump(100);
    EXPECT_EQ(narrow.heard(), expected);
}

// -----------------------------------------------------------------------------------------------------
// position

TEST(UciShell, PositionsAreSetUpWithTheirMoves) {
    UciDesk desk;
    EXPECT_EQ(desk.fen(), start);
    EXPECT_EQ(desk.ask("position startpos\n"), "");
    EXPECT_EQ(desk.fen(), start);
    EXPECT_EQ(desk.ask("position fen 4k3/P7/8/8/8/8/8/4K2R w K - 5 40 moves a7a8q e8e7 e1g1\n"), "");
    EXPECT_EQ(desk.fen(), "Q7/4k3/8/8/8/8/8/5RK1 b - - 2 41");
    EXPECT_EQ(desk.ask("position fen 4k3/8/8/8/8/8/8/4K3 w - - moves e1d1\n"), "");  // four fields
    EXPECT_EQ(desk.fen(), "4k3/8/8/8/8/8/8/3K4 b - - 1 1");
    EXPECT_EQ(desk.ask("position startpos moves\n"), "");
    EXPECT_EQ(desk.fen(), start);
}

TEST(UciShell, OperationsOfAnEpdArePassedOver) {
    const std::string fields = "4b1k1/1p3p2/4pPp1/p2pP1P1/P2P4/1P1B4/8/2K5 w - - ";
    UciDesk desk;
    for (const std::string& behind : {
             std::string{"0"},
             std::string{"bm Nf3; id \"x\";"},
             std::string{"bm Nf3; id \"two moves d3a6\"; moves c1d2"},
             std::string{"0 bm Nf3;"},
             std::string{"0 1 bm Nf3 ;"},
             std::string{"noop; hmvc 0; c0 \""} + std::string(500, 'x') + " " + std::string(90, 'y') + " z\";",
         }) {
        desk.ask("position startpos moves e2e4\n");
        EXPECT_EQ(desk.ask("position fen " + fields + behind + "\n"), "") << behind;
        const bool moved = has(behind, "; moves");
        EXPECT_EQ(desk.fen(), moved ? "4b1k1/1p3p2/4pPp1/p2pP1P1/P2P4/1P1B4/3K4/8 b - - 1 1" : fields + "0 1")
            << behind;
    }
    for (const std::string_view behind : {"bm Nf3", "x", "bm", "0 1 x 1", "bm Nf3; id", "bm Nf3 moves c1d2"}) {
        desk.ask("position startpos moves e2e4\n");
        EXPECT_EQ(desk.ask("position fen " + fields + std::string{behind} + "\n"),
                  "info string error: EPD: an operation does not end with ';'\n")
            << behind;
        EXPECT_EQ(desk.fen(), after_e4) << behind;
    }
    EXPECT_TRUE(
        has(desk.ask("position fen 4k3/8/8 w - - bm Nf3;\n"), "error: FEN: the board does not have eight ranks"));
    EXPECT_TRUE(has(desk.ask("position fen 4k3/8/8/8/8/8/8/4K3 w - bm Nf3;\n"), "error: FEN: the en passant field"));
    EXPECT_TRUE(has(desk.ask("position fen " + fields + "1; bm Nf3;\n"), "error: FEN: the halfmove clock"));
    EXPECT_EQ(desk.fen(), after_e4);
}

TEST(UciShell, TheLongestFenFits) {
    UciDesk desk;
    EXPECT_EQ(desk.ask("position   fen  r1b1k1n1/p1p1p1p1/1p1b1p1p/1n1p1q1r/R1N1P1Q1/P1P1B1P1/1P1P1P1P/1N1K1B1R   b  q "
                       " -  99   9999\n"),
              "");
    EXPECT_EQ(desk.fen(), "r1b1k1n1/p1p1p1p1/1p1b1p1p/1n1p1q1r/R1N1P1Q1/P1P1B1P1/1P1P1P1P/1N1K1B1R b q - 99 9999");
}

TEST(UciShell, ErrorsInAPositionLeaveTheGameAsItWas) {
    UciDesk desk;
    desk.ask("position startpos moves e2e4\n");
    for (const auto& [line, said] : std::vector<std::pair<std::string, std::string>>{
             {"position", "position takes startpos or fen"},
             {"position e2e4", "position takes startpos or fen, not 'e2e4'"},
             {"position startpos e2e4", "after the position comes 'moves', not 'e2e4'"},
             {"position startpos moves e2e4 e7e5 e1e3 e8e7", "no legal move: 'e1e3'"},
             {"position startpos moves e2e4 e7e5 0000", "no legal move: '0000'"},
             {"position startpos moves E2E4", "no legal move: 'E2E4'"},
             {"position fen", "FEN: a FEN has four fields, and behind them two counters that may be missing"},
             {"position fen moves e2e4",
              "FEN: a FEN has four fields, and behind them two counters that may be missing"},
             {"position fen 4k3/8/8/8/8/8/8/4K3",
              "FEN: a FEN has four fields, and behind them two counters that may be missing"},
             {"position fen 4k3/9/8/8/8/8/8/4K3 w - - 0 1 moves e1e2", "FEN: "},
             {"position fen 8/8/8/8/8/8/8/8 w - - 0 1", "FEN: a king is missing"},
             {"position fen " + std::string(5000, '8') + " moves e2e4", "FEN: too long"},
             {"position fen 4k3/8/8/8/8/8/8/4K3 w - - 0 1 moves e1e3", "no legal move: 'e1e3'"},
         }) {
        const std::string heard = desk.ask(line + "\n");
        EXPECT_EQ(heard.rfind("info string error: " + said, 0), 0u) << line << ": " << heard;
        EXPECT_EQ(count(heard, "\n"), 1u) << heard;
        EXPECT_EQ(desk.fen(), after_e4) << line;
    }
    EXPECT_EQ(desk.ask("isready\n"), "readyok\n");
}

TEST(UciShell, ALineOfSixThousandBytesNeedsNoBuffer) {
    std::string line = "position startpos moves";
    Position expected;
    expected.set_start();
    KeyHistory history;
    unsigned plies = 0;
    const std::string_view dance[] = {"g1f3", "g8f6", "f3g1", "f6g8"};
    const std::string_view pawns[] = {"a2a3", "a7a6", "b2b3", "b7b6", "c2c3", "c7c6", "d2d3",
                                      "d7d6", "e2e3", "e7e6", "g2g3", "g7g6", "h2h3", "h7h6"};
    const auto play = [&](std::string_view move) {
        line += " ";
        line += move;
        stackmate::play(expected, history, move_from_text(expected, move));
        ++plies;
    };
    for (std::size_t pair = 0; line.size() < 6000; pair += 2) {
        for (int round = 0; round < 20; ++round) {
            for (const std::string_view move : dance) {
                play(move);
            }
        }
        if (pair < std::size(pawns)) {
            play(pawns[pair]);
            play(pawns[pair + 1]);
        }
    }
    ASSERT_GT(plies, 1000u);
    UciDesk desk;
    EXPECT_EQ(desk.ask(line + "\n"), "");
    EXPECT_TRUE(desk.shell->engine().position() == expected);
    EXPECT_EQ(desk.shell->engine().state(), GameState::seventy_five_moves) << "it dances on";
}

TEST(UciShell, AGameThatIsPlayedOnAfterSeventyFiveMovesStaysOverAndIsAnswered) {
    for (const unsigned first : {99u, 149u, 150u}) {
        UciDesk desk;
        std::string line = "position fen 4k3/8/8/8/8/8/8/R3K3 w - - " + std::to_string(first) + " 99 moves";
        const std::string_view dance[] = {" a1a2", " e8d8", " a2a1", " d8e8"};
        for (unsigned ply = 1; ply <= 258; ++ply) {
            line += dance[(ply - 1) % 4];
            if (ply != 110 && ply < 254) {
                continue;
            }
            EXPECT_EQ(desk.ask(line + "\n"), "");
            EXPECT_EQ(desk.shell->engine().state(), GameState::seventy_five_moves) << first << '+' << ply;
            EXPECT_TRUE(has(desk.fen(), " 150 ")) << desk.fen();
            const Position& p = desk.shell->engine().position();
            EXPECT_GE(desk.shell->engine().history().count(p.key(), 1, p.halfmove()), 20u) << "repetitions are known";
            const std::string answer = desk.ask("go depth 2\n");
            EXPECT_TRUE(has(answer, "bestmove ") && !has(answer, "bestmove 0000")) << answer;
        }
    }
    UciDesk desk;
    EXPECT_TRUE(has(desk.ask("position fen 4k3/8/8/8/8/8/8/R3K3 w - - 255 200\n"), "from 0 to 150"));
    EXPECT_TRUE(has(desk.ask("position fen 4k3/8/8/8/8/8/8/R3K3 w - - 256 200\n"), "from 0 to 150"));
}

TEST(UciShell, ThePositionsFifthTimeEndsTheGame) {
    UciDesk desk;
    std::string line = "position startpos moves";
    for (int times = 2; times <= 6; ++times) {
        line += " g1f3 g8f6 f3g1 f6g8";
        desk.ask(line + "\n");
        EXPECT_EQ(desk.shell->engine().state(), times < 3   ? GameState::playing
                                                : times < 5 ? GameState::threefold_repetition
                                                            : GameState::fivefold_repetition)
            << times;
    }
}

TEST(UciShell, UcinewgameForgetsTheGame) {
    UciDesk desk;
    desk.ask("position startpos moves e2e4\nucinewgame\n");
    EXPECT_EQ(desk.fen(), start);
    EXPECT_EQ(desk.shell->engine().history().size(), 0u);
}

// ------------------------------------------------------------------------------------------------------
// options

TEST(UciShell, OptionsAreTakenInAnyCase) {
    UciDesk desk;
    EXPECT_EQ(desk.ask("setoption name Move Overhead value 0\nsetoption name move overhead value 5000\n"
                       "setoption name PONDER value True\nsetoption name Ponder value false\n"
                       "setoption name Threads value 1\nsetoption name Hash value 1\n"
                       "setoption name Clear Hash\nsetoption name clear hash value\n"),
              "");
}

TEST(UciShell, TheTimeAPositionTakesToArriveIsTakenOffTheClock) {
    UciDesk desk;
    const auto deadline = [&](const std::string& go) {
        desk.send(go + "\n");
        const std::uint32_t limit = desk.shell->engine().hard_limit_ms();
        desk.ask("stop\n");
        return limit;
    };
    desk.send("position startpos moves e2e4 ");
    desk.board->clock.pass(300);
    desk.send("e7e5\n");
    desk.board->clock.pass(5000);  // the person who types has time
    const std::uint32_t after_slow_line = deadline("go wtime 1000 btime 1 movestogo 1");
    EXPECT_EQ(after_slow_line, deadline("go wtime 700 btime 1 movestogo 1")) << "it is charged once";
    desk.send("position startpos moves e2e4 ");
    desk.board->clock.pass(300);
    desk.send("e7e5\n");
    EXPECT_EQ(deadline("go movetime 100"), 100u);
    desk.send("position startpos moves e2e4 ");
    desk.board->clock.pass(300);
    desk.send("e7e5\n");
    const std::uint32_t none_left = deadline("go wtime 200");
    EXPECT_EQ(none_left, deadline("go wtime 0"));
}

TEST(UciShell, TheMoveOverheadIsTakenOffTheClock) {
    UciDesk desk;
    desk.send("setoption name Move Overhead value 400\ngo wtime 500 movestogo 1\n");
    EXPECT_LE(desk.board->deadline.remaining_ms(), 100u);
    EXPECT_TRUE(desk.board->deadline.armed());
    desk.send("stop\nsetoption name Move Overhead value 0\ngo wtime 500 movestogo 1\n");
    EXPECT_GT(desk.board->deadline.remaining_ms(), 100u);
    desk.send("stop\n");
    desk.send("setoption name Move Overhead value 5001\ngo wtime 500 movestogo 1\n");  // 5000 then
    EXPECT_LE(desk.board->deadline.remaining_ms(), 100u);
}

TEST(UciShell, ErrorsInOptionsAreToldOnce) {
    UciDesk desk;
    for (const auto& [line, said] : std::vector<std::pair<std::string, std::string>>{
             {"setoption", "setoption takes 'name'"},
             {"setoption Hash 3", "setoption takes 'name', not 'Hash'"},
             {"setoption name", "there is no option ''"},
             {"setoption name Sorcery value 9000", "there is no option 'Sorcery'"},
             {"setoption name Dark Sorcery", "there is no option 'Dark Sorcery'"},
             {"setoption name Move value 9", "there is no option 'Move'"},
             {"setoption name Move Overhead", "Move Overhead takes a number from 0 to 5000"},
             {"setoption name Move Overhead value", "Move Overhead takes a number from 0 to 5000"},
             {"setoption name Move Overhead value 1 2", "Move Overhead takes a number from 0 to 5000, not '1 2'"},
             {"setoption name Threads value two", "Threads takes a number from 1 to 1, not 'two'"},
             {"setoption name MultiPV value", "MultiPV takes a number from 1 to 1"},
             {"setoption name UCI_Elo value high", "UCI_Elo takes a number from " + std::to_string(lowest_elo) + " to "
                                                       + std::to_string(highest_elo<TestBoard<>>) + ", not 'high'"},
             {"setoption name UCI_ShowWDL value 1", "UCI_ShowWDL takes true or false, not '1'"},
             {"setoption name Ponder value maybe", "Ponder takes true or false, not 'maybe'"},
             {"setoption name Hash value much", "Hash takes a number from 1 to 1, not 'much'"},
             {"setoption name " + std::string(100, 'n'), "too long: '" + std::string(32, 'n') + "...'"},
             {"setoption name a b c d e f g h i j k l m n o p q r s t",
              "too long: 'a b c d e f g h i j k l m n o p...'"},
         }) {
        EXPECT_EQ(desk.ask(line + "\n"), "info string error: " + said + "\n") << line;
    }
}

TEST(UciShell, WhatIsTooMuchOrTooLittleIsClampedWithAWord) {
    UciDesk desk;
    for (const auto& [line, said] : std::vector<std::pair<std::string, std::string>>{
             {"setoption name Threads value 4", "info string Threads is 1 here\n"},
             {"setoption name Threads value 0", "info string Threads is 1 here\n"},
             {"setoption name Threads value 1", ""},
             {"setoption name Threads value -1", "info string Threads is 1 here\n"},
             {"setoption name Threads value 99999999999999999999", "info string Threads is 1 here\n"},
             {"setoption name Move Overhead value -1", "info string Move Overhead is 0 here\n"},
             {"setoption name Move Overhead value 60000", "info string Move Overhead is 5000 here\n"},
             {"setoption name Hash value 512", "info string Hash is 2048 bytes here\n"},
             {"setoption name Hash value 1", ""},
             {"setoption name MultiPV value 5", "info string MultiPV is 1 here\n"},
             {"setoption name UCI_Elo value 3000",
              "info string UCI_Elo is " + std::to_string(highest_elo<TestBoard<>>) + " here\n"},
             {"setoption name UCI_Elo value 20", "info string UCI_Elo is " + std::to_string(lowest_elo) + " here\n"},
             {"setoption name UCI_ShowWDL value true", ""},
             {"setoption name UCI_AnalyseMode value true", ""},
             {"setoption name Ponder value false", ""},
         }) {
        EXPECT_EQ(desk.ask(line + "\n"), said) << line;
    }
}

TEST(UciShell, ABoardTellsItsNameForAProgramThatKnowsSeveral) {
    UciDesk<TestBoard<1024, 8192>> desk;
    EXPECT_EQ(desk.ask("uci\n").rfind("id name Stackmate " STACKMATE_VERSION " on test\n", 0), 0u);
}

TEST(UciShell, ChancesAreShownWhereTheyAreWanted) {
    UciDesk desk;
    EXPECT_FALSE(has(desk.ask("go depth 2\n"), "wdl"));
    desk.ask("setoption name UCI_ShowWDL value true\n");
    EXPECT_TRUE(has(desk.ask(std::string(mate_in_one) + "go depth 3\n"), " score mate 1 wdl 1000 0 0 nodes "));
    const std::string said = desk.ask("position startpos\ngo depth 3\n");
    std::istringstream words(said.substr(said.rfind(" wdl ") + 5));
    int win = 0, draw = 0, loss = 0;
    ASSERT_TRUE(words >> win >> draw >> loss) << said;
    EXPECT_EQ(win + draw + loss, 1000);
    EXPECT_GT(draw, 300) << said;
}

TEST(UciShell, ALimitedStrengthIsWeakAndTheNextGameOverlooksOtherMoves) {
    const std::string queen_hangs = "position fen 4k3/8/8/3q4/8/2N5/PPPP1PPP/4K2R w - - 0 1\n";
    UciDesk<TestBoard<>, Full> desk;
    EXPECT_TRUE(has(desk.ask(queen_hangs + "go nodes 2000\n"), "bestmove c3d5"));
    desk.ask("setoption name UCI_LimitStrength value true\nsetoption name UCI_Elo value 0\n");
    int overlooked = 0;
    for (int game = 0; game < 40; ++game) {
        desk.board->clock.pass(7);
        const std::string said = desk.ask("ucinewgame\n" + queen_hangs + "go movetime 60000\n");
        EXPECT_EQ(count(said, "bestmove "), 1u) << said;
        EXPECT_FALSE(has(said, "info depth 2 ")) << said;
        overlooked += !has(said, "bestmove c3d5");
    }
    EXPECT_GT(overlooked, 3);
    EXPECT_LT(overlooked, 37);
    desk.ask("setoption name UCI_LimitStrength value false\n");
    EXPECT_TRUE(has(desk.ask(queen_hangs + "go nodes 2000\n"), "bestmove c3d5"));
}

TEST(UciShell, SeveralLinesAreToldWithTheirOwnMovesAndTheBestIsTheAnswer) {
    UciDesk<TestBoard<>, Full> desk;
    EXPECT_FALSE(has(desk.ask("go depth 4\n"), "multipv"));
    EXPECT_EQ(desk.ask("setoption name MultiPV value 3\n"), "");
    const std::string said = desk.ask(std::string(mate_in_one) + "go depth 6\n");
    std::array<std::string, 4> first{};
    for (const std::string& line : lines_of(said)) {
        if (!has(line, "info depth 6 ") || has(line, "bound")) continue;
        std::istringstream words(line.substr(line.find(" multipv ") + 9));
        std::size_t number = 0;
        ASSERT_TRUE(words >> number && number >= 1 && number <= 3) << line;
        first[number] = line.substr(line.find(" pv ") + 4, 4);
    }
    EXPECT_EQ(first[1], "a1a8");
    EXPECT_FALSE(first[2].empty() || first[3].empty()) << said;
    EXPECT_TRUE(first[1] != first[2] && first[2] != first[3] && first[1] != first[3]) << said;
    EXPECT_TRUE(has(said, " multipv 1 score mate 1 "));
    EXPECT_TRUE(has(said, "bestmove a1a8"));
    const std::string one_reply = desk.ask("position fen 6rk/8/8/8/8/8/8/r6K w - - 0 1\ngo depth 3\n");
    EXPECT_TRUE(has(one_reply, "bestmove h1h2")) << "fewer moves than lines";
    EXPECT_FALSE(has(one_reply, "multipv"));
    const std::string some = desk.ask("position startpos\ngo depth 3 searchmoves a2a3 h2h3\n");
    EXPECT_TRUE(has(some, " multipv 2 ") && !has(some, " multipv 3 ")) << some;
    desk.ask("go infinite");
    desk.send("\n");
    desk.slices(3000);
    desk.heard();
    desk.send("stop\n");
    const std::string stopped = desk.heard();
    const auto info = stopped.rfind(" pv ");
    if (info != std::string::npos) {
        EXPECT_EQ(stopped.substr(info + 4, 4), stopped.substr(stopped.find("bestmove ") + 9, 4)) << stopped;
    }
    desk.ask("setoption name MultiPV value 1\n");
    EXPECT_TRUE(desk.ask("bench\n").starts_with(std::to_string(stackmate::test::pinned_signature("Full")) + " "))
        << "and bench has one line in any case";
}

TEST(UciShell, InChess960CastlingIsKingTakesRook) {
    UciDesk desk;
    const std::string fen = "position fen 1r3k2/8/8/8/8/8/8/1R3KR1 w GBb - 0 1";
    EXPECT_EQ(desk.ask(fen + "\n"),
              "info string error: FEN (UCI_Chess960 is off): a castling right without its king or "
              "rook at home\n");
    EXPECT_EQ(desk.ask("setoption name UCI_Chess960 value true\n" + fen + "\n"), "");
    EXPECT_TRUE(has(desk.ask("go perft 1\n"), "f1g1: 1\n"));
    EXPECT_EQ(desk.ask(fen + " moves f1g1\n"), "");
    EXPECT_EQ(desk.fen(), "1r3k2/8/8/8/8/8/8/1R3RK1 b q - 1 1");
    EXPECT_TRUE(has(desk.ask(fen + "\ngo depth 2 searchmoves f1b1\n"), "pv f1b1"));
    EXPECT_TRUE(has(desk.ask(fen + "\ngo depth 2 searchmoves f1b1\n"), "bestmove f1b1"));
    const std::string usual = "position startpos moves e2e4 e7e5 g1f3 b8c6 f1c4 f8c5 ";
    EXPECT_EQ(desk.ask(usual + "e1h1\n"), "");
    EXPECT_EQ(desk.ask(usual + "e1g1\n"), "info string error: no legal move: 'e1g1'\n");
    desk.ask("setoption name UCI_Chess960 value false\n");
    EXPECT_EQ(desk.ask(usual + "e1g1\n"), "");
    EXPECT_EQ(desk.ask(usual + "e1h1\n"), "info string error: no legal move: 'e1h1'\n");
}

TEST(UciShell, TheMoveThatIsSearchedIsToldInALongSearch) {
    UciDesk<TestBoard<>, Full> desk;
    desk.send("position startpos\ngo infinite\n");
    desk.slices(200);
    EXPECT_FALSE(has(desk.heard(), "currmove"));
    desk.board->clock.pass(2000);
    desk.slices(2000);
    const std::string said = desk.heard();
    ASSERT_TRUE(has(said, " currmove ")) << said;
    const std::string words = said.substr(said.find(" currmove ") + 10);
    EXPECT_TRUE(has(words.substr(0, 30), " currmovenumber ")) << words;
    desk.send("stop\n");
}

TEST(UciShell, ABoardWithTheBookOffersItAndLeavesItOff) {
    UciDesk<BookBoard> desk;
    EXPECT_TRUE(has(desk.ask("uci\n"), "option name OwnBook type check default false\n"));
    const std::string said = desk.ask("position startpos\ngo depth 2\n");
    EXPECT_TRUE(has(said, "info depth 2 ")) << said;
    EXPECT_FALSE(has(said, "book")) << said;
}

TEST(UciShell, ABoardWithoutTheBookKnowsNoSuchOption) {
    UciDesk desk;
    EXPECT_FALSE(has(desk.ask("uci\n"), "OwnBook"));
    EXPECT_EQ(desk.ask("setoption name OwnBook value true\n"), "info string error: there is no option 'OwnBook'\n");
}

TEST(UciShell, OwnBookTakesTrueOrFalse) {
    UciDesk<BookBoard> desk;
    EXPECT_EQ(desk.ask("setoption name OwnBook value maybe\n"),
              "info string error: OwnBook takes true or false, not 'maybe'\n");
    EXPECT_EQ(desk.ask("setoption name ownbook value True\n"), "");
    EXPECT_TRUE(has(desk.ask("go depth 2\n"), "info string book\n"));
    EXPECT_EQ(desk.ask("setoption name OwnBook value false\n"), "");
    EXPECT_FALSE(has(desk.ask("go depth 2\n"), "info string book\n"));
}

TEST(UciShell, TheBookAnswersAtOnceAndNotAlwaysTheSame) {
    UciDesk<BookBoard> desk;
    desk.send("setoption name OwnBook value true\n");
    std::set<std::string> answers;
    for (int game = 0; game < 30; ++game) {
        desk.board->clock.pass(1);
        desk.send("position startpos\n");
        desk.heard();
        desk.send("go wtime 60000 btime 60000\n");  // no slice: the answer is there already
        const std::string said = desk.heard();
        const std::vector<std::string> lines = lines_of(said);
        ASSERT_EQ(lines.size(), 2u) << said;
        EXPECT_EQ(lines[0], "info string book");
        ASSERT_EQ(lines[1].rfind("bestmove ", 0), 0u) << said;
        EXPECT_EQ(desk.ask("position startpos moves " + lines[1].substr(9) + "\n"), "") << "a legal move";
        answers.insert(lines[1]);
    }
    EXPECT_GE(answers.size(), 3u);
}

TEST(UciShell, TheBookIsSilentWhereASearchIsAskedForOrThePositionIsStrange) {
    UciDesk<BookBoard> desk;
    desk.send("setoption name OwnBook value true\n");
    for (const char* const go : {"go infinite", "go ponder wtime 1000", "go mate 1", "go depth 1 searchmoves a2a3"}) {
        desk.heard();
        desk.send("position startpos\n" + std::string(go) + "\n");
        desk.slices(200);
        desk.send("stop\n");
        const std::string said = desk.heard();
        EXPECT_FALSE(has(said, "book")) << said;
        EXPECT_TRUE(has(said, "bestmove ")) << said;
    }
    EXPECT_EQ(desk.ask(std::string(mate_in_one) + "go depth 2\n").rfind("info depth", 0), 0u);
}

TEST(UciShell, ASolvedEndingIsNotLetSlip) {
    // 1.c8Q looks best to a short search, and draws; other moves win (Saavedra).
    UciDesk<RichBoard, Full> desk;
    EXPECT_TRUE(has(desk.ask("uci\n"), "option name Endings type check default true\n"));
    constexpr std::string_view saavedra = "position fen 8/2P5/8/8/3r4/8/2K5/k7 w - - 0 1\n";
    EXPECT_FALSE(has(desk.ask(std::string(saavedra) + "go depth 1\n"), "bestmove c7c8q"));
    EXPECT_TRUE(has(desk.ask("go depth 1 searchmoves c7c8q\n"), "bestmove c7c8q")) << "what is asked for is searched";
    EXPECT_EQ(desk.ask("setoption name endings value false\n"), "");
    EXPECT_TRUE(has(desk.ask("go depth 1\n"), "bestmove c7c8q"));
}

TEST(UciShell, AWeakPlayerMayLetASolvedEndingSlip) {
    UciDesk<RichBoard, Full> desk;
    desk.send("setoption name UCI_LimitStrength value true\nsetoption name UCI_Elo value 1900\n");
    desk.heard();
    EXPECT_TRUE(has(desk.ask("position fen 8/2P5/8/8/3r4/8/2K5/k7 w - - 0 1\ngo depth 1\n"), "bestmove c7c8q"));
}

TEST(UciShell, ATinyEngineKnowsNoSolvedEndings) {
    UciDesk desk;
    EXPECT_FALSE(has(desk.ask("uci\n"), "Endings"));
    EXPECT_EQ(desk.ask("setoption name Endings value true\n"), "info string error: there is no option 'Endings'\n");
}

TEST(UciShell, ABoardWithMemoryOffersIt) {
    UciDesk<RichBoard> desk;
    EXPECT_EQ(desk.shell->engine().table_bytes(), std::size_t{16} << 20);
    EXPECT_TRUE(has(desk.ask("uci\n"), "option name Hash type spin default 16 min 1 max 1024\n"));
    EXPECT_EQ(desk.ask("setoption name hash value 2\n"), "");
    EXPECT_EQ(desk.shell->engine().table_bytes(), std::size_t{2} << 20);
    EXPECT_EQ(desk.ask("setoption name Hash value 128\n"),
              "info string error: not enough memory for a Hash of '128' MB\n");
    EXPECT_EQ(desk.shell->engine().table_bytes(), std::size_t{2} << 20);
    EXPECT_EQ(desk.ask("setoption name Hash value 0\n"), "info string Hash is 1 here\n");
    EXPECT_EQ(desk.shell->engine().table_bytes(), std::size_t{1} << 20);
}

TEST(UciShell, ClearHashForgetsWhatWasSearched) {
    UciDesk<RichBoard> desk;
    desk.ask("setoption name Hash value 1\n");
    const std::string first = desk.ask("go depth 9\n");
    const std::string known = desk.ask("go depth 9\n");
    const std::string again = desk.ask("setoption name Clear Hash\ngo depth 9\n");
    const auto nodes = [](const std::string& said) {
        const auto at = said.rfind(" nodes ");
        return std::stoull(said.substr(at + 7));
    };
    EXPECT_LT(nodes(known) * 2, nodes(first));
    EXPECT_GT(nodes(again), nodes(known) * 2);
}

// -------------------------------------------------------------------------------------------------------
// search

TEST(UciShell, ASearchToADepthTellsEveryIterationAndAnswers) {
    UciDesk desk;
    const std::string said = desk.ask("position startpos moves e2e4\ngo depth 4\n");
    const std::vector<std::string> lines = lines_of(said);
    unsigned depth = 0;
    for (std::size_t i = 0; i + 1 < lines.size(); ++i) {  // a better move in mid-iteration is told as well
        const std::string same = "info depth " + std::to_string(depth) + " seldepth ";
        if (depth == 0 || lines[i].rfind(same, 0) != 0) {
            EXPECT_EQ(lines[i].rfind("info depth " + std::to_string(++depth) + " seldepth ", 0), 0u) << lines[i];
        }
        for (const std::string_view word : {" score cp ", " nodes ", " nps ", " hashfull ", " time ", " pv "}) {
            EXPECT_TRUE(has(lines[i], word)) << word;
        }
    }
    EXPECT_EQ(depth, 4u);
    ASSERT_GE(lines.size(), 5u) << said;
    const std::string& last = lines[lines.size() - 2];
    const std::string line = last.substr(last.find(" pv ") + 4);
    EXPECT_EQ(lines.back().rfind("bestmove " + line.substr(0, 4), 0), 0u) << said;
    EXPECT_TRUE(has(lines.back(), " ponder " + line.substr(5, 4))) << said;
    EXPECT_FALSE(desk.shell->engine().searching());
    EXPECT_EQ(desk.fen(), after_e4);
}

TEST(UciShell, MatesAreCountedInMovesFromEitherSide) {
    UciDesk desk;
    EXPECT_TRUE(has(desk.ask(std::string(mate_in_one) + "go depth 3\n"), " score mate 1 "));
    desk.ask("position fen 7k/8/8/8/8/8/R7/1R2K3 w - - 0 1\n");
    EXPECT_TRUE(has(desk.ask("go depth 5\n"), " score mate 2 "));
    desk.ask("position fen kbK5/pp6/RP6/8/8/8/8/8 b - - 0 1\n");
    EXPECT_TRUE(has(desk.ask("go depth 4\n"), " score mate -1 "));
}

TEST(UciShell, WithoutALegalMoveTheAnswerIsFourNoughtsAndTheScoreSaysWhy) {
    UciDesk desk;
    for (const auto& [fen, score] : {std::pair{"7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "cp 0"},
                                     std::pair{"R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1", "mate 0"}}) {
        const std::string answer = "info depth 0 score " + std::string(score) + "\nbestmove 0000\n";
        EXPECT_EQ(desk.ask("position fen " + std::string(fen) + "\ngo depth 2\n"), answer);
        EXPECT_EQ(desk.ask("go infinite\n"), "");
        EXPECT_EQ(desk.ask("stop\n"), answer);
    }
}

TEST(UciShell, SearchmovesConfinesTheAnswer) {
    UciDesk desk;
    desk.ask(mate_in_one);
    EXPECT_TRUE(has(desk.ask("go searchmoves h2h3 depth 3\n"), "bestmove h2h3"));
    EXPECT_TRUE(has(desk.ask("go depth 3\n"), "bestmove a1a8"));
}

TEST(UciShell, SearchmovesLeavesOutWhatIsNoLegalMoveAndNamesIt) {
    UciDesk desk;
    desk.ask(mate_in_one);
    const std::string said = desk.ask("go searchmoves a1a9 h2h3 quickly depth 3\n");
    EXPECT_TRUE(
        said.starts_with("info string searchmoves: no legal move: 'a1a9'\n"
                         "info string searchmoves: no legal move: 'quickly'\ninfo depth 1 "))
        << said;
    EXPECT_TRUE(has(said, "\nbestmove h2h3"));
    EXPECT_FALSE(has(said, "error"));
    EXPECT_EQ(desk.ask("go depth 3 searchmoves a1a9 depth 4\n"),
              "info string searchmoves: no legal move: 'a1a9'\n"
              "info string error: searchmoves: no legal move is left\nbestmove 0000\n");
}

TEST(UciShell, AMoveIsPlayedWhenTheMovesToGoAreBelowZero) {
    UciDesk desk;
    const std::string said = desk.ask("go wtime 60 btime 60 movestogo -5 depth 2\n");
    EXPECT_FALSE(has(said, "error") || has(said, "bestmove 0000")) << said;
}

TEST(UciShell, ErrorsInGoStartNoSearch) {
    UciDesk desk;
    constexpr std::string_view first_moves = " a2a3 a2a4 b2b3 b2b4 c2c3 c2c4 d2d3 d2d4 e2e3 e2e4 f2f3 f2f4 g2g3 g2g4";
    constexpr std::size_t move_length = 5;
    static_assert(Quick::max_search_moves * move_length <= first_moves.size());
    const std::string too_many =
        "go searchmoves" + std::string(first_moves.substr(0, Quick::max_search_moves * move_length)) + " g1f3";
    for (const auto& [line, said] : std::vector<std::pair<std::string, std::string>>{
             {"go quickly", "go does not know 'quickly'"},
             {"go depth", "go depth takes a number from 1 to 65535"},
             {"go depth x infinite", "go depth takes a number from 1 to 65535, not 'x'"},
             {"go nodes 0", "go nodes takes a number from 1 to 18446744073709551615, not '0'"},
             {"go wtime 99999999999", "go wtime takes a number from 0 to 2147483647, not '99999999999'"},
             {"go searchmoves", "searchmoves: no legal move is left"},
             {"go searchmoves depth 3", "searchmoves: no legal move is left"},
             {too_many, "searchmoves: too many with 'g1f3'"},
             {"go perft 0", "go perft takes a number from 1 to 65535, not '0'"},
         }) {
        EXPECT_EQ(desk.ask(line + "\n"), "info string error: " + said + "\nbestmove 0000\n") << line;
        EXPECT_FALSE(desk.shell->engine().searching());
        EXPECT_FALSE(desk.board->deadline.armed());
    }
}

TEST(UciShell, WhatWouldDisturbASearchIsRefused) {
    UciDesk desk;
    desk.ask("position startpos moves e2e4\n");
    desk.send("go infinite\n");
    desk.slices(5);
    desk.heard();
    for (const std::string line :
         {"position startpos", "position startpos moves d2d4", "go depth 1", "ucinewgame", "d", "eval", "bench",
          "setoption name Hash value 1", "setoption name Clear Hash", "help"}) {
        desk.send(line + "\n");
        const std::string word = line.substr(0, line.find(' '));
        EXPECT_EQ(desk.heard(), "info string error: not while the engine works: '" + word + "'; stop it first\n");
        EXPECT_TRUE(desk.shell->engine().searching());
    }
    desk.send("stop\n");
    EXPECT_EQ(count(desk.heard(), "bestmove"), 1u);
    EXPECT_EQ(desk.fen(), after_e4);
}

TEST(UciShell, SomeThingsAreAnsweredWhileItSearches) {
    UciDesk desk;
    desk.send("go infinite\n");
    desk.slices(3);
    desk.heard();
    desk.send("isready\ndebug on\nponderhit\nuci\n");
    const std::string said = desk.heard();
    EXPECT_EQ(said.rfind("readyok\nid name", 0), 0u) << said;
    EXPECT_TRUE(said.ends_with("uciok\n"));
    EXPECT_TRUE(desk.shell->engine().searching());
}

// ------------------------------------------------------------------------------ stop, in every order it may
// come

TEST(UciShell, StopBringsExactlyOneAnswer) {
    UciDesk desk;
    desk.send("go infinite\n");
    desk.slices(50);
    EXPECT_EQ(count(desk.heard(), "bestmove"), 0u);
    desk.send("stop\nstop\n");
    desk.work();
    EXPECT_EQ(count(desk.heard(), "bestmove"), 1u);
}

TEST(UciShell, StopInTheSameBurstAsItsGoEndsThatSearch) {
    UciDesk desk;
    desk.arrive("go infinite\nstop\n");  // the interrupt raises the flag before go is read
    desk.read();
    EXPECT_EQ(count(desk.heard(), "bestmove"), 1u);
    EXPECT_FALSE(desk.shell->engine().searching());
}

TEST(UciShell, AStopThatWaitsUnreadBehindItsGoWaitsForOneNodeOnly) {
    UciDesk desk;
    desk.send("go infinite\n");  // has lowered a flag that the interrupt had raised for the stop behind it
    desk.slices(1);
    EXPECT_LE(desk.shell->engine().report(0).nodes, 1u);
    desk.slices(1);
    EXPECT_GT(desk.shell->engine().report(0).nodes, 1u);
}

TEST(UciShell, TheInterruptsStopEndsTheSearchBeforeTheLineIsRead) {
    UciDesk desk;
    desk.send("go infinite\n");
    desk.slices(5);
    desk.heard();
    desk.arrive("stop\n");
    desk.slices(2);
    EXPECT_EQ(count(desk.heard(), "bestmove"), 1u);
    desk.read();  // the line itself is late, and no matter any more
    desk.work();
    EXPECT_EQ(desk.heard(), "");
}

TEST(UciShell, AStopReadLateDoesNotHarmTheNextSearch) {
    UciDesk desk;
    desk.send("go infinite\n");
    desk.slices(5);
    desk.arrive("stop\n");
    desk.slices(2);
    desk.heard();
    desk.arrive("go depth 3\n");
    desk.read();
    desk.work();
    const std::string said = desk.heard();
    EXPECT_TRUE(has(said, "info depth 3 ")) << said;
    EXPECT_EQ(count(said, "bestmove"), 1u);
}

TEST(UciShell, StopAndTheNextGoInOneBurstGiveTwoAnswers) {
    UciDesk desk;
    desk.send("go infinite\n");
    desk.slices(5);
    desk.heard();
    desk.arrive("stop\nposition startpos moves e2e4\ngo depth 3\n");
    desk.read();
    desk.work();
    const std::string said = desk.heard();
    EXPECT_EQ(count(said, "bestmove"), 2u) << said;
    EXPECT_EQ(count(said, "error"), 0u) << said;
    EXPECT_TRUE(has(said, "info depth 3 ")) << said;
    EXPECT_EQ(desk.fen(), after_e4);
}

TEST(UciShell, TheFlagOfAnOldStopDoesNotEndANewSearch) {
    UciDesk desk;
    desk.ask("go depth 1\n");
    desk.arrive("stop\ngo depth 3\n");
    desk.read();
    desk.work();
    EXPECT_TRUE(has(desk.heard(), "info depth 3 "));
    desk.arrive("go infinite\nstop\ngo infinite\n");
    desk.read();
    desk.slices(20);
    EXPECT_EQ(count(desk.heard(), "bestmove"), 1u);
    EXPECT_TRUE(desk.shell->engine().searching());
}

TEST(UciShell, AStopWithWordsBehindItIsAStop) {
    UciDesk desk;
    desk.send("go infinite\n");
    desk.slices(5);
    desk.send("  stop  now\r\n");
    EXPECT_EQ(count(desk.heard(), "bestmove"), 1u);
}

TEST(UciShell, StopAndPonderhitWithoutASearchAreNoMatter) {
    UciDesk desk;
    EXPECT_EQ(desk.ask("stop\nponderhit\nstop\n"), "");
    EXPECT_TRUE(has(desk.ask("go depth 2\n"), "info depth 2 "));
}

TEST(UciShell, InfiniteKeepsSilentWhenAllIsSearchedAndLetsTheBoardSleep) {
    UciDesk desk;
    desk.ask(mate_in_one);
    desk.send("go infinite depth 2\n");
    desk.work();  // ends: nothing to do
    EXPECT_EQ(count(desk.heard(), "bestmove"), 0u);
    EXPECT_TRUE(desk.shell->engine().searching());
    desk.arrive("stop\n");
    EXPECT_TRUE(desk.shell->slice());
    EXPECT_EQ(desk.heard(), "bestmove a1a8\n");
}

TEST(UciShell, QuitEndsTheSearch) {
    UciDesk desk;
    EXPECT_FALSE(desk.shell->quit_requested());
    desk.send("go infinite\n");
    desk.slices(3);
    desk.send("quit\n");
    EXPECT_TRUE(desk.shell->quit_requested());
    EXPECT_FALSE(desk.shell->engine().searching());
    EXPECT_EQ(count(desk.heard(), "bestmove"), 1u);
}

// --------------------------------------------------------------------------------------------- time and
// pondering

/// Slices of a millisecond each; the search knows from them how long the next one may take.
template <class TheDesk>
void work_for(TheDesk& desk, std::uint32_t ms) {
    for (; ms > 0; --ms) {
        desk.board->clock.pass(1);
        desk.shell->slice();
    }
}

TEST(UciShell, TheDeadlineIsArmedForTheMoveTimeAndEndsTheSearch) {
    UciDesk desk;
    desk.send("go movetime 100\n");
    EXPECT_EQ(desk.board->deadline.remaining_ms(), 100u);
    desk.slices(20);
    work_for(desk, 99);
    EXPECT_EQ(count(desk.heard(), "bestmove"), 0u);
    desk.board->clock.pass(1);
    desk.slices(1);
    EXPECT_EQ(count(desk.heard(), "bestmove"), 1u);
    EXPECT_FALSE(desk.board->deadline.armed());
}

TEST(UciShell, MoveTimeZeroAnswersAtOnceWithALegalMove) {
    UciDesk desk;
    desk.send("go movetime 0\n");
    desk.slices(1);
    EXPECT_TRUE(has(desk.heard(), "bestmove "));
}

TEST(UciShell, TheDeadlineOfASearchThatEndedIsTakenBack) {
    UciDesk desk;
    desk.ask("go depth 2 movetime 1000\n");
    EXPECT_FALSE(desk.board->deadline.armed());
    desk.send("go movetime 1000\n");
    desk.slices(5);
    desk.send("stop\n");
    EXPECT_FALSE(desk.board->deadline.armed());
    desk.heard();
    desk.send("go infinite\n");
    desk.board->clock.pass(2000);
    desk.slices(20);
    EXPECT_EQ(count(desk.heard(), "bestmove"), 0u);
}

TEST(UciShell, TheSideToMoveHasItsOwnClock) {
    UciDesk desk;
    desk.send("position startpos moves e2e4\ngo wtime 3600000 btime 600\n");
    EXPECT_TRUE(desk.board->deadline.armed());
    EXPECT_LE(desk.board->deadline.remaining_ms(), 600u);
}

TEST(UciShell, AnEmptyClockStillBringsAMove) {
    UciDesk desk;
    desk.send("go wtime -250 btime 1000\n");
    EXPECT_TRUE(desk.board->deadline.armed());
    desk.board->clock.pass(desk.board->deadline.remaining_ms());
    desk.slices(1);
    EXPECT_EQ(count(desk.heard(), "bestmove"), 1u);
}

TEST(UciShell, WithoutATimeThereIsNoDeadline) {
    UciDesk desk;
    for (const std::string_view go :
         {"go infinite movetime 50\n", "go depth 30\n", "go nodes 1000000\n", "go ponder movetime 50\n"}) {
        desk.send(go);
        EXPECT_FALSE(desk.board->deadline.armed()) << go;
        desk.send("stop\n");
    }
}

TEST(UciShell, PonderingWaitsForTheHitAndTheClockRunsFromThere) {
    UciDesk desk;
    desk.send("go ponder movetime 100\n");
    desk.board->clock.pass(5000);
    desk.slices(50);
    EXPECT_EQ(count(desk.heard(), "bestmove"), 0u);
    desk.send("ponderhit\n");
    EXPECT_EQ(desk.board->deadline.remaining_ms(), 100u);
    work_for(desk, 60);
    EXPECT_EQ(count(desk.heard(), "bestmove"), 0u);
    desk.send("ponderhit\n");  // a second one moves nothing
    EXPECT_EQ(desk.board->deadline.remaining_ms(), 40u);
    desk.board->clock.pass(40);
    desk.slices(1);
    EXPECT_EQ(count(desk.heard(), "bestmove"), 1u);
}

TEST(UciShell, PonderhitWithoutPonderingDoesNotMoveTheDeadline) {
    UciDesk desk;
    desk.send("go movetime 100\n");
    desk.board->clock.pass(30);
    desk.send("ponderhit\n");
    EXPECT_EQ(desk.board->deadline.remaining_ms(), 70u);
}

TEST(UciShell, PonderingInOneBurstWithItsHitOrItsStop) {
    UciDesk desk;
    desk.arrive("go ponder movetime 100\nponderhit\n");
    desk.read();
    EXPECT_EQ(desk.board->deadline.remaining_ms(), 100u);
    desk.arrive("stop\ngo ponder movetime 100\nstop\n");
    desk.read();
    EXPECT_EQ(count(desk.heard(), "bestmove"), 2u);
    EXPECT_FALSE(desk.board->deadline.armed());
}

TEST(UciShell, APonderSearchThatIsDoneWaitsForTheHit) {
    UciDesk desk;
    desk.ask(mate_in_one);
    desk.send("go ponder wtime 1000 btime 1000 depth 2\n");
    desk.work();
    EXPECT_EQ(count(desk.heard(), "bestmove"), 0u);
    desk.send("ponderhit\n");
    desk.work();
    EXPECT_EQ(desk.heard(), "bestmove a1a8\n");
}

// ------------------------------------------------------------------------------------------------- lines
// left out

TEST(UciShell, InfoLinesThatDoNotFitTheQueueAreLeftOutWhole) {
    UciDesk<TestBoard<128>> desk;
    desk.board->serial.limit_pump(1);
    desk.send("go depth 5\n");
    desk.work();
    desk.board->serial.limit_pump(1000);
    const std::vector<std::string> lines = lines_of(desk.heard());
    ASSERT_GE(lines.size(), 2u);
    EXPECT_LT(lines.size(), 6u) << "nothing was left out";
    for (std::size_t i = 0; i + 1 < lines.size(); ++i) {
        EXPECT_EQ(lines[i].rfind("info depth ", 0), 0u) << lines[i];
        EXPECT_TRUE(has(lines[i], " pv ")) << lines[i];
    }
    EXPECT_TRUE(has(lines[lines.size() - 2], "info depth 5 "));  // the last one waits: no clock runs
    EXPECT_EQ(lines.back().rfind("bestmove ", 0), 0u);
}

TEST(UciShell, ALineLongerThanTheQueueIsCutAfterAMove) {
    UciDesk<TestBoard<128>> desk;
    const std::string said = desk.ask("go depth 9\n");
    unsigned cut = 0;
    for (const std::string& line : lines_of(said)) {
        EXPECT_LE(line.size(), 127u);
        if (const auto at = line.find(" pv "); at != std::string::npos) {
            EXPECT_EQ(line.size() % 5, (at + 3) % 5) << line;  // whole moves
            cut += line.size() > 115 ? 1u : 0u;
        }
    }
    EXPECT_GT(cut, 0u);
}

TEST(UciShell, OnAWireNoInfoLineIsLongerThanTheAnswerMayWait) {
    for (const std::uint32_t byte_us : {0u, 87u}) {
        UciDesk<TestBoard<>, Full> desk;
        desk.board->serial.set_byte_time_us(byte_us);
        desk.ask("position fen 8/8/1p1p1p1p/1P1P1P1P/8/8/8/K6k w - - 0 1\n");
        std::size_t longest = 0;
        for (const std::string& line : lines_of(desk.ask("go depth 24\n")))
            longest = std::max(longest, line.size() + 1);
        EXPECT_GE(longest, 160u);
        EXPECT_EQ(longest <= 190, byte_us != 0) << longest;
    }
}

TEST(UciShell, NoInfoLineBeginsThatCouldNotLeaveBeforeTheDeadline) {
    UciDesk<TestBoard<1024>> desk;
    desk.board->serial.set_byte_time_us(87);  // 115,200 baud
    desk.send("go movetime 100\n");
    desk.board->clock.pass(90);  // ten milliseconds: 114 characters
    for (Depth depth = 0; depth < 3; depth = desk.shell->engine().report(0).depth) {
        desk.shell->slice();  // nothing leaves the queue
    }
    const std::size_t queued = 1024 - desk.board->serial.tx_free();
    EXPECT_GT(queued, 0u);
    EXPECT_LE(queued, 10'000u / 87);
    work_for(desk, 9);  // one more: nothing
    EXPECT_EQ(count(desk.heard(), "info"), 1u);
    for (const Depth depth = desk.shell->engine().report(0).depth; desk.shell->engine().report(0).depth == depth;) {
        desk.shell->slice();
    }
    EXPECT_EQ(desk.heard(), "");
    desk.board->clock.pass(1);
    desk.slices(1);
    EXPECT_EQ(desk.heard().rfind("bestmove ", 0), 0u);
}

/// Searches with nothing leaving the queue until depth 2 is done.
template <class TheDesk>
void search_two_plies(TheDesk& desk) {
    while (desk.shell->engine().report(0).depth < 2) {
        desk.shell->slice();
    }
}

TEST(UciShell, OnAClockOneScoreIsToldEvenWhenTimeIsTooShortForIt) {
    UciDesk<TestBoard<1024>> desk;
    desk.board->serial.set_byte_time_us(87);
    desk.send("go wtime 60 btime 60\n");  // 6 ms: 68 characters
    const std::uint32_t limit = desk.board->deadline.remaining_ms();
    ASSERT_LE(limit, 7u);
    search_two_plies(desk);
    desk.board->clock.pass(limit);
    desk.work();
    const std::vector<std::string> lines = lines_of(desk.heard());
    ASSERT_EQ(lines.size(), 2u);
    EXPECT_EQ(lines[0].rfind("info depth 2 ", 0), 0u) << lines[0];
    EXPECT_EQ(lines[0].size() - lines[0].find(" pv "), 8u) << "one move pays for the wait: " << lines[0];
    EXPECT_EQ(lines[1].rfind("bestmove ", 0), 0u);
}

TEST(UciShell, AnAnswerBeforeTheFirstIterationIsDoneComesWithTheStaticScore) {
    UciDesk<TestBoard<1024>> desk;
    desk.board->serial.set_byte_time_us(87);
    for (const std::string_view go : {"go wtime 60 btime 60\n", "go nodes 1\n"}) {
        desk.ask("position fen 4k3/8/8/3q4/4P3/8/8/4K3 w - - 0 1\n");
        const std::string value = desk.ask("eval\n");
        desk.send(go);
        desk.board->clock.pass(desk.board->deadline.remaining_ms());  // none: nodes end it
        desk.work();
        const std::vector<std::string> lines = lines_of(desk.heard());
        ASSERT_EQ(lines.size(), 2u) << go;
        EXPECT_EQ(lines[0].rfind("info depth 0 ", 0), 0u) << lines[0];
        const std::string score = lines[0].substr(lines[0].find(" score cp ") + 10);
        EXPECT_EQ("Evaluation: " + score.substr(0, score.find(' ')), value.substr(0, value.find(" centi")));
        EXPECT_EQ(lines[0].substr(lines[0].find(" pv ") + 4), lines[1].substr(std::strlen("bestmove ")));
    }
}

TEST(UciShell, OnAWireNothingDelaysTheAnswerToMoveTimeAndStop) {
    for (const std::string_view go : {"go movetime 6\n", "go infinite\n", "go wtime 60 btime 60\n", "go depth 20\n"}) {
        UciDesk<TestBoard<1024>> desk;
        desk.board->serial.set_byte_time_us(87);
        desk.board->serial.limit_pump(0);
        desk.send(go);
        search_two_plies(desk);
        const std::size_t before = 1024 - desk.board->serial.tx_free();
        if (go.starts_with("go movetime")) {
            EXPECT_EQ(before, 0u) << "68 characters";
            desk.board->clock.pass(6);
        } else {
            desk.arrive("stop\n");
        }
        desk.slices(1);
        desk.board->serial.limit_pump(1024);
        EXPECT_EQ(desk.heard().substr(before, 9), "bestmove ") << go;
    }
}

TEST(UciShell, OnAWireALineWaitsUntilTheOneBeforeHasLeftAndTellsTheLatest) {
    UciDesk<TestBoard<1024>> desk;
    desk.board->serial.set_byte_time_us(87);
    desk.board->serial.limit_pump(0);
    desk.send("go infinite\n");
    while (desk.shell->engine().report(0).depth < 4) {
        desk.shell->slice();
    }
    desk.board->serial.limit_pump(1024);
    const std::string first = desk.heard();
    EXPECT_EQ(first.rfind("info depth 1 ", 0), 0u) << first;
    EXPECT_EQ(count(first, "\n"), 1u) << first;
    desk.slices(1);
    EXPECT_EQ(desk.heard().rfind("info depth 4 ", 0), 0u);
}

TEST(UciShell, TheLastInfoLineBeginsWithTheAnswer) {
    UciDesk desk;
    unsigned late = 0;
    for (const std::string_view fen : bench_positions) {
        desk.ask("position fen " + std::string(fen) + "\n");
        for (int nodes = 500; nodes <= 5000; nodes += 500) {
            const std::vector<std::string> lines = lines_of(desk.ask("go nodes " + std::to_string(nodes) + "\n"));
            if (lines.back() == "bestmove 0000") {
                EXPECT_EQ(lines.size(), 2u) << "and one line that says why";
                continue;
            }
            const std::string& info = lines[lines.size() - 2];
            EXPECT_EQ(info.substr(info.find(" pv ") + 4, 4), lines.back().substr(std::strlen("bestmove "), 4));
            const std::string depth = info.substr(0, info.find(" seldepth"));
            late += lines.size() > 2 && has(lines[lines.size() - 3], depth + " ") ? 1u : 0u;
        }
    }
    EXPECT_GT(late, 0u) << "no iteration that was cut short changed the answer, so nothing was tested";
}

/// What an info line tells.
struct Told {
    int depth = 0;
    int score = 0;
    std::string bound;  ///< empty: exact
    std::string move;   ///< the first of the line
};

Told read_info(const std::string& line) {
    std::istringstream words(line);
    Told told;
    for (std::string word; words >> word;) {
        if (word == "depth") words >> told.depth;
        if (word == "cp" || word == "mate") words >> told.score;
        if (word == "lowerbound" || word == "upperbound") told.bound = word;
        if (word == "pv") words >> told.move;
    }
    return told;
}

TEST(UciShell, WhatAnIterationUnderWayHasFoundIsToldWithItsDepthItsScoreAndItsBound) {
    UciDesk desk;
    int lower = 0, upper = 0, better = 0;
    for (const std::string_view fen : bench_positions) {
        desk.ask("ucinewgame\nposition fen " + std::string(fen) + "\n");
        Told exact;  // of the last iteration that came to its end
        Told last;
        for (const std::string& line : lines_of(desk.ask("go depth 8\n"))) {
            if (!line.starts_with("info depth ") || line.starts_with("info depth 0 ")) {
                continue;
            }
            const Told told = read_info(line);
            EXPECT_EQ(told.depth, exact.depth + 1) << line;
            lower += told.bound == "lowerbound" ? 1 : 0;
            upper += told.bound == "upperbound" ? 1 : 0;
            better += !told.bound.empty() && told.move != last.move ? 1 : 0;
            if (told.bound == "upperbound") {
                EXPECT_LT(told.score, exact.score) << line;
                EXPECT_EQ(told.move, last.move) << "nothing better is known: " << line;
            }
            last = told;
            if (told.bound.empty()) {
                exact = told;
            }
        }
        EXPECT_EQ(exact.depth, last.depth);
    }
    EXPECT_GT(lower, 3);
    EXPECT_GT(upper, 0);
    EXPECT_GT(better, 3);
}

/// Is the line of an info line made of legal moves, promotions with their letters?
bool tells_a_legal_line(const std::string& info, std::string_view fen) {
    Position p;
    EXPECT_EQ(p.set_fen(fen), FenError::none);
    std::istringstream moves(info.substr(info.find(" pv ") + 4));
    for (std::string text; moves >> text;) {
        const Move m = move_from_text(p, text);
        if (!m) {
            return false;
        }
        Undo undo{};
        p.make(m, undo);
    }
    return true;
}

// A line may be told at any time: here it is, whenever the search has paused after so many nodes.
TEST(UciShell, TheBestLineIsLegalWhereverTheSearchStandsWhenItIsTold) {
    constexpr std::string_view fen = "8/5k2/5P1R/8/2p3B1/4K3/2rp4/8 b - - 0 90";
    UciDesk<TestBoard<1024>> desk;
    desk.board->serial.set_byte_time_us(87);
    desk.ask("position fen " + std::string(fen) + "\n");
    desk.board->serial.limit_pump(0);
    unsigned told = 0;
    unsigned promotions = 0;
    desk.send("go depth 9\n");
    for (int slice = 0; desk.shell->slice(); ++slice) {
        desk.board->serial.limit_pump(slice % 7 == 0 ? 1024 : 0);  // what waits is told later
        for (const std::string& line : lines_of(desk.heard())) {
            if (!line.starts_with("info depth ")) {
                continue;
            }
            ++told;
            promotions += has(line, "q") ? 1u : 0u;
            EXPECT_TRUE(tells_a_legal_line(line, fen)) << line;
        }
    }
    EXPECT_GT(told, 5u);
    EXPECT_GT(promotions, 0u) << "nothing was tested";
}

TEST(UciShell, AStopBeforeTheFirstNodeBringsALegalMoveOfThisPosition) {
    UciDesk desk;
    desk.ask("position startpos\ngo depth 3\n");
    desk.ask("position fen 8/8/8/8/p1k2pp1/K7/5Q2/8 b - - 0 1\n");
    desk.arrive("go infinite\nstop\n");
    desk.read();
    const std::vector<std::string> lines = lines_of(desk.heard());
    const std::string& said = lines.back();
    EXPECT_EQ(said.rfind("bestmove ", 0), 0u) << said;
    const std::string legal = desk.ask("go perft 1\n");
    EXPECT_TRUE(has(legal, said.substr(9, 4) + ": 1\n")) << said;
}

TEST(UciShell, OnAWireNoInfoLineBeginsOnceTheStopFlagIsUpAndElsewhereTheLastAlone) {
    for (const std::uint32_t byte_us : {87u, 0u}) {
        UciDesk desk;
        desk.board->serial.set_byte_time_us(byte_us);
        desk.send("go infinite\n");
        desk.slices(100);
        desk.heard();
        desk.arrive("stop\n");
        desk.work();
        EXPECT_EQ(count(desk.heard(), "info"), byte_us == 0 ? 1u : 0u);
    }
}

// --------------------------------------------------------------------------------------------- beyond the
// protocol

TEST(UciShell, ShowsTheBoardAndWhatTheRulesSay) {
    UciDesk desk;
    const std::string said = desk.ask("position fen 4k3/8/8/8/7b/8/4r3/4K2R w K - 3 20\nd\n");
    const std::vector<std::string> lines = lines_of(said);
    ASSERT_EQ(lines.size(), 13u) << said;
    EXPECT_EQ(lines[0], "8 . . . . k . . .");
    EXPECT_EQ(lines[7], "1 . . . . K . . R");
    EXPECT_EQ(lines[8], "  a b c d e f g h");
    EXPECT_EQ(lines[9], "Fen: 4k3/8/8/8/7b/8/4r3/4K2R w K - 3 20");
    EXPECT_EQ(lines[10].size(), 5u + 16u);
    EXPECT_EQ(lines[10].find_first_not_of("0123456789ABCDEF", 5), std::string::npos) << lines[10];
    EXPECT_TRUE(has(lines[11], " e2") && has(lines[11], " h4")) << lines[11];
    EXPECT_EQ(lines[11].size(), std::strlen("Checkers: e2 h4"));
    EXPECT_EQ(lines[12], "State: check");
    EXPECT_TRUE(has(desk.ask("position startpos\nd\n"), "\nCheckers:\nState: playing\n"));
    EXPECT_TRUE(has(desk.ask("position fen 4k3/8/3N4/8/8/8/8/4K3 b - - 0 1\nd\n"), "\nCheckers: d6\n"));
    EXPECT_TRUE(has(desk.ask("position fen 4k3/3P4/8/8/8/8/8/4K3 b - - 0 1\nd\n"), "\nCheckers: d7\n"));
}

TEST(UciShell, EvalSaysWhatASearchGivesThePosition) {
    UciDesk desk;
    const auto value = [&](const std::string& fen) {
        return std::stoi(desk.ask("position fen " + fen + "\neval\n").substr(std::strlen("Evaluation: ")));
    };
    EXPECT_GT(value("4k3/8/8/8/8/8/8/R3K3 w - - 0 1"), 900) << "a bare king loses";
    EXPECT_EQ(value("k7/8/K7/P7/8/8/8/8 w - - 0 1"), 0) << "a rook's pawn and a king in its corner";
}

TEST(UciShell, TheLastInfoBeforeTheAnswerCountsTheWholeSearch) {
    for (const std::uint32_t byte_us : {0u, 87u}) {
        for (const std::string_view go : {"go nodes 5000\n", "go nodes 777\n", "go depth 5\n", "go infinite\n"}) {
            UciDesk desk;
            desk.board->serial.set_byte_time_us(byte_us);
            desk.send(go);
            if (go == "go infinite\n") {
                desk.slices(400);
                if (byte_us != 0) {
                    continue;  // who has said stop waits
                }
                desk.send("stop\n");
            }
            desk.work();
            const std::string said = desk.heard();
            const auto last = said.rfind(" nodes ");
            ASSERT_NE(last, std::string::npos) << said;
            EXPECT_EQ(std::stoull(said.substr(last + 7)), desk.shell->engine().nodes()) << said;
        }
    }
}

TEST(UciShell, EvaluatesAndHelps) {
    UciDesk desk;
    EXPECT_EQ(desk.ask("eval\n").rfind("Evaluation: ", 0), 0u);
    EXPECT_TRUE(has(desk.ask("help\n"), "isready"));
}

TEST(UciShell, StatusTellsOfTheDeviceAlsoWhileItSearches) {
    UciDesk desk;
    desk.board->system.cause = hal::ResetCause::watchdog;
    desk.board->system.build = 0x0123abcd;
    desk.board->system.id = 0x1122334455667788;
    desk.board->system.stack = 716;
    desk.send("go infinite\n");
    desk.slices(3);
    desk.heard();
    EXPECT_TRUE(has(desk.ask("status\nstop\n"),
                    "info string firmware " STACKMATE_VERSION " on test build 0123abcd chip 1122334455667788\n"
                    "info string reset watchdog uptime 0 ms\n"
                    "info string stack 716 of 0 bytes used at most\n"
                    "info string serial 0 receive losses\n"
                    "info string fault none\n"));
}

struct BootingBoard : TestBoard<> {
    struct System : hal::fake::System {
        void reboot_to_bootloader() noexcept { ++boots; }
        unsigned boots = 0;
    } system{};
};
static_assert(OffersBootloader<BootingBoard> && !OffersBootloader<TestBoard<>>);

TEST(UciShell, TheBootloaderIsStartedWhereThereIsOneAndNotInTheMiddleOfASearch) {
    UciDesk<BootingBoard> desk;
    EXPECT_TRUE(has(desk.ask("go infinite\nbootloader\nstop\n"), "not while the engine works: 'bootloader'"));
    EXPECT_EQ(desk.board->system.boots, 0u);
    EXPECT_TRUE(has(desk.ask("bootloader\n"), "info string waiting for another program\n"));
    EXPECT_EQ(desk.board->system.boots, 1u);
    UciDesk other;
    EXPECT_TRUE(has(other.ask("bootloader\n"), "info string error: this board has no bootloader"));
}

TEST(UciShell, StatusTellsOfTheFaultThatEndedTheLastRun) {
    UciDesk desk;
    desk.board->system.fault = {0x8001234, 0x8004321, 0x8200, 0x70000000, hal::FaultCause::bus};
    EXPECT_TRUE(
        has(desk.ask("status\n"), "info string fault bus pc 08001234 lr 08004321 detail 00008200 address 70000000\n"));
}

// Figures: the chess programming wiki, "Perft Results".
TEST(UciShell, PerftCountsEveryMoveAndEndsWithTheSum) {
    UciDesk desk;
    const std::string said = desk.ask("go perft 3\n");
    const std::vector<std::string> lines = lines_of(said);
    ASSERT_EQ(lines.size(), 21u);
    unsigned long sum = 0;
    for (std::size_t i = 0; i < 20; ++i) {
        EXPECT_EQ(lines[i].substr(4, 2), ": ") << lines[i];
        sum += std::stoul(lines[i].substr(6));
    }
    EXPECT_EQ(sum, 8902u);
    EXPECT_TRUE(has(said, "e2e4: 600\n"));
    EXPECT_EQ(lines[20], "Nodes searched: 8902");
    EXPECT_EQ(count(desk.ask("go perft 1\n"), ": 1\n"), 20u);
    desk.ask("position fen r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1\n");
    EXPECT_TRUE(desk.ask("go perft 4\n").ends_with("\nNodes searched: 4085603\n"));
    EXPECT_EQ(desk.fen(), "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1");
    desk.ask("position fen R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1\n");
    EXPECT_EQ(desk.ask("go perft 3\n"), "Nodes searched: 0\n");
}

TEST(UciShell, PerftKnowsSubtreesAgainByTheHashTablesMemoryAndGivesItBackEmpty) {
    UciDesk desk;
    const std::string fresh = desk.ask("go depth 4\n");
    const std::string said = desk.ask("go perft 5\n");
    EXPECT_TRUE(has(said, "e2e4: 405385\n"));
    EXPECT_TRUE(said.ends_with("\nNodes searched: 4865609\n"));
    EXPECT_TRUE(desk.ask("go perft 4\n").ends_with("\nNodes searched: 197281\n")) << "depths are told apart";
    desk.ask("ucinewgame\n");
    EXPECT_EQ(desk.ask("go depth 4\n"), fresh);
}

TEST(UciShell, PerftIsStoppedAndThePositionIsAsItWas) {
    UciDesk desk;
    desk.ask("position startpos moves e2e4\n");
    const Position before = desk.shell->engine().position();
    for (const bool by_interrupt : {true, false}) {
        desk.send("go perft 6\n");
        desk.slices(777);
        EXPECT_FALSE(desk.shell->engine().position() == before);
        desk.send("isready\nd\n");
        const std::string said = desk.heard();
        EXPECT_TRUE(said.ends_with("readyok\ninfo string error: not while the engine works: 'd'; stop it first\n"))
            << said;
        desk.arrive("stop\n");
        if (by_interrupt) {
            desk.slices(1);
        }
        desk.read();
        EXPECT_EQ(desk.heard(), "info string perft stopped\n");
        EXPECT_TRUE(desk.shell->engine().position() == before);
        EXPECT_FALSE(desk.shell->slice());
    }
    EXPECT_TRUE(has(desk.ask("go depth 2\n"), "bestmove"));
}

TEST(UciShell, PerftDeeperThanItsMemoryIsRefused) {
    UciDesk desk;
    const std::string said = desk.ask("go perft 65535\n");
    ASSERT_EQ(said.rfind("info string error: go perft takes a number from 1 to ", 0), 0u) << said;
    const int most = std::stoi(said.substr(std::strlen("info string error: go perft takes a number from 1 to ")));
    EXPECT_GE(most, 10);
    EXPECT_EQ(desk.ask("go perft " + std::to_string(most + 1) + "\n"), said);
    // Hardly any moves there, so that even the deepest comes to an end.
    desk.ask("position fen 8/8/8/8/8/p1p5/P1Pk4/K7 w - - 0 1\n");
    desk.send("go perft " + std::to_string(most) + "\n");
    desk.slices(20000);
    desk.send("stop\n");
    EXPECT_EQ(desk.fen(), "8/8/8/8/8/p1p5/P1Pk4/K7 w - - 0 1");
}

TEST(UciShell, BenchGivesTheSameNodesEachTimeAndKeepsTheGame) {
    UciDesk desk;
    desk.ask("position startpos moves e2e4\n");
    const std::string first = desk.ask("bench\n");
    std::vector<std::string> words;
    std::istringstream in(first);
    for (std::string word; in >> word;) {
        words.push_back(word);
    }
    ASSERT_EQ(words.size(), 4u) << first;
    EXPECT_GT(std::stoul(words[0]), 1000u);
    EXPECT_EQ(words[1], "nodes");
    EXPECT_EQ(words[3], "nps");
    EXPECT_EQ(desk.fen(), after_e4);
    EXPECT_EQ(desk.shell->engine().history().size(), 1u);
    desk.ask("go depth 5\n");
    EXPECT_EQ(desk.ask("bench\n"), first);
    UciDesk<RichBoard> rich;
    EXPECT_EQ(rich.ask("bench\n"), first) << "the table's size must not matter";
    EXPECT_EQ(rich.shell->engine().table_bytes(), std::size_t{16} << 20);
}

TEST(UciShell, BenchOnASmallBoardEndsInTheStartPosition) {
    UciDesk<TestBoard<256, 8192>> desk;
    desk.ask("position startpos moves e2e4\nbench\n");
    EXPECT_EQ(desk.fen(), start);
}

TEST(UciShell, BenchIsStoppedBetweenAnyTwoSlices) {
    for (int slices = 1; slices < 200; slices += 7) {
        UciDesk desk;
        desk.ask("position startpos moves e2e4\n");
        desk.send("bench\n");
        desk.slices(slices);
        desk.arrive("stop\n");
        desk.slices(slices % 2);
        desk.read();
        EXPECT_EQ(desk.heard(), "info string bench stopped\n");
        EXPECT_FALSE(desk.shell->engine().searching());
        EXPECT_EQ(desk.fen(), after_e4);
    }
}

// -------------------------------------------------------------------------------------------- the other
// configuration

TEST(UciShell, TheLargeConfigurationTalksTheSame) {
    UciDesk<TestBoard<>, Full> desk;
    EXPECT_TRUE(has(desk.ask("go depth 6\n"), "info depth 6 "));
    std::string every = "go depth 2 searchmoves";
    for (const char file : {'a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'}) {
        every += std::string{' ', file, '2', file, '3'} + std::string{' ', file, '2', file, '4'};
    }
    EXPECT_TRUE(has(desk.ask(every + " b1a3 b1c3 g1f3 g1h3\n"), "bestmove "));
    EXPECT_TRUE(has(desk.ask("setoption name Hash value 2\n"), "info string Hash is 65536 bytes here"));
}

}  // namespace
}  // namespace stackmate::firmware
