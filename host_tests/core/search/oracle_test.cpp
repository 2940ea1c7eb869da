// The ply-stack search against the recursive one: the same score, line and node count, position by position, depth by
// depth, for every version in use, with the computed goto too, with and without a table, in slices of any size.

#include "core/bench_positions.hpp"
#include "core/search/enhancements/singular.hpp"
#include "core/search/versions.hpp"
#include "host_tests/core/search/branch_table_search.hpp"
#include "host_tests/core/search/recursive_search.hpp"
#include "host_tests/support/instances.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <fstream>
#include <memory>
#include <string>
#include <vector>

namespace stackmate {
namespace {

/// STACKMATE_ORACLE_EVERY=1 STACKMATE_ORACLE_DEPTH=8 make a thorough run of what is a sample otherwise: all positions,
/// in place of each n-th, to depth 8. STACKMATE_ORACLE_NODES=N goes no deeper where an iteration ended beyond N nodes.
int setting(const char* name, int usual) {
    const char* const text = std::getenv(name);
    return text == nullptr ? usual : std::atoi(text);
}

/// The bench positions, those of the perft suite, which abound in special moves, and 200 from the engine's own games.
std::vector<std::string> positions() {
    std::vector<std::string> fens(std::begin(bench_positions), std::end(bench_positions));
    for (const char* const file : {"/host_tests/data/perft.epd", "/tools/duel/positions.txt"}) {
        std::ifstream in(std::string(STACKMATE_SOURCE_DIR) + file);
        for (std::string line; std::getline(in, line);) {
            if (line.empty() || line[0] == '#') continue;
            fens.push_back(line.substr(0, line.find(';')));
        }
    }
    return fens;
}

struct Outcome {
    Score score;
    std::uint64_t nodes;
    std::vector<Move> line;
    bool operator==(const Outcome&) const = default;
};

void PrintTo(const Outcome& o, std::ostream* out) {
    *out << "score " << o.score << ", " << o.nodes << " nodes, " << o.line.size() << " moves";
}

/// The version, searched by computed goto.
template <class V>
struct ByBranchTable : V {};

/// The loop that searches version `V`.
template <class V>
struct Loop : Search<V> {
    using Search<V>::Search;
};
template <class V>
struct Loop<ByBranchTable<V>> : BranchTableSearch<V> {
    using BranchTableSearch<V>::BranchTableSearch;
};

/// Iterations 1 to `deepest`, one outcome each.
template <class V>
std::vector<Outcome> by_loop(const Position& start, Depth deepest, std::size_t table_entries, std::uint32_t slice) {
    Position p = start;
    KeyHistory history;
    std::vector<TtEntry> memory(table_entries);
    TranspositionTable table;
    table.use(memory);
    std::atomic<bool> stop{false};
    const auto search = std::make_unique<Loop<V>>(SearchContext{p, history, table, stop});
    search->clear();
    search->begin();
    std::vector<Outcome> outcomes;
    Move first;
    for (Depth depth = 1; depth <= deepest; ++depth) {
        search->start({-score_infinite, score_infinite, depth, first, {}});
        while (search->run(slice) != SearchStatus::done) {}
        outcomes.push_back({search->root_score(), search->nodes(), {search->line().begin(), search->line().end()}});
        if (!search->line().empty()) first = search->line()[0];
        EXPECT_EQ(p, start);
    }
    return outcomes;
}

/// Ends earlier where an iteration ends beyond STACKMATE_ORACLE_NODES.
template <class V>
std::vector<Outcome> by_recursion(const Position& start, Depth deepest, std::size_t table_entries) {
    Position p = start;
    KeyHistory history;
    std::vector<TtEntry> memory(table_entries);
    TranspositionTable table;
    table.use(memory);
    std::atomic<bool> stop{false};
    const auto search = std::make_unique<RecursiveSearch<V>>(SearchContext{p, history, table, stop});
    const auto most_nodes = static_cast<std::uint64_t>(setting("STACKMATE_ORACLE_NODES", 1 << 30));
    std::vector<Outcome> outcomes;
    Move first;
    for (Depth depth = 1; depth <= deepest; ++depth) {
        const Score score = search->search({-score_infinite, score_infinite, depth, first, {}});
        outcomes.push_back({score, search->nodes(), {search->line().begin(), search->line().end()}});
        if (!search->line().empty()) first = search->line()[0];
        if (search->nodes() > most_nodes) break;
    }
    return outcomes;
}

/// A version with its internal iterative deepening exchanged.
template <class... Iids>
struct Deepening : versions::Small {
    using Enhancements = stackmate::Enhancements<Interrupt, Draws, Transpositions<false>, NullMove<3, 4, 200>, Iids...,
                                                 CheckExtension, Scout, LateMoveReductions<4, 3>>;
};

template <class V>
class Oracle : public testing::Test {
protected:
    void compare(std::size_t table_entries, Depth deepest, std::size_t every,
                 std::initializer_list<std::uint32_t> slices) {
        const auto fens = positions();
        ASSERT_GE(fens.size(), 200u);
        deepest = setting("STACKMATE_ORACLE_DEPTH", deepest);
        every = static_cast<std::size_t>(setting("STACKMATE_ORACLE_EVERY", static_cast<int>(every)));
        for (std::size_t i = 0; i < fens.size(); i += every) {
            Position p;
            ASSERT_EQ(p.set_fen(fens[i]), FenError::none) << fens[i];
            const auto wanted = by_recursion<V>(p, deepest, table_entries);
            const auto reached = static_cast<Depth>(wanted.size());
            for (const std::uint32_t slice : slices)
                ASSERT_EQ(by_loop<V>(p, reached, table_entries, slice), wanted) << fens[i] << " in slices of " << slice;
        }
    }
};

using Versions =
    testing::Types<versions::Plain, versions::Small, versions::Large, ByBranchTable<versions::Small>,
                   ByBranchTable<versions::Large>, Deepening<>, Deepening<Iid<IidMinus<1>, IidWhere::pv_nodes, 3>>,
                   Deepening<Iid<IidMinus<2>, IidWhere::cut_nodes_too, 3>>,
                   Deepening<Iid<IidOver<2>, IidWhere::cut_nodes_too, 3>>,
                   Deepening<Iid<IidOver<4>, IidWhere::pv_nodes, 4>>,
                   Deepening<Iid<IidMin<IidMinus<2>, IidOver<2>>, IidWhere::cut_nodes_too, 3>>,
                   Deepening<Iid<IidMax<IidMinus<2>, IidOver<2>>, IidWhere::cut_nodes_too, 3>>, Deepening<IidEveryPly>,
                   Deepening<IidReset<IidEveryPly, 40>>,
                   Deepening<IidReset<Iid<IidMinus<2>, IidWhere::pv_nodes, 3>, 40>>, Deepening<IidReset<NoIid, 40>>,
                   Deepening<Razoring<150, 60, 3>, Singular<40, 3, 2>, Iir<IidWhere::cut_nodes_too, 3>>>;
TYPED_TEST_SUITE(Oracle, Versions);

TYPED_TEST(Oracle, AgreesOnScoreLineAndNodesWithATable) { this->compare(1024, 5, 8, {1u << 20}); }
TYPED_TEST(Oracle, AgreesOnScoreLineAndNodesWithoutATable) { this->compare(0, 4, 8, {1u << 20}); }
TYPED_TEST(Oracle, SlicesOfAnySizeChangeNothing) { this->compare(256, 3, 16, {1, 7, 1000}); }

/// Raises the stop flag again and again, also while a node turns its moves down.
struct StopNowAndThen {
    static inline std::atomic<bool>* flag = nullptr;
    static inline unsigned asked = 0;

    template <class S, class F>
    static Verdict prune_move(S&, F&, Move) {
        if (flag != nullptr && ++asked % 3 == 0) *flag = true;
        return Verdict::search;
    }
};
struct Halting : versions::Large {
    using Enhancements =
        stackmate::Enhancements<Interrupt, StopNowAndThen, Draws, Transpositions<true>, NullMove<3, 4, 200>,
                                Futility<100, 80, 3>, CheckExtension, Scout, LateMoveReductions<4, 3>>;
};

TEST(Search, GoesOnAfterAStopAsIfNothingHadBeen) {
    std::atomic<bool> stop{false};
    unsigned stops = 0;
    for (const std::string& fen : positions()) {
        Position p;
        ASSERT_EQ(p.set_fen(fen), FenError::none) << fen;
        const Position start = p;
        const auto wanted = by_recursion<Halting>(p, 4, 1024);
        KeyHistory history;
        std::vector<TtEntry> memory(1024);
        TranspositionTable table;
        table.use(memory);
        const auto search = std::make_unique<Search<Halting>>(SearchContext{p, history, table, stop});
        StopNowAndThen::flag = &stop;
        Move first;
        for (Depth depth = 1; depth <= 4; ++depth) {
            search->start({-score_infinite, score_infinite, depth, first, {}});
            for (SearchStatus status; (status = search->run(1u << 20)) != SearchStatus::done; stop = false) {
                ASSERT_EQ(status, SearchStatus::stopped);
                ++stops;
            }
            stop = false;
            const Outcome outcome{
                search->root_score(), search->nodes(), {search->line().begin(), search->line().end()}};
            ASSERT_EQ(outcome, wanted[static_cast<std::size_t>(depth - 1)]) << fen << " at depth " << int{depth};
            if (!search->line().empty()) first = search->line()[0];
            EXPECT_EQ(p, start);
        }
        StopNowAndThen::flag = nullptr;
    }
    EXPECT_GT(stops, 10'000u);
}

TEST(Search, TriesTheDriversMoveAtTheRootBeforeTheTables) {
    Position p;
    p.set_start();
    const Move a2a3(static_cast<Square>(0x10), static_cast<Square>(0x20));
    const Move e2e4(static_cast<Square>(0x14), static_cast<Square>(0x34));
    KeyHistory history;
    std::vector<TtEntry> memory(64);
    TranspositionTable table;
    table.use(memory);
    table.store(p.key(), a2a3, 0, 0, Bound::exact);
    std::atomic<bool> stop{false};
    const auto search = std::make_unique<Search<versions::Small>>(SearchContext{p, history, table, stop});
    search->begin();
    search->start({-score_infinite, score_infinite, 2, e2e4, {}});
    ASSERT_EQ(search->run(1), SearchStatus::running);
    EXPECT_EQ(p.at(e2e4.to()), make_piece(Color::white, PieceType::pawn));
    search->abandon();
}

using OraclePlain = Oracle<versions::Plain>;
TEST_F(OraclePlain, AgreesOnAHundredPositionsToDepthFive) { compare(0, 5, 3, {1u << 20}); }
using OracleLarge = Oracle<versions::Large>;
TEST_F(OracleLarge, AgreesOnAHundredPositionsToDepthFive) { compare(8192, 5, 3, {1u << 20, 7}); }
using OracleSmall = Oracle<versions::Small>;
TEST_F(OracleSmall, AgreesOnAHundredPositionsToDepthFive) { compare(256, 5, 3, {1u << 20, 7}); }

}  // namespace
}  // namespace stackmate
