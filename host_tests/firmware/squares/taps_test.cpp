#include "firmware/squares/taps.hpp"

#include <gtest/gtest.h>

namespace stackmate::firmware {
namespace {

/// A board that flips squares at times, and what was tapped last.
struct Board {
    unsigned flip(SquareSet squares, std::uint32_t after_ms) {
        now += after_ms;
        const SquareSet before = board;
        board ^= squares;
        return taps.update(before, board, now);
    }
    TapReader taps{};
    SquareSet board = 0xffff;
    std::uint32_t now = 0xffff'ff00;  // and soon it wraps
};
constexpr SquareSet a = 1, b = 2, far = SquareSet{1} << 63;

TEST(Taps, APieceLiftedAndPutBackIsOneAndSoIsOnePutDownAndTakenAway) {
    Board board;
    EXPECT_EQ(board.flip(a, 1000), TapReader::none);
    EXPECT_EQ(board.flip(a, 30), 0u);
    EXPECT_EQ(board.flip(far, 30), TapReader::none);
    EXPECT_EQ(board.flip(far, 60'000), 63u) << "held for a minute";
}

TEST(Taps, AMoveIsNone) {
    Board board;
    EXPECT_EQ(board.flip(a, 1000), TapReader::none);
    EXPECT_EQ(board.flip(far, 200), TapReader::none);
    EXPECT_EQ(board.flip(far, 200), TapReader::none) << "it goes on elsewhere";
    EXPECT_EQ(board.flip(a, 200), TapReader::none);
    EXPECT_EQ(board.flip(b, 300), TapReader::none);
    EXPECT_EQ(board.flip(b, 100), 1u) << "after a rest the next one counts";
}

TEST(Taps, TwoSquaresAtOnceAreNone) {
    Board board;
    EXPECT_EQ(board.flip(a | b, 1000), TapReader::none);
    EXPECT_EQ(board.flip(a | b, 1000), TapReader::none);
    EXPECT_EQ(board.flip(a, 299), TapReader::none);
    EXPECT_EQ(board.flip(a, 299), TapReader::none) << "no rest in between";
    EXPECT_EQ(board.flip(a, 300), TapReader::none);
    EXPECT_EQ(board.flip(a, 10), 0u);
}

TEST(Taps, APieceThatStaysAwayKeepsNoOthersFromBeingTapped) {
    Board board;
    EXPECT_EQ(board.flip(a, 1000), TapReader::none);
    EXPECT_EQ(board.flip(b, 2000), TapReader::none);
    EXPECT_EQ(board.flip(b, 100), 1u);
    EXPECT_EQ(board.flip(a, 100), TapReader::none);
}

TEST(Taps, OneThatGoesOnIsSpoiledUntilTheBoardHasRested) {
    Board board;
    board.flip(a, 1000);
    EXPECT_EQ(board.flip(a, 50), 0u);
    board.taps.spoil();
    EXPECT_EQ(board.flip(a, 50), TapReader::none);
    EXPECT_EQ(board.flip(a, 50), TapReader::none);
    EXPECT_EQ(board.flip(a, 300), TapReader::none);
    EXPECT_EQ(board.flip(a, 50), 0u);
}

TEST(Taps, WhatWasBeforeAResetIsNoPartOfOne) {
    Board board;
    EXPECT_EQ(board.flip(a, 1000), TapReader::none);
    board.taps.reset();
    EXPECT_EQ(board.flip(a, 100), TapReader::none);
    EXPECT_EQ(board.flip(a, 100), 0u);
}

}  // namespace
}  // namespace stackmate::firmware
