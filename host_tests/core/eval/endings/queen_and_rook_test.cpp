#include "core/eval/endings/queen_and_rook.hpp"

#include "host_tests/core/playout.hpp"

#include <gtest/gtest.h>

#include <string_view>

namespace stackmate {
namespace {

using test::position;

int late(std::string_view fen, Color strong = Color::white) { return queen_wins_late(position(fen), strong); }

TEST(QueenAndRook, TheSamePositionReflectedIsAsFar) {
    const int here = late("8/8/8/3k4/8/2r5/8/KQ6 w - - 0 1");
    EXPECT_EQ(late("8/8/8/4k3/8/5r2/8/6QK w - - 0 1"), here) << "left and right";
    EXPECT_EQ(late("KQ6/8/2r5/8/3k4/8/8/8 w - - 0 1"), here) << "up and down";
    EXPECT_EQ(late("8/8/8/8/4k3/2r5/Q7/K7 w - - 0 1"), here) << "files and ranks";
    EXPECT_EQ(late("kq6/8/2R5/8/3K4/8/8/8 b - - 0 1", Color::black), here) << "Black has the queen";
}

TEST(QueenAndRook, AKingInTheCornerIsNearerToLosing) {
    EXPECT_LT(late("k7/1r6/2K5/8/8/8/8/3Q4 w - - 0 1"), late("8/8/8/3k4/3r4/8/8/K2Q4 w - - 0 1"));
}

TEST(QueenAndRook, NoSumIsBeyondWhatItsPageSays) {
    for (unsigned rook = 0; rook < 64; ++rook) {
        const std::size_t last = queen_and_rook::pair(rook, 63 - rook);
        EXPECT_LT(last, queen_and_rook::entries);
    }
}

}  // namespace
}  // namespace stackmate
