// Which squares are believed.
#include "firmware/squares/sight.hpp"

#include <gtest/gtest.h>

namespace stackmate::firmware {
namespace {

constexpr SquareSet bit(unsigned square) { return SquareSet{1} << square; }

struct SightTest : ::testing::Test {
    SightTest() { (void)sight.take_scan(board, now); }

    /// True if the set of ignored squares has changed.
    bool see(SquareSet occupied, std::uint32_t after_ms = 10) {
        board = occupied;
        return sight.take_scan(board, now += after_ms);
    }
    bool flicker(unsigned square, unsigned changes) {
        bool changed = false;
        for (; changes != 0; --changes) changed |= see(board ^ bit(square), 250);
        return changed;
    }

    Sight sight;
    SquareSet board = 0xffff'0000'0000'ffff;
    std::uint32_t now = 0xffff'f000;  // it wraps
};

TEST_F(SightTest, NoSquareIsDoubtedAtFirst) {
    EXPECT_EQ(sight.ignored(), 0u);
    EXPECT_EQ(sight.proven(), 0u);
    EXPECT_EQ(sight.take_square_news().square, 64);
}

TEST_F(SightTest, ASuspectIsDeadOrStuckAsItSays) {
    sight.suspect(bit(8));
    EXPECT_EQ(sight.take_square_news().verdict, SquareVerdict::stuck);
    sight.suspect(bit(30));
    EXPECT_EQ(sight.take_square_news().verdict, SquareVerdict::dead);
    EXPECT_EQ(sight.ignored(), bit(8) | bit(30));
}

TEST_F(SightTest, ASuspectCountsAgainAsSoonAsItChanges) {
    sight.suspect(bit(30));
    (void)sight.take_square_news();
    EXPECT_FALSE(see(board ^ bit(31)));
    EXPECT_TRUE(see(board ^ bit(30)));
    EXPECT_EQ(sight.ignored(), 0u);
    const SquareNews news = sight.take_square_news();
    EXPECT_EQ(news.square, 30);
    EXPECT_EQ(news.verdict, SquareVerdict::believed);
    EXPECT_EQ(sight.proven(), bit(30) | bit(31));
}

TEST_F(SightTest, WhatAPersonHasSaidStandsWhateverTheSquareSays) {
    sight.ignore(5, true);
    EXPECT_FALSE(see(board ^ bit(5)));
    EXPECT_EQ(sight.take_square_news().verdict, SquareVerdict::marked);
    EXPECT_EQ(sight.ignored(), bit(5));
    sight.ignore(5, false);
    EXPECT_EQ(sight.ignored(), 0u);
}

TEST_F(SightTest, TwiceASecondIsFlickering) {
    EXPECT_TRUE(flicker(20, 30));
    EXPECT_EQ(sight.take_square_news().verdict, SquareVerdict::flickers);
    EXPECT_EQ(sight.ignored(), bit(20));
}

TEST_F(SightTest, AFewTapsAreNone) {
    for (int i = 0; i < 20; ++i) {
        EXPECT_FALSE(flicker(20, 6));
        see(board, 4096);
    }
}

TEST_F(SightTest, ASquareThatIsTappedAgainAndAgainIsNoneWhereEachTapCounts) {
    for (unsigned taps = 30; taps != 0; --taps) {
        EXPECT_FALSE(flicker(20, 2));
        sight.forget_changes();
    }
    EXPECT_EQ(sight.ignored(), 0u);
}

TEST_F(SightTest, ASquareThatFlickeredCountsAgainWhenItRests) {
    flicker(20, 30);
    EXPECT_FALSE(flicker(20, 60)) << "it goes on";
    bool heard = false;
    for (unsigned ms = 0; ms < 2 * 4096 + 100; ms += 100) heard |= see(board, 100);
    EXPECT_TRUE(heard);
    EXPECT_EQ(sight.ignored(), 0u);
}

TEST_F(SightTest, TwoSquaresThatBeginToFlickerAtOnceAreBothTold) {
    for (unsigned changes = 30; changes != 0; --changes) {
        see(board ^ bit(20) ^ bit(21), 250);
    }
    EXPECT_EQ(sight.ignored(), bit(20) | bit(21));
    for (const unsigned square : {20u, 21u}) {
        const SquareNews news = sight.take_square_news();
        EXPECT_EQ(news.square, square);
        EXPECT_EQ(news.verdict, SquareVerdict::flickers);
    }
    EXPECT_EQ(sight.take_square_news().square, 64);
}

TEST_F(SightTest, AnExchangeOnOneSquareInASecondIsNone) {
    for (int capture = 0; capture < 6; ++capture) {
        see(board ^ bit(20), 80);
        see(board ^ bit(20), 80);
        sight.forget_changes();
    }
    EXPECT_EQ(sight.ignored(), 0u);
}

TEST_F(SightTest, WhatFlickersIsWatchedWhateverIsMoved) {
    flicker(20, 30);
    ASSERT_EQ(sight.ignored(), bit(20));
    for (int i = 0; i < 40; ++i) {
        see(board ^ bit(20), 250);
        if (i % 8 == 0) sight.forget_changes();
    }
    EXPECT_EQ(sight.ignored(), bit(20));
}

TEST_F(SightTest, AHandThatTriesAgainAndAgainIsNoFlickeringThatGoesOn) {
    flicker(20, 30);
    ASSERT_EQ(sight.ignored(), bit(20));
    for (unsigned tries = 8; tries != 0; --tries) {
        for (unsigned ms = 0; ms < 2800; ms += 100) {
            see(ms == 700 || ms == 1400 ? board ^ bit(20) : board, 100);
        }
    }
    EXPECT_EQ(sight.ignored(), 0u);
}

}  // namespace
}  // namespace stackmate::firmware
