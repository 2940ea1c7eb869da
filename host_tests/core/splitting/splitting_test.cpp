// Splitting: what holds for every two cores that search together.
#include "core/splitting/splitting.hpp"

#include "host_tests/core/splitting/splitting_instances.hpp"
#include "host_tests/core/splitting/two_searches_suites.hpp"

namespace stackmate::test {
namespace {

using Forms = testing::Types<SplittingForm<Tiny>, SplittingForm<Full>>;
INSTANTIATE_TYPED_TEST_SUITE_P(Splitting, ParallelForms, Forms);
INSTANTIATE_TYPED_TEST_SUITE_P(Splitting, ParallelThreadsForms, Forms);
using ExactForms = testing::Types<SplittingForm<Exact>, SplittingForm<ExactInOrder>>;
INSTANTIATE_TYPED_TEST_SUITE_P(Splitting, ParallelScores, ExactForms);
INSTANTIATE_TYPED_TEST_SUITE_P(Splitting, ParallelThreadsScores, ExactForms);

TEST(ParallelLeaders, WithoutAHelperTheySearchTheTreeOfTheEngine) {
    expect_the_same_tree<SplittingForm<Tiny>::Leader, Tiny>(6);
    expect_the_same_tree<SplittingForm<Full>::Leader, Full>(6);
}

}  // namespace
}  // namespace stackmate::test
