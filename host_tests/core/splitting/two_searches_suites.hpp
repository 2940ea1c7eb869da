// What holds for each way in which two cores search together. The tests with threads are for ThreadSanitizer above all
// (preset host-tsan).
#pragma once

#include "core/engine/bench_positions.hpp"
#include "core/engine/config.hpp"
#include "host_tests/core/splitting/two_searches.hpp"
#include "host_tests/core/search/plain.hpp"

namespace stackmate::test {

/// Alpha-beta and nothing that makes a score depend on the order of moves or on a table: whatever is shared, a depth has
/// one score.
struct Exact : Tiny {
    struct Version : Plain {
        using Enhancements = stackmate::Enhancements<Interrupt, Draws, Scout>;
    };
};
/// The same, with quiet moves in an arena and history that orders them.
struct ExactInOrder : Full {
    struct Version : Plain {
        using Picker = ArenaPicker<1024>;
        using Enhancements = stackmate::Enhancements<Interrupt, Draws, Killers<40, 2>, History, CheckExtension, Scout>;
    };
};

template <class Leader>
void expect_as_it_was(const Leader& leader, std::string_view fen) {
    Position fresh;
    ASSERT_EQ(fresh.set_fen(fen), FenError::none);
    EXPECT_EQ(leader.position().key(), fresh.key()) << fen;
}

template <class Form>
class ParallelForms : public testing::Test {
protected:
    std::unique_ptr<Pair<Form>> pair_ = std::make_unique<Pair<Form>>();
};
template <class Form>
class ParallelThreadsForms : public ParallelForms<Form> {};
TYPED_TEST_SUITE_P(ParallelForms);
TYPED_TEST_SUITE_P(ParallelThreadsForms);

// ---------------------------------------------------------------- every form

TYPED_TEST_P(ParallelForms, AHelperThatNeverAnswersChangesNothing) {
    auto& pair = *this->pair_;
    for (std::size_t i = 0; i < 5; ++i) {
        pair.set(bench_positions[i]);
        const auto nodes = think(pair.leader, {.depth = 5}).nodes;
        const Move move = pair.leader.best_move();
        pair.set(bench_positions[i]);
        pair.go({.depth = 5});
        pair.finish_alone();
        EXPECT_EQ(pair.leader.report(0).nodes, nodes);
        EXPECT_EQ(pair.leader.best_move(), move);
        pair.stop.store(true);
        while (pair.helper.searching()) pair.helper.serve(16);
    }
}

TYPED_TEST_P(ParallelForms, AHelperThatFallsSilentHoldsUpNobody) {
    for (const unsigned served : {1u, 2u, 5u, 17u, 60u}) {
        auto& pair = *(this->pair_ = std::make_unique<Pair<TypeParam>>());
        pair.set(bench_positions[2]);
        pair.go({.depth = 5});
        for (unsigned n = 0; n < served; ++n) {
            if (pair.leader.run(16, 0) == EngineEvent::finished) break;
            pair.helper.serve(7);
        }
        while (pair.leader.searching()) (void)pair.leader.run(16, 0);
        EXPECT_EQ(pair.leader.report(0).depth, 5);
        EXPECT_TRUE(playable(pair.leader.position(), pair.leader.report(0).line));
        expect_as_it_was(pair.leader, bench_positions[2]);
        // The next search is without it, while it still sits on what it has.
        EXPECT_EQ(think(pair.leader, {.depth = 3}).depth, 3);
    }
}

TYPED_TEST_P(ParallelForms, WithTurnsTakenTheResultIsTheSameEachTime) {
    std::vector<std::uint64_t> seen[2];
    for (auto& results : seen) {
        auto& pair = *(this->pair_ = std::make_unique<Pair<TypeParam>>());
        for (std::size_t i = 0; i < 4; ++i) {
            pair.set(bench_positions[i]);
            pair.go({.depth = 5});
            pair.take_turns(3, 5);
            results.push_back(pair.leader.report(0).nodes);
            results.push_back(pair.helper.report(0).nodes);
            results.push_back(static_cast<std::uint64_t>(pair.leader.report(0).score + score_infinite));
        }
    }
    EXPECT_EQ(seen[0], seen[1]);
}

TYPED_TEST_P(ParallelForms, TheHelperSavesNodesOfTheLeader) {
    auto& pair = *this->pair_;
    std::uint64_t alone = 0, helped = 0;
    for (const std::string_view fen : bench_positions) {
        pair.set(fen);
        alone += think(pair.leader, {.depth = 7}).nodes;
        pair.set(fen);
        pair.go({.depth = 7});
        pair.take_turns(4, 4);
        helped += pair.leader.report(0).nodes;
        EXPECT_TRUE(playable(pair.leader.position(), pair.leader.report(0).line)) << fen;
    }
    EXPECT_LT(helped, alone);
}

TYPED_TEST_P(ParallelForms, AfterTheStopFlagNeitherMakesAMove) {
    auto& pair = *this->pair_;
    std::mt19937 random(1);
    for (int i = 0; i < 60; ++i) {
        const auto fen = bench_positions[static_cast<std::size_t>(i) % 4];
        pair.set(fen);
        pair.go({.depth = 20});
        for (unsigned slices = 1 + static_cast<unsigned>(random() % 300); slices != 0; --slices) {
            ASSERT_NE(pair.leader.run(1 + static_cast<std::uint32_t>(random() % 8), 0), EngineEvent::finished);
            pair.helper.serve(1 + static_cast<std::uint32_t>(random() % 8));
        }
        const auto leaders = pair.leader.report(0).nodes;
        const auto helpers = pair.helper.report(0).nodes;
        pair.stop.store(true);
        while (pair.helper.searching()) pair.helper.serve(1000);
        EXPECT_EQ(pair.leader.run(1000, 0), EngineEvent::finished);
        EXPECT_EQ(pair.leader.report(0).nodes, leaders);
        EXPECT_EQ(pair.helper.report(0).nodes, helpers);
        EXPECT_TRUE(playable(pair.leader.position(), pair.leader.report(0).line));
        expect_as_it_was(pair.leader, fen);
    }
}

TYPED_TEST_P(ParallelThreadsForms, BothCoresAnswerWithLegalMoves) {
    auto& pair = *this->pair_;
    SecondCore core(pair.helper);
    for (const std::string_view fen : bench_positions) {
        pair.set(fen);
        pair.go({.depth = 5});
        pair.finish_beside_the_other_core();
        expect_as_it_was(pair.leader, fen);
        if (pair.leader.state() == GameState::checkmate) continue;
        EXPECT_EQ(pair.leader.report(0).depth, 5) << fen;
        EXPECT_TRUE(pair.leader.best_move()) << fen;
        EXPECT_TRUE(playable(pair.leader.position(), pair.leader.report(0).line)) << fen;
        EXPECT_TRUE(playable(pair.leader.position(), pair.helper.report(0).line)) << fen;
        EXPECT_GT(pair.leader.report(0).score, -score_infinite) << fen;
        EXPECT_LT(pair.leader.report(0).score, score_infinite) << fen;
    }
}

TYPED_TEST_P(ParallelThreadsForms, AnyonesStopEndsBoth) {
    auto& pair = *this->pair_;
    SecondCore core(pair.helper);
    for (int i = 0; i < 20; ++i) {
        const auto fen = bench_positions[static_cast<std::size_t>(i) % 5];
        pair.set(fen);
        pair.go({.infinite = true});
        std::thread deadline([&pair, i] {
            std::this_thread::sleep_for(std::chrono::microseconds(700 * i));
            pair.stop.store(true);
        });
        pair.finish_alone();
        deadline.join();
        while (pair.helper.searching()) std::this_thread::yield();
        EXPECT_TRUE(playable(pair.leader.position(), pair.leader.report(0).line));
        expect_as_it_was(pair.leader, fen);
    }
}

TYPED_TEST_P(ParallelThreadsForms, OneGameWithoutClearingTheTable) {
    auto& pair = *this->pair_;
    SecondCore core(pair.helper);
    for (int ply = 0; ply < 24; ++ply) {
        pair.go({.depth = 5});
        pair.finish_beside_the_other_core();
        const Move move = pair.leader.best_move();
        if (!move) break;
        ASSERT_TRUE(playable(pair.leader.position(), std::span(&move, 1)));
        Position p = pair.leader.position();
        KeyHistory history = pair.leader.history();
        stackmate::play(p, history, move);
        pair.leader.set_game(p, history);
    }
}

// ---------------------------------------------------------------- where a score is exact

template <class Form>
class ParallelScores : public testing::Test {};
template <class Form>
class ParallelThreadsScores : public testing::Test {};
TYPED_TEST_SUITE_P(ParallelScores);
TYPED_TEST_SUITE_P(ParallelThreadsScores);

template <class Form>
Score score_alone(Pair<Form>& pair, std::string_view fen, std::uint8_t depth) {
    pair.set(fen);
    return think(pair.leader, {.depth = depth}).score;
}

TYPED_TEST_P(ParallelScores, ADepthHasTheScoreThatItHasAlone) {
    const auto pair = std::make_unique<Pair<TypeParam>>();
    std::uint64_t nodes = 0;
    for (std::size_t i = 0; i < 4; ++i) {
        const auto fen = bench_positions[i];
        const Score alone = score_alone(*pair, fen, 4);
        for (const auto& [leaders, helpers] : {std::pair{1u, 1u}, {7u, 2u}, {2u, 9u}}) {
            pair->set(fen);
            pair->go({.depth = 4});
            pair->take_turns(leaders, helpers);
            EXPECT_EQ(pair->leader.report(0).score, alone) << fen;
            EXPECT_TRUE(playable(pair->leader.position(), pair->leader.report(0).line)) << fen;
            nodes += pair->helper.report(0).nodes;
        }
    }
    EXPECT_GT(nodes, 1000u);
}

TYPED_TEST_P(ParallelThreadsScores, ADepthHasTheScoreThatItHasAlone) {
    const auto pair = std::make_unique<Pair<TypeParam>>();
    std::vector<Score> alone;
    for (std::size_t i = 0; i < 3; ++i) alone.push_back(score_alone(*pair, bench_positions[i], 4));
    SecondCore core(pair->helper);
    for (std::size_t i = 0; i < alone.size(); ++i) {
        pair->set(bench_positions[i]);
        pair->go({.depth = 4});
        pair->finish_beside_the_other_core();
        EXPECT_EQ(pair->leader.report(0).score, alone[i]) << bench_positions[i];
    }
}

template <class Leader, class Config>
void expect_the_same_tree(std::uint8_t depth) {
    std::atomic<bool> stop{false};
    const auto plain = std::make_unique<Engine<Config>>(stop);
    const auto leader = std::make_unique<Leader>(stop);
    for (std::size_t i = 0; i < 5; ++i) {
        begin_game(*plain, bench_positions[i]);
        begin_game(*leader, bench_positions[i]);
        EXPECT_EQ(think(*leader, {.depth = depth}, 64).nodes, think(*plain, {.depth = depth}, 64).nodes);
    }
}

REGISTER_TYPED_TEST_SUITE_P(ParallelForms, AHelperThatNeverAnswersChangesNothing, AHelperThatFallsSilentHoldsUpNobody,
                            WithTurnsTakenTheResultIsTheSameEachTime, TheHelperSavesNodesOfTheLeader,
                            AfterTheStopFlagNeitherMakesAMove);
REGISTER_TYPED_TEST_SUITE_P(ParallelThreadsForms, BothCoresAnswerWithLegalMoves, AnyonesStopEndsBoth,
                            OneGameWithoutClearingTheTable);
REGISTER_TYPED_TEST_SUITE_P(ParallelScores, ADepthHasTheScoreThatItHasAlone);
REGISTER_TYPED_TEST_SUITE_P(ParallelThreadsScores, ADepthHasTheScoreThatItHasAlone);

}  // namespace stackmate::test
