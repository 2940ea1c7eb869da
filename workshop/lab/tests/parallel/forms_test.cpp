// The ways for two cores to search together that no program uses keep what splitting does.
#include "workshop/lab/parallel/forms.hpp"
#include "workshop/lab/parallel/split_rules.hpp"

#include "host_tests/core/splitting/two_searches_suites.hpp"
#include "host_tests/support/instances.hpp"

#include <gtest/gtest.h>

#include <cstdint>

namespace stackmate::test {
namespace {

using Forms = testing::Types<SharedTableForm<Tiny>, SharedTableForm<Full>, AbdadaForm<Tiny>, AbdadaForm<Full>>;
INSTANTIATE_TYPED_TEST_SUITE_P(Others, ParallelForms, Forms);
INSTANTIATE_TYPED_TEST_SUITE_P(Others, ParallelThreadsForms, Forms);
using ExactForms = testing::Types<AbdadaForm<Exact>, AbdadaForm<ExactInOrder>, RuledForm<Exact, Deepest>,
                                  RuledForm<ExactInOrder, MostMovesLeft>, RuledForm<ExactInOrder, NoCutoffExpected>>;
INSTANTIATE_TYPED_TEST_SUITE_P(Others, ParallelScores, ExactForms);
INSTANTIATE_TYPED_TEST_SUITE_P(Others, ParallelThreadsScores, ExactForms);

TEST(AbdadaLeaders, WithoutAHelperTheySearchTheTreeOfTheEngine) {
    expect_the_same_tree<AbdadaForm<Tiny>::Leader, Tiny>(6);
    expect_the_same_tree<AbdadaForm<Full>::Leader, Full>(6);
}

TEST(SearchedMoves, AMarkStaysUntilItIsTakenBackOrAnotherTakesItsWord) {
    SearchedMoves moves;
    moves.clear();
    const Move m(make_square(4, 1), make_square(4, 3));
    const std::uint32_t mark = SearchedMoves::mark_of(0x123456789abcdef0, m);
    EXPECT_FALSE(moves.has(mark));
    moves.add(mark);
    EXPECT_TRUE(moves.has(mark));
    const std::uint32_t other = mark ^ 1u;  // in the same word
    moves.remove(other);
    EXPECT_TRUE(moves.has(mark));
    moves.add(other);
    EXPECT_FALSE(moves.has(mark));
    moves.remove(other);
    EXPECT_FALSE(moves.has(other));
}

template <class S>
int merit(Deepest, const S&, int ply) {
    return ply;
}
template <class S>
int merit(MostMovesLeft, const S& s, int ply) {
    Position p = s.position();
    for (int above = s.ply(); above-- > ply;) S::take_back(p, s.frame(above));
    return static_cast<int>(generated(p).size()) - s.frame(ply).count;
}
template <class S>
int merit(NoCutoffExpected, const S& s, int ply) {
    return !expects_cutoff(s.frame(ply), ply);
}

/// Chooses as `Rule` does, which must be the best.
template <class Rule>
struct Judged {
    static inline unsigned not_nearest = 0;

    template <class S>
    static int choose(const S& s, int from) {
        const int chosen = Rule::choose(s, from), nearest = NearestToRoot::choose(s, from);
        if (nearest == s.ply()) return nearest;
        EXPECT_TRUE(s.can_split(chosen));
        for (int ply = nearest; ply < s.ply(); ++ply) {
            EXPECT_TRUE(!s.can_split(ply) || merit(Rule(), s, ply) <= merit(Rule(), s, chosen));
        }
        not_nearest += chosen != nearest;
        return chosen;
    }
};

template <class Rule>
class SplitRules : public testing::Test {};
using Rules = testing::Types<Deepest, MostMovesLeft, NoCutoffExpected>;
TYPED_TEST_SUITE(SplitRules, Rules);

TYPED_TEST(SplitRules, ChooseTheBestNodeWhichIsNotAlwaysTheNearestToTheRoot) {
    const auto pair = std::make_unique<Pair<RuledForm<Full, Judged<TypeParam>>>>();
    for (const std::string_view fen : bench_positions) {
        pair->set(fen);
        pair->go({.depth = 7});
        pair->take_turns(2, 2);
    }
    EXPECT_GT(Judged<TypeParam>::not_nearest, 0u);
}

}  // namespace
}  // namespace stackmate::test
