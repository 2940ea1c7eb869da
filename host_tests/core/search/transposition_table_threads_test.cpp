// The table while two searches write into it. The tests with threads are for ThreadSanitizer above all (preset host-tsan).
#include "core/search/transposition_table.hpp"
#include "host_tests/support/precompiled.hpp"

namespace stackmate {
namespace {

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

}  // namespace
}  // namespace stackmate
