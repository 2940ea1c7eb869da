#include "firmware/squares/taps.hpp"

#include <gtest/gtest.h>

namespace stackmate::firmware {
namespace {

/// A board that flips squares at times.
struct FlippedSquares {
    void flip(SquareSet squares, std::uint32_t after_ms) {
        EXPECT_EQ(still(after_ms - 1), TapReader::none) << "nothing was tapped so far";
        now += 1;
        const SquareSet before = board;
        board ^= squares;
        EXPECT_EQ(taps.update(before, board, now), TapReader::none) << "it may go on";
    }
    /// What has been tapped by then, if it is known just then.
    unsigned tapped(std::uint32_t after_ms) {
        EXPECT_EQ(still(after_ms - 1), TapReader::none) << "too soon";
        const unsigned square = still(1);
        EXPECT_EQ(still(1), TapReader::none) << "it is told once";
        return square;
    }
    unsigned still(std::uint32_t ms) {
        now += ms;
        return taps.update(board, board, now);
    }
    TapReader taps{};
    SquareSet board = 0xffff;
    std::uint32_t now = 0xffff'ff00;  // and soon it wraps
};
constexpr SquareSet a = 1, b = 2, far = SquareSet{1} << 63;

TEST(Taps, APieceLiftedAndPutBackIsOneAndSoIsOnePutDownAndTakenAway) {
    FlippedSquares board;
    board.flip(a, 1000);
    board.flip(a, 30);
    EXPECT_EQ(board.tapped(500), 0u);
    board.flip(far, 30);
    board.flip(far, 400);
    EXPECT_EQ(board.tapped(600), 63u) << "half as long again as it was changed";
    board.flip(far, 30);
    board.flip(far, 60'000);
    EXPECT_EQ(board.tapped(1500), 63u) << "held for a minute";
}

TEST(Taps, WhatGoesOnIsNone) {
    FlippedSquares board;
    board.flip(a, 1000);
    board.flip(far, 200);
    board.flip(far, 200);
    board.flip(a, 200);
    EXPECT_EQ(board.still(5000), TapReader::none) << "a move, and back";
    board.flip(b, 300);
    board.flip(b, 100);
    EXPECT_EQ(board.tapped(500), 1u) << "after a rest the next one counts";
    board.flip(a, 300);
    board.flip(a, 100);
    board.flip(b, 499);
    EXPECT_EQ(board.still(5000), TapReader::none);
}

TEST(Taps, TwoSquaresAtOnceAreNone) {
    FlippedSquares board;
    board.flip(a | b, 1000);
    board.flip(a | b, 1000);
    board.flip(a, 299);
    board.flip(a, 299);
    EXPECT_EQ(board.still(300), TapReader::none) << "no rest in between";
    board.flip(a, 10);
    board.flip(a, 10);
    EXPECT_EQ(board.tapped(500), 0u);
}

TEST(Taps, APieceThatStaysAwayKeepsNoOthersFromBeingTapped) {
    FlippedSquares board;
    board.flip(a, 1000);
    board.flip(b, 2000);
    board.flip(b, 100);
    EXPECT_EQ(board.tapped(500), 1u);
    board.flip(a, 100);
    EXPECT_EQ(board.still(5000), TapReader::none) << "it comes back";
}

TEST(Taps, AContactThatOpensAndClosesEvenlyTapsNothing) {
    for (const std::uint32_t half : {5u, 100u, 250u, 299u, 350u, 500u, 700u, 1400u}) {
        FlippedSquares board;
        for (int i = 0; i < 50; ++i) board.flip(a, half);
    }
}

TEST(Taps, OneThatGoesOnIsSpoiledUntilTheBoardHasRested) {
    FlippedSquares board;
    board.flip(a, 1000);
    for (int i = 0; i < 3; ++i) board.flip(a, 50);
    EXPECT_EQ(board.still(5000), TapReader::none);
    board.flip(a, 300);
    board.flip(a, 50);
    EXPECT_EQ(board.tapped(500), 0u);
}

TEST(Taps, WhatWasBeforeAResetIsNoPartOfOne) {
    FlippedSquares board;
    board.flip(a, 1000);
    board.taps.reset();
    board.flip(a, 100);
    EXPECT_EQ(board.still(5000), TapReader::none);
    board.flip(a, 100);
    EXPECT_EQ(board.tapped(1500), 0u);
    board.flip(a, 100);
    board.flip(a, 100);
    board.taps.reset();
    EXPECT_EQ(board.still(5000), TapReader::none);
}

}  // namespace
}  // namespace stackmate::firmware
