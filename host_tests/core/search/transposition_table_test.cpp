// The transposition table: what is stored is found, what is not stored is not, and the right entry makes
// room.
#include "core/search/transposition_table.hpp"

#include "host_tests/core/playout.hpp"

namespace stackmate::test {
namespace {

/// A table with memory of its own.
class OwnedTable : public TranspositionTable {
public:
    explicit OwnedTable(std::size_t entries) : memory_(entries) { use(memory_); }
    [[nodiscard]] std::vector<TtEntry>& memory() { return memory_; }

private:
    std::vector<TtEntry> memory_;
};

constexpr std::size_t smallest = TranspositionTable::min_bytes / sizeof(TtEntry);
const Move some_move(Square::e1, Square::e8);
const Move other_move(Square::a1, Square::h8, PieceType::queen);

/// The lower half of a key that falls into the bucket: it is a fraction of their number.
constexpr Key in_bucket(Key bucket, Key buckets) { return ((bucket << 32) + buckets - 1) / buckets; }

/// The n-th of many positions that all fall into one bucket, whatever the size: the low half picks it.
constexpr Key in_one_bucket(unsigned n) { return (static_cast<Key>(n + 1) << 48) | 5u; }

std::size_t found(const OwnedTable& table, unsigned from, unsigned to) {
    std::size_t n = 0;
    for (unsigned i = from; i < to; ++i) n += table.probe(in_one_bucket(i)).bound != Bound::none;
    return n;
}

void store_depth(OwnedTable& table, unsigned n, Depth depth) {
    table.store(in_one_bucket(n), some_move, 0, depth, Bound::exact);
}

void expect_hit(const TtHit& hit, Move move, Score score, Depth depth, Bound bound) {
    EXPECT_EQ(hit.move, move);
    EXPECT_EQ(hit.score, score);
    EXPECT_EQ(hit.depth, depth);
    EXPECT_EQ(hit.bound, bound);
}

TEST(TranspositionTable, WithoutMemoryFindsNothingAndTakesEverything) {
    TranspositionTable table;
    table.store(1, some_move, 10, 3, Bound::exact);
    EXPECT_EQ(table.probe(1).bound, Bound::none);
    EXPECT_FALSE(table.probe(1).move);
    EXPECT_EQ(table.size_bytes(), 0u);
    EXPECT_EQ(table.hashfull(), 0u);
    table.clear();
    table.new_search();
}

TEST(TranspositionTable, BelowTheSmallestSizeIsOffAndLeavesTheMemoryAlone) {
    for (std::size_t entries = 0; entries < smallest; ++entries) {
        OwnedTable table(entries);
        for (TtEntry& e : table.memory()) e.first = 0x12345678;
        table.use(table.memory());
        EXPECT_EQ(table.size_bytes(), 0u) << entries << " entries";
        table.store(7, some_move, 10, 3, Bound::exact);
        EXPECT_EQ(table.probe(7).bound, Bound::none);
        for (const TtEntry& e : table.memory()) ASSERT_EQ(e.first.load(), 0x12345678u);
    }
}

TEST(TranspositionTable, UsesAllWholeBucketsAndNothingBeyond) {
    for (std::size_t entries = smallest; entries <= 8192; entries += entries < 200 ? 1 : entries / 3) {
        OwnedTable table(entries);
        const std::size_t used = entries / TranspositionTable::bucket_size * TranspositionTable::bucket_size;
        ASSERT_EQ(table.size_bytes(), used * sizeof(TtEntry)) << entries << " entries";
        for (std::size_t i = used; i < entries; ++i) table.memory()[i].first = table.memory()[i].second = 0x12345678;
        Random random(entries);
        for (std::size_t i = 0; i < 8 * used; ++i)
            table.store(Key{random.below(1u << 31)} << 40 ^ random.below(1u << 31) << 1 ^ i, some_move, 1, 1,
                        Bound::exact);
        table.clear();
        for (std::size_t i = 0; i < used; ++i) ASSERT_EQ(table.memory()[i].second.load(), 0u) << entries << " entries";
        for (std::size_t i = used; i < entries; ++i) {
            ASSERT_EQ(table.memory()[i].first.load(), 0x12345678u) << entries << " entries";
            ASSERT_EQ(table.memory()[i].second.load(), 0x12345678u) << entries << " entries";
        }
    }
}

TEST(TranspositionTable, FillsEveryEntryOfItsMemory) {
    for (std::size_t entries = smallest; entries <= 8192; entries += entries < 200 ? 4 : entries / 12 * 4) {
        OwnedTable table(entries);
        for (unsigned n = 0; n < 4; ++n)
            for (Key bucket = 0; bucket < entries / 4; ++bucket)
                table.store(static_cast<Key>(n + 1) << 48 | in_bucket(bucket, entries / 4), some_move, 1, 1,
                            Bound::exact);
        for (const TtEntry& e : table.memory()) ASSERT_NE(e.second.load(), 0u) << entries << " entries";
    }
}

TEST(TranspositionTable, AnotherMemoryBeginsEmptyWhateverLayThere) {
    OwnedTable table(64);
    store_depth(table, 0, 5);
    std::vector<TtEntry> other(64);
    Random random(3);
    for (TtEntry& e : other) {
        e.first = static_cast<std::uint32_t>(random.below(1u << 31));
        e.second = static_cast<std::uint32_t>(random.below(1u << 31));
    }
    table.use(other);
    EXPECT_EQ(found(table, 0, 1000), 0u);
    table.use(table.memory());
    EXPECT_EQ(found(table, 0, 1), 0u) << "coming back to a memory clears it too";
    table.use({});
    EXPECT_EQ(table.size_bytes(), 0u);
}

TEST(TranspositionTable, ReturnsWhatWasStoredAtTheEndsOfEveryRange) {
    OwnedTable table(smallest);
    const Score scores[] = {0,
                            1,
                            -1,
                            255,
                            -256,
                            32767,
                            -32768,
                            score_mate,
                            -score_mate,
                            score_mate_bound,
                            -score_mate_bound,
                            mated_in(1),
                            -mated_in(1),
                            score_infinite,
                            -score_infinite};
    const Move moves[] = {Move{}, some_move, other_move, Move::from_bits(0xffff), Move::from_bits(1)};
    const Key keys[] = {0, 1, ~Key{0}, Key{0xffff} << 48, 0x8000'0000'0000'0000, 0x0000'ffff'ffff'ffff};
    for (const Key key : keys)
        for (const Score score : scores)
            for (const Move move : moves)
                for (const Depth depth : {0, 1, 63, 127, -1, -128})
                    for (const Bound bound : {Bound::upper, Bound::lower, Bound::exact}) {
                        table.clear();
                        table.store(key, move, score, depth, bound);
                        expect_hit(table.probe(key), move, score, depth, bound);
                        ASSERT_FALSE(HasFailure()) << "score " << score << " depth " << depth << " key " << key;
                    }
}

TEST(TranspositionTable, DoesNotTakeAnotherPositionForTheSame) {
    OwnedTable table(smallest);
    store_depth(table, 0, 5);
    EXPECT_EQ(found(table, 0, 60'000), 1u);
    EXPECT_EQ(table.probe(in_one_bucket(0) + 0x8000'0000).bound, Bound::none) << "another bucket";
}

TEST(TranspositionTable, APositionReplacesItselfHoweverDeepItWas) {
    OwnedTable table(smallest);
    store_depth(table, 0, 9);
    table.store(in_one_bucket(0), other_move, -33, 2, Bound::upper);
    expect_hit(table.probe(in_one_bucket(0)), other_move, -33, 2, Bound::upper);
    for (unsigned n = 1; n < TranspositionTable::bucket_size; ++n) store_depth(table, n, 1);
    EXPECT_EQ(found(table, 0, 4), 4u) << "it took one place, not two";
}

TEST(TranspositionTable, KeepsThePositionsMoveWhereTheNewResultHasNone) {
    OwnedTable table(smallest);
    for (unsigned n = 0; n < TranspositionTable::bucket_size; ++n)
        table.store(in_one_bucket(n), Move::from_bits(static_cast<std::uint16_t>(100 + n)), 50, 5, Bound::lower);
    for (unsigned n = 0; n < TranspositionTable::bucket_size; ++n) {
        table.store(in_one_bucket(n), Move{}, -50, 6, Bound::upper);
        expect_hit(table.probe(in_one_bucket(n)), Move::from_bits(static_cast<std::uint16_t>(100 + n)), -50, 6,
                   Bound::upper);
    }
    table.store(in_one_bucket(9), Move{}, 1, 6, Bound::upper);
    EXPECT_FALSE(table.probe(in_one_bucket(9)).move) << "the move of the position that had to go is not taken over";
}

TEST(TranspositionTable, TheShallowestOfAFullBucketGoes) {
    for (unsigned shallow = 0; shallow < TranspositionTable::bucket_size; ++shallow) {
        OwnedTable table(smallest);
        for (unsigned n = 0; n < TranspositionTable::bucket_size; ++n) store_depth(table, n, n == shallow ? 3 : 7);
        store_depth(table, 50, 1);
        EXPECT_EQ(table.probe(in_one_bucket(shallow)).bound, Bound::none);
        EXPECT_EQ(found(table, 0, 4), 3u);
        EXPECT_EQ(table.probe(in_one_bucket(50)).depth, 1) << "a new result is always taken";
    }
}

TEST(TranspositionTable, NothingGoesWhileTheBucketHasRoom) {
    OwnedTable table(smallest);
    for (unsigned n = 0; n < TranspositionTable::bucket_size; ++n) {
        store_depth(table, n, n == 0 ? -128 : 127);
        EXPECT_EQ(found(table, 0, 4), n + 1u);
    }
}

TEST(TranspositionTable, AResultOfAnEarlierSearchGoesBeforeOneOfThisThatIsALittleShallower) {
    OwnedTable table(smallest);
    store_depth(table, 0, 6);
    table.new_search();
    for (unsigned n = 1; n < TranspositionTable::bucket_size; ++n) store_depth(table, n, 4);
    store_depth(table, 50, 1);
    EXPECT_EQ(found(table, 0, 1), 0u);
    EXPECT_EQ(found(table, 1, 4), 3u);
}

TEST(TranspositionTable, AMuchDeeperResultOutlivesItsSearchButNotForEver) {
    OwnedTable table(smallest);
    store_depth(table, 0, 20);
    int searches = 0;
    for (; found(table, 0, 1) == 1 && searches < 63; ++searches) {
        table.new_search();
        for (unsigned n = 0; n < 8; ++n) store_depth(table, 100 + n, 4);
    }
    EXPECT_GT(searches, 1);
    EXPECT_LT(searches, 10);
}

TEST(TranspositionTable, TheAgeGoesRoundWithoutMakingTheLastSearchOld) {
    for (int start = 0; start < 130; ++start) {
        OwnedTable table(smallest);
        for (int i = 0; i < start; ++i) table.new_search();
        store_depth(table, 0, 5);
        EXPECT_EQ(table.hashfull(), 1000u / smallest) << "after " << start << " searches";
        table.new_search();
        EXPECT_EQ(table.hashfull(), 0u);
        // One search ago costs less than five plies of depth, and more than three.
        for (unsigned n = 1; n < TranspositionTable::bucket_size; ++n) store_depth(table, n, n == 1 ? 0 : 2);
        store_depth(table, 50, 9);
        EXPECT_EQ(found(table, 0, 2), 1u);
        EXPECT_EQ(found(table, 0, 1), 1u) << "after " << start << " searches the older but deeper one stays";
        store_depth(table, 51, 9);
        EXPECT_EQ(found(table, 0, 1), 0u) << "after " << start << " searches it goes next";
        ASSERT_FALSE(HasFailure());
    }
}

/// One word of a store, the other word of another. For results of any two positions: transposition_table_threads_test.cpp.
TEST(TranspositionTable, AnEntryTornBetweenTwoLikeResultsOfOnePositionIsHardlyEverFound) {
    // Two searches of one position find scores and depths that hardly differ: what a plain check would take for one.
    Random random(12);
    const auto store = [&](OwnedTable& table) {
        const auto move = Move::from_bits(static_cast<std::uint16_t>(random.below(0x10000)));
        const auto score = static_cast<Score>(random.below(80) + random.below(80)) - 50;
        table.store(in_one_bucket(1), move, score, static_cast<Depth>(random.below(10)), Bound::lower);
    };
    int torn = 0, taken = 0;
    for (int i = 0; i < 20'000; ++i) {
        OwnedTable a(smallest);
        OwnedTable b(smallest);
        store(a);
        store(b);
        const std::uint32_t second = b.memory()[0].second.load();
        if (a.memory()[0].second.load() == second) continue;
        a.memory()[0].second = second;
        ++torn;
        taken += static_cast<int>(found(a, 1, 2));
    }
    EXPECT_GT(torn, 19'000);
    EXPECT_LE(taken, torn / 2000) << "by a shift of 16 it would be one in some four hundred";
}

TEST(TranspositionTable, ClearForgetsEverything) {
    OwnedTable table(1024);
    Random random(5);
    std::vector<Key> keys;
    for (int i = 0; i < 500; ++i) {
        keys.push_back(static_cast<Key>(random.below(1u << 31)) << 33 | random.below(1u << 31));
        table.store(keys.back(), some_move, 5, 5, Bound::exact);
    }
    EXPECT_GT(table.hashfull(), 300u);
    table.clear();
    EXPECT_EQ(table.hashfull(), 0u);
    for (const Key key : keys) ASSERT_EQ(table.probe(key).bound, Bound::none);
}

TEST(TranspositionTable, HashfullCountsWhatThisSearchWroteInPerMille) {
    OwnedTable table(1024);
    for (Key bucket = 0; bucket < 256; ++bucket)
        table.store(in_bucket(bucket, 256) | Key{1} << 48, some_move, 0, 1, Bound::exact);
    EXPECT_NEAR(table.hashfull(), 250u, 2u);
    for (unsigned n = 2; n <= 4; ++n)
        for (Key bucket = 0; bucket < 256; ++bucket)
            table.store(in_bucket(bucket, 256) | static_cast<Key>(n) << 48, some_move, 0, 1, Bound::exact);
    EXPECT_EQ(table.hashfull(), 1000u);
    table.new_search();
    EXPECT_EQ(table.hashfull(), 0u);
    EXPECT_EQ(table.probe(Key{1} << 48).bound, Bound::exact) << "old, not forgotten";
    table.store(Key{1} << 48, some_move, 0, 1, Bound::exact);
    EXPECT_EQ(table.hashfull(), 1u);
}

/// Against a plain map: whatever is found is the newest that was stored there, but for the odd one of 65536.
TEST(TranspositionTable, NeverTellsAnythingButTheNewestResultOfAPosition) {
    struct Known {
        Score score;
        Depth depth;
    };
    OwnedTable table(256);
    Random random(17);
    std::map<Key, Known> known;
    std::vector<Key> keys;
    std::size_t hits = 0;
    std::size_t wrong = 0;
    for (int i = 0; i < 50'000; ++i) {
        if (random.below(2000) == 0) table.new_search();
        if (keys.empty() || random.below(3) == 0)
            keys.push_back(static_cast<Key>(random.below(1u << 31)) << 33 | random.below(1u << 31));
        const Key key = keys[keys.size() - 1 - random.below(std::min<std::size_t>(keys.size(), 300))];
        if (const TtHit hit = table.probe(key); hit.bound != Bound::none) {
            ++hits;
            const auto it = known.find(key);
            wrong += it == known.end() || it->second.score != hit.score || it->second.depth != hit.depth;
        }
        const Known now{static_cast<Score>(random.below(60'000)) - 30'000, static_cast<Depth>(random.below(60))};
        known[key] = now;
        table.store(key, some_move, now.score, now.depth, Bound::exact);
    }
    EXPECT_GT(hits, 10'000u);
    EXPECT_LE(wrong, 8u);
}

}  // namespace
}  // namespace stackmate::test
