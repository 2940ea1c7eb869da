// The ply-stack search is the recursive one with what no version uses and cuts where a node begins, or by an inner iteration.

#include "host_tests/core/search/oracle.hpp"
#include "host_tests/support/instances.hpp"
#include "workshop/lab/enhancements/book_values.hpp"
#include "workshop/lab/enhancements/known_draws.hpp"
#include "workshop/lab/enhancements/multi_cut.hpp"
#include "workshop/lab/enhancements/probcut.hpp"
#include "workshop/lab/enhancements/singular.hpp"
#include "workshop/lab/enhancements/table_cutoff.hpp"

namespace stackmate::test {

namespace {

using Cutting = Deepening<TableCutoff<2>, KnownDraws, BookValues<opening_book, 20>,
                          ProbCut<40, 4, 2, 50, ProbCutMoves::winning_captures>, MultiCut<40, 3, 1, 6, 2>>;

template <class V>
using OracleUnused = Oracle<V>;
using Unused =
    testing::Types<Cutting, Deepening<Razoring<150, 60, 3>, Singular<40, 3, 2>, Iir<IidWhere::null_windows_too, 3>>>;
TYPED_TEST_SUITE(OracleUnused, Unused);

TYPED_TEST(OracleUnused, AgreesOnScoreLineAndNodesWithATable) { this->compare(1024, 5, 8, {1u << 20}); }
TYPED_TEST(OracleUnused, AgreesOnScoreLineAndNodesWithoutATable) { this->compare(0, 4, 8, {1u << 20}); }
TYPED_TEST(OracleUnused, SlicesOfAnySizeChangeNothing) { this->compare(256, 3, 16, {1, 7, 1000}); }

}  // namespace
}  // namespace stackmate::test
