// The tracker at its edges: to the millisecond, with squares that are ignored, and told by others what hands have done.
#include "firmware/squares/tracker.hpp"
#include "host_tests/core/playout.hpp"

#include <gtest/gtest.h>

#include <initializer_list>
#include <string>
#include <string_view>

namespace stackmate::firmware {
namespace {

using test::position;
using test::square;

SquareSet one(std::string_view name) { return square_set(square(name)); }

/// Sensors that are asked just when a test says so.
struct AskedSensors {
    explicit AskedSensors(std::string_view fen, TrackerTiming timing = {})
        : game{position(fen)}, tracker{timing}, on{occupied_squares(game)} {
        tracker.set_position(game);
        at(0);
    }

    void at(std::uint32_t ms) { tracker.update(on, begin + ms); }
    void change(std::string_view name, std::uint32_t ms) {
        on ^= one(name);
        at(ms);
    }
    Move move(std::string_view text) const { return move_from_text(game, text); }
    TrackerStatus status() const { return tracker.state().status; }
    const TrackerState& state() const { return tracker.state(); }

    static constexpr std::uint32_t begin = 0xffff'ff00;  // milliseconds wrap soon
    Position game;
    SquareTracker tracker;
    SquareSet on;
};

TEST(SquareTrackerEdges, TimesAreThoseThatAreWrittenDown) {
    constexpr TrackerTiming timing;
    EXPECT_EQ(timing.rest_ms, 300u);
    EXPECT_EQ(timing.doubt_ms, 1500u);
    EXPECT_EQ(timing.overlap_ms, 150u);
    AskedSensors board{Position::start_fen};
    board.change("e2", 100);
    board.change("e4", 200);
    board.at(499);
    EXPECT_EQ(board.status(), TrackerStatus::settling);
    board.at(500);
    EXPECT_EQ(board.status(), TrackerStatus::move);
}

TEST(SquareTrackerEdges, AMoveRestsWhileTheNextOneHasBegun) {
    AskedSensors board{Position::start_fen};
    board.change("e2", 100);
    board.change("e4", 200);
    board.change("e7", 400);
    board.at(499);
    EXPECT_EQ(board.status(), TrackerStatus::settling);
    board.at(500);
    EXPECT_EQ(board.status(), TrackerStatus::move) << "not only when the other side's piece has rested too";
    EXPECT_EQ(board.state().move, board.move("e2e4"));
    EXPECT_EQ(board.state().lifted, one("e2") | one("e7"));
}

TEST(SquareTrackerEdges, WhatIsWrongIsToldAfterItsRest) {
    AskedSensors board{Position::start_fen};
    board.change("e5", 100);
    board.at(399);
    EXPECT_EQ(board.status(), TrackerStatus::settling);
    board.at(400);
    EXPECT_EQ(board.status(), TrackerStatus::wrong);
    EXPECT_EQ(board.state().clear, one("e5"));
    EXPECT_EQ(board.tracker.early(), one("e5")) << "no piece was in the air";
    board.change("e5", 500);
    EXPECT_EQ(board.status(), TrackerStatus::quiet);
    EXPECT_EQ(board.tracker.early(), 0u);
}

TEST(SquareTrackerEdges, WhatAStatusDoesNotNameIsEmpty) {
    const auto expect_empty = [](const TrackerState& state) {
        EXPECT_EQ(state.plies, 0u);
        EXPECT_FALSE(state.move);
        EXPECT_EQ(state.lifted | state.targets | state.origins | state.fill | state.clear, 0u);
    };
    expect_empty(TrackerState{});
    EXPECT_EQ(TrackerState{}.status, TrackerStatus::settling);
    AskedSensors board{Position::start_fen};
    EXPECT_EQ(board.status(), TrackerStatus::quiet);
    expect_empty(board.state());
    EXPECT_EQ(Footprint{}.all() | Footprint{}.from | Footprint{}.to, 0u);
}

TEST(SquareTrackerEdges, OnlyAKingFromTheEFileBringsARook) {
    const Position p = position("1k6/8/8/8/8/8/8/R3RK1R w - - 0 1");
    const Footprint rook = footprint(p, Move(square("e1"), square("c1")));
    EXPECT_EQ(rook.emptied, one("e1"));
    EXPECT_EQ(rook.filled, one("c1"));
    const Footprint king = footprint(p, Move(square("f1"), square("g1")));
    EXPECT_EQ(king.emptied, one("f1"));
    EXPECT_EQ(king.filled, one("g1"));
}

TEST(SquareTrackerEdges, WhileItIsHeldNoMoveCountsAndThenItDoesAgain) {
    AskedSensors board{Position::start_fen};
    board.change("e2", 100);
    board.change("e4", 200);
    board.at(500);
    ASSERT_EQ(board.status(), TrackerStatus::move);
    board.tracker.hold();
    EXPECT_EQ(board.status(), TrackerStatus::wrong) << "at once";
    board.tracker.play();
    EXPECT_EQ(board.status(), TrackerStatus::move);
    ASSERT_TRUE(board.tracker.follow(board.move("d2d4")));
    EXPECT_EQ(board.status(), TrackerStatus::wrong) << "it is another that counts";
    ASSERT_TRUE(board.tracker.follow(board.move("e2e4")));
    EXPECT_EQ(board.status(), TrackerStatus::move);
}

TEST(SquareTrackerEdges, WithoutAPositionNothingCounts) {
    SquareTracker tracker;
    tracker.update(~SquareSet{0xffffffff0000}, 0);
    EXPECT_FALSE(tracker.follow(Move(square("e2"), square("e4"))));
    tracker.play();
    tracker.ignore(one("a1"));
    tracker.update(~SquareSet{0xffffffff0000}, 1000);
    EXPECT_NE(tracker.state().status, TrackerStatus::move);
}

TEST(SquareTrackerEdges, APromotionIsNamedAsLastWishedAndNoOtherMoveIs) {
    AskedSensors board{"7k/4P3/8/8/8/8/8/K7 w - - 0 1"};
    board.change("e7", 100);
    board.change("e8", 200);
    board.at(2000);
    ASSERT_EQ(board.status(), TrackerStatus::move);
    board.tracker.promote(PieceType::knight);
    EXPECT_EQ(board.state().move, board.move("e7e8n"));
    board.tracker.promote(PieceType::king);
    board.tracker.promote(PieceType::pawn);
    EXPECT_EQ(board.state().move, board.move("e7e8n")) << "no pawn becomes that";
    board.tracker.promote(PieceType::queen);
    EXPECT_EQ(board.state().move, board.move("e7e8q"));

    ASSERT_TRUE(board.tracker.follow(board.move("e7e8b")));
    EXPECT_EQ(board.state().move, board.move("e7e8b"));
    board.tracker.promote(PieceType::rook);
    EXPECT_EQ(board.state().move, board.move("e7e8b")) << "the engine has chosen";

    AskedSensors plain{Position::start_fen};
    plain.change("e2", 100);
    plain.change("e4", 200);
    plain.at(500);
    plain.tracker.promote(PieceType::rook);
    EXPECT_EQ(plain.state().move, plain.move("e2e4"));
}

TEST(SquareTrackerEdges, AnIgnoredSquareIsNeitherSeenNorWanted) {
    AskedSensors board{Position::start_fen};
    board.tracker.ignore(one("a1") | one("e4"));
    EXPECT_EQ(board.status(), TrackerStatus::quiet) << "at once";
    EXPECT_EQ(board.tracker.occupied(), board.on & ~one("a1"));
    EXPECT_EQ(board.tracker.wanted(), board.on & ~one("a1"));
    board.change("a1", 100);
    board.change("e4", 200);
    EXPECT_EQ(board.status(), TrackerStatus::quiet);
    board.at(5000);
    EXPECT_EQ(board.status(), TrackerStatus::quiet);
    EXPECT_EQ(board.tracker.occupied(), board.tracker.wanted());
    board.tracker.ignore(0);
    EXPECT_EQ(board.tracker.wanted(), occupied_squares(board.game));
    board.at(5100);
    board.at(6000);
    EXPECT_EQ(board.status(), TrackerStatus::wrong) << "what it hid is seen";
    EXPECT_EQ(board.state().fill, one("a1"));
    EXPECT_EQ(board.state().clear, one("e4"));
}

TEST(SquareTrackerEdges, APieceOnASquareThatCountsAgainWasPutThereOnlyIfOneIsInTheAir) {
    constexpr std::string_view fen = "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1";
    AskedSensors quiet{fen};
    quiet.tracker.ignore(one("d5"));
    quiet.tracker.ignore(0);
    EXPECT_EQ(quiet.status(), TrackerStatus::quiet) << "before it has been asked";
    quiet.at(100);
    EXPECT_EQ(quiet.status(), TrackerStatus::quiet);
    EXPECT_EQ(quiet.tracker.refilled(), 0u);

    AskedSensors gone{fen};
    gone.tracker.ignore(one("d5"));
    gone.change("d5", 100);
    gone.tracker.ignore(0);
    gone.at(200);
    EXPECT_EQ(gone.status(), TrackerStatus::lifting);

    AskedSensors taken{fen};
    taken.tracker.ignore(one("d5"));
    taken.change("e4", 100);
    taken.tracker.ignore(0);
    taken.at(200);
    EXPECT_EQ(taken.tracker.refilled(), one("d5"));
    taken.at(500);
    EXPECT_EQ(taken.state().move, taken.move("e4d5"));
}

TEST(SquareTrackerEdges, AMoveFromAnIgnoredSquareCountsWhenItsPieceHasStoodThroughTheDoubt) {
    AskedSensors board{Position::start_fen};
    board.tracker.ignore(one("e2"));
    board.on &= ~one("e2");
    board.at(100);
    board.change("e4", 200);
    board.at(1699);
    EXPECT_NE(board.status(), TrackerStatus::move);
    board.at(1700);
    EXPECT_EQ(board.status(), TrackerStatus::move);
    EXPECT_EQ(board.state().move, board.move("e2e4"));
}

TEST(SquareTrackerEdges, AMoveToAnIgnoredSquareIsNotReadFromItsLiftedPieceAlone) {
    AskedSensors board{Position::start_fen};
    board.tracker.ignore(one("e4") | one("e3"));
    board.change("e2", 100);
    board.at(10'000);
    EXPECT_EQ(board.status(), TrackerStatus::lifting);
    board.tracker.accept(board.move("e2e4"));
    EXPECT_EQ(board.status(), TrackerStatus::move) << "somebody knows";
    EXPECT_EQ(board.state().move, board.move("e2e4"));
    board.change("e2", 10'100);
    EXPECT_EQ(board.status(), TrackerStatus::quiet) << "the board has changed since";
}

TEST(SquareTrackerEdges, SquaresThatWereRefilledAreRememberedUntilTheNextPositionOrTheyAreForgotten) {
    constexpr std::string_view fen = "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1";
    AskedSensors board{fen};
    board.change("e4", 100);
    board.change("d5", 200);
    EXPECT_EQ(board.tracker.refilled(), 0u);
    board.change("d5", 300);
    EXPECT_EQ(board.tracker.refilled(), one("d5"));
    board.at(600);
    ASSERT_EQ(board.status(), TrackerStatus::move);
    ASSERT_EQ(board.state().move, board.move("e4d5"));
    const Move taken = board.state().move;
    Undo undo;
    board.game.make(taken, undo);
    board.tracker.set_position(board.game);
    EXPECT_EQ(board.tracker.refilled(), 0u) << "that was the move before";

    AskedSensors other{fen};
    other.change("e4", 100);
    other.change("d5", 200);
    other.change("d5", 300);
    other.tracker.forget_taps();
    EXPECT_EQ(other.tracker.refilled(), 0u);
    EXPECT_EQ(other.status(), TrackerStatus::lifting) << "at once no capture any more";
    other.at(5000);
    EXPECT_EQ(other.status(), TrackerStatus::lifting);
}

TEST(SquareTrackerEdges, ASquareThatIsRefilledOnAQuietBoardIsForgottenAfterTheDoubt) {
    for (const std::uint32_t pause : {1500u, 1501u}) {
        AskedSensors board{Position::start_fen};
        board.change("b1", 2000);
        board.change("b1", 2200);
        EXPECT_EQ(board.tracker.refilled(), one("b1"));
        board.change("g1", 2200 + pause);
        EXPECT_EQ(board.tracker.refilled(), pause > 1500 ? SquareSet{0} : one("b1")) << pause;
    }
    AskedSensors busy{Position::start_fen};
    busy.change("e2", 2000);
    busy.change("b1", 2100);
    busy.change("b1", 2200);
    busy.change("g1", 6000);
    EXPECT_EQ(busy.tracker.refilled(), one("b1")) << "the board was not quiet";
}

TEST(SquareTrackerEdges, APieceThatWasNotReplacedIsNoPartOfATakeback) {
    AskedSensors board{Position::start_fen};
    const Position before = board.game;
    board.change("e2", 100);
    board.change("e4", 200);
    board.at(500);
    ASSERT_EQ(board.status(), TrackerStatus::move);
    Undo undo;
    board.game.make(board.move("e2e4"), undo);
    board.tracker.set_position(board.game);
    board.tracker.allow_takeback(1, before);
    board.change("a1", 1000);
    board.at(3000);
    EXPECT_EQ(board.status(), TrackerStatus::wrong);
    board.change("a1", 3100);
    board.tracker.allow_takeback(3, before);
    board.tracker.allow_takeback(0, before);
    board.change("e4", 4000);
    board.change("e2", 4100);
    board.at(4399);
    EXPECT_EQ(board.status(), TrackerStatus::settling);
    board.at(4400);
    EXPECT_EQ(board.status(), TrackerStatus::takeback);
    EXPECT_EQ(board.state().plies, 1u);
}

TEST(SquareTrackerEdges, OfTwoVictimsNoneIsAskedAboutBeforeTheBoardHasRested) {
    AskedSensors board{"4k3/8/3p1p2/8/4N3/8/8/4K3 w - - 0 1"};
    board.change("e4", 100);
    board.change("d6", 200);
    board.change("d6", 300);
    EXPECT_EQ(board.status(), TrackerStatus::settling);
    EXPECT_NE(board.state().targets & one("f6"), 0u) << "it may go elsewhere yet";
    board.change("f6", 400);
    board.change("f6", 500);
    board.at(799);
    EXPECT_EQ(board.status(), TrackerStatus::settling);
    board.at(800);
    EXPECT_EQ(board.status(), TrackerStatus::ambiguous);
    EXPECT_EQ(board.state().targets, one("d6") | one("f6"));
}

TEST(SquareTrackerEdges, ACapturerIsSeenOnBothSquaresForTheOverlapAndNoLonger) {
    for (const std::uint32_t overlap : {150u, 151u}) {
        AskedSensors board{"4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1"};
        board.change("d5", 1000);
        board.change("d5", 2000);
        board.change("e4", 2000 + overlap);
        board.at(3000);
        EXPECT_EQ(board.status(), overlap == 150 ? TrackerStatus::move : TrackerStatus::lifting) << overlap;
    }
}

TEST(SquareTrackerEdges, OnlyAPieceThatWasPutDownJustBeforeIsSeenOnBothSquares) {
    for (const bool just_before : {true, false}) {
        AskedSensors board{"4k3/7p/8/3p4/4P3/8/8/4K3 w - - 0 1"};
        board.change("h7", 1000);
        board.change("d5", 1100);
        board.change(just_before ? "h7" : "d5", 1900);
        board.change(just_before ? "d5" : "h7", 2000);
        board.change("e4", 2100);
        board.at(3000);
        EXPECT_EQ(board.status(), just_before ? TrackerStatus::move : TrackerStatus::lifting);
    }
}

/// e2e3 has been made, and may be taken back; `ignored` says nothing.
struct MadeBoard : AskedSensors {
    explicit MadeBoard(std::string_view ignored) : AskedSensors{"4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1"}, before{game} {
        Undo undo;
        game.make(move("e2e3"), undo);
        on = occupied_squares(game);
        at(100);
        tracker.ignore(one(ignored));
        tracker.set_position(game);
        tracker.allow_takeback(1, before);
        at(4000);
        EXPECT_EQ(status(), TrackerStatus::quiet);
    }
    Position before;
};

TEST(SquareTrackerEdges, ATakebackFromAnIgnoredSquareWaitsThroughTheDoubt) {
    MadeBoard board{"e3"};
    EXPECT_TRUE(board.tracker.is_blind_takeback(1));
    board.change("e2", 5000);
    board.at(6499);
    EXPECT_NE(board.status(), TrackerStatus::takeback);
    board.at(6500);
    EXPECT_EQ(board.status(), TrackerStatus::takeback);
}

TEST(SquareTrackerEdges, ATakebackToAnIgnoredSquareIsNotReadFromItsLiftedPieceAlone) {
    MadeBoard board{"e2"};
    board.change("e3", 5000);
    board.at(20'000);
    EXPECT_EQ(board.status(), TrackerStatus::lifting);
    board.tracker.accept_takeback();
    EXPECT_EQ(board.status(), TrackerStatus::takeback) << "somebody knows";
    EXPECT_EQ(board.state().plies, 1);
    board.change("e3", 20'100);
    EXPECT_EQ(board.status(), TrackerStatus::quiet) << "the board has changed since";
}

TEST(SquareTrackerEdges, ATakebackIsBlindIfAnIgnoredSquareWasAnotherThen) {
    EXPECT_FALSE(MadeBoard{"d4"}.tracker.is_blind_takeback(1));
    MadeBoard board{"d4"};
    board.change("e3", 5000);
    board.change("e2", 5100);
    board.at(5400);
    EXPECT_EQ(board.status(), TrackerStatus::takeback) << "it is seen whole";
    board.tracker.set_position(board.before);
    EXPECT_FALSE(board.tracker.may_take_back(1)) << "not twice";
}

}  // namespace
}  // namespace stackmate::firmware
