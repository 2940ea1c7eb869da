// The example of docs/CONTRIBUTING.md, "First changes": an enhancement, and the version without it.
#include "core/search/versions.hpp"
#include "host_tests/support/source_dir.hpp"
#include "workshop/lab/duel/engine_player.hpp"
#include "workshop/lab/duel/iid.hpp"
#include "workshop/lab/duel/without.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <fstream>
#include <string>
#include <string_view>
#include <type_traits>

namespace stackmate::duel {
namespace {

using versions::Large;
using versions::Small;
using WithoutKillers = With<Small, Killers<32, 1>>;

/// Until this depth was finished, over positions that workshop/lab/experiments searches.
template <class V>
std::uint64_t nodes_to(Depth depth) {
    std::ifstream file(test::in_sources("host_tests/data/positions.txt"));
    std::uint64_t nodes = 0;
    std::string fen;
    for (unsigned count = 0; count < 24 && std::getline(file, fen); ++count) {
        Position position;
        EXPECT_EQ(position.set_fen(fen), FenError::none);
        const auto player = make_player<V>(2048);
        Limits limits;
        limits.depth = static_cast<std::uint8_t>(depth);
        (void)player->search(position, {}, limits);
        nodes += player->nodes_to_depth().back();
    }
    return nodes;
}

TEST(Without, AVersionLosesOneEnhancementAndKeepsTheOthers) {
    static_assert(size_of_list<WithoutKillers::Enhancements> + 1 == size_of_list<Small::Enhancements>);
    EXPECT_EQ((name_of<Killers<32, 1>>()), "Killers<32,1>");
}

TEST(Without, AVersionWithoutIidKeepsAllElseThatDecidesAboutANodesDepth) {
    static_assert(std::is_same_v<WithIid<Small>::Enhancements,
                                 With<Small, Iid<IidMinus<2>, IidWhere::pv_nodes, 4>>::Enhancements>);
    static_assert(
        std::is_same_v<WithIid<Large>::Enhancements, With<Large, Iir<IidWhere::null_windows_too, 4>>::Enhancements>);
}

TEST(Without, TheReadmesExampleSavesNodes) {
    const std::uint64_t with = nodes_to<Small>(6), without = nodes_to<WithoutKillers>(6);
    EXPECT_LT(with * 11, without * 10) << "with killers " << with << ", without " << without;
}

}  // namespace
}  // namespace stackmate::duel
