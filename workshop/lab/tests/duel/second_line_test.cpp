// The second line at the root has the exact score of the other moves, and is searched only where the first has settled.
#include "workshop/lab/duel/second_line.hpp"

#include "core/engine/bench_positions.hpp"
#include "host_tests/core/playout.hpp"
#include "workshop/lab/versions.hpp"

#include <gtest/gtest.h>

namespace stackmate::test {
namespace {

using duel::SecondScore, versions::Plain;

constexpr std::string_view takes_a_queen = "4k3/7p/8/3q4/4P3/8/7P/4K3 w - - 0 1";
constexpr std::uint8_t depth = 5;

/// A player that says more of its search to `depth`.
template <class Player>
struct Asked : Player {
    explicit Asked(std::string_view fen, std::span<const Move> only = {}) : Player(0) {
        Limits limits;
        limits.depth = depth;
        this->search_among(position(fen), {}, limits, only);
    }
    [[nodiscard]] Score score(unsigned line) const { return this->engine_.report(0, line).score; }
    /// In this iteration alone.
    [[nodiscard]] std::uint64_t nodes(std::size_t at) const {
        const auto all = this->nodes_to_depth();
        return all[at - 1] - (at > 1 ? all[at - 2] : 0);
    }
};
using Usual = Asked<duel::EnginePlayer<Plain>>;
template <unsigned settled>
using Second = Asked<duel::SecondLinePlayer<Plain, settled>>;

TEST(SecondLine, HasTheScoreOfASearchWithoutTheBestMove) {
    for (const std::string_view fen : {takes_a_queen, bench_positions[1], bench_positions[4]}) {
        const Second<0> both(fen);
        Position p = position(fen);
        std::vector<Move> others;
        for (const Move m : legal_moves(p))
            if (m != both.best_move()) others.push_back(m);
        EXPECT_EQ(both.score(0), Usual(fen).score(0)) << fen;
        EXPECT_EQ(both.score(1), Usual(fen, others).score(0)) << fen;
    }
}

TEST(SecondLine, IsSearchedOnlyAfterSoManyIterationsWithoutAChange) {
    const Usual usual(takes_a_queen);
    const Second<2> second(takes_a_queen);
    for (const std::size_t at : {1u, 2u}) EXPECT_EQ(second.nodes(at), usual.nodes(at)) << "depth " << at;
    for (const std::size_t at : {3u, 4u, 5u}) EXPECT_GT(second.nodes(at), usual.nodes(at)) << "depth " << at;
}

TEST(SecondLine, CountsTheDepthsOnEndAtWhichTheFirstIsTwoHundredBetter) {
    Second<0>{takes_a_queen};
    EXPECT_EQ(SecondScore::clear_lead, 5u);
    Second<2>{takes_a_queen};
    EXPECT_EQ(SecondScore::clear_lead, 3u);
    Second<0>{bench_positions[0]};
    EXPECT_EQ(SecondScore::clear_lead, 0u) << "the start: moves of like worth";
}

}  // namespace
}  // namespace stackmate::test
