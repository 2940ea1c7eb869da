// What can have happened on a board one of whose squares may be lying.
#include "firmware/squares/explain.hpp"

#include "host_tests/core/playout.hpp"

#include <gtest/gtest.h>

#include <initializer_list>
#include <set>
#include <string>
#include <string_view>

namespace stackmate::firmware {
namespace {

SquareSet set(std::initializer_list<std::string_view> names) {
    SquareSet squares = 0;
    for (const std::string_view name : names) squares |= square_set(square_from_text(name));
    return squares;
}

struct Board {
    explicit Board(std::string_view fen) : game(test::position(fen)) { evidence.seen = occupied_squares(game); }

    /// "e2e4 e4": the move, and the square that must be lying.
    std::set<std::string> all(Move only = {}) const {
        std::set<std::string> texts;
        const unsigned count = explanations(game, only, evidence, 0).count;
        for (unsigned i = 0; i < count; ++i) {
            const Explanation x = explanations(game, only, evidence, i).chosen;
            std::string text = text_of(x.move, game);
            for_each_square(x.suspect, [&](unsigned square) {
                char name[2];
                write_square(name, from_index64(square));
                text += " " + std::string(name, 2);
            });
            EXPECT_TRUE(texts.insert(text).second) << text;
        }
        return texts;
    }

    Position game;
    Evidence evidence{};
};
using Texts = std::set<std::string>;

constexpr std::string_view rook_and_pawn = "4k3/8/8/3p4/8/8/4P3/3RK3 w - - 0 1";

TEST(Explain, APieceThatIsGoneMayStandWhereverItCouldGo) {
    Board board(rook_and_pawn);
    board.evidence.seen &= ~set({"e2"});
    EXPECT_EQ(board.all(), (Texts{"e2e3 e3", "e2e4 e4"}));
}

TEST(Explain, APieceTooMuchMayHaveComeFromASquareThatSticks) {
    Board board(rook_and_pawn);
    board.evidence.seen |= set({"e3"});
    EXPECT_EQ(board.all(), (Texts{"e2e3 e2"}));
}

TEST(Explain, AMoveIsClearThoughASquareElsewhereLies) {
    Board board(rook_and_pawn);
    board.evidence.seen = (board.evidence.seen & ~set({"e2", "e8"})) | set({"e4"});
    EXPECT_EQ(board.all(), (Texts{"e2e4 e8"}));
}

TEST(Explain, ACaptureIsToldByItsVictimThatWasLifted) {
    Board board(rook_and_pawn);
    board.evidence.refilled = set({"d5"});
    EXPECT_EQ(board.all(), (Texts{"d1d5 d1"})) << "the rook's square sticks";
    board.evidence.refilled = 0;
    EXPECT_EQ(board.all(), Texts{}) << "nobody has touched anything";
}

TEST(Explain, WhatNeedsNoLieComesAlone) {
    Board board(rook_and_pawn);
    board.evidence.ignored = set({"e4"});
    board.evidence.seen &= ~set({"e2"});
    EXPECT_EQ(board.all(), (Texts{"e2e4"}));
}

TEST(Explain, IgnoredSquaresAloneExplainNothing) {
    Board board(rook_and_pawn);
    board.evidence.ignored = set({"d1", "d2", "d3"});
    board.evidence.seen &= ~board.evidence.ignored;
    EXPECT_EQ(board.all(), Texts{});
}

TEST(Explain, ASquareThatWasFilledBeforeIsASuspect) {
    Board board(rook_and_pawn);
    board.evidence.seen = (board.evidence.seen & ~set({"e2"})) | set({"e4"});
    EXPECT_EQ(board.all(), (Texts{"e2e4"}));
    board.evidence.early = set({"e4"});
    EXPECT_EQ(board.all(), (Texts{"e2e4 e4"}));
}

TEST(Explain, ProvenSquaresAreSuspectedLast) {
    Board board(rook_and_pawn);
    board.evidence.seen &= ~set({"e2"});
    for (const std::string_view proven : {"e3", "e4"}) {
        board.evidence.proven = set({proven});
        EXPECT_NE(explanations(board.game, {}, board.evidence, 0).chosen.suspect, board.evidence.proven);
        EXPECT_EQ(explanations(board.game, {}, board.evidence, 1).chosen.suspect, board.evidence.proven);
    }
}

TEST(Explain, OnlyTheMoveThatWaitsIsAskedAbout) {
    Board board(rook_and_pawn);
    board.evidence.seen &= ~set({"e2"});
    EXPECT_EQ(board.all(move_from_text(board.game, "e2e3")), (Texts{"e2e3 e3"}));
    EXPECT_EQ(board.all(move_from_text(board.game, "d1d3")), Texts{});
}

TEST(Explain, TwoSquaresThatLieAreTooMany) {
    Board board(rook_and_pawn);
    board.evidence.seen &= ~set({"e2", "e8", "d5"});
    EXPECT_EQ(board.all(), Texts{});
}

}  // namespace
}  // namespace stackmate::firmware
