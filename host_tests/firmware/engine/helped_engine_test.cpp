// The shell with a second core beside it. With a fake core the two take turns as the test says, and all is exact. The tests
// with a thread are for ThreadSanitizer above all (preset host-tsan): they ask for legal moves and as many answers as
// questions, which hold however fast either side is.
#include "firmware/engine/helped_engine.hpp"

#include "boards/host/board.hpp"
#include "core/engine/config.hpp"
#include "core/notation/move_text.hpp"
#include "firmware/uci/shell.hpp"
#include "hal/conformance/second_core.hpp"
#include "hal/fake/board.hpp"
#include "hal/fake/second_core.hpp"
#include "host_tests/core/splitting/splitting_instances.hpp"
#include "host_tests/firmware/uci/desk.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <random>
#include <sstream>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

namespace stackmate::firmware {
namespace {

using test::count;
using test::has;

struct Quick : Tiny {
    static constexpr Depth bench_depth = 3;
};

struct Whole : Quick {
    static constexpr std::size_t table_bytes = 65536;
};
struct Shared : Whole {
    static constexpr bool helper_in_table = true;
};

struct OneCoreBoard {
    static constexpr std::string_view name = "test";
    static constexpr std::size_t ram_bytes = 0;
    static constexpr std::size_t flash_bytes = 0;
    static constexpr std::size_t stack_bytes = 0;
    static constexpr std::uint32_t baud = 0;

    void init() noexcept {}
    std::span<std::byte> table_memory(std::size_t bytes) noexcept {
        memory = std::make_unique<std::uint64_t[]>(bytes / 8);
        return {reinterpret_cast<std::byte*>(memory.get()), bytes};
    }

    std::unique_ptr<std::uint64_t[]> memory{};
    hal::fake::Clock clock{};
    hal::fake::Deadline deadline{clock};
    hal::fake::SerialPort<1024, 1024, std::size_t{1} << 18> serial{};
    hal::fake::System system{};
};
struct FakeCoreBoard : OneCoreBoard {
    std::span<std::byte> table_memory(std::size_t bytes) noexcept {
        EXPECT_FALSE(second_core.at_work()) << "the table goes while the second core may write into it";
        return OneCoreBoard::table_memory(bytes);
    }
    hal::fake::SecondCore second_core{};
};
/// Boards whose engine has no table but its own.
struct SmallBoard : OneCoreBoard {
    void table_memory(std::size_t) = delete;
};
struct SmallFakeCoreBoard : SmallBoard {
    hal::fake::SecondCore second_core{};
};
struct ThreadBoard : OneCoreBoard {
    boards::HostSecondCore second_core{};
};
static_assert(!hal::HasSecondCore<OneCoreBoard> && hal::HasSecondCore<FakeCoreBoard>);
static_assert(hal::HasSecondCore<ThreadBoard> && hal::HasSecondCore<boards::Board>);
static_assert(std::is_same_v<EngineOf<Quick, OneCoreBoard>::Type, Engine<Quick>>, "nothing for those with one core");

template <class Board, class Config = Quick>
struct HelpedShell : test::ShellDesk<Board, Config> {
    HelpedShell() = default;
    HelpedShell(const HelpedShell&) = delete;
    HelpedShell& operator=(const HelpedShell&) = delete;
    /// A second core may still be at a node of the last search.
    ~HelpedShell() { this->send("quit\n"); }
};

std::uint64_t last_nodes(const std::string& said) { return std::stoull(said.substr(said.rfind(" nodes ") + 7)); }

constexpr std::string_view two = "setoption name Threads value 2\n";
constexpr std::string_view one = "setoption name Threads value 1\n";
constexpr std::string_view middle_game =
    "position fen r1bq1rk1/pp2bppp/2n1pn2/3p4/2PP4/2N2N2/PP2BPPP/R1BQ1RK1 w - - 0 9\n";
constexpr std::string_view mate_in_one = "position fen 6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1\n";
constexpr std::string_view is_mate = "position fen R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1\n";

// ---------------------------------------------------------------- the option

TEST(HelpedEngine, TwoThreadsAreOfferedWhereThereIsASecondCore) {
    HelpedShell<FakeCoreBoard> desk;
    EXPECT_EQ(desk.ask(std::string(two) + std::string(one)), "");
    EXPECT_EQ(desk.ask("setoption name Threads value 4\n"), "info string Threads is 2 here\n");
    EXPECT_EQ(desk.shell->engine().threads(), 2u);
    EXPECT_EQ(desk.ask("setoption name Threads value 0\n"), "info string Threads is 1 here\n");
    EXPECT_EQ(desk.shell->engine().threads(), 1u);
    HelpedShell<OneCoreBoard> other;
    EXPECT_EQ(other.ask(two), "info string Threads is 1 here\n");
}

// ---------------------------------------------------------------- one thread

constexpr std::string_view one_game[] = {"position startpos moves e2e4\ngo depth 6\n",
                                         "go depth 5 searchmoves e7e5 c7c5\n",
                                         "go nodes 3000\n",
                                         "go perft 3\n",
                                         "setoption name Hash value 1\n",
                                         middle_game,
                                         "go depth 6\n",
                                         "ucinewgame\n",
                                         mate_in_one,
                                         "go mate 1\n",
                                         "bench\n",
                                         "position startpos\ngo depth 6\n"};

TEST(HelpedEngine, WithOneThreadEverythingIsAsWithOneCore) {
    HelpedShell<OneCoreBoard> plain;
    HelpedShell<FakeCoreBoard> desk;
    for (const std::string_view line : one_game) EXPECT_EQ(desk.ask(line), plain.ask(line)) << line;
    EXPECT_EQ(desk.board->second_core.works, 0u);
}

TEST(HelpedEngine, BackAtOneThreadEverythingIsAsWithOneCore) {
    HelpedShell<OneCoreBoard> plain;
    HelpedShell<FakeCoreBoard> desk;
    desk.ask(two);
    EXPECT_TRUE(has(desk.ask(std::string(middle_game) + "go depth 6\n"), "bestmove "));
    EXPECT_EQ(desk.board->second_core.works, 1u);
    desk.ask(std::string(one) + "ucinewgame\n");
    for (const std::string_view line : one_game) EXPECT_EQ(desk.ask(line), plain.ask(line)) << line;
    EXPECT_EQ(desk.board->second_core.works, 1u);
}

TEST(HelpedEngine, DuringASearchTheSecondCoreIsNotAskedToRestAndThreadsWait) {
    std::atomic<bool> stop{false};
    hal::fake::SecondCore core;
    const auto engine = std::make_unique<HelpedEngine<Splitting<Quick>, hal::fake::SecondCore>>(stop);
    engine->set_second_core(core);
    engine->set_threads(2);
    Limits limits;
    limits.infinite = true;
    engine->go(limits, {}, 0);
    for (int slices = 0; engine->helper_nodes() == 0; ++slices) {
        ASSERT_LT(slices, 10'000);
        (void)engine->run(16, 0);
        core.step();
    }
    engine->settle();
    EXPECT_TRUE(core.at_work()) << "on a chip this would last until the helper has searched all of its node";
    engine->set_threads(1);
    EXPECT_EQ(engine->threads(), 1u);
    EXPECT_TRUE(core.at_work());
    stop = true;
    while (engine->run(16, 0) != EngineEvent::finished) core.step();
    stop = false;
    engine->settle();
    EXPECT_FALSE(core.at_work());
    limits.infinite = false;
    limits.depth = 3;
    engine->go(limits, {}, 0);
    while (engine->run(16, 0) != EngineEvent::finished) {}
    EXPECT_EQ(core.works, 1u) << "one thread";
}

TEST(HelpedEngine, AHelperInTheTableHasItsUpperEndWhileItIsWanted) {
    HelpedShell<SmallBoard, Whole> plain;
    HelpedShell<SmallFakeCoreBoard, Shared> desk;
    EXPECT_EQ(desk.shell->engine().table_bytes(), 65536u);
    for (int times = 0; times < 2; ++times) {
        desk.ask(two);
        const std::size_t beside = desk.shell->engine().table_bytes();
        EXPECT_GT(beside, 32768u);
        EXPECT_LT(beside, 65536u);
        EXPECT_TRUE(has(desk.ask(std::string(middle_game) + "go depth 6\n"), "bestmove "));
        EXPECT_NE(desk.shell->engine().helper_nodes(), 0u);
        EXPECT_EQ(desk.ask("bench\n"), plain.ask("bench\n")) << "with the whole table";
        EXPECT_EQ(desk.shell->engine().table_bytes(), beside);
        EXPECT_TRUE(has(desk.ask("setoption name Clear Hash\ngo depth 6\n"), "bestmove "));
        EXPECT_NE(desk.shell->engine().helper_nodes(), 0u) << "a new one";
        desk.ask(std::string(one) + "ucinewgame\n");
        plain.ask("ucinewgame\n");
        EXPECT_EQ(desk.shell->engine().table_bytes(), 65536u);
        const std::string line = std::string(middle_game) + "go depth 6\n";
        EXPECT_EQ(desk.ask(line), plain.ask(line));
    }
}

TEST(HelpedEngine, ALimitToNodesAndBenchAreOneThreads) {
    HelpedShell<OneCoreBoard> plain;
    HelpedShell<FakeCoreBoard> desk;
    desk.ask(two);
    for (const std::string_view line : {middle_game, std::string_view("go nodes 5000\n"), std::string_view("bench\n")})
        EXPECT_EQ(desk.ask(line), plain.ask(line)) << line;
    EXPECT_EQ(desk.board->second_core.works, 0u);
}

// ---------------------------------------------------------------- two threads, turns taken

TEST(HelpedEngine, TheNodesOfBothAreTold) {
    HelpedShell<FakeCoreBoard> desk;
    desk.ask(two);
    desk.ask(middle_game);
    const std::string said = desk.ask("go depth 7\n");
    const auto& engine = desk.shell->engine();
    EXPECT_GT(engine.helper_nodes(), 200u);
    EXPECT_GT(engine.report(0).nodes, engine.helper_nodes() + 200);
    EXPECT_LE(last_nodes(said), engine.report(0).nodes);
    EXPECT_GT(last_nodes(said), engine.helper_nodes() / 2);
    EXPECT_TRUE(has(said, "info depth 7 ")) << said;
    EXPECT_EQ(count(said, "bestmove "), 1u);
}

TEST(HelpedEngine, TheNextSearchCountsItsOwnNodes) {
    HelpedShell<FakeCoreBoard> desk;
    desk.ask(two);
    desk.ask(std::string(middle_game) + "go depth 7\n");
    const auto first = desk.shell->engine().report(0).nodes;
    desk.ask("position startpos\ngo depth 2\n");
    EXPECT_LT(desk.shell->engine().report(0).nodes * 5, first);
    desk.ask("go nodes 100\n");
    EXPECT_EQ(desk.shell->engine().report(0).nodes, 100u);
    EXPECT_EQ(desk.shell->engine().helper_nodes(), 0u);
}

TEST(HelpedEngine, WithTurnsTakenTheGameIsTheSameEachTime) {
    std::string said[2];
    for (std::string& text : said) {
        HelpedShell<FakeCoreBoard> desk;
        desk.helpers_turns = 2;
        for (const std::string_view line :
             {two, middle_game, std::string_view("go depth 6\n"), mate_in_one, std::string_view("go depth 4\n"),
              std::string_view("ucinewgame\n"), std::string_view("position startpos\ngo depth 6\n")})
            text += desk.ask(line);
    }
    EXPECT_EQ(said[0], said[1]);
    EXPECT_EQ(count(said[0], "bestmove "), 3u);
}

TEST(HelpedEngine, TheHelperSavesTheLeaderNodes) {
    HelpedShell<OneCoreBoard> plain;
    HelpedShell<FakeCoreBoard> desk;
    desk.ask(two);
    std::uint64_t alone = 0, leader = 0;
    for (const std::string_view position : {middle_game, std::string_view("position startpos\n")}) {
        plain.ask("ucinewgame\n" + std::string(position) + "go depth 8\n");
        desk.ask("ucinewgame\n" + std::string(position) + "go depth 8\n");
        alone += plain.shell->engine().report(0).nodes;
        leader += desk.shell->engine().report(0).nodes - desk.shell->engine().helper_nodes();
    }
    EXPECT_LT(leader, alone);
}

TEST(HelpedEngine, WithoutASecondCoreAfterAllItSearchesTheTreeOfOne) {
    HelpedShell<OneCoreBoard> plain;
    HelpedShell<FakeCoreBoard> desk;
    desk.board->second_core.starts = false;
    desk.ask(two);
    for (const std::string_view line :
         {middle_game, std::string_view("go depth 6\n"), std::string_view("go depth 7\n")})
        EXPECT_EQ(desk.ask(line), plain.ask(line)) << line;
}

TEST(HelpedEngine, ASecondCoreThatNeverServesHoldsUpNobody) {
    HelpedShell<FakeCoreBoard> desk;
    desk.helpers_turns = 0;
    desk.ask(two);
    for (int i = 0; i < 3; ++i) {
        const std::string said = desk.ask(std::string(middle_game) + "go depth 6\n");
        EXPECT_TRUE(has(said, "info depth 6 ")) << said;
        EXPECT_EQ(count(said, "bestmove "), 1u);
        EXPECT_TRUE(desk.board->second_core.at_work()) << "nobody has waited for it";
        EXPECT_EQ(desk.ask("isready\n"), "readyok\n");
        EXPECT_TRUE(desk.board->second_core.at_work());
        desk.ask("d\n");
        EXPECT_FALSE(desk.board->second_core.at_work());
    }
}

TEST(HelpedEngine, ASecondCoreThatDoesNotAnswerIsGivenUpWithAWord) {
    HelpedShell<OneCoreBoard> plain;
    HelpedShell<FakeCoreBoard> desk;
    desk.board->second_core.answers = false;
    desk.ask(two);
    EXPECT_TRUE(has(desk.ask(std::string(middle_game) + "go depth 6\n"), "bestmove "));
    EXPECT_EQ(desk.ask("ucinewgame\n"), "info string error: the second core does not answer\n");
    for (const std::string_view line :
         {middle_game, std::string_view("go depth 6\n"), std::string_view("go depth 7\n")})
        EXPECT_EQ(desk.ask(line), plain.ask(line)) << line;
    desk.board->second_core.answers = true;
    desk.ask("ucinewgame\n");
    EXPECT_TRUE(has(desk.ask("go depth 6\n"), "bestmove "));
    EXPECT_EQ(desk.board->second_core.works, 1u) << "it gets no work again";
}

TEST(HelpedEngine, TheSecondCoreRestsBeforeWhatUsesItsMemory) {
    for (const char* const line :
         {"ucinewgame", "setoption name Hash value 2", "setoption name Clear Hash", "go perft 1", "go nodes 10",
          "bench", "position startpos", "setoption name Threads value 1", "eval"}) {
        HelpedShell<FakeCoreBoard> desk;
        desk.helpers_turns = 0;
        desk.ask(std::string(two) + std::string(middle_game));
        desk.send("go infinite\n");
        desk.slices(200);
        desk.board->second_core.step();
        desk.send("stop\n");
        EXPECT_TRUE(desk.board->second_core.at_work());
        desk.ask(std::string(line) + "\n");
        EXPECT_FALSE(desk.board->second_core.at_work()) << line;
    }
}

TEST(HelpedEngine, TheSecondCoreRestsWhenTheSearchIsOver) {
    HelpedShell<FakeCoreBoard> desk;
    desk.ask(two);
    desk.ask(std::string(middle_game) + "go depth 6\n");
    for (int i = 0; i < 3; ++i) desk.board->second_core.step();
    EXPECT_FALSE(desk.board->second_core.at_work());
}

TEST(HelpedEngine, TheSecondCoreRestsWhenAllIsSearchedAndTheAnswerMustWait) {
    HelpedShell<FakeCoreBoard> desk;
    desk.ask(two);
    desk.ask(mate_in_one);
    desk.send("go infinite depth 2\n");
    desk.work();
    for (int i = 0; i < 3; ++i) desk.board->second_core.step();
    EXPECT_FALSE(desk.board->second_core.at_work());
    EXPECT_EQ(count(desk.heard(), "bestmove"), 0u);
    desk.send("stop\n");
    EXPECT_TRUE(has(desk.heard(), "bestmove a1a8"));
}

TEST(HelpedEngine, WithoutALegalMoveNobodyIsAskedToHelp) {
    HelpedShell<FakeCoreBoard> desk;
    desk.ask(two);
    EXPECT_TRUE(has(desk.ask(std::string(is_mate) + "go depth 3\n"), "bestmove 0000\n"));
    EXPECT_EQ(desk.board->second_core.works, 0u);
}

TEST(HelpedEngine, ADeadlineAPonderHitAndQuitAreTheLeaders) {
    HelpedShell<FakeCoreBoard> desk;
    desk.ask(std::string(two) + "setoption name Move Overhead value 400\n" + std::string(middle_game));
    desk.send("go wtime 500 movestogo 1\n");
    EXPECT_TRUE(desk.board->deadline.armed());
    EXPECT_LE(desk.board->deadline.remaining_ms(), 100u);
    desk.slices(20);
    desk.board->clock.pass(101);
    desk.work();
    EXPECT_EQ(count(desk.heard(), "bestmove "), 1u);
    desk.send("go ponder movetime 50\n");
    EXPECT_FALSE(desk.board->deadline.armed());
    desk.slices(20);
    desk.send("ponderhit\n");
    EXPECT_TRUE(desk.board->deadline.armed());
    desk.board->clock.pass(51);
    desk.work();
    EXPECT_EQ(count(desk.heard(), "bestmove "), 1u);
    desk.send("go infinite\n");
    desk.slices(20);
    desk.send("quit\n");
    EXPECT_EQ(count(desk.heard(), "bestmove "), 1u);
    EXPECT_TRUE(desk.shell->quit_requested());
    EXPECT_FALSE(desk.board->second_core.at_work());
}

TEST(HelpedEngine, WhatWouldDisturbASearchIsRefusedWithTwoThreadsToo) {
    HelpedShell<FakeCoreBoard> desk;
    desk.ask(two);
    desk.send("go infinite\n");
    desk.slices(5);
    desk.heard();
    for (const std::string_view line : {one, std::string_view("setoption name Hash value 1\n"),
                                        std::string_view("ucinewgame\n"), std::string_view("bench\n")}) {
        desk.send(line);
        EXPECT_TRUE(has(desk.heard(), "not while the engine works")) << line;
        EXPECT_TRUE(desk.shell->engine().searching());
    }
    EXPECT_TRUE(desk.board->second_core.at_work());
    desk.send("stop\n");
    EXPECT_EQ(count(desk.heard(), "bestmove "), 1u);
}

// ---------------------------------------------------------------- two threads indeed

TEST(ParallelThreadsSecondCore, ItKeepsThePromisesOfASecondCore) {
    boards::HostSecondCore core;
    hal::conformance::check_second_core(
        core, [] { std::this_thread::yield(); },
        [](std::string_view sentence, bool held) { EXPECT_TRUE(held) << sentence; });
}

TEST(ParallelThreadsSecondCore, ItsEndWaitsForTheLastPieceOfWork) {
    for (int i = 0; i < 20; ++i) {
        hal::conformance::CountedWork work;
        {
            boards::HostSecondCore core;
            work.left.store(1'000'000'000);
            ASSERT_TRUE(core.work(hal::conformance::CountedWork::serve, &work));
            while (work.served.load() == 0) std::this_thread::yield();
        }
        EXPECT_EQ(work.plain, work.served.load());
    }
}

/// A game that the desk plays with itself. `line` is the position line, without its end.
template <class TheDesk>
struct Game {
    /// False when there is no move, or not a legal one.
    bool play(std::string_view go) {
        const std::string said = desk.ask(line + "\n" + std::string(go));
        EXPECT_EQ(count(said, "bestmove "), 1u) << said;
        EXPECT_EQ(count(said, "error"), 0u) << said;
        const auto at = said.rfind("bestmove ") + 9;
        const std::string text = said.substr(at, said.find_first_of(" \n", at) - at);
        if (text == "0000") return false;
        const Move move = move_from_text(position, text);
        EXPECT_TRUE(move) << text << " after " << line;
        if (!move) return false;
        Undo undo;
        position.make(move, undo);
        line += " " + text;
        return true;
    }

    TheDesk& desk;
    Position position = [] {
        Position p;
        p.set_start();
        return p;
    }();
    std::string line = "position startpos moves";
};

template <class Config>
class ParallelThreadsShell : public testing::Test {
protected:
    HelpedShell<ThreadBoard, Config> desk_;
};
struct QuickFull : Full {
    static constexpr Depth bench_depth = 2;
};
using Configs = testing::Types<Quick, QuickFull>;
TYPED_TEST_SUITE(ParallelThreadsShell, Configs);

TYPED_TEST(ParallelThreadsShell, QuickGamesHaveLegalMovesOnly) {
    auto& desk = this->desk_;
    desk.ask(two);
    desk.ask("setoption name Hash value 1\n");
    for (int game = 0; game < 6; ++game) {
        desk.ask("ucinewgame\n");
        Game<std::remove_reference_t<decltype(desk)>> played{desk};
        const char* const limits[] = {"go depth 1\n", "go depth 3\n", "go depth 4\n", "go nodes 50\n"};
        for (int ply = 0; ply < 24; ++ply)
            if (!played.play(limits[(ply * 7 + game) % 4])) break;
    }
}

TYPED_TEST(ParallelThreadsShell, EveryGoHasOneAnswerHoweverItEnds) {
    auto& desk = this->desk_;
    desk.ask(two);
    desk.ask(middle_game);
    std::mt19937 random(1);
    for (int i = 0; i < 60; ++i) {
        const bool ponders = i % 3 == 1;
        desk.send(i % 3 == 0 ? "go infinite\n" : ponders ? "go ponder movetime 20\n" : "go movetime 20\n");
        desk.slices(static_cast<int>(random() % 20));
        if (ponders && i % 2 == 0) desk.send("ponderhit\n");
        if (i % 4 == 0) desk.board->clock.pass(25);
        desk.send("stop\n");
        EXPECT_EQ(count(desk.heard(), "bestmove "), 1u);
        if (i % 5 == 0) desk.ask(i % 2 == 0 ? mate_in_one : middle_game);
    }
}

TYPED_TEST(ParallelThreadsShell, OptionsMayChangeInTheMiddleOfAGame) {
    auto& desk = this->desk_;
    Game<std::remove_reference_t<decltype(desk)>> game{desk};
    const std::string_view changes[] = {two,
                                        "setoption name Hash value 2\n",
                                        "setoption name Clear Hash\n",
                                        one,
                                        "setoption name Hash value 1\n",
                                        two,
                                        "go perft 2\n",
                                        "bench\n",
                                        "ucinewgame\n",
                                        "setoption name Move Overhead value 0\n"};
    for (int ply = 0; ply < 30; ++ply) {
        desk.send("go infinite\n");  // what the helper is at when it is stopped it may still be at
        desk.slices(6);
        desk.send("stop\n");
        EXPECT_EQ(count(desk.heard(), "bestmove "), 1u);
        desk.ask(changes[static_cast<std::size_t>(ply) % std::size(changes)]);
        if (!game.play("go depth 3\n")) break;
    }
}

TYPED_TEST(ParallelThreadsShell, TheEndMayComeAtAnyTime) {
    for (int i = 0; i < 8; ++i) {
        HelpedShell<ThreadBoard, TypeParam> desk;
        desk.ask(two);
        desk.send(i % 2 == 0 ? "go infinite\n" : "go depth 2\n");
        desk.slices(i);
        desk.send("quit\n");
        EXPECT_TRUE(desk.shell->quit_requested());
        EXPECT_EQ(count(desk.heard(), "bestmove "), 1u);
    }
}

TYPED_TEST(ParallelThreadsShell, ACoreThatRestedForLongHelpsAgain) {
    auto& desk = this->desk_;
    desk.ask(two);
    for (int i = 0; i < 5; ++i) {
        const std::string said = desk.ask("ucinewgame\n" + std::string(middle_game) + "go depth 5\n");
        EXPECT_TRUE(has(said, "info depth 5 ")) << said;
        desk.ask("d\n");  // it has settled and sleeps
        for (int wait = 0; wait < 100; ++wait) std::this_thread::yield();
    }
}

}  // namespace
}  // namespace stackmate::firmware
