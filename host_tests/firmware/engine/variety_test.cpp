// A move that is nearly as good as the best one: which lines of a search may be played.
#include "firmware/engine/variety.hpp"

#include <gtest/gtest.h>

#include <array>
#include <set>
#include <vector>

namespace stackmate::firmware {
namespace {

static_assert(OffersVariety<Full> && !OffersVariety<Tiny>);

/// A search that has ended with these scores, the best line first.
struct Lines {
    std::vector<Score> scores;
    Depth depth = 6;

    [[nodiscard]] Depth depth_done() const { return depth; }
    [[nodiscard]] SearchReport report(std::uint32_t, unsigned line) const {
        SearchReport report{};
        report.score = scores[line];
        report.lines = static_cast<std::uint8_t>(scores.size());
        return report;
    }
};
std::set<unsigned> played(const Lines& lines) {
    std::set<unsigned> all;
    for (std::uint32_t random = 0; random < 200; ++random) all.insert(varied_line(lines, random, 0));
    return all;
}
using Numbers = std::set<unsigned>;

TEST(Variety, LinesWithinThirtyCentipawnsOfTheBestArePlayed) {
    EXPECT_EQ(played({{20, 5, -10}}), (Numbers{0, 1, 2}));
    EXPECT_EQ(played({{20, 5, -11}}), (Numbers{0, 1}));
    EXPECT_EQ(played({{20, -11, -12}}), Numbers{0});
    EXPECT_EQ(played({{-20, -25, -300}}), (Numbers{0, 1}));
}

TEST(Variety, WhatIsWorthTenCentipawnsLessIsPlayedHalfAsOften) {
    std::array<int, 3> times{};
    for (std::uint32_t random = 0; random < 7000; ++random) ++times[varied_line(Lines{{20, 10, 0}}, random * 7919, 0)];
    EXPECT_NEAR(times[0], 4000, 200);
    EXPECT_NEAR(times[1], 2000, 200);
    EXPECT_NEAR(times[2], 1000, 150);
}

TEST(Variety, WhereTheGameIsDecidedOnlyTheBestMoveIs) {
    for (const Score score : {Score{500}, Score{-500}, Score{score_mate - 5}, Score{-score_mate + 5}})
        EXPECT_EQ(played({{score, score, score - 1}}), Numbers{0}) << score;
    EXPECT_EQ(played({{499, 499}}), (Numbers{0, 1}));
}

TEST(Variety, ALineThatWasWorthMoreThanTheBestOneIsNowDoesNotCount) {
    EXPECT_EQ(played({{-200, 10, -205}}), (Numbers{0, 2}));
}

TEST(Variety, BeforeTheSecondIterationOtherLinesAreUnknown) {
    EXPECT_EQ(played({{20, 15}, 1}), Numbers{0});
    EXPECT_EQ(played({{20, 15}, 2}), (Numbers{0, 1}));
}

TEST(Variety, ASearchForOneLineHasOneMove) { EXPECT_EQ(played({{20}}), Numbers{0}); }

}  // namespace
}  // namespace stackmate::firmware
