#include "core/eval/wdl.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace stackmate {
namespace {

TEST(Wdl, ChancesAddUpRiseWithTheScoreAndAreTheOpponentsTurnedRound) {
    int before = -1;
    for (Score score = -2000; score <= 2000; ++score) {
        const Wdl mine = wdl_of(score);
        const Wdl theirs = wdl_of(-score);
        ASSERT_EQ(mine.win + mine.draw + mine.loss, 1000) << score;
        ASSERT_LE(mine.win, 1000);
        ASSERT_LE(mine.draw, 1000);
        ASSERT_LE(mine.loss, 1000);
        ASSERT_EQ(mine.win, theirs.loss) << score;
        ASSERT_EQ(mine.draw, theirs.draw) << score;
        ASSERT_GE(mine.win, before) << score;
        before = mine.win;
    }
    EXPECT_EQ(wdl_of(score_mate - 9), (Wdl{1000, 0, 0}));
    EXPECT_EQ(wdl_of(9 - score_mate), (Wdl{0, 0, 1000}));
}

TEST(Wdl, TheWholeNumbersFollowTheCurve) {
    for (Score score = -1000; score <= 1000; score += 7) {
        const double win = 1000 / (1 + std::exp((detail::wdl_even - score) / static_cast<double>(detail::wdl_scale)));
        EXPECT_NEAR(wdl_of(score).win, win, 8) << score;
    }
}

}  // namespace
}  // namespace stackmate
