// The engine: iterative deepening under every kind of limit. The clock is driven by hand.
#include "core/engine/engine.hpp"

#include "core/engine/bench_positions.hpp"
#include "core/chess/exchange.hpp"
#include "core/notation/move_text.hpp"
#include "host_tests/core/playout.hpp"
#include "host_tests/support/sample.hpp"
#include "host_tests/support/source_dir.hpp"
#include "host_tests/support/thinking.hpp"

#include <bit>
#include <fstream>
#include <initializer_list>

namespace stackmate::test {
namespace {

using namespace std::string_view_literals;

constexpr std::string_view mated = "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1";
constexpr std::string_view stalemated = "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1";
constexpr std::string_view one_reply = "6rk/8/8/8/8/8/8/r6K w - - 0 1";                 // Kh2
constexpr std::string_view mate_in_one = "6k1/5ppp/8/8/8/8/8/R6K w - - 0 1";            // Ra8
constexpr std::string_view wins_queen = "4k3/pp3ppp/8/3q4/8/8/PPPQ1PPP/4K3 w - - 0 1";  // Qxd5
constexpr std::string_view rook_up = "7k/8/8/8/8/8/5R2/K7 w - - 10 30";
constexpr std::string_view middle_game = "r1bqkbnr/1ppp2pp/p4p2/8/2BQP3/2N5/PPP2PPP/R1B2RK1 b - - 0 9";

/// An engine, its stop flag and a clock that stands still unless told to go.
template <class Config>
struct Bench {
    std::atomic<bool> stop{false};
    std::unique_ptr<Engine<Config>> engine = std::make_unique<Engine<Config>>(stop);
    std::uint32_t now = 0;
    Position root;  ///< the engine's own position is that of the tree while it searches

    explicit Bench(std::string_view fen = Position::start_fen, std::initializer_list<std::string_view> moves = {}) {
        set(fen, moves);
    }

    void set(std::string_view fen, std::initializer_list<std::string_view> moves = {}) {
        auto& setup = engine->begin_setup();
        ASSERT_EQ(setup.position.set_fen(fen), FenError::none) << fen;
        for (const std::string_view text : moves) {
            setup.history.push(setup.position.key(), setup.position.halfmove());
            play(setup.position, text);
        }
        engine->commit_setup();
        root = engine->position();
    }
    void go(const Limits& limits, std::initializer_list<std::string_view> only = {}) {
        std::vector<Move> moves;
        for (const std::string_view text : only) moves.push_back(move_from_text(engine->position(), text));
        engine->go(limits, moves, now);
    }
    EngineEvent run(std::uint32_t nodes = 64) { return engine->run(nodes, now); }
    /// False when it does not finish in so many slices.
    bool finish(std::uint32_t slice = 64, int most_slices = 200'000) {
        for (; most_slices > 0; --most_slices)
            if (run(slice) == EngineEvent::finished) return true;
        return false;
    }
    bool search(const Limits& limits, std::initializer_list<std::string_view> only = {}) {
        go(limits, only);
        return finish();
    }
    [[nodiscard]] std::string best() const { return text_of(engine->best_move(), root); }
    [[nodiscard]] SearchReport report() const { return engine->report(now); }
    [[nodiscard]] bool best_is_legal() const { return is_legal(root, engine->best_move()); }
};

Limits depth(std::uint8_t plies) { return {.depth = plies}; }
Limits nodes(std::uint64_t n) { return {.nodes = n}; }
Limits infinite() { return {.infinite = true}; }
Limits move_time(std::uint32_t ms) { return {.move_time_ms = ms, .has_move_time = true}; }
Limits clock(std::uint32_t ms) { return {.time_ms = {ms, ms}, .clock = {true, true}}; }
Limits pondering(Limits limits) {
    limits.ponder = true;
    return limits;
}

template <class Config>
class EngineTest : public testing::Test {};
TYPED_TEST_SUITE(EngineTest, Configs, ConfigName);

// A move at once

TYPED_TEST(EngineTest, ALegalMoveStandsReadyBeforeTheFirstSlice) {
    Bench<TypeParam> b;
    playouts(41, 1, 40, [&](const Position& p) {
        b.set(fen_of(p));
        b.go(infinite());
        const bool any = !legal_moves(p).empty();
        ASSERT_EQ(b.best_is_legal(), any);
        ASSERT_EQ(static_cast<bool>(b.engine->best_move()), any);
        b.stop = true;
        ASSERT_EQ(b.run(), EngineEvent::finished);
        ASSERT_EQ(b.best_is_legal(), any);
        ASSERT_EQ(static_cast<bool>(b.engine->best_move()), any);
        ASSERT_EQ(b.engine->position(), p);
    });
}

TYPED_TEST(EngineTest, BeforeAnIterationIsDoneTheAnswerIsTheSafeMoveThatTheEvaluationLikesBest) {
    using Evaluation = typename TypeParam::Version::Evaluation;
    Bench<TypeParam> b;
    playouts(43, 2, 80, [&](const Position& p) {
        b.set(fen_of(p));
        Score best = -score_infinite;
        std::uint64_t safe = 0;
        const auto worth = [&](Move m) { return -evaluate<Evaluation>(after(p, m)); };
        for (const Move m : legal_moves(p)) {
            if (!exchange_wins(p, m, 0)) continue;
            ++safe;
            best = std::max(best, worth(m));
        }
        if (safe == 0) return;
        b.go(infinite());
        while (b.report().nodes < safe) b.run(1);
        b.stop = true;
        ASSERT_EQ(b.run(), EngineEvent::finished);
        ASSERT_TRUE(exchange_wins(p, b.engine->best_move(), 0)) << fen_of(p) << ' ' << b.best();
        ASSERT_EQ(worth(b.engine->best_move()), best) << fen_of(p) << ' ' << b.best();
    });
}

TYPED_TEST(EngineTest, StopIsObeyedAtTheNextNodeAndBringsTheBestMoveSoFar) {
    for (int slices = 0; slices < 300; ++slices) {
        Bench<TypeParam> b(middle_game);
        b.go(infinite());
        for (int i = 0; i < slices; ++i) ASSERT_NE(b.run(1), EngineEvent::finished);
        const auto before = b.report().nodes;
        b.stop = true;
        ASSERT_EQ(b.run(1000), EngineEvent::finished) << slices;
        ASSERT_EQ(b.report().nodes, before);
        ASSERT_TRUE(b.best_is_legal());
        ASSERT_FALSE(b.engine->searching());
        ASSERT_EQ(fen_of(b.engine->position()), middle_game);
    }
}

TYPED_TEST(EngineTest, GoTakesBackAStopRaisedBefore) {
    Bench<TypeParam> b;
    b.stop = true;
    b.go(depth(3));
    EXPECT_FALSE(b.stop);
    ASSERT_TRUE(b.finish());
    EXPECT_EQ(b.engine->depth_done(), 3);
}

TYPED_TEST(EngineTest, WithoutGoThereIsNothingToRun) {
    Bench<TypeParam> b;
    EXPECT_FALSE(b.engine->searching());
    EXPECT_EQ(b.run(), EngineEvent::none);
    b.search(depth(2));
    EXPECT_FALSE(b.engine->searching());
    EXPECT_EQ(b.run(), EngineEvent::none) << "finished is told once";
}

// Nodes, depth, mate, moves to choose from

TYPED_TEST(EngineTest, MakesExactlyTheNodesItIsAllowed) {
    for (const std::uint64_t n : {63u, 64u, 65u, 999u, 5000u})
        for (const std::uint32_t slice : {1u, 7u, 64u, 100'000u}) {
            Bench<TypeParam> b(middle_game);
            b.go(nodes(n));
            ASSERT_TRUE(b.finish(slice));
            ASSERT_EQ(b.report().nodes, n) << "in slices of " << slice;
            ASSERT_TRUE(b.best_is_legal());
        }
}

TYPED_TEST(EngineTest, MakesNoMoreNodesInASliceThanItIsAllowed) {
    Bench<TypeParam> b(middle_game);
    b.go(infinite());
    std::uint64_t before = 0;
    for (std::uint32_t slice = 1; slice < 300; ++slice) {
        b.run(slice);
        ASSERT_LE(b.report().nodes, before + slice);
        ASSERT_GT(b.report().nodes + 1, before) << "and goes on";
        before = b.report().nodes;
    }
}

TYPED_TEST(EngineTest, TheSizeOfTheSlicesDoesNotChangeTheAnswer) {
    Bench<TypeParam> whole(middle_game);
    whole.go(depth(6));
    ASSERT_TRUE(whole.finish(1'000'000));
    for (const std::uint32_t slice : {1u, 13u, 64u}) {
        Bench<TypeParam> b(middle_game);
        b.go(depth(6));
        ASSERT_TRUE(b.finish(slice));
        EXPECT_EQ(b.report().nodes, whole.report().nodes);
        EXPECT_EQ(b.report().score, whole.report().score);
        EXPECT_EQ(b.best(), whole.best());
    }
}

TYPED_TEST(EngineTest, SearchesToTheDepthAskedForAndTellsEveryIteration) {
    Bench<TypeParam> b(middle_game);
    b.go(depth(5));
    Depth last = 0;
    for (EngineEvent event; (event = b.run(1'000'000)) != EngineEvent::finished;) {
        if (event != EngineEvent::info) continue;
        ASSERT_EQ(b.report().depth, last + 1);
        ASSERT_FALSE(b.report().line.empty());
        if (b.report().bound == Bound::exact) last = b.report().depth;  // else a window was missed
    }
    EXPECT_EQ(last, 5);
    EXPECT_EQ(b.engine->depth_done(), 5);
    EXPECT_GE(b.report().seldepth, 5);
}

TYPED_TEST(EngineTest, ADepthBeyondItsFramesEndsAtTheLastItHas) {
    Bench<TypeParam> b("7k/8/8/8/8/8/5R2/K7 w - - 97 90");  // the fifty moves end every line soon
    ASSERT_TRUE(b.search(depth(255)));
    EXPECT_EQ(b.engine->depth_done(), TypeParam::Version::max_ply - 2);
}

struct MateCase {
    std::string_view fen;
    std::uint8_t moves;
    std::string_view first;  ///< empty: there are several
};
constexpr MateCase mates[] = {
    {mate_in_one, 1, "a1a8"},
    {"r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 0 4", 1, "h5f7"},
    {"7k/R7/1R6/8/8/8/8/7K w - - 0 1", 1, "b6b8"},
    {"7k/8/8/8/8/8/R7/1R5K w - - 0 1", 2, ""},
    {"r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1", 3, "f6a6"},
    {"kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", 2, "a1a6"},
};

TYPED_TEST(EngineTest, FindsAMateAskedForWithItsScoreAndStops) {
    for (const MateCase& m : mates) {
        Bench<TypeParam> b(m.fen);
        ASSERT_TRUE(b.search({.mate = m.moves})) << m.fen;
        EXPECT_EQ(b.report().score, score_mate - (2 * m.moves - 1)) << m.fen;
        EXPECT_EQ(b.report().bound, Bound::exact);
        EXPECT_EQ(b.report().line.size(), 2u * m.moves - 1) << m.fen;
        if (!m.first.empty()) {
            EXPECT_EQ(b.best(), m.first) << m.fen;
        }
    }
}

TYPED_TEST(EngineTest, HoweverFewNodesAreAllowedEachMoveIsLookedAt) {
    for (const std::uint64_t n : {1u, 2u, 10u}) {
        Bench<TypeParam> b("4k3/8/8/3q4/4P3/8/8/4K3 w - - 0 1");
        b.go(nodes(n));
        ASSERT_TRUE(b.finish(1));
        EXPECT_EQ(b.best(), "e4d5");
        EXPECT_LE(b.report().nodes, 10u);
        Bench<TypeParam> start;
        start.go(nodes(n));
        ASSERT_TRUE(start.finish(100));
        EXPECT_NE(start.best(), "h2h3");
        EXPECT_LE(start.report().nodes, 20u);
    }
}

TYPED_TEST(EngineTest, AMateThatIsNotThereIsSoughtToFourTimesItsMoves) {
    for (const unsigned moves : {1u, 2u}) {
        Bench<TypeParam> b;
        ASSERT_TRUE(b.search({.mate = static_cast<std::uint8_t>(moves)}));
        EXPECT_EQ(b.engine->depth_done(), static_cast<Depth>(4 * moves));
    }
}

TYPED_TEST(EngineTest, AMateThatTakesLongerIsNotTheOneAskedFor) {
    Bench<TypeParam> b("r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1");  // mate in three
    ASSERT_TRUE(b.search({.depth = 13, .mate = 2}));
    EXPECT_EQ(b.engine->depth_done(), 13) << "the wish was never fulfilled";
    ASSERT_TRUE(b.search({.depth = 13, .mate = 3}));
    EXPECT_LT(b.engine->depth_done(), 13);
    EXPECT_EQ(b.report().score, score_mate - 5);
}

TYPED_TEST(EngineTest, KnowsThatItIsBeingMated) {
    Bench<TypeParam> b("7k/R7/8/8/8/8/8/1R5K b - - 0 1");  // Kg8 Rb8 mate
    ASSERT_TRUE(b.search(depth(4)));
    EXPECT_EQ(b.report().score, mated_in(2));
    EXPECT_EQ(b.best(), "h8g8");
}

TYPED_TEST(EngineTest, OnAClockAForcedMateEndsTheSearchEarly) {
    for (const MateCase& m : mates) {
        Bench<TypeParam> b(m.fen);
        ASSERT_TRUE(b.search(clock(3'600'000))) << m.fen << ": the clock stands still, only the mate can end it";
        EXPECT_EQ(b.report().score, score_mate - (2 * m.moves - 1)) << m.fen;
    }
}

TYPED_TEST(EngineTest, ChoosesAmongTheMovesItIsGiven) {
    Bench<TypeParam> b(mate_in_one);
    ASSERT_TRUE(b.search(depth(5), {"a1a2", "a1b1", "h1g1"}));
    EXPECT_TRUE(std::set<std::string>({"a1a2", "a1b1", "h1g1"}).contains(b.best())) << b.best();
    EXPECT_FALSE(is_mate(b.report().score) && b.report().score > score_mate - 2);
    ASSERT_TRUE(b.search(depth(5), {"h1h2"}));
    EXPECT_EQ(b.best(), "h1h2");
    ASSERT_TRUE(b.search(depth(5), {"h1h2", "a1a8"}));
    EXPECT_EQ(b.best(), "a1a8");
    ASSERT_TRUE(b.search(depth(5))) << "the next search is free again";
    EXPECT_EQ(b.best(), "a1a8");
}

TYPED_TEST(EngineTest, EveryMoveCanBeTheOnlyOneAllowedAtEveryDepth) {
    Bench<TypeParam> b(middle_game);
    for (const Move m : legal_moves(position(middle_game)))
        for (const int plies : {1, 2, 4}) {
            const Move only[] = {m};
            b.engine->go({.depth = static_cast<std::uint8_t>(plies)}, only, 0);
            ASSERT_EQ(b.engine->best_move(), m);
            ASSERT_TRUE(b.finish());
            ASSERT_EQ(b.engine->best_move(), m);
        }
}

TYPED_TEST(EngineTest, IllegalMovesToChooseFromAreIgnored) {
    Bench<TypeParam> b(middle_game);
    const Move legal = legal_moves(b.root)[3], illegal(b.root.king(Color::white), b.root.king(Color::black));
    const Move some[] = {illegal, legal, Move{}};
    b.engine->go(depth(3), some, 0);
    ASSERT_TRUE(b.finish());
    EXPECT_EQ(b.engine->best_move(), legal);
    b.engine->go(depth(3), {some, 1}, 0);  // none is left: all count
    ASSERT_TRUE(b.finish());
    EXPECT_TRUE(b.best_is_legal());
}

TYPED_TEST(EngineTest, WhoComesBackToARestrictedRootHasAllItsMovesAgain) {
    Bench<TypeParam> b("8/1k2K3/8/3P4/8/8/8/8 w - - 10 1");
    ASSERT_TRUE(b.search(depth(8), {"e7e8"}));
    EXPECT_GT(b.report().score, 200) << "e8, and back to e7 if Black comes back, too";
}

TYPED_TEST(EngineTest, WhoComesBackToARestrictedRootForTheThirdTimeHasADraw) {
    const auto perpetual = "6k1/6p1/8/7Q/8/2b5/rr6/7K w - - 0 1";
    Bench<TypeParam> b(perpetual, {"h5e8", "g8h7", "e8h5", "h7g8"});
    ASSERT_TRUE(b.search(depth(2), {"h5e8"}));
    EXPECT_EQ(b.report().score, score_draw);
    b.set(perpetual);
    ASSERT_TRUE(b.search(depth(2), {"h5e8"}));
    EXPECT_LT(b.report().score, score_draw) << "it would be the second time";
}

TYPED_TEST(EngineTest, TheMovesToChooseFromMayLieInItsWorkspace) {
    Bench<TypeParam> b(middle_game);
    const auto memory = b.engine->workspace();
    auto* const moves = reinterpret_cast<Move*>(memory.data());
    const std::vector<Move> all = legal_moves(position(middle_game));
    moves[0] = all[3];
    moves[1] = all[7];
    b.engine->go(depth(4), {moves, 2}, 0);
    ASSERT_TRUE(b.finish());
    EXPECT_TRUE(b.engine->best_move() == all[3] || b.engine->best_move() == all[7]);
}

TYPED_TEST(EngineTest, MoreMovesToChooseFromThanItHasRoomForAreNotLookedAt) {
    Bench<TypeParam> b(middle_game);
    std::vector<Move> many = legal_moves(position(middle_game));
    const std::size_t room = TypeParam::max_search_moves;
    many.resize(std::min(many.size(), room + 3));
    b.engine->go(depth(3), many, 0);
    ASSERT_TRUE(b.finish());
    const auto end = many.begin() + static_cast<std::ptrdiff_t>(std::min(room, many.size()));
    EXPECT_NE(std::find(many.begin(), end, b.engine->best_move()), end);
}

// Time

TYPED_TEST(EngineTest, TheOnlyLegalMoveIsAnsweredAfterOneIterationOnAClock) {
    Bench<TypeParam> b(one_reply);
    ASSERT_EQ(legal_texts(b.engine->position()), std::vector<std::string>{"h1h2"});
    ASSERT_TRUE(b.search(clock(600'000)));
    EXPECT_EQ(b.best(), "h1h2");
    EXPECT_EQ(b.engine->depth_done(), 1);
    ASSERT_TRUE(b.search(depth(4)));
    EXPECT_EQ(b.engine->depth_done(), 4) << "a depth was asked for";
}

TYPED_TEST(EngineTest, InAnalysisTheOnlyMoveIsThoughtAbout) {
    Bench<TypeParam> b(one_reply);
    b.go(infinite());
    for (int i = 0; i < 500; ++i) ASSERT_NE(b.run(), EngineEvent::finished);
    EXPECT_GT(b.engine->depth_done(), 3);
}

/// Runs slices, each of which takes one millisecond, as a board would: the flag goes up at the hard limit.
/// The time used.
template <class Config>
std::uint32_t time_used(Bench<Config>& b, const Limits& limits, std::uint32_t slice = 64) {
    b.go(limits);
    const std::uint32_t start = b.now;
    while (b.now - start < 1'000'000) {
        if (b.now - start >= b.engine->hard_limit_ms()) b.stop = true;
        if (b.run(slice) == EngineEvent::finished) break;
        ++b.now;
    }
    return b.now - start;
}

TYPED_TEST(EngineTest, MoveTimeIsUsedWhole) {
    for (const std::uint32_t ms : {0u, 1u, 20u, 300u}) {
        Bench<TypeParam> b(middle_game);
        b.now = 0xffffff80;  // the clock wraps meanwhile
        b.go(move_time(ms));
        EXPECT_EQ(b.engine->hard_limit_ms(), ms);
        EXPECT_TRUE(b.engine->limit_is_exact());
        EXPECT_EQ(time_used(b, move_time(ms)), ms);
        EXPECT_TRUE(b.best_is_legal());
    }
    Bench<TypeParam> b(one_reply);
    EXPECT_EQ(time_used(b, move_time(50)), 50u) << "also with one legal move";
    b.set(mate_in_one);
    EXPECT_GE(time_used(b, move_time(5)), 5u) << "also with a mate";
}

TYPED_TEST(EngineTest, OnAClockItStaysBelowItsHardLimitAndUsesASensibleShare) {
    for (const std::string_view fen : {Position::start_fen, middle_game}) {
        Bench<TypeParam> b(fen);
        b.go(clock(30'000));
        const std::uint32_t hard = b.engine->hard_limit_ms();
        EXPECT_LT(hard, 30'000u);
        EXPECT_FALSE(b.engine->limit_is_exact());
        const std::uint32_t used = time_used(b, clock(30'000));
        EXPECT_LE(used, hard);
        EXPECT_GT(used, 30'000u / 200);
        EXPECT_LT(used, 30'000u / 8);
    }
}

TYPED_TEST(EngineTest, TheMoveOverheadIsTakenOffTheClock) {
    Bench<TypeParam> b(middle_game);
    b.engine->set_move_overhead(0);
    b.go(clock(2000));
    const std::uint32_t without = b.engine->hard_limit_ms();
    b.stop = true;
    b.run();
    b.engine->set_move_overhead(1900);
    b.go(clock(2000));
    EXPECT_LT(b.engine->hard_limit_ms(), without / 10);
    EXPECT_LE(b.engine->hard_limit_ms(), 100u);
}

TYPED_TEST(EngineTest, AtTheSoftLimitTheAnswerComesWithinOneSliceWhereverTheIterationStands) {
    const TimeBudget budget = time_budget(clock(600'000), Color::black, 10);
    const std::uint32_t at_the_latest = (budget.soft_ms * TimePolicy::max_total + 99) / 100;
    ASSERT_LT(at_the_latest, budget.hard_ms);
    for (int slices = 1; slices < 400; slices += 7) {
        Bench<TypeParam> b(middle_game);
        b.go(clock(600'000));
        while (b.engine->depth_done() < 5) b.run(1);
        for (int i = 0; i < slices; ++i) ASSERT_NE(b.run(16), EngineEvent::finished);
        b.now = at_the_latest;
        EngineEvent event = b.run(16);
        if (event == EngineEvent::info) event = b.run(0);  // the iteration came to its own end in this slice
        ASSERT_EQ(event, EngineEvent::finished) << slices;
        ASSERT_TRUE(b.best_is_legal());
    }
}

// A partial iteration

/// Stops after every number of nodes: the answer must be the line under way once its first move is done, else
/// the old one.
TYPED_TEST(EngineTest, ABetterMoveOfAnIterationThatIsNotFinishedCounts) {
    int partial = 0;
    for (const std::string_view fen : bench_positions) {
        Bench<TypeParam> b(fen);
        b.go(depth(6));
        Move last;
        int done = 0;
        for (EngineEvent event; (event = b.run(1)) != EngineEvent::finished; last = b.engine->best_move()) {
            const bool new_iteration = b.engine->depth_done() != done;
            done = b.engine->depth_done();
            if (new_iteration || done == 0 || b.engine->best_move() == last) continue;
            ASSERT_EQ(event, EngineEvent::info) << "a new best move is told";
            ASSERT_TRUE(b.best_is_legal());
            ++partial;
        }
    }
    EXPECT_GT(partial, 10);
}

TYPED_TEST(EngineTest, TheAnswerOfAStoppedIterationIsNoWorseThanThatOfTheOneBefore) {
    // Qxd5 wins a queen at once: from the first iteration on no stop may bring another move.
    for (std::uint64_t n = 1; n < 400; ++n) {
        Bench<TypeParam> b(wins_queen);
        b.go(nodes(n));
        while (b.run(1) != EngineEvent::finished) {}
        if (b.engine->depth_done() >= 1) {
            ASSERT_EQ(b.best(), "d2d5") << "after " << n << " nodes";
        }
    }
}

// Ponder and infinite

TYPED_TEST(EngineTest, PonderingDoesNotEndBeforeTheHitWhateverTheClockSays) {
    std::size_t thought = 0;
    for (const std::string_view fen : bench_positions) {
        Bench<TypeParam> b(fen);
        b.go(pondering(clock(1000)));
        EXPECT_EQ(b.engine->hard_limit_ms(), no_limit);
        for (int i = 0; i < 100; ++i, b.now += 1000) ASSERT_NE(b.run(), EngineEvent::finished);
        b.engine->ponder_hit(b.now);
        const std::uint32_t hard = b.engine->hard_limit_ms();
        EXPECT_LT(hard, 1000u);
        const std::uint32_t hit = b.now;
        int slices = 0;
        for (; b.now - hit <= hard; ++b.now, ++slices) {
            if (b.now - hit == hard) b.stop = true;
            if (b.run() == EngineEvent::finished) break;
        }
        EXPECT_FALSE(b.engine->searching());
        EXPECT_TRUE(b.best_is_legal() || !b.engine->position().any_legal_move());
        if (slices > 3) ++thought;
    }
    // Where the answer has settled by then it comes at the hit.
    EXPECT_GT(thought, 0u) << "the clock runs from the hit, not from the start";
}

/// Ponders for so many slices of a millisecond each.
template <class Config>
void ponder(Bench<Config>& b, const Limits& limits, int slices) {
    b.go(pondering(limits));
    for (int i = 0; i < slices; ++i, ++b.now) ASSERT_NE(b.run(), EngineEvent::finished);
}

/// Milliseconds from the hit to the answer, slices as before; the flag goes up at the hard limit.
template <class Config>
std::uint32_t time_from_hit(Bench<Config>& b) {
    b.engine->ponder_hit(b.now);
    const std::uint32_t hit = b.now;
    for (;; ++b.now) {
        if (b.now - hit >= b.engine->hard_limit_ms()) b.stop = true;
        if (b.run() == EngineEvent::finished) return b.now - hit;
    }
}

TYPED_TEST(EngineTest, TheOnlyLegalMoveIsAnsweredAtThePonderHit) {
    Bench<TypeParam> b("r1bqkb1r/pppp1Qpp/2n2n2/4p3/4P3/8/PPPP1PPP/RNB1KBNR b KQkq - 0 1");
    ASSERT_EQ(legal_texts(b.engine->position()), std::vector<std::string>{"e8f7"});
    ponder(b, clock(60'000), 300);
    EXPECT_GT(b.engine->depth_done(), 3);
    EXPECT_EQ(time_from_hit(b), 0u);
    EXPECT_EQ(b.best(), "e8f7");
}

TYPED_TEST(EngineTest, AMoveThatPonderingFoundSettledIsAnsweredAtTheHit) {
    const std::uint32_t soft = time_budget(clock(60'000), Color::white, 10).soft_ms;
    Bench<TypeParam> b(wins_queen);
    ponder(b, clock(60'000), static_cast<int>(5 * soft));
    EXPECT_EQ(time_from_hit(b), 0u);
    EXPECT_EQ(b.best(), "d2d5");
}

TYPED_TEST(EngineTest, AfterTooLittlePonderingEvenASettledMoveIsThoughtAbout) {
    Bench<TypeParam> b(wins_queen);
    ponder(b, clock(600'000), 100);
    EXPECT_GT(time_from_hit(b), 100u);
}

TYPED_TEST(EngineTest, TheSoftLimitCountsFromThePonderHitAlsoInsideAnIteration) {
    const TimeBudget budget = time_budget(clock(10'000), Color::black, 10);
    for (const int pondered : {1, 300, 10'000}) {
        Bench<TypeParam> b(middle_game);
        ponder(b, clock(10'000), pondered);
        EXPECT_LE(time_from_hit(b), (budget.soft_ms * TimePolicy::max_total + 99) / 100)
            << "after " << pondered << " ms";
        EXPECT_TRUE(b.best_is_legal());
    }
}

TYPED_TEST(EngineTest, PonderingThatIsDoneWaitsForTheHitOrForStop) {
    for (const bool by_stop : {false, true}) {
        Bench<TypeParam> b(middle_game);
        b.go(pondering(depth(3)));
        for (int i = 0; i < 2000; ++i) ASSERT_NE(b.run(), EngineEvent::finished);
        EXPECT_EQ(b.engine->depth_done(), 3);
        EXPECT_TRUE(b.engine->waiting());
        EXPECT_TRUE(b.engine->searching());
        if (by_stop)
            b.stop = true;
        else
            b.engine->ponder_hit(b.now);
        EXPECT_FALSE(b.engine->waiting());
        EXPECT_EQ(b.run(), EngineEvent::finished);
    }
}

TYPED_TEST(EngineTest, AHitWithoutPonderingDoesNotMoveTheClock) {
    Bench<TypeParam> b(middle_game);
    b.go(clock(30'000));
    const std::uint32_t hard = b.engine->hard_limit_ms();
    b.now = 1'000'000;
    b.engine->ponder_hit(b.now);
    EXPECT_EQ(b.engine->hard_limit_ms(), hard);
    for (int i = 0; i < 100'000 && b.run() != EngineEvent::finished; ++i) {}
    EXPECT_FALSE(b.engine->searching()) << "its time was over long ago";
}

TYPED_TEST(EngineTest, TheAnswerNamesTheReplyItExpects) {
    Bench<TypeParam> b(middle_game);
    ASSERT_TRUE(b.search(depth(5)));
    ASSERT_TRUE(b.engine->ponder_move());
    EXPECT_TRUE(is_legal(after(b.engine->position(), b.engine->best_move()), b.engine->ponder_move()));
}

TYPED_TEST(EngineTest, InfiniteWaitsForStopWhateverIsFoundAndWhateverElseIsAskedFor) {
    const std::pair<std::string_view, Limits> cases[] = {
        {mated, {}},
        {stalemated, {}},
        {mate_in_one, {}},
        {middle_game, depth(2)},
        {middle_game, nodes(100)},
        {middle_game, move_time(1)},
        {middle_game, clock(10)},
        {one_reply, clock(1000)},
    };
    for (bool Limits::* const way : {&Limits::infinite, &Limits::ponder})
        for (auto [fen, limits] : cases) {
            Bench<TypeParam> b(fen);
            limits.*way = true;
            b.go(limits);
            for (int i = 0; i < 300; ++i, b.now += 100) ASSERT_NE(b.run(), EngineEvent::finished) << fen;
            EXPECT_TRUE(b.engine->searching());
            if (limits.nodes != 0) {
                EXPECT_EQ(b.report().nodes, limits.nodes);
            }
            b.stop = true;
            EXPECT_EQ(b.run(), EngineEvent::finished) << fen;
            EXPECT_EQ(fen_of(b.engine->position()), fen);
        }
}

TYPED_TEST(EngineTest, WithoutALegalMoveThereIsNoAnswerAndNoScore) {
    for (const std::string_view fen : {mated, stalemated}) {
        Bench<TypeParam> b(fen);
        for (const Limits& limits : {depth(5), nodes(100), move_time(1000), clock(1000), Limits{}}) {
            b.go(limits);
            EXPECT_EQ(b.run(), EngineEvent::finished);
            EXPECT_FALSE(b.engine->best_move());
            EXPECT_FALSE(b.engine->ponder_move());
            EXPECT_TRUE(b.report().line.empty());
            EXPECT_EQ(b.report().nodes, 0u);
        }
    }
}

// What a search leaves behind

TYPED_TEST(EngineTest, ThePositionIsUnchangedAfterEveryWayASearchCanEnd) {
    for (const std::string_view fen : bench_positions) {
        Bench<TypeParam> b(fen);
        const Position before = b.engine->position();
        const auto check = [&](const char* way) {
            ASSERT_FALSE(b.engine->searching()) << way;
            ASSERT_EQ(b.engine->position(), before) << way;
            ASSERT_EQ(b.engine->position().key(), before.key()) << way;
            ASSERT_TRUE(b.engine->position().consistent()) << way;
            ASSERT_EQ(b.engine->history(), KeyHistory{}) << way;
        };
        b.search(depth(3));
        check("depth");
        b.search(nodes(777));
        check("nodes");
        time_used(b, move_time(20), 16);
        check("move time");
        time_used(b, clock(400), 16);
        check("clock");
        b.go(infinite());
        for (int i = 0; i < 50; ++i) b.run(7);
        b.stop = true;
        b.run();
        check("stop");
        b.go(pondering(clock(100)));
        for (int i = 0; i < 20; ++i) b.run(7);
        b.engine->ponder_hit(0);
        b.stop = true;
        b.run();
        check("ponder");
    }
}

TYPED_TEST(EngineTest, NewGameForgetsEverything) {
    Bench<TypeParam> b(middle_game);
    b.search(depth(6));
    const auto first = b.report().nodes;
    b.search(depth(6));
    EXPECT_NE(b.report().nodes, first) << "the table knows something";
    b.engine->new_game();
    EXPECT_EQ(fen_of(b.engine->position()), Position::start_fen);
    b.set(middle_game);
    b.search(depth(6));
    EXPECT_EQ(b.report().nodes, first);
}

TYPED_TEST(EngineTest, NewGameForgetsTheMovesPlayed) {
    Bench<TypeParam> b(Position::start_fen, {"g1f3", "g8f6", "f3g1", "f6g8", "g1f3", "g8f6", "f3g1", "f6g8"});
    EXPECT_EQ(b.engine->state(), GameState::threefold_repetition);
    b.engine->new_game();
    EXPECT_EQ(b.engine->state(), GameState::playing);
    EXPECT_EQ(b.engine->history(), KeyHistory{});
}

TYPED_TEST(EngineTest, ASetupThatIsNotCommittedChangesNothing) {
    Bench<TypeParam> b(middle_game);
    auto& setup = b.engine->begin_setup();
    EXPECT_EQ(fen_of(setup.position), Position::start_fen);
    play(setup.position, "e2e4");
    EXPECT_EQ(fen_of(b.engine->position()), middle_game);
    EXPECT_TRUE(b.search(depth(3)));
    EXPECT_EQ(fen_of(b.engine->position()), middle_game);
}

TYPED_TEST(EngineTest, UsesTheTableItIsGivenAndItsOwnAgain) {
    Bench<TypeParam> b(middle_game);
    EXPECT_EQ(b.engine->table_bytes(), TypeParam::table_bytes);
    std::vector<TtEntry> memory(1u << 15);
    b.engine->use_table(memory);
    EXPECT_EQ(b.engine->table_bytes(), memory.size() * sizeof(TtEntry));
    b.search(depth(5));
    const auto used = [&] {
        return std::count_if(memory.begin(), memory.end(), [](const TtEntry& e) { return e.second != 0; });
    };
    EXPECT_GT(used(), 20);
    b.engine->clear_table();
    EXPECT_EQ(used(), 0);
    b.search(depth(5));
    b.engine->use_table({});
    EXPECT_EQ(b.engine->table_bytes(), TypeParam::table_bytes);
    const auto before = used();
    b.search(depth(5));
    EXPECT_EQ(used(), before) << "the given one is left alone from then on";
    EXPECT_TRUE(b.best_is_legal());
}

TYPED_TEST(EngineTest, PlaysWithATableTooSmallToBeOne) {
    Bench<TypeParam> b(mate_in_one);
    std::vector<TtEntry> memory(3);
    b.engine->use_table(memory);
    EXPECT_EQ(b.engine->table_bytes(), 0u);
    ASSERT_TRUE(b.search(depth(5)));
    EXPECT_EQ(b.best(), "a1a8");
    EXPECT_EQ(b.report().hashfull, 0u);
}

// Draws

TYPED_TEST(EngineTest, SeesThatPerpetualCheckDraws) {
    Bench<TypeParam> b("6k1/6p1/8/7Q/8/2b5/rr6/7K w - - 0 1");  // behind, but with checks on e8 and h5 for ever
    ASSERT_TRUE(b.search(depth(6)));
    EXPECT_EQ(b.report().score, score_draw);
    EXPECT_EQ(b.best(), "h5e8");
}

TYPED_TEST(EngineTest, AMoveToAPositionThatWasThereTwiceIsADraw) {
    const auto twice = {"a1b1"sv, "h8g8"sv, "b1a1"sv, "g8h8"sv, "a1b1"sv, "h8g8"sv, "b1a1"sv, "g8h8"sv};
    Bench<TypeParam> b(rook_up, twice);
    ASSERT_TRUE(b.search(depth(4), {"a1b1"}));
    EXPECT_EQ(b.report().score, score_draw);
    ASSERT_TRUE(b.search(depth(4)));
    EXPECT_NE(b.best(), "a1b1");
    EXPECT_GT(b.report().score, 100);
    b.set(rook_up);
    ASSERT_TRUE(b.search(depth(4), {"a1b1"}));
    EXPECT_GT(b.report().score, 100) << "without that history it is no draw";
}

TYPED_TEST(EngineTest, AMoveToAPositionThatWasThereOnceIsNoDraw) {
    Bench<TypeParam> b(rook_up, {"a1b1", "h8g8", "b1a1", "g8h8"});
    ASSERT_TRUE(b.search(depth(1), {"a1b1"}));
    EXPECT_GT(b.report().score, 100);
}

/// Two rooks against the bare king, both sides inclined to take their moves back: every move that brings a
/// position for the third time, or the hundredth half move, is a draw to the search, and no other is.
TYPED_TEST(EngineTest, DrawsByTheGamesHistoryAreThoseOfTheRules) {
    Random random(43);
    Bench<TypeParam> b;
    int drawn = 0;
    for (int game = 0; game < 6; ++game) {
        Position p = position("8/8/3k4/8/8/3K4/8/R6R w - - 0 1");
        KeyHistory history;
        Move last[2];
        while (p.halfmove() < 100 && p.any_legal_move() && std::popcount(p.slots(PieceType::rook)) == 2) {
            const std::vector<Move> moves = legal_moves(p);
            b.engine->set_game(p, history);
            KeyHistory then = history;
            then.push(p.key(), p.halfmove());
            for (const Move m : moves) {
                const GameState state = state_of(after(p, m), then);
                if (state == GameState::stalemate || state == GameState::check)
                    continue;  // seen deeper, or not as deep
                b.engine->go(depth(1), {&m, 1}, 0);
                ASSERT_TRUE(b.finish());
                const bool draw = is_draw(state);
                const Score score = b.report().score;
                ASSERT_EQ(score == score_draw, draw) << text_of(m, p) << " in " << fen_of(p) << ", score " << score;
                drawn += draw;
            }
            Move& mine = last[index(p.side())];
            const Move back(mine.to(), mine.from());
            const bool may = std::find(moves.begin(), moves.end(), back) != moves.end();
            mine = may && random.below(10) < 7 ? back : moves[random.below(moves.size())];
            history = then;
            p = after(p, mine);
        }
    }
    EXPECT_GT(drawn, 50);
}

TYPED_TEST(EngineTest, TheHundredthHalfMoveDrawsTheNinetyNinthDoesNot) {
    Bench<TypeParam> b("7k/8/8/8/8/8/5R2/K7 w - - 98 90");
    ASSERT_TRUE(b.search(depth(1)));
    EXPECT_GT(b.report().score, 100) << "the ninety-ninth";
    ASSERT_TRUE(b.search(depth(3)));
    EXPECT_EQ(b.report().score, score_draw) << "Black makes the hundredth";
    b.set("7k/8/8/8/8/8/5R2/K7 w - - 99 90");
    ASSERT_TRUE(b.search(depth(1)));
    EXPECT_EQ(b.report().score, score_draw);
    EXPECT_TRUE(b.best_is_legal());
}

TYPED_TEST(EngineTest, APawnMoveInTimeAvoidsTheFiftyMoves) {
    Bench<TypeParam> b("7k/8/8/8/8/8/P4R2/K7 w - - 99 90");
    ASSERT_TRUE(b.search(depth(4)));
    EXPECT_EQ(b.best().substr(0, 2), "a2");
    EXPECT_GT(b.report().score, 100);
}

TYPED_TEST(EngineTest, MateOnTheHundredthHalfMoveIsMate) {
    Bench<TypeParam> b("6k1/5ppp/8/8/8/8/8/R6K w - - 99 90");
    ASSERT_TRUE(b.search(depth(3)));
    EXPECT_EQ(b.report().score, score_mate - 1);
    EXPECT_EQ(b.best(), "a1a8");
    b.set("7k/8/8/8/8/8/R7/1R5K w - - 97 90");  // mate in two: 98, 99, 100
    ASSERT_TRUE(b.search(depth(5)));
    EXPECT_EQ(b.report().score, score_mate - 3);
    b.set("7k/8/8/8/8/8/R7/1R5K w - - 98 90");  // one too late
    ASSERT_TRUE(b.search(depth(5)));
    EXPECT_EQ(b.report().score, score_draw);
}

/// Scores that only hold with more half moves left must not be used close to the draw: neither from the table nor for pruning.
template <class Config>
void expect_a_draw_without_detours(std::initializer_list<std::string_view> fens) {
    for (const std::string_view fen : fens) {
        Bench<Config> b(fen);
        b.go(depth(14));
        while (b.run() != EngineEvent::finished) {
            ASSERT_LT(b.report().nodes, 1'000'000u) << fen;
            if (b.report().depth < 12) continue;
            ASSERT_LE(b.report().score, score_draw) << fen;
        }
        EXPECT_EQ(b.report().depth, 14) << fen;
        EXPECT_EQ(b.report().score, score_draw) << fen;
    }
}

TYPED_TEST(EngineTest, TheFiftyMovesEndALeadWithoutDetours) {
    expect_a_draw_without_detours<TypeParam>({"8/8/8/3k4/8/8/6K1/7R w - - 92 1", "8/8/8/3k4/8/8/6K1/5B1N w - - 91 1"});
}

TEST(Engine, SeesTheFiftyMovesFurtherAheadWithALargerTable) {
    expect_a_draw_without_detours<Full>({"8/8/8/3k4/8/8/6K1/7R w - - 90 1", "8/8/8/3k4/8/8/6K1/7Q w - - 92 1"});
}

TYPED_TEST(EngineTest, AWinByAPawnMoveOrACaptureIsSeenCloseToTheFiftyMoves) {
    Bench<TypeParam> b("8/8/8/3k4/8/8/P5K1/7R w - - 94 1");
    ASSERT_TRUE(b.search(depth(12)));
    EXPECT_GT(b.report().score, 500);
    b.set("8/5k2/3p1p2/1p1P1P2/1P6/3K4/8/R7 w - - 92 1");  // the rook comes in and takes pawns
    ASSERT_TRUE(b.search(depth(12)));
    EXPECT_GT(b.report().score, 300);
}

TYPED_TEST(EngineTest, StalemateIsADrawHoweverMuchOneIsAhead) {
    Bench<TypeParam> b("7k/8/5K2/5Q2/8/8/8/8 w - - 0 1");
    ASSERT_TRUE(b.search(depth(2), {"f5g6"}));
    EXPECT_EQ(b.report().score, score_draw);
    ASSERT_TRUE(b.search(depth(2)));
    EXPECT_GT(b.report().score, 100);
    EXPECT_NE(b.best(), "f5g6");
}

TYPED_TEST(EngineTest, WithTooLittleMaterialEveryLineIsDrawn) {
    Bench<TypeParam> b("7k/8/8/8/8/8/p7/K5B1 w - - 0 1");
    ASSERT_TRUE(b.search(depth(3), {"a1a2"}));
    EXPECT_EQ(b.report().score, score_draw);
}

// Several lines

TEST(SeveralLines, AreInTheOrderOfTheirScoresInEveryIterationAndTheFirstIsTheAnswer) {
    std::ifstream file(in_sources("host_tests/data/positions.txt"));
    Bench<Full> b;
    b.engine->set_lines(3);
    const int step = whole_or_sample(10, 50);
    int number = 0;
    for (std::string fen; std::getline(file, fen); ++number) {
        if (number % step != 0) continue;
        b.engine->new_game();
        b.set(fen);
        b.go(depth(8));
        std::vector<SearchReport> told;
        std::vector<Move> heads;
        for (EngineEvent event{}; event != EngineEvent::finished;) {
            event = b.run();
            if (event != EngineEvent::info) continue;
            const SearchReport report = b.report();
            EXPECT_EQ(report.lines, 3) << fen;
            EXPECT_EQ(report.bound, Bound::exact) << fen;
            EXPECT_EQ(report.depth, 1 + static_cast<int>(told.size() / 3)) << fen;
            EXPECT_EQ(report.line_number, told.size() % 3) << fen;
            if (report.line_number == 0)
                heads.clear();
            else
                EXPECT_LE(report.score, told.back().score) << fen << " at depth " << report.depth;
            ASSERT_FALSE(report.line.empty()) << fen;
            EXPECT_EQ(std::count(heads.begin(), heads.end(), report.line[0]), 0) << fen;
            heads.push_back(report.line[0]);
            told.push_back(report);
        }
        ASSERT_EQ(told.size(), 24u) << fen;
        EXPECT_EQ(b.engine->best_move(), heads[0]) << fen;
        EXPECT_EQ(b.report().line_number, 0) << fen;
        EXPECT_EQ(b.report().score, told[21].score) << fen;
    }
    EXPECT_EQ(number, 200);
}

TEST(SeveralLines, AreAllReportedBeforeAnAnswerThatMustWait) {
    Bench<Full> b(mate_in_one);
    b.engine->set_lines(2);
    Limits limits = infinite();
    limits.depth = 2;
    b.go(limits);
    unsigned news = 0;
    while (!b.engine->waiting()) news += b.run() == EngineEvent::info;
    EXPECT_EQ(news, 4u) << "two iterations of two lines";
    EXPECT_EQ(b.run(), EngineEvent::none);
}

}  // namespace
}  // namespace stackmate::test
