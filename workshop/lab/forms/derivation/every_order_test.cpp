// The engine's loop against a recursion on an abstract game, in which each side has two moves and three plies end it. Alpha-beta
// only compares scores, so all weak orders of the eight leaves, with all windows on and between their scores, stand for every
// eight scores and every window that there may be.

#include "core/game/key_history.hpp"
#include "core/search/enhancements/interrupt.hpp"
#include "core/search/enhancements/scout.hpp"
#include "core/search/search.hpp"
#include "host_tests/core/chess/small_game.hpp"
#include "host_tests/support/precompiled.hpp"
#include "host_tests/support/sample.hpp"

#include <bit>

namespace stackmate::derivation::abstract {
namespace {

constexpr unsigned plies = 3, leaves = 1u << plies;

using Move = test::SmallMove;
using Undo = test::SmallUndo;
struct Position {
    std::array<unsigned, leaves> rank{};  ///< of the leaves, by score, from 0 on
    unsigned node = 1;                    ///< the children of n are 2n and 2n + 1
    void make(Move m, Undo&) { node = child(m.number); }
    void unmake(Move, const Undo&) { node /= 2; }
    void make_null(Undo&) {}
    void unmake_null(const Undo&) {}
    [[nodiscard]] unsigned child(unsigned way) const { return 2 * node + way - 1; }
    [[nodiscard]] unsigned moves() const { return node < leaves ? 2 : 0; }
    [[nodiscard]] Key key() const { return node; }
    [[nodiscard]] unsigned halfmove() const { return 0; }
    [[nodiscard]] bool any_legal_move() const { return moves() != 0; }
    /// Scores are four apart, and none is a multiple of four.
    [[nodiscard]] Score score() const { return 4 * static_cast<Score>(rank[node - leaves]) - 14; }
};
struct Leaves {
    struct PerPly {};
    static void begin(const Position&, PerPly&) {}
    static void follow(const Position&, PerPly&) {}
    static Score value(const Position& p, const PerPly&) { return p.any_legal_move() ? 0 : p.score(); }
};
struct Version {
    using Game = test::SmallGame<Position>;
    using Evaluation = Leaves;
    using Picker = test::AsTheyCome;
    using Enhancements = stackmate::Enhancements<Interrupt, Scout>;
    static constexpr int max_ply = 8;
    static constexpr std::size_t line_plies = plies;
};

/// The line has a move in two bits, the root's in the lowest.
struct Outcome {
    Score score = 0;
    std::uint64_t nodes = 0;
    unsigned line = 0;
    bool operator==(const Outcome&) const = default;
};

/// As everybody writes it: step 1.
Score node(Position& p, Score alpha, Score beta, bool pv, Outcome& all, unsigned& line) {
    line = 0;
    if (!p.any_legal_move()) return p.score();
    Score best = -score_infinite;
    for (std::uint16_t way = 1; way <= 2 && best < beta; ++way) {
        Undo undo;
        unsigned below = 0;
        p.make({way}, undo);
        ++all.nodes;
        Score score = 0;
        if (way == 1) {
            score = -node(p, -beta, -alpha, pv, all, below);
        } else {
            score = -node(p, -alpha - 1, -alpha, false, all, below);
            if (score > alpha && score < beta) score = -node(p, -beta, -alpha, true, all, below);
        }
        p.unmake({way}, undo);
        if (score <= best) continue;
        best = score;
        if (score <= alpha) continue;
        alpha = score;
        if (pv) line = way | below << 2;
    }
    return best;
}

class EveryOrder : public testing::Test {
protected:
    Outcome by_recursion(Score alpha, Score beta) {
        Outcome all;
        all.score = node(p_, alpha, beta, true, all, all.line);
        return all;
    }
    Outcome by_loop(Score alpha, Score beta, std::uint32_t slice) {
        search_->begin();
        search_->start({alpha, beta, static_cast<Depth>(plies), {}, {}});
        while (search_->run(slice) != SearchStatus::done) {}
        Outcome all{search_->root_score(), search_->nodes(), 0};
        for (std::size_t i = search_->line().size(); i-- != 0;) all.line = all.line << 2 | search_->line()[i].number;
        return all;
    }
    /// Calls `look` with the number of scores in each weak order of the leaves, whose ranks are in `p_`.
    void each_order(unsigned every, auto look) {
        unsigned orders = 0;
        for (unsigned code = 0; code < 1u << 3 * leaves; ++code) {
            unsigned ranks = 0;
            for (unsigned i = 0; i < leaves; ++i) ranks |= 1u << (p_.rank[i] = code >> 3 * i & 7u);
            if (!std::has_single_bit(ranks + 1)) continue;  // a rank is left out
            if (orders++ % every == 0) look(std::popcount(ranks));
            if (HasFailure()) return;
        }
        EXPECT_EQ(orders, 545'835u);  // the ordered Bell number of eight
    }

    Position p_;
    const KeyHistory history_;
    TranspositionTable table_;
    std::atomic<bool> stop_{false};
    std::unique_ptr<Search<Version>> search_ =
        std::make_unique<Search<Version>>(Search<Version>::Context{p_, history_, table_, stop_});
};

TEST_F(EveryOrder, OfTheLeavesIsSearchedAlikeByLoopAndRecursion) {
    each_order(1, [&](int) {
        const auto wanted = by_recursion(-score_infinite, score_infinite);
        for (const std::uint32_t slice : {1u, 1u << 20})
            ASSERT_EQ(by_loop(-score_infinite, score_infinite, slice), wanted) << testing::PrintToString(p_.rank);
    });
}

TEST_F(EveryOrder, IsSearchedAlikeInEveryWindow) {
    each_order(test::whole_or_sample(1u, 16u), [&](int scores) {
        const Score top = 16, bottom = top - 4 * scores;  // the root's scores lie between them
        for (Score alpha = bottom; alpha <= top; alpha += 2)
            for (Score beta = alpha + 1; beta <= top; beta += beta % 2 == 0 ? 2 : 1)
                ASSERT_EQ(by_loop(alpha, beta, 1), by_recursion(alpha, beta))
                    << testing::PrintToString(p_.rank) << " from " << alpha << " to " << beta;
    });
}

}  // namespace
}  // namespace stackmate::derivation::abstract
