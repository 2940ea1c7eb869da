// Other forms of the loop search what the engine's loop searches: score, best line, nodes.

#include "lab/forms/label_address_search.hpp"
#include "host_tests/core/search/oracle.hpp"

namespace stackmate::test {

template <template <class> class Form>
struct As : versions::Small {};
template <template <class> class Form>
struct Loop<As<Form>> : Form<versions::Small> {
    using Form<versions::Small>::Form;
};

namespace {

template <class V>
class Forms : public testing::Test {};
using All = testing::Types<As<LabelAddressSearch>>;
TYPED_TEST_SUITE(Forms, All);

TYPED_TEST(Forms, SearchWhatTheEnginesLoopSearchesInSlicesOfAnySize) {
    const auto fens = positions();
    for (std::size_t i = 0; i < fens.size(); i += whole_or_sample<std::size_t>(8, 40)) {
        Position p;
        ASSERT_EQ(p.set_fen(fens[i]), FenError::none) << fens[i];
        const auto wanted = by_loop<versions::Small>(p, 5, 256, 1u << 20);
        ASSERT_EQ(by_loop<TypeParam>(p, 5, 256, 1u << 20), wanted) << fens[i];
        ASSERT_EQ(by_loop<TypeParam>(p, 5, 256, 7), wanted) << fens[i];
    }
}

}  // namespace
}  // namespace stackmate::test
