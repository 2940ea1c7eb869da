#include "firmware/game/clock.hpp"

#include <gtest/gtest.h>

namespace stackmate::firmware {
namespace {

TEST(GameClocks, TheSecondStageBringsItsTime) {
    GameClock clock;
    clock.set({.start_ms = 90 * 60'000, .second_ms = 30 * 60'000, .increment_ms = 30'000, .stage_moves = 40});
    for (int i = 0; i < 40; ++i) {
        EXPECT_EQ(clock.left_ms(Color::white), 90u * 60'000 + static_cast<unsigned>(i) * 30'000);
        clock.moved(Color::white);
    }
    EXPECT_EQ(clock.left_ms(Color::white), 120u * 60'000 + 40 * 30'000);
    clock.taken_back(Color::white);
    EXPECT_EQ(clock.left_ms(Color::white), 90u * 60'000 + 39 * 30'000);
}

TEST(GameClocks, MillisecondsMayWrap) {
    GameClock clock;
    clock.set({.start_ms = 60'000});
    clock.run(Color::black, 0xffff'ff00u);
    clock.settle(0x100);
    EXPECT_EQ(clock.left_ms(Color::black), 60'000u - 512);
    clock.settle(0x100 + 60'000);
    EXPECT_TRUE(clock.flag_fell());
    EXPECT_EQ(clock.left_ms(Color::black), 0u);
}

TEST(GameClocks, WithoutTimeNothingRunsOut) {
    GameClock clock;
    clock.set({});
    clock.run(Color::white, 0);
    clock.settle(1'000'000);
    clock.moved(Color::white);
    EXPECT_FALSE(clock.active());
    EXPECT_FALSE(clock.running());
    EXPECT_FALSE(clock.flag_fell());
    EXPECT_EQ(clock.left_ms(Color::white), 0u);
}

TEST(GameClocks, OnlyTheSideWhoseTimeRunsLosesAny) {
    GameClock clock;
    clock.set({.start_ms = 60'000, .increment_ms = 1'000});
    clock.run(Color::white, 500);
    clock.run(Color::black, 10'500);
    EXPECT_EQ(clock.left_ms(Color::white), 50'000u);
    clock.stop(15'500);
    clock.settle(50'000);
    EXPECT_EQ(clock.left_ms(Color::white), 50'000u);
    EXPECT_EQ(clock.left_ms(Color::black), 55'000u);
    clock.moved(Color::black);
    EXPECT_EQ(clock.left_ms(Color::black), 56'000u);
    EXPECT_FALSE(clock.flag_fell());
}

TEST(GameClocks, IncrementsNeverOverflow) {
    GameClock clock;
    clock.set({.start_ms = 359'999'000, .increment_ms = 30'000});
    for (int i = 0; i < 100; ++i) clock.moved(Color::white);
    EXPECT_EQ(clock.left_ms(Color::white), 359'999'000u) << "99:59:59";
}

TEST(GameClocks, ATakebackNeverTakesTheLastMillisecond) {
    GameClock clock;
    clock.set({.start_ms = 1'000, .increment_ms = 5'000});
    clock.run(Color::white, 0);
    clock.settle(1'000);
    clock.moved(Color::white);
    clock.settle(5'500);
    clock.taken_back(Color::white);
    EXPECT_EQ(clock.left_ms(Color::white), 1u);
    clock.taken_back(Color::white);
    EXPECT_EQ(clock.reading().moves_made[0], 0u) << "none left to take back";
}

TEST(GameClocks, ARestoredReadingCounts) {
    GameClock clock;
    clock.set({.start_ms = 60'000});
    clock.restore({{1'000, 2'000}, {3, 3}});
    EXPECT_EQ(clock.left_ms(Color::black), 2'000u);
    GameClock none;
    none.set({});
    none.restore({{1'000, 2'000}, {3, 3}});
    EXPECT_EQ(none.left_ms(Color::black), 0u);
}

TEST(GameClocks, NoneRunsBeforeItIsTold) {
    GameClock clock;
    EXPECT_FALSE(clock.running());
    clock.set({.start_ms = 60'000});
    EXPECT_FALSE(clock.running());
    clock.settle(10'000);
    EXPECT_EQ(clock.left_ms(Color::white), 60'000u);
}

TEST(GameClocks, MovesAreCountedUpToWhatTheCountHolds) {
    GameClock clock;
    clock.set({.start_ms = 60'000});
    for (unsigned i = 0; i < 0x1'0001; ++i) clock.moved(Color::white);
    EXPECT_EQ(clock.reading().moves_made[0], 0xffffu);
}

TEST(GameClocks, ATakebackTakesTheIncrementToTheMillisecond) {
    for (const std::uint32_t left : {4'999u, 5'000u, 5'001u, 5'002u}) {
        GameClock clock;
        clock.set({.start_ms = 60'000, .increment_ms = 5'000});
        clock.restore({{left, 60'000}, {1, 0}});
        clock.taken_back(Color::white);
        EXPECT_EQ(clock.left_ms(Color::white), left > 5'001 ? left - 5'000 : 1u) << left;
    }
}

}  // namespace
}  // namespace stackmate::firmware
