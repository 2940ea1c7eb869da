#include "firmware/table/screen.hpp"

#include <gtest/gtest.h>

namespace stackmate::firmware {
namespace {

constexpr std::uint32_t minute = 60'000;

/// The stage after a time in which nothing has happened, told once a second.
struct Evening {
    IdleWatch watch{};
    std::uint32_t now = 0;

    explicit Evening(std::uint32_t begin = 0) : now{begin} { watch.wake(now); }
    void pass(std::uint32_t ms, GoingOn going_on) {
        for (std::uint32_t gone = 0; gone < ms; gone += 1000) watch.update(going_on, now += 1000);
    }
    [[nodiscard]] bool is_lit() const { return !watch.is_dark() && watch.brightness(128) == 128; }
    [[nodiscard]] bool is_dimmed() const { return !watch.is_dark() && watch.brightness(128) == 32; }
};

TEST(Idle, DimsAfterTwoMinutesAndGoesDarkAfterTenWhereNothingGoesOn) {
    for (const std::uint32_t begin : {0u, 0u - 5 * minute}) {  // and where the time wraps meanwhile
        Evening evening{begin};
        evening.pass(2 * minute - 1000, GoingOn::nothing);
        EXPECT_TRUE(evening.is_lit());
        evening.pass(1000, GoingOn::nothing);
        EXPECT_TRUE(evening.is_dimmed());
        evening.pass(8 * minute - 1000, GoingOn::nothing);
        EXPECT_TRUE(evening.is_dimmed());
        evening.pass(1000, GoingOn::nothing);
        EXPECT_TRUE(evening.watch.is_dark());
    }
}

TEST(Idle, WhoThinksForTwentyMinutesStillSeesTheGame) {
    Evening evening;
    evening.pass(60 * minute - 1000, GoingOn::game);
    EXPECT_TRUE(evening.is_dimmed());
    evening.pass(1000, GoingOn::game);
    EXPECT_TRUE(evening.watch.is_dark());
}

TEST(Idle, ARaceKeepsTheBoardLitAndItsEndBeginsTheTwoMinutes) {
    Evening evening;
    evening.pass(90 * minute, GoingOn::race);
    EXPECT_TRUE(evening.is_lit());
    evening.pass(2 * minute - 1000, GoingOn::game);
    EXPECT_TRUE(evening.is_lit());
    evening.pass(1000, GoingOn::game);
    EXPECT_TRUE(evening.is_dimmed());
    evening.pass(1000, GoingOn::race);
    EXPECT_TRUE(evening.is_lit());
}

TEST(Idle, WhatHappensAfterTheTurnsBeginningIsNoIdleness) {
    Evening evening{minute};
    evening.pass(minute, GoingOn::game);
    evening.watch.wake(evening.now + 3);  // the store has taken its time
    evening.watch.update(GoingOn::nothing, evening.now);
    EXPECT_TRUE(evening.is_lit());
}

TEST(Idle, WhateverHappensWakesFromEveryStageAtOnce) {
    for (const std::uint32_t idle : {minute, 5 * minute, 15 * minute}) {
        Evening evening;
        evening.pass(idle, GoingOn::nothing);
        evening.watch.wake(evening.now);
        EXPECT_TRUE(evening.is_lit()) << idle;
        evening.pass(2 * minute - 1000, GoingOn::nothing);
        EXPECT_TRUE(evening.is_lit()) << idle;
    }
}

TEST(Idle, StaysDarkWhenTheTimeWraps) {
    Evening evening;
    evening.pass(15 * minute, GoingOn::nothing);
    for (int day = 0; day < 60; ++day) {
        evening.watch.update(GoingOn::nothing, evening.now += 24 * 60 * minute);
        ASSERT_TRUE(evening.watch.is_dark()) << "after " << day << " days";
    }
}

TEST(Idle, NoBrightnessBecomesDarkness) {
    Evening evening;
    evening.pass(5 * minute, GoingOn::nothing);
    for (unsigned wanted = 1; wanted <= 255; ++wanted) {
        const unsigned left = evening.watch.brightness(static_cast<std::uint8_t>(wanted));
        EXPECT_GE(left, 1u);
        EXPECT_LE(left, std::max(1u, wanted / 4));
    }
}

TEST(Idle, TheMarkIsOneSquareThatFlashes) {
    unsigned flashes = 0;
    for (std::uint32_t ms = 0; ms < 2048; ms += 64) {
        hal::Frame frame;
        frame.squares.fill({255, 255, 255});
        IdleWatch::draw_mark(frame, ms);
        flashes += frame.squares[0] != hal::Colour{} ? 1u : 0u;
        for (unsigned square = 1; square < 64; ++square) ASSERT_EQ(frame.squares[square], hal::Colour{}) << square;
    }
    EXPECT_EQ(flashes, 4u) << "an eighth of the time";
}

}  // namespace
}  // namespace stackmate::firmware
