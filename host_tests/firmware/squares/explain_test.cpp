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

struct MovedByHand {
    explicit MovedByHand(std::string_view fen) : game(test::position(fen)) {
        evidence.seen = occupied_squares(game);
        hands.set_position(game);
    }
    /// A move is made, by hand and in the game.
    void make(std::string_view text) {
        before = game;
        Undo undo;
        game.make(move_from_text(game, text), undo);
        evidence.seen = occupied_squares(game);
        hands.set_position(game);
        hands.allow_takeback(1, before);
    }

    /// "e2e4 e4": the move, or how many half moves are taken back, and the square that must be lying.
    std::set<std::string> all() const {
        std::set<std::string> texts;
        const unsigned count = explanations(game, hands, evidence, 0).count;
        for (unsigned i = 0; i < count; ++i) {
            const Explanation x = explanations(game, hands, evidence, i).chosen;
            std::string text = x.back ? "back" : text_of(x.move, game);
            for_each_square(x.suspect, [&](unsigned square) {
                char name[2];
                write_square(name, from_index64(square));
                text += " " + std::string(name, 2);
            });
            EXPECT_TRUE(texts.insert(text).second) << text;
        }
        return texts;
    }

    Position game, before{};
    SquareTracker hands{};
    Evidence evidence{};
};
using Texts = std::set<std::string>;

constexpr std::string_view rook_and_pawn = "4k3/8/8/3p4/8/8/4P3/3RK3 w - - 0 1";

TEST(Explain, APieceThatIsGoneMayStandWhereverItCouldGo) {
    MovedByHand board(rook_and_pawn);
    board.evidence.seen &= ~set({"e2"});
    EXPECT_EQ(board.all(), (Texts{"e2e3 e3", "e2e4 e4"}));
}

TEST(Explain, APieceTooMuchMayHaveComeFromASquareThatSticks) {
    MovedByHand board(rook_and_pawn);
    board.evidence.seen |= set({"e3"});
    EXPECT_EQ(board.all(), (Texts{"e2e3 e2"}));
}

TEST(Explain, AMoveIsClearThoughASquareElsewhereLies) {
    MovedByHand board(rook_and_pawn);
    board.evidence.seen = (board.evidence.seen & ~set({"e2", "e8"})) | set({"e4"});
    EXPECT_EQ(board.all(), (Texts{"e2e4 e8"}));
}

TEST(Explain, ACaptureIsToldByItsVictimThatWasLifted) {
    MovedByHand board(rook_and_pawn);
    board.evidence.refilled = set({"d5"});
    EXPECT_EQ(board.all(), (Texts{"d1d5 d1"})) << "the rook's square sticks";
    board.evidence.refilled = 0;
    EXPECT_EQ(board.all(), Texts{}) << "nobody has touched anything";
}

TEST(Explain, WhatNeedsNoLieComesAlone) {
    MovedByHand board(rook_and_pawn);
    board.evidence.ignored = set({"e4"});
    board.evidence.seen &= ~set({"e2"});
    EXPECT_EQ(board.all(), (Texts{"e2e4"}));
}

TEST(Explain, IgnoredSquaresAloneExplainNothing) {
    MovedByHand board(rook_and_pawn);
    board.evidence.ignored = set({"d1", "d2", "d3"});
    board.evidence.seen &= ~board.evidence.ignored;
    EXPECT_EQ(board.all(), Texts{});
}

TEST(Explain, ASquareThatWasFilledBeforeIsASuspect) {
    MovedByHand board(rook_and_pawn);
    board.evidence.seen = (board.evidence.seen & ~set({"e2"})) | set({"e4"});
    EXPECT_EQ(board.all(), (Texts{"e2e4"}));
    EXPECT_FALSE(explanations(board.game, board.hands, board.evidence, 0).free) << "the tracker knows more";
    board.evidence.early = set({"e4"});
    EXPECT_EQ(board.all(), (Texts{"e2e4 e4"}));
}

TEST(Explain, ProvenSquaresAreSuspectedLast) {
    MovedByHand board(rook_and_pawn);
    board.evidence.seen &= ~set({"e2"});
    for (const std::string_view proven : {"e3", "e4"}) {
        board.evidence.proven = set({proven});
        EXPECT_NE(explanations(board.game, board.hands, board.evidence, 0).chosen.suspect, board.evidence.proven);
        EXPECT_EQ(explanations(board.game, board.hands, board.evidence, 1).chosen.suspect, board.evidence.proven);
    }
}

TEST(Explain, OnlyTheMoveThatWaitsIsAskedAbout) {
    MovedByHand board(rook_and_pawn);
    board.evidence.seen &= ~set({"e2"});
    board.evidence.only = move_from_text(board.game, "e2e3");
    EXPECT_EQ(board.all(), (Texts{"e2e3 e3"}));
    board.evidence.only = move_from_text(board.game, "d1d3");
    EXPECT_EQ(board.all(), Texts{});
}

TEST(Explain, AMoveMayHaveBeenTakenBack) {
    MovedByHand board(rook_and_pawn);
    board.make("e2e4");
    EXPECT_EQ(board.all(), Texts{}) << "nobody has touched anything";
    board.evidence.seen &= ~set({"e4"});
    EXPECT_EQ(board.all(), (Texts{"back e2"})) << "it stands on e2";
    board.evidence.ignored = set({"e2"});
    EXPECT_EQ(board.all(), (Texts{"back"}));
    EXPECT_EQ(explanations(board.game, board.hands, board.evidence, 0).chosen.squares, set({"e2", "e4"}));
    board.evidence.ignored = set({"e4"});
    board.evidence.seen = occupied_squares(board.game) & ~set({"d1", "e4"});
    EXPECT_EQ(board.all(), Texts{}) << "only what has moved tells of it";
}

TEST(Explain, ACaptureMayHaveBeenTakenBackAndItsSquareTellsNothing) {
    MovedByHand board(rook_and_pawn);
    board.make("d1d5");
    board.evidence.ignored = set({"d1"});
    board.evidence.refilled = set({"d5"});
    EXPECT_EQ(board.all(), Texts{}) << "the rook was put straight";
    board.evidence.ignored = 0;
    board.evidence.seen |= set({"d1"});
    EXPECT_EQ(board.all(), (Texts{"back"}));
    EXPECT_FALSE(explanations(board.game, board.hands, board.evidence, 0).free) << "the tracker knows more";
}

TEST(Explain, WhereHandsOnlyHaveToKeepStillNoMoveCounts) {
    MovedByHand board(rook_and_pawn);
    board.make("e2e4");
    board.evidence.still = true;
    board.evidence.seen &= ~set({"d5"});
    EXPECT_EQ(board.all(), Texts{});
    board.evidence.seen = occupied_squares(board.game) & ~set({"e4"});
    EXPECT_EQ(board.all(), (Texts{"back e2"}));
}

TEST(Explain, TwoSquaresThatLieAreTooMany) {
    MovedByHand board(rook_and_pawn);
    board.evidence.seen &= ~set({"e2", "e8", "d5"});
    EXPECT_EQ(board.all(), Texts{});
}

}  // namespace
}  // namespace stackmate::firmware
