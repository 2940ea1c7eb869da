// The ways for two cores to search together that no program uses keep what splitting does.
#include "lab/parallel/forms.hpp"

#include "host_tests/core/splitting/two_searches_suites.hpp"
#include "host_tests/support/instances.hpp"

#include <gtest/gtest.h>

#include <cstdint>

namespace stackmate::test {
namespace {

using Forms = testing::Types<SharedTableForm<Tiny>, SharedTableForm<Full>, AbdadaForm<Tiny>, AbdadaForm<Full>>;
INSTANTIATE_TYPED_TEST_SUITE_P(Others, ParallelForms, Forms);
INSTANTIATE_TYPED_TEST_SUITE_P(Others, ParallelThreadsForms, Forms);
using ExactForms = testing::Types<AbdadaForm<Exact>, AbdadaForm<ExactInOrder>>;
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

}  // namespace
}  // namespace stackmate::test
