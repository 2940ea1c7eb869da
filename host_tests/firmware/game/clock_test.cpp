#include "firmware/game/clock.hpp"

#include <gtest/gtest.h>

namespace stackmate::firmware {
namespace {

TEST(GameClocks, TheSecondStageBringsItsTime) {
    GameClock clock;
    clock.set(
        TimeControl{.start_ms = 90 * 60'000, .second_ms = 30 * 60'000, .increment_ms = 30'000, .stage_moves = 40});
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
    clock.set(TimeControl{.start_ms = 60'000});
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
    clock.set(TimeControl{.start_ms = 60'000, .increment_ms = 1'000});
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
    clock.set(TimeControl{.start_ms = 359'999'000, .increment_ms = 30'000});
    for (int i = 0; i < 100; ++i) clock.moved(Color::white);
    EXPECT_EQ(clock.left_ms(Color::white), 359'999'000u) << "99:59:59";
}

TEST(GameClocks, ATakebackNeverTakesTheLastMillisecond) {
    GameClock clock;
    clock.set(TimeControl{.start_ms = 1'000, .increment_ms = 5'000});
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
    clock.set(TimeControl{.start_ms = 60'000});
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
    clock.set(TimeControl{.start_ms = 60'000});
    EXPECT_FALSE(clock.running());
    clock.settle(10'000);
    EXPECT_EQ(clock.left_ms(Color::white), 60'000u);
}

TEST(GameClocks, MovesAreCountedUpToWhatTheCountHolds) {
    GameClock clock;
    clock.set(TimeControl{.start_ms = 60'000});
    for (unsigned i = 0; i < 0x1'0001; ++i) clock.moved(Color::white);
    EXPECT_EQ(clock.reading().moves_made[0], 0xffffu);
}

TEST(GameClocks, ATakebackTakesTheIncrementToTheMillisecond) {
    for (const std::uint32_t left : {4'999u, 5'000u, 5'001u, 5'002u}) {
        GameClock clock;
        clock.set(TimeControl{.start_ms = 60'000, .increment_ms = 5'000});
        clock.restore({{left, 60'000}, {1, 0}});
        clock.taken_back(Color::white);
        EXPECT_EQ(clock.left_ms(Color::white), left > 5'001 ? left - 5'000 : 1u) << left;
    }
}

/// Three minutes and five seconds by that rule. White has used so much of its first turn.
GameClock after_turn(TimeRule rule, std::uint32_t used_ms) {
    GameClock clock;
    clock.set(TimeControl{.start_ms = 180'000, .increment_ms = 5'000, .rule = rule});
    clock.run(Color::white, 0);
    clock.settle(used_ms / 3);
    clock.stop(used_ms / 2);  // a pause
    clock.run(Color::white, 100'000);
    clock.settle(100'000 + used_ms - used_ms / 2);
    return clock;
}

TEST(GameClocks, ADelayPassesFirstAndPausesAreNoTurns) {
    EXPECT_EQ(after_turn(TimeRule::delay, 4'999).left_ms(Color::white), 180'000u);
    EXPECT_EQ(after_turn(TimeRule::delay, 7'000).left_ms(Color::white), 178'000u);
    GameClock clock = after_turn(TimeRule::delay, 7'000);
    clock.moved(Color::white);
    EXPECT_EQ(clock.left_ms(Color::white), 178'000u) << "nothing is added";
    clock.taken_back(Color::white);
    EXPECT_EQ(clock.left_ms(Color::white), 178'000u) << "nor taken";
}

TEST(GameClocks, ATakebackAndANewGameBeginTheDelayAnew) {
    const auto left_after = [](auto&& what) {
        GameClock clock = after_turn(TimeRule::delay, 7'000);
        clock.stop(103'500);
        what(clock);
        clock.run(Color::white, 200'000);
        clock.settle(204'000);
        return clock.left_ms(Color::white);
    };
    EXPECT_EQ(left_after([](GameClock&) {}), 174'000u) << "a pause does not";
    EXPECT_EQ(left_after([](GameClock& clock) { clock.taken_back(Color::black); }), 178'000u);
    EXPECT_EQ(left_after([](GameClock& clock) { clock.set(clock.controls()); }), 180'000u);
}

TEST(GameClocks, AFlagStandsWhileADelayPasses) {
    GameClock clock = after_turn(TimeRule::delay, 185'000);
    EXPECT_EQ(clock.left_ms(Color::white), 0u);
    EXPECT_TRUE(clock.flag_fell());
    clock.moved(Color::white);
    clock.run(Color::black, 400'000);
    clock.moved(Color::black);
    clock.run(Color::white, 401'000);
    clock.settle(405'999);
    EXPECT_FALSE(clock.flag_fell());
    clock.settle(406'000);
    EXPECT_TRUE(clock.flag_fell());
}

TEST(GameClocks, BronsteinsClockGivesBackWhatTheMoveTookUpToTheSeconds) {
    for (const std::uint32_t used : {0u, 3'000u, 5'000u, 9'000u}) {
        GameClock clock = after_turn(TimeRule::bronstein, used);
        EXPECT_EQ(clock.left_ms(Color::white), 180'000 - used);
        clock.moved(Color::white);
        EXPECT_EQ(clock.left_ms(Color::white), used < 5'000 ? 180'000 : 185'000 - used);
        clock.moved(Color::white);
        EXPECT_EQ(clock.left_ms(Color::white), used < 5'000 ? 180'000 : 185'000 - used) << "no time was used";
    }
}

TEST(GameClocks, AnHourglassGivesToOneWhatTheOtherUses) {
    GameClock clock = after_turn(TimeRule::hourglass, 60'000);
    EXPECT_EQ(clock.left_ms(Color::white), 120'000u);
    EXPECT_EQ(clock.left_ms(Color::black), 240'000u);
    clock.moved(Color::white);
    EXPECT_EQ(clock.left_ms(Color::white), 120'000u);
    clock = after_turn(TimeRule::hourglass, 500'000);
    EXPECT_TRUE(clock.flag_fell());
    EXPECT_EQ(clock.left_ms(Color::black), 360'000u) << "no more than there was";
}

TEST(GameClocks, TimeForAMoveIsThereForEachMove) {
    GameClock clock = after_turn(TimeRule::each_move, 60'000);
    EXPECT_EQ(clock.left_ms(Color::white), 120'000u);
    clock.moved(Color::white);
    EXPECT_EQ(clock.left_ms(Color::white), 180'000u);
}

TEST(GameClocks, TimeForAMoveIsThereAnewForBothSidesAfterATakeback) {
    GameClock clock = after_turn(TimeRule::each_move, 60'000);
    clock.moved(Color::white);
    clock.run(Color::black, 400'000);
    clock.settle(600'000);
    EXPECT_TRUE(clock.flag_fell());
    clock.taken_back(Color::white);
    EXPECT_EQ(clock.left_ms(Color::white), 180'000u);
    EXPECT_EQ(clock.left_ms(Color::black), 180'000u);
}

TEST(GameClocks, TheSidesMayHaveDifferentOnes) {
    GameClock clock;
    clock.set({TimeControl{.start_ms = 300'000}, TimeControl{.start_ms = 60'000, .increment_ms = 2'000}});
    clock.moved(Color::white);
    clock.moved(Color::black);
    EXPECT_EQ(clock.left_ms(Color::white), 300'000u);
    EXPECT_EQ(clock.left_ms(Color::black), 62'000u);
}

}  // namespace
}  // namespace stackmate::firmware
