// The ply-stack search is the recursive one, for every version in use, with and without a table, in slices of any size.

#include "host_tests/core/playout.hpp"
#include "host_tests/core/search/oracle.hpp"
#include "host_tests/core/search/plain.hpp"
#include "host_tests/support/instances.hpp"

namespace stackmate::test {

namespace {

using Versions =
    testing::Types<Plain, versions::Small, versions::Large, Deepening<Iid<IidMinus<2>, IidWhere::null_windows_too, 3>>,
                   Deepening<Razoring<150, 60, 3>, Iir<IidWhere::null_windows_too, 3>>>;
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
    using Enhancements = stackmate::Enhancements<Interrupt, StopNowAndThen, Draws, Transpositions<true>,
                                                 NullMove<3, 4, 200>, Futility<100, 80, 3>, CheckExtension, Scout,
                                                 LogReductions<void, parameters::small.reductions>>;
};

TEST(Search, GoesOnAfterAStopAsIfNothingHadBeen) {
    const auto fens = positions();
    const std::size_t every = whole_or_sample<std::size_t>(1, 5);
    unsigned stops = 0;
    for (std::size_t i = 0; i < fens.size(); i += every) {
        const Position start = position(fens[i]);
        const auto wanted = by_recursion<Halting>(start, 4, 1024);
        Searching<Halting> searching(start, 1024);
        StopNowAndThen::flag = &searching.stop;
        Move first;
        for (Depth depth = 1; depth <= 4; ++depth) {
            const Outcome outcome = searching.iterate(depth, first, 1u << 20);
            ASSERT_EQ(outcome, wanted[static_cast<std::size_t>(depth - 1)]) << fens[i] << " at depth " << int{depth};
            if (!outcome.line.empty()) first = outcome.line[0];
            EXPECT_EQ(searching.position, start);
        }
        StopNowAndThen::flag = nullptr;
        ASSERT_EQ(searching.pauses, 0u) << "no slice was used up";
        stops += searching.stops;
    }
    EXPECT_GT(stops, 10'000u / every);
}

TEST(Search, TriesTheDriversMoveAtTheRootBeforeTheTables) {
    const Position start = position(Position::start_fen);
    Searching<versions::Small> searching(start, 64);
    searching.table.store(start.key(), move_of(start, "a2a3"), 0, 0, Bound::exact);
    auto& search = *searching.search;
    search.begin();
    search.start({-score_infinite, score_infinite, 2, move_of(start, "e2e4"), {}});
    ASSERT_EQ(search.run(1), SearchStatus::running);
    EXPECT_EQ(searching.position, after(start, "e2e4"));
    search.abandon();
}

using OraclePlain = Oracle<Plain>;
TEST_F(OraclePlain, AgreesOnAHundredPositionsToDepthFive) { compare(0, whole_or_sample(5, 4), 3, {1u << 20}); }
using OracleLarge = Oracle<versions::Large>;
TEST_F(OracleLarge, AgreesOnAHundredPositionsToDepthFive) { compare(8192, 5, 3, {1u << 20, 7}); }
using OracleSmall = Oracle<versions::Small>;
TEST_F(OracleSmall, AgreesOnAHundredPositionsToDepthFive) { compare(256, 5, 3, {1u << 20, 7}); }

}  // namespace
}  // namespace stackmate::test
