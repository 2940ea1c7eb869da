// The other form of the loop searches what the engine's loop searches: score, best line, nodes.

#include "lab/forms/label_address_search.hpp"
#include "host_tests/core/search/oracle.hpp"

namespace stackmate::test {

struct ByAddress : versions::Small {};
template <>
struct Loop<ByAddress> : LabelAddressSearch<versions::Small> {
    using LabelAddressSearch<versions::Small>::LabelAddressSearch;
};

namespace {

TEST(LabelAddressSearch, SearchesWhatTheEnginesLoopSearchesInSlicesOfAnySize) {
    const auto fens = positions();
    for (std::size_t i = 0; i < fens.size(); i += whole_or_sample<std::size_t>(8, 40)) {
        Position p;
        ASSERT_EQ(p.set_fen(fens[i]), FenError::none) << fens[i];
        const auto wanted = by_loop<versions::Small>(p, 5, 256, 1u << 20);
        ASSERT_EQ(by_loop<ByAddress>(p, 5, 256, 1u << 20), wanted) << fens[i];
        ASSERT_EQ(by_loop<ByAddress>(p, 5, 256, 7), wanted) << fens[i];
    }
}

}  // namespace
}  // namespace stackmate::test
