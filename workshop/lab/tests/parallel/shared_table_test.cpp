// Two searches that share one table and nothing else.
#include "workshop/lab/parallel/shared_table.hpp"

#include "core/engine/bench_positions.hpp"
#include "host_tests/core/splitting/two_searches.hpp"
#include "host_tests/support/instances.hpp"
#include "workshop/lab/parallel/forms.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <memory>
#include <thread>

namespace stackmate::test {
namespace {

template <class Config>
class ParallelSearch : public testing::Test {
protected:
    std::unique_ptr<Pair<SharedTableForm<Config>>> pair_ = std::make_unique<Pair<SharedTableForm<Config>>>();
};
template <class Config>
class ParallelThreads : public ParallelSearch<Config> {};
using Configs = testing::Types<Tiny, Full>;
TYPED_TEST_SUITE(ParallelSearch, Configs);
TYPED_TEST_SUITE(ParallelThreads, Configs);

// The leader begins when the other core has searched its share: which of two running threads is ahead would be
// for the machine to say, and with it how many nodes are saved.
TYPED_TEST(ParallelThreads, WhatTheOtherCoreFindsIsSeenHere) {
    auto& pair = *this->pair_;
    std::uint64_t alone = 0, helped = 0;
    for (std::size_t i = 0; i < 3; ++i) {
        pair.set(bench_positions[i]);
        pair.leader.go({.depth = 5}, {}, 0);
        while (pair.leader.run(TypeParam::slice_nodes, 0) != EngineEvent::finished) {}
        alone += pair.leader.report(0).nodes;
        pair.set(bench_positions[i]);
        pair.go({.depth = 5});
        std::thread([&pair] {
            while (pair.helper.report(0).depth < 6) pair.helper.serve(TypeParam::slice_nodes);
        }).join();
        pair.take_turns();
        helped += pair.leader.report(0).nodes;
    }
    EXPECT_LT(helped, alone);
}

TYPED_TEST(ParallelSearch, StoppedBeforeTheFirstMoveItAnswersALegalMoveOfThisPosition) {
    auto& pair = *this->pair_;
    pair.set(bench_positions[3]);
    pair.go({.depth = 4});
    pair.take_turns();
    pair.set(bench_positions[12]);
    pair.go({.depth = 4});
    pair.stop.store(true);
    pair.take_turns();
    EXPECT_TRUE(pair.leader.best_move());
    EXPECT_TRUE(playable(pair.leader.position(), pair.leader.report(0).line));
    EXPECT_TRUE(playable(pair.leader.position(), pair.helper.report(0).line));
}

TYPED_TEST(ParallelSearch, TheHelperNeverEndsByItself) {
    auto& pair = *this->pair_;
    pair.set("8/8/8/8/8/5k2/5p2/5K2 w - - 0 1");  // stalemate: nothing to search
    pair.go({});
    for (int i = 0; i < 100; ++i) pair.helper.serve(16);
    EXPECT_TRUE(pair.helper.searching());
    pair.stop.store(true);
    pair.helper.serve(16);
    EXPECT_FALSE(pair.helper.searching());
    EXPECT_FALSE(pair.helper.serve(16));
}

TYPED_TEST(ParallelSearch, TheHelperKeepsToTheMovesThatMayBeSearched) {
    auto& pair = *this->pair_;
    pair.set(bench_positions[0]);
    pair.leader.go({.depth = 1}, {}, 0);
    const std::array<Move, 1> allowed{pair.leader.best_move()};  // the first legal one
    while (pair.leader.run(16, 0) != EngineEvent::finished) {}
    pair.go({.depth = 5}, allowed);
    pair.take_turns();
    ASSERT_FALSE(pair.helper.report(0).line.empty());
    EXPECT_EQ(pair.leader.best_move(), allowed[0]);
    EXPECT_EQ(pair.helper.report(0).line[0], allowed[0]);
}

}  // namespace
}  // namespace stackmate::test
