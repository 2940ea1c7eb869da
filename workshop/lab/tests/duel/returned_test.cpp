// What moves came back with is told to a listener, and changes no tree unless the search is to be fail-hard.
#include "workshop/lab/duel/returned.hpp"

#include "host_tests/core/search/few_enhancements.hpp"

#include <gtest/gtest.h>

#include <string_view>

namespace stackmate::test {
namespace {

using duel::Reply;
using Plainly = With<Scout, NullMove<3, 4, 30'000>, CheckExtension, LogReductions<void, parameters::small.reductions>>;

struct Heard {
    static inline std::vector<Reply> root;
    static inline unsigned best = 0, best_with_its_score = 0, outside = 0;

    template <class S, class F>
    static void iteration(S& s, F& f, std::span<const Reply> replies) {
        if (s.ply() == 0) root.assign(replies.begin(), replies.end());
        const Score alpha = s.first_alpha(f);
        for (const Reply& r : replies) {
            outside += r.score < alpha || r.score > f.beta ? 1u : 0u;
            if (r.move != f.best) continue;
            ++best;
            best_with_its_score += r.score == f.best_score ? 1u : 0u;
        }
    }
};

constexpr std::string_view fen = bench_positions[1];

TEST(Returned, EveryMoveOfTheRootOnceAndTheBestOneWithTheNodesScore) {
    Heard::best = Heard::best_with_its_score = Heard::outside = 0;
    ASSERT_EQ((search<duel::NotedBy<Heard, Plainly>>(fen, 5)), (search<Plainly>(fen, 5))) << "the tree is another";
    Position p = position(fen);
    std::size_t legal = 0;
    for (const Move m : legal_moves(p)) {
        ++legal;
        EXPECT_EQ(std::ranges::count(Heard::root, m, &Reply::move), 1);
    }
    EXPECT_EQ(Heard::root.size(), legal);
    EXPECT_GT(Heard::best, 100u);
    EXPECT_EQ(Heard::best_with_its_score, Heard::best);
    EXPECT_GT(Heard::outside, 100u) << "fail-soft";
}

TEST(Returned, NothingOutsideItsWindowWhereTheSearchIsFailHard) {
    Heard::best = Heard::best_with_its_score = Heard::outside = 0;
    const auto found = search<duel::NotedBy<Heard, Plainly, true>>(fen, 5);
    EXPECT_EQ(found.score, (search<Plainly>(fen, 5)).score);
    EXPECT_GT(Heard::best, 100u);
    EXPECT_EQ(Heard::outside, 0u);
}

}  // namespace
}  // namespace stackmate::test
