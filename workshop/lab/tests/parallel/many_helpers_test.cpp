// More than one helper, and helpers whose branch is handed over: they keep what splitting with one does.
#include "workshop/lab/parallel/many_helpers.hpp"

#include "host_tests/core/splitting/two_searches_suites.hpp"
#include "host_tests/support/instances.hpp"
#include "workshop/lab/parallel/forms.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <memory>

namespace stackmate::test {
namespace {

static_assert(ParallelForm<ManyForm<Full, 3, true>>);
using Forms = testing::Types<ManyForm<Tiny, 7>, ManyForm<Full, 2>, ManyForm<Full, 3, true>>;
INSTANTIATE_TYPED_TEST_SUITE_P(Many, ParallelForms, Forms);
INSTANTIATE_TYPED_TEST_SUITE_P(Many, ParallelThreadsForms, Forms);
using ExactForms = testing::Types<ManyForm<Exact, 3>, ManyForm<Exact, 1, true>, ManyForm<ExactInOrder, 2, true>,
                                  ManyForm<ExactInOrder, 7, true>>;
INSTANTIATE_TYPED_TEST_SUITE_P(Many, ParallelScores, ExactForms);
INSTANTIATE_TYPED_TEST_SUITE_P(Many, ParallelThreadsScores, ExactForms);

struct Sum {
    std::uint64_t leaders = 0, helpers = 0, useful = 0, handed_nodes = 0;
    unsigned handed = 0;
};
template <unsigned count, bool handing>
Sum searched(std::uint8_t depth) {
    const auto pair = std::make_unique<Pair<ManyForm<Full, count, handing>>>();
    Sum sum;
    for (const std::string_view fen : bench_positions) {
        pair->set(fen);
        pair->go({.depth = depth});
        while (pair->leader.run(2, 0) != EngineEvent::finished) pair->helper.serve(2);
        const HelpersUse use = pair->leader.search().use();
        sum.leaders += pair->leader.report(0).nodes;
        sum.helpers += pair->helper.nodes();
        sum.useful += use.useful;
        sum.handed_nodes += use.handed_nodes;
        sum.handed += use.handed;
        pair->stop.store(true);
        while (pair->helper.searching()) pair->helper.serve(2);
        expect_as_it_was(pair->leader, fen);
    }
    return sum;
}

/// With a thread for each helper, for ThreadSanitizer.
TEST(ManyHelpers, OnCoresOfTheirOwnFindTheScoreOfOneSearch) {
    using Form = ManyForm<ExactInOrder, 3, true>;
    const auto pair = std::make_unique<Pair<Form>>();
    std::vector<Score> alone;
    for (std::size_t i = 0; i < 3; ++i) alone.push_back(score_alone(*pair, bench_positions[i], 4));
    std::atomic<bool> over{false};
    std::vector<std::thread> cores;
    for (unsigned h = 0; h < 3; ++h)
        cores.emplace_back([&, h] {
            while (!over.load())
                if (!pair->helper.serve(h, 16)) std::this_thread::yield();
        });
    for (std::size_t i = 0; i < alone.size(); ++i) {
        pair->set(bench_positions[i]);
        pair->go({.depth = 4});
        pair->finish_beside_the_other_core();
        EXPECT_EQ(pair->leader.report(0).score, alone[i]) << bench_positions[i];
    }
    over.store(true);
    for (std::thread& core : cores) core.join();
}

TEST(ManyHelpers, ADepthWithBranchesHandedOverHasTheScoreThatItHasAlone) {
    const auto pair = std::make_unique<Pair<ManyForm<ExactInOrder, 3, true>>>();
    for (const std::string_view fen : bench_positions) {
        const Score alone = score_alone(*pair, fen, 5);
        pair->set(fen);
        pair->go({.depth = 5});
        pair->take_turns(2, 2);
        EXPECT_EQ(pair->leader.report(0).score, alone) << fen;
    }
}

TEST(ManyHelpers, EachMoreSavesTheLeaderNodes) {
    const auto none = searched<0, false>(7), one = searched<1, false>(7), three = searched<3, false>(7),
               seven = searched<7, false>(7);
    EXPECT_EQ(none.helpers, 0u);
    EXPECT_LT(one.leaders, none.leaders);
    EXPECT_LT(three.leaders, one.leaders);
    EXPECT_LT(seven.leaders, three.leaders);
    EXPECT_LE(seven.useful, seven.helpers);
    EXPECT_EQ(seven.handed, 0u);
}

TEST(ManyHelpers, ABranchThatIsHandedOverIsNotSearchedInVain) {
    const auto without = searched<3, false>(7), with = searched<3, true>(7);
    EXPECT_GT(with.handed, 100u);
    EXPECT_GT(with.handed_nodes, 0u);
    EXPECT_LT(with.helpers - with.useful, without.helpers - without.useful);
}

}  // namespace
}  // namespace stackmate::test
