#include "core/splitting/split_point.hpp"

#include <gtest/gtest.h>

#include <cstdint>

namespace stackmate::test {
namespace {

TEST(SplitPoint, EachFindsTheMovesOfTheOther) {
    const Move e4(make_square(4, 1), make_square(4, 3)), d4(make_square(3, 1), make_square(3, 3));
    SplitPoint point{};
    point.leader_takes(e4);
    EXPECT_TRUE(point.leader_has(e4));
    EXPECT_FALSE(point.leader_has(d4));
    EXPECT_FALSE(point.helper_has(e4));
    point.helpers[0] = d4.bits() | std::uint32_t{static_cast<std::uint16_t>(-35)} << 16;
    EXPECT_FALSE(point.helper_has(d4)) << "it is not told yet";
    point.taken = 1;
    EXPECT_TRUE(point.helper_has(d4));
    EXPECT_EQ(SplitPoint::move_of(point.helpers[0]), d4);
    EXPECT_EQ(SplitPoint::score_of(point.helpers[0]), -35);
}

TEST(SplitPoint, AFullListTakesNoMore) {
    SplitPoint point{};
    for (unsigned n = 0; n < SplitPoint::capacity + 5; ++n)
        point.leader_takes(Move::from_bits(static_cast<std::uint16_t>(n + 1)));
    EXPECT_EQ(point.leaders_count.load(), SplitPoint::capacity);
    EXPECT_FALSE(point.leader_has(Move::from_bits(SplitPoint::capacity + 1)));
}

}  // namespace
}  // namespace stackmate::test
