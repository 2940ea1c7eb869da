// Two searches that share one table. The tests with threads are for ThreadSanitizer above all (preset
// host-tsan).
#include "core/engine/parallel.hpp"

#include "core/engine/bench_positions.hpp"
#include "host_tests/core/engine/parallel/two_cores.hpp"
#include "host_tests/support/instances.hpp"

#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <memory>
#include <random>
#include <span>
#include <string_view>
#include <thread>
#include <vector>

namespace stackmate {
namespace {

using test::playable;
using test::to_depth;

// ---------------------------------------------------------------- torn entries

struct Result {
    Key key;
    Move move;
    Score score;
    Depth depth;
    Bound bound;
};

/// A result such as searches leave: small scores, small depths, any move.
Result some_result(std::mt19937_64& random) {
    return {random(), Move::from_bits(static_cast<std::uint16_t>(random())), static_cast<Score>(random() % 601) - 300,
            static_cast<Depth>(random() % 9), static_cast<Bound>(1 + random() % 3)};
}

void store(TranspositionTable& table, const Result& r) { table.store(r.key, r.move, r.score, r.depth, r.bound); }

TEST(ParallelTable, TornEntryIsHardlyEverBelieved) {
    constexpr std::size_t size = TranspositionTable::min_bytes / sizeof(TtEntry);
    std::array<TtEntry, size> memory_a{}, memory_b{}, memory_torn{};
    TranspositionTable a, b, torn;
    a.use(memory_a);
    b.use(memory_b);
    torn.use(memory_torn);
    constexpr int pairs = 1'000'000;
    int same_position = 0, other_position = 0;
    std::mt19937_64 random(1);
    for (int i = 0; i < pairs; ++i) {
        Result ra = some_result(random), rb = some_result(random);
        if (i % 2 == 0) rb.key = ra.key;
        rb.key = (rb.key & ~Key{7}) | (ra.key & Key{7});  // the same bucket
        const std::size_t at = static_cast<std::size_t>(ra.key & 7) * TranspositionTable::bucket_size;
        for (std::size_t k = 0; k < TranspositionTable::bucket_size; ++k) {
            for (auto* memory : {&memory_a, &memory_b, &memory_torn}) {
                (*memory)[at + k].first = 0;
                (*memory)[at + k].second = 0;
            }
        }
        store(a, ra);
        store(b, rb);
        if (memory_a[at].second == memory_b[at].second) continue;  // a move of one, the rest of both: not torn
        memory_torn[at].first = memory_a[at].first.load();
        memory_torn[at].second = memory_b[at].second.load();
        int& believed = i % 2 == 0 ? same_position : other_position;
        believed += torn.probe(ra.key).bound != Bound::none;
        if (i % 2 != 0) believed += torn.probe(rb.key).bound != Bound::none;
    }
    // Of 500,000 and of 1,000,000. Without the second word in the check the first would be all of them.
    EXPECT_LT(same_position, 500);
    EXPECT_LT(other_position, 500);
}

TEST(ParallelThreadsTable, WritersOfTheSameBucketsReadWhatWasWritten) {
    std::array<TtEntry, TranspositionTable::min_bytes / sizeof(TtEntry)> memory{};
    TranspositionTable table;
    table.use(memory);
    // Every position has several results, each with a depth that tells which: a mixed one is found out. Their
    // keys differ where the check looks.
    constexpr unsigned keys = 64, variants = 4;
    const auto result = [](unsigned k, unsigned v) {
        const unsigned n = k * variants + v;
        return Result{Key{k + 1} << 52 | k % 8, Move::from_bits(static_cast<std::uint16_t>(n + 1)),
                      static_cast<Score>(n * 37 % 1000) - 500, static_cast<Depth>(n % 11), Bound::exact};
    };
    std::atomic<unsigned> hits{0}, mixed{0};
    std::atomic<bool> go{false};
    const auto work = [&](unsigned seed) {
        TranspositionTable mine = table;
        std::mt19937 random(seed);
        while (!go.load()) {}
        for (int i = 0; i < 100'000; ++i) {
            const unsigned k = static_cast<unsigned>(random() % keys);
            store(mine, result(k, static_cast<unsigned>(random() % variants)));
            const unsigned other = static_cast<unsigned>(random() % keys);
            const TtHit hit = mine.probe(result(other, 0).key);
            if (hit.bound == Bound::none) continue;
            hits.fetch_add(1, std::memory_order_relaxed);
            bool whole = false;
            for (unsigned v = 0; v < variants; ++v) {
                const Result r = result(other, v);
                whole |= hit.move == r.move && hit.score == r.score && hit.depth == r.depth && hit.bound == r.bound;
            }
            if (!whole) mixed.fetch_add(1, std::memory_order_relaxed);
        }
    };
    std::thread first(work, 1), second(work, 2);
    go.store(true);
    first.join();
    second.join();
    EXPECT_GT(hits.load(), 1000u);
    EXPECT_LE(mixed.load(), 20u);  // one in some thousands of those that are torn
}

// ---------------------------------------------------------------- two searches

template <class Config>
class ParallelSearch : public testing::Test {
protected:
    std::unique_ptr<test::Pair<SharedTableForm<Config>>> pair_ =
        std::make_unique<test::Pair<SharedTableForm<Config>>>();
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
        pair.leader.go(to_depth(5), {}, 0);
        while (pair.leader.run(TypeParam::slice_nodes, 0) != EngineEvent::finished) {}
        alone += pair.leader.report(0).nodes;
        pair.set(bench_positions[i]);
        pair.go(to_depth(5));
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
    pair.go(to_depth(4));
    pair.take_turns();
    pair.set(bench_positions[12]);
    pair.go(to_depth(4));
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
    pair.leader.go(to_depth(1), {}, 0);
    const std::array<Move, 1> allowed{pair.leader.best_move()};  // the first legal one
    while (pair.leader.run(16, 0) != EngineEvent::finished) {}
    pair.go(to_depth(5), allowed);
    pair.take_turns();
    ASSERT_FALSE(pair.helper.report(0).line.empty());
    EXPECT_EQ(pair.leader.best_move(), allowed[0]);
    EXPECT_EQ(pair.helper.report(0).line[0], allowed[0]);
}

}  // namespace
}  // namespace stackmate
