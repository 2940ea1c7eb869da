// The versions that workshop/lab/experiments compares: that each is what its name says.
#include "core/notation/move_text.hpp"
#include "workshop/lab/duel/direct.hpp"
#include "workshop/lab/duel/engine_player.hpp"
#include "workshop/lab/duel/ladder.hpp"
#include "workshop/lab/duel/root_order.hpp"
#include "workshop/lab/enhancements/follow_line.hpp"
#include "workshop/lab/versions.hpp"

#include <gtest/gtest.h>

#include <array>
#include <string_view>
#include <utility>

namespace stackmate::duel {
namespace {

using versions::Plain;

constexpr std::array<std::string_view, 4> fens{
    Position::start_fen,
    "r1bqkbnr/1ppp2pp/p4p2/8/2BQP3/2N5/PPP2PPP/R1B2RK1 b - - 0 9",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
};

struct Found {
    Score score;
    std::uint64_t nodes;
};

/// One search of that depth, or all up to it where `from` is 1.
template <class V>
Found found(std::string_view fen, Depth depth, Depth from = 0) {
    std::atomic<bool> stop{false};
    Position position;
    EXPECT_EQ(position.set_fen(fen), FenError::none);
    KeyHistory history;
    TranspositionTable table;
    const auto search = std::make_unique<Search<V>>(SearchContext{position, history, table, stop});
    search->begin();
    RootTask task;
    for (task.depth = from == 0 ? depth : from; task.depth <= depth; ++task.depth) {
        search->start(task);
        EXPECT_EQ(search->run(1u << 30), SearchStatus::done);
        task.first = search->line().empty() ? Move{} : search->line()[0];
    }
    return {search->root_score(), search->nodes()};
}

template <std::size_t n>
using Rung = ladder::Rung<n>;
using Minimax = Rung<ladder::step_of("minimax")>;
using AlphaBeta = Rung<ladder::step_of("alpha-beta")>;
using Quiescence = Rung<ladder::step_of("quiescence")>;
using Ordered = Rung<ladder::step_of("MVV/LVA")>;

struct PlainFollowing : Plain {
    using Enhancements = Plus<Plain::Enhancements, FollowLine<Plain::line_plies>>;
};
struct PlainRootOrdered : Plain {
    using Picker = RootOrder<Plain::Picker>;
};

TEST(Ladder, NegamaxThatCutsNothingSearchesEveryMove) {
    // Depth 2 from the start position: 20 moves and 400 replies. No repetition or other draw is near.
    EXPECT_EQ(found<Minimax>(Position::start_fen, 2).nodes, 20u + 400u);
    EXPECT_EQ(found<Minimax>(Position::start_fen, 3).nodes, 20u + 400u + 8902u);
}

TEST(Ladder, AlphaBetaFindsNegamaxsScoreInFewerNodes) {
    for (const std::string_view fen : fens) {
        const Found all = found<Minimax>(fen, 3), cut = found<AlphaBeta>(fen, 3);
        EXPECT_EQ(cut.score, all.score) << fen;
        EXPECT_LT(cut.nodes, all.nodes / 2) << fen;
    }
}

TEST(Ladder, OrderChangesNodesNotTheScore) {
    std::uint64_t unordered = 0, ordered = 0;
    for (const std::string_view fen : {fens[0], fens[1], fens[3]}) {  // in the other unordered captures explode
        const Found a = found<Quiescence>(fen, 3), b = found<Ordered>(fen, 3);
        EXPECT_EQ(a.score, b.score) << fen;
        unordered += a.nodes;
        ordered += b.nodes;
    }
    EXPECT_LT(ordered, unordered);
}

TEST(Ladder, TheFourthRungIsPlainAndTheLastIsFull) {
    static_assert(std::is_same_v<Ordered::Enhancements, Plain::Enhancements>);
    static_assert(std::is_same_v<Ordered::Picker, Plain::Picker>);
    static_assert(std::is_same_v<Rung<ladder::rungs - 1>::Picker, versions::Large::Picker>);
    static_assert(std::is_same_v<Rung<ladder::rungs - 1>::Evaluation, versions::Large::Evaluation>);
    EXPECT_EQ(Rung<ladder::rungs - 1>::table_bytes, 65536u);
    EXPECT_EQ(Ordered::table_bytes, 0u);
}

template <std::size_t... ns>
std::array<std::size_t, sizeof...(ns)> list_sizes(std::index_sequence<ns...>) {
    return {[]<class... Es>(Enhancements<Es...>*) {
        return sizeof...(Es);
    }(static_cast<typename Rung<ns>::Enhancements*>(nullptr))...};
}
TEST(Ladder, EachStepOfFullsOwnAddsOneEnhancement) {
    const auto sizes = list_sizes(std::make_index_sequence<ladder::rungs>());
    for (std::size_t n = ladder::step_of("Transpositions"); n < sizes.size(); ++n)
        EXPECT_EQ(sizes[n], sizes[n - 1] + (n == ladder::step_of("net") ? 0 : 1)) << n;
}

template <class V>
class LastIteration : public testing::Test {};
using Ordering = testing::Types<PlainFollowing, PlainRootOrdered>;
TYPED_TEST_SUITE(LastIteration, Ordering);

TYPED_TEST(LastIteration, ChangesNodesNotTheScoreAndNothingInTheFirstIteration) {
    std::uint64_t with = 0, without = 0;
    for (const std::string_view fen : fens) {
        EXPECT_EQ(found<Plain>(fen, 3).nodes, found<TypeParam>(fen, 3).nodes) << fen;
        const Found a = found<Plain>(fen, 4, 1), b = found<TypeParam>(fen, 4, 1);
        EXPECT_EQ(a.score, b.score) << fen;
        without += a.nodes;
        with += b.nodes;
    }
    EXPECT_NE(with, without);
}

TEST(DirectPlayer, TellsForEachDepthWhatItTakesAlone) {
    DirectPlayer<Plain> player(0);
    Position start;
    start.set_start();
    Limits limits;
    limits.depth = 4;
    player.search(start, {}, limits);
    ASSERT_EQ(player.nodes_to_depth().size(), 4u);
    for (const Depth depth : {1, 3, 4})
        EXPECT_EQ(player.nodes_to_depth()[static_cast<std::size_t>(depth - 1)],
                  found<Plain>(Position::start_fen, depth).nodes);
    EXPECT_TRUE(is_legal(start, player.best_move()));
    limits.nodes = player.nodes_to_depth()[2] + 1;
    player.search(start, {}, limits);
    EXPECT_EQ(player.nodes_to_depth().size(), 3u);
}

struct WholeIterations {
    static constexpr bool whole_iterations_only = true;
};
struct PlainWhole : Plain {
    using Enhancements = Plus<Plain::Enhancements, WholeIterations>;
};

/// What it answers after so many nodes.
template <class V>
Move answer(std::string_view fen, std::uint64_t nodes) {
    EnginePlayer<V> player(0);
    Position position;
    EXPECT_EQ(position.set_fen(fen), FenError::none);
    Limits limits;
    limits.nodes = nodes;
    player.search(position, {}, limits);
    return player.best_move();
}

TEST(WholeIterationsOnly, AnswersWhatTheLastIterationThatEndedFound) {
    unsigned others = 0;
    for (const std::string_view fen : {fens[1], fens[3]}) {
        EnginePlayer<Plain> player(0);
        Position position;
        ASSERT_EQ(position.set_fen(fen), FenError::none);
        Limits limits;
        limits.depth = 4;
        player.search(position, {}, limits);
        const std::vector<std::uint64_t> to_depth(player.nodes_to_depth().begin(), player.nodes_to_depth().end());
        for (std::size_t depth = 1; depth < to_depth.size(); ++depth) {
            const Move ended = answer<PlainWhole>(fen, to_depth[depth - 1] + 1);
            for (const std::uint64_t quarters : {1, 2, 3}) {
                const std::uint64_t nodes =
                    to_depth[depth - 1] + (to_depth[depth] - to_depth[depth - 1]) * quarters / 4;
                EXPECT_EQ(answer<PlainWhole>(fen, nodes), ended) << fen << " after " << nodes;
                others += answer<Plain>(fen, nodes) != ended;
            }
        }
    }
    EXPECT_GT(others, 0u);  // what today's engine does listen to
}

}  // namespace
}  // namespace stackmate::duel
