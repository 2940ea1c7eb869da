// Solved endings: the result, and the moves that keep it.
#include "firmware/engine/solved.hpp"

#include "core/engine/config.hpp"
#include "host_tests/core/playout.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <vector>

namespace stackmate::firmware::test {
namespace {

using stackmate::test::position;

Solved result(std::string_view fen) { return solved(position(fen)); }

/// The moves that keep the result, sorted.
std::vector<std::string> kept(std::string_view fen, std::size_t room = 218) {
    const Position p = position(fen);
    std::array<Move, 218> memory;
    std::vector<std::string> moves;
    for (const Move m : keeping_moves(p, {memory.data(), room})) moves.push_back(text_of(m, p));
    std::ranges::sort(moves);
    return moves;
}

using Moves = std::vector<std::string>;

static_assert(has_endings && OffersEndings<Desktop> && OffersEndings<Full>);
static_assert(!OffersEndings<Tiny>, "there is no room for all moves");

TEST(Solved, IsWhatTheTableSays) {
    EXPECT_EQ(result("8/8/8/8/8/4k3/8/K6R w - - 0 1"), Solved::won);
    EXPECT_EQ(result("8/8/8/8/8/4k3/8/K6R b - - 0 1"), Solved::lost);
    EXPECT_EQ(result("8/8/8/8/8/4k3/8/K6B w - - 0 1"), Solved::drawn);
    EXPECT_EQ(result("8/8/8/8/8/4k3/8/K7 w - - 0 1"), Solved::drawn);
}

TEST(Solved, IsUnknownWithMoreMenAndWhereCastlingIsPossible) {
    EXPECT_EQ(result("8/8/8/8/8/4k3/PP6/K6R w - - 0 1"), Solved::unknown);
    EXPECT_EQ(result("4k3/8/8/8/8/8/8/4K2R w K - 0 1"), Solved::unknown);
    EXPECT_EQ(result("4k3/8/8/8/8/8/8/4K2R w - - 0 1"), Solved::won);
}

TEST(KeepingMoves, AreTheOnesThatStillWin) {
    // Saavedra, 1895: 6.c8R wins, c8Q draws; attacking the rook wins as well.
    EXPECT_EQ(kept("8/2P5/8/8/3r4/8/2K5/k7 w - - 0 1"), (Moves{"c2b3", "c2c3", "c7c8r"}));
    // Of a pawn one step from promotion only the promotions to queen and rook win, and kings' moves that keep it guarded.
    const Moves moves = kept("8/4P3/3K4/8/8/8/8/k7 w - - 0 1");
    EXPECT_TRUE(std::ranges::count(moves, "e7e8q") == 1 && std::ranges::count(moves, "e7e8r") == 1);
    EXPECT_EQ(std::ranges::count(moves, "e7e8n") + std::ranges::count(moves, "e7e8b"), 0);
}

TEST(KeepingMoves, AreTheOnesThatStillDraw) {
    // Reti, 1921: the king stays on the diagonal.
    EXPECT_EQ(kept("7K/8/k1P5/7p/8/8/8/8 w - - 0 1"), Moves{"h8g7"});
    // A bare king takes the last man.
    EXPECT_EQ(kept("8/8/8/8/8/8/1R6/k1K5 b - - 0 1"), Moves{});
    EXPECT_EQ(kept("8/8/8/8/8/3K4/1R6/k7 b - - 0 1"), Moves{}) << "the only move";
}

TEST(KeepingMoves, AreNotNamedIfAllKeepTheResultOrNothingIsKnown) {
    EXPECT_EQ(kept("8/8/8/8/8/4k3/8/K6R b - - 0 1"), Moves{}) << "lost";
    EXPECT_EQ(kept("8/8/8/4k3/8/8/8/K6B w - - 0 1"), Moves{}) << "no mate is possible";
    EXPECT_EQ(kept("4k3/8/8/8/8/8/8/4K2R w K - 0 1"), Moves{}) << "castling";
    EXPECT_EQ(kept("8/8/8/8/8/4k3/PP6/K6R w - - 0 1"), Moves{}) << "five men";
    EXPECT_EQ(kept("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1"), Moves{}) << "mate";
}

TEST(KeepingMoves, AreNotNamedWithoutRoomForAll) {
    const Moves all = kept("8/4P3/3K4/8/8/8/8/k7 w - - 0 1");
    ASSERT_GT(all.size(), 1u);
    EXPECT_EQ(kept("8/4P3/3K4/8/8/8/8/k7 w - - 0 1", all.size()), all);
    EXPECT_EQ(kept("8/4P3/3K4/8/8/8/8/k7 w - - 0 1", all.size() - 1), Moves{});
}

}  // namespace
}  // namespace stackmate::firmware::test
