// The ply-stack search is the recursive one with every way of internal iterative deepening that was tried.

#include "host_tests/core/search/oracle.hpp"
#include "workshop/lab/enhancements/iid_forms.hpp"
#include "workshop/lab/enhancements/iid_reset.hpp"
#include "workshop/lab/enhancements/self_deepening.hpp"

namespace stackmate::test {
namespace {

template <class V>
using OracleIid = Oracle<V>;
using Ways = testing::Types<
    Deepening<>, Deepening<Iid<IidMinus<1>, IidWhere::pv_nodes, 3>>,
    Deepening<Iid<IidOver<2>, IidWhere::null_windows_too, 3>>, Deepening<Iid<IidOver<4>, IidWhere::pv_nodes, 4>>,
    Deepening<Iid<IidMin<IidMinus<2>, IidOver<2>>, IidWhere::null_windows_too, 3>>,
    Deepening<Iid<IidMax<IidMinus<2>, IidOver<2>>, IidWhere::null_windows_too, 3>>, Deepening<IidEveryPly>,
    Deepening<IidDeepThought>, Deepening<IidReset<NoIid, Fall<0, 1, 1>, 40>>,
    Deepening<IidReset<NoIid, Fall<0, 1, 1>, 40, NotedByKey<8>>>, Deepening<IidReset<IidEveryPly, Fall<0, 2, 2>, 40>>,
    Deepening<IidReset<Iid<IidMin<IidMinus<2>, IidOver<2>>, IidWhere::pv_nodes, 3>, Fall<15, 1, 1>, 40>>,
    Deepening<IidReset<Iir<IidWhere::null_windows_too, 3>, Fall<0, 1, 1>, 40>>, Deepening<SelfDeepening<40>>>;
TYPED_TEST_SUITE(OracleIid, Ways);

TYPED_TEST(OracleIid, AgreesOnScoreLineAndNodesWithATable) { this->compare(1024, 5, 8, {1u << 20}); }
TYPED_TEST(OracleIid, AgreesOnScoreLineAndNodesWithoutATable) { this->compare(0, 4, 8, {1u << 20}); }
TYPED_TEST(OracleIid, SlicesOfAnySizeChangeNothing) { this->compare(256, 3, 16, {1, 7, 1000}); }

}  // namespace
}  // namespace stackmate::test
