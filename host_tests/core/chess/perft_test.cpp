#include "core/chess/perft.hpp"
#include "host_tests/core/playout.hpp"
#include "host_tests/support/perft_file.hpp"
#include "host_tests/support/sample.hpp"
#include "host_tests/support/source_dir.hpp"

namespace stackmate::test {
namespace {

constexpr int deepest = 8;
using Frames = std::array<PerftFrame, deepest>;

template <class Hooks>
std::uint64_t perft(Position& p, int depth, Hooks hooks = {}) {
    Frames frames;
    return Perft<Hooks>(p, frames, hooks).count(depth);
}

template <class Hooks>
std::uint64_t sliced(Position& p, int depth, std::uint32_t budget, Hooks hooks = {}) {
    Frames frames;
    Perft<Hooks> perft(p, frames, hooks);
    perft.start(depth);
    while (!perft.run(budget)) {}
    return perft.leaves();
}

class PerftTable {
public:
    explicit PerftTable(std::size_t entries) : entries_(entries) {}
    HashedPerft hooks() { return HashedPerft(entries_); }

private:
    std::vector<HashedPerft::Entry> entries_;
};

struct Known {
    std::string_view name;
    std::string_view fen;
    std::array<std::uint64_t, 6> leaves;  // depth 1 first; 0: not counted
};

// The six well-known positions and their figures: chess programming wiki, "Perft Results".
constexpr Known known[] = {
    {"Start", Position::start_fen, {20, 400, 8'902, 197'281, 4'865'609, 119'060'324}},
    {"Second",
     "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
     {48, 2'039, 97'862, 4'085'603, 193'690'690}},
    {"Third", "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", {14, 191, 2'812, 43'238, 674'624, 11'030'083}},
    {"Fourth",
     "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
     {6, 264, 9'467, 422'333, 15'833'292}},
    {"FourthMirrored",
     "r2q1rk1/pP1p2pp/Q4n2/bbp1p3/Np6/1B3NBn/pPPP1PPP/R3K2R b KQ - 0 1",
     {6, 264, 9'467, 422'333, 15'833'292}},
    {"Fifth", "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", {44, 1'486, 62'379, 2'103'487, 89'941'194}},
    {"Sixth",
     "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
     {46, 2'079, 89'890, 3'894'594, 164'075'551}},
};

class WellKnownPerft : public testing::TestWithParam<Known> {};

TEST_P(WellKnownPerft, IsExact) {
    Position p = position(GetParam().fen);
    const Position before = p;
    std::uint64_t most = 0;
    const auto enough = whole_or_sample<std::uint64_t>(10'000'000, 300'000);
    const auto too_many = whole_or_sample<std::uint64_t>(1'000'000'000, 5'000'000);
    for (std::size_t i = 0; i < GetParam().leaves.size() && GetParam().leaves[i] != 0; ++i) {
        if (GetParam().leaves[i] > too_many) break;
        ASSERT_EQ(perft<BulkPerft>(p, static_cast<int>(i) + 1), GetParam().leaves[i]) << "depth " << i + 1;
        ASSERT_TRUE(p == before) << "depth " << i + 1;
        most = GetParam().leaves[i];
    }
    EXPECT_GE(most, enough);
}

INSTANTIATE_TEST_SUITE_P(Position, WellKnownPerft, testing::ValuesIn(known),
                         [](const auto& tested) { return std::string(tested.param.name); });

TEST(Perft, AllThreeFlavoursFindTheSameLeaves) {
    for (const Known& k : known) {
        Position p = position(k.fen);
        for (int depth = 1; depth <= 4 && k.leaves[static_cast<std::size_t>(depth) - 1] < 500'000; ++depth) {
            const std::uint64_t leaves = k.leaves[static_cast<std::size_t>(depth) - 1];
            PerftTable table(256);
            EXPECT_EQ(perft<PlainPerft>(p, depth), leaves) << k.name << ", depth " << depth;
            EXPECT_EQ(perft<BulkPerft>(p, depth), leaves) << k.name << ", depth " << depth;
            EXPECT_EQ(perft(p, depth, table.hooks()), leaves) << k.name << ", depth " << depth;
        }
    }
}

/// What the moves of each ply are.
struct Statistics {
    std::uint64_t captures, checks, mates;
    bool operator==(const Statistics&) const = default;
};
struct CountingPerft : PlainPerft {
    std::span<Statistics> by_depth;  ///< below the move
    void made(Position& p, Move m, const Undo& undo, int depth) const {
        Statistics& s = by_depth[static_cast<std::size_t>(depth)];
        const bool checks = p.checker_after(m, undo) != Square::none;
        s.captures += (undo.captured & 0x70u) != 0;
        s.checks += checks;
        s.mates += checks && !p.any_legal_move();
    }
};

// Figures: chess programming wiki, "Perft Results".
TEST(Perft, AHookThatIsServedCountsWhatTheMovesOfEachPlyAre) {
    std::array<Statistics, 4> found{};
    Position p = position(known[0].fen);
    EXPECT_EQ(perft(p, 4, CountingPerft{{}, found}), known[0].leaves[3]);
    EXPECT_EQ(found, (std::array<Statistics, 4>{{{1576, 469, 8}, {34, 12, 0}, {}, {}}}));
    found = {};
    p = position(known[1].fen);
    EXPECT_EQ(perft(p, 3, CountingPerft{{}, found}), known[1].leaves[2]);
    EXPECT_EQ(found, (std::array<Statistics, 4>{{{17'102, 993, 1}, {351, 3, 0}, {8, 0, 0}, {}}}));
}

TEST(Perft, CountsOneLeafAtDepthZero) {
    Position p = position(Position::start_fen);
    PerftTable table(16);
    EXPECT_EQ(perft<PlainPerft>(p, 0), 1u);
    EXPECT_EQ(perft<BulkPerft>(p, 0), 1u);
    EXPECT_EQ(perft(p, 0, table.hooks()), 1u);
}

TEST(Perft, FindsNothingBelowMateAndStalemate) {
    for (const std::string_view over : {"7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1"})
        for (int depth = 1; depth <= 3; ++depth) {
            Position p = position(over);
            EXPECT_EQ(perft<PlainPerft>(p, depth), 0u);
            EXPECT_EQ(perft<BulkPerft>(p, depth), 0u);
        }
}

TEST(Perft, SlicingByAnyBudgetChangesNothing) {
    for (const Known& k : known)
        for (const std::uint32_t budget : {0u, 1u, 7u, 1000u}) {
            Position p = position(k.fen);
            const Position before = p;
            PerftTable table(64);
            EXPECT_EQ(sliced<PlainPerft>(p, 3, budget), k.leaves[2]) << k.name << ", budget " << budget;
            EXPECT_EQ(sliced<BulkPerft>(p, 4, budget), k.leaves[3]) << k.name << ", budget " << budget;
            EXPECT_EQ(sliced(p, 4, budget, table.hooks()), k.leaves[3]) << k.name << ", budget " << budget;
            ASSERT_TRUE(p == before) << k.name << ", budget " << budget;
        }
}

TEST(Perft, ASliceOpensAtMostItsBudgetOfNodes) {
    Position p = position(Position::start_fen);
    Frames frames;
    Perft<PlainPerft> perft(p, frames);
    perft.start(3);
    int slices = 1;
    while (!perft.run(1)) ++slices;
    EXPECT_EQ(slices, 1 + 20 + 400) << "the root is opened by start, every other inner node by a slice of its own";
    perft.start(3);
    slices = 1;
    while (!perft.run(7)) ++slices;
    EXPECT_EQ(slices, 1 + 420 / 7);
}

TEST(Perft, AnswersFromTheTableWhatItCountedBefore) {
    Position p = position(known[0].fen);
    PerftTable table(1 << 16);
    EXPECT_EQ(perft(p, 4, table.hooks()), known[0].leaves[3]);
    Frames frames;
    Perft<HashedPerft> again(p, frames, table.hooks());
    again.start(5);
    while (!again.run(1000)) {}
    EXPECT_EQ(again.leaves(), known[0].leaves[4]);
    int nodes = 1;
    again.start(5);
    while (!again.run(1)) ++nodes;
    EXPECT_EQ(again.leaves(), known[0].leaves[4]);
    EXPECT_LT(nodes, 1000) << "the second count finds most sub-trees in the table";
}

TEST(Perft, CountingLegalMovesAgreesWithGeneratingThem) {
    playouts(17, 5, 150,
             [](const Position& p) { ASSERT_EQ(count_legal_moves(p, p.checker()), legal_moves(p).size()); });
}

TEST(Perft, IsExactOnTheGeneratedPositions) {
    const auto positions = perft_file(test::in_sources("host_tests/data/perft.epd"));
    EXPECT_GE(positions.size(), 100u);
    for (const auto& [fen, depths] : positions) {
        Position p = position(fen);
        const Position before = p;
        for (const auto& [depth, leaves] : depths) {
            EXPECT_EQ(perft<BulkPerft>(p, depth), leaves) << fen << ", depth " << depth;
            if (depth <= 2) {
                EXPECT_EQ(perft<PlainPerft>(p, depth), leaves) << fen << ", depth " << depth;
            }
        }
        EXPECT_EQ(depths.size(), 4u) << fen;
        EXPECT_TRUE(p == before) << fen;
    }
}

}  // namespace
}  // namespace stackmate::test
