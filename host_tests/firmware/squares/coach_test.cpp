// What the coach searches and in which order, and how it grades. The scores are the test's.
#include "firmware/squares/coach.hpp"
#include "host_tests/core/playout.hpp"

#include <gtest/gtest.h>

#include <bit>

namespace stackmate::firmware::test {
namespace {

using stackmate::test::position;
using stackmate::test::square;

TEST(Coach, WeighsThePositionFirst) {
    Coach coach;
    ASSERT_TRUE(coach.has_work(false));
    const Coach::Search search = coach.begin();
    EXPECT_FALSE(search.only);
    EXPECT_EQ(search.nodes, Coach::whole_nodes);
    EXPECT_FALSE(coach.can_judge());
    coach.answer(30);
    EXPECT_TRUE(coach.can_judge());
    EXPECT_FALSE(coach.has_work(true)) << "nothing is in the air";
}

/// Answers all searches of the piece on `from`, which has `count` moves: `score` of a move.
template <class ScoreOf>
void lift(Coach& coach, const Position& p, Square from, unsigned count, ScoreOf score) {
    coach.answer((void(coach.begin()), 30));
    ASSERT_TRUE(coach.lift(p, square_set(from)));
    for (unsigned i = 0; i < 2 * count; ++i) {
        ASSERT_TRUE(coach.has_work(true)) << i;
        const Coach::Search search = coach.begin();
        ASSERT_EQ(search.only.from(), from);
        EXPECT_EQ(search.nodes, i < count ? Coach::first_nodes : Coach::piece_nodes / count);
        coach.answer(score(search.only));
    }
    EXPECT_FALSE(coach.has_work(true));
}

TEST(Coach, GradesEachMoveOfThePieceInTheAir) {
    const Position p = position(Position::start_fen);
    Coach coach;
    lift(coach, p, square("g1"), 2, [](Move m) { return m.to() == square("f3") ? 25 : -80; });
    EXPECT_EQ(coach.grades(), (Grades{.good = square_set(square("f3")), .weak = square_set(square("h3"))}));
    EXPECT_TRUE(coach.lift(p, 0));
    EXPECT_EQ(coach.grades(), Grades{});
}

TEST(Coach, AMoveThatProvesBetterThanTheBestKnownIsTheMeasure) {
    const Position p = position(Position::start_fen);
    Coach coach;
    lift(coach, p, square("g1"), 2, [](Move m) { return m.to() == square("f3") ? 300 : 60; });
    EXPECT_EQ(coach.grades(), (Grades{.good = square_set(square("f3")), .blunder = square_set(square("h3"))}));
}

TEST(Coach, AFirstLookIsShownUntilTheSecond) {
    const Position p = position(Position::start_fen);
    Coach coach;
    coach.answer((void(coach.begin()), 30));
    ASSERT_TRUE(coach.lift(p, square_set(square("g1"))));
    for (const Score score : {-500, 20}) coach.answer((void(coach.begin()), score));
    EXPECT_EQ(std::popcount(coach.grades().blunder), 1);
    coach.answer((void(coach.begin()), 10));
    EXPECT_EQ(coach.grades().blunder, SquareSet{0}) << "it was none, seen longer";
}

TEST(Coach, APawnThatPromotesIsGradedAsAQueen) {
    const Position p = position("8/P6k/8/8/8/8/8/K7 w - - 0 1");
    Coach coach;
    coach.answer((void(coach.begin()), 500));
    ASSERT_TRUE(coach.lift(p, square_set(square("a7"))));
    EXPECT_EQ(coach.begin().only, Move(square("a7"), square("a8"), PieceType::queen));
    coach.answer(900);
    coach.answer((void(coach.begin()), 900));
    EXPECT_FALSE(coach.has_work(true));
}

TEST(Coach, AQueenInTheOpenHasRoom) {
    const Position p = position("7k/8/8/3Q4/8/8/8/K7 w - - 0 1");
    Coach coach;
    coach.answer((void(coach.begin()), 900));
    ASSERT_TRUE(coach.lift(p, square_set(square("d5"))));
    unsigned searches = 0;
    for (; coach.has_work(true); ++searches) coach.answer((void(coach.begin()), 900));
    EXPECT_EQ(searches, 2 * 27u);
}

TEST(Coach, AnotherPieceIsNews) {
    const Position p = position(Position::start_fen);
    Coach coach;
    EXPECT_FALSE(coach.lift(p, 0));
    EXPECT_TRUE(coach.lift(p, square_set(square("g1"))));
    EXPECT_FALSE(coach.lift(p, square_set(square("g1"))));
    EXPECT_TRUE(coach.lift(p, square_set(square("e2"))));
}

TEST(Coach, AMoveThatLosesTwoPawnsIsABlunderUntilThePersonStandsByIt) {
    Coach coach;
    coach.judge(30);
    ASSERT_TRUE(coach.judges());
    EXPECT_FALSE(coach.begin().only);
    coach.answer(180);
    EXPECT_TRUE(coach.blundered()) << "180 for the other side is 210 less than 30";
    EXPECT_FALSE(coach.judges());
    coach.excuse();
    EXPECT_FALSE(coach.blundered());
    coach.judge(30);
    coach.answer((void(coach.begin()), 160));
    EXPECT_FALSE(coach.blundered());
}

TEST(Coach, AMoveFromWhichAMateIsDemandedIsABlunderWithoutIt) {
    for (const int plies : {3, 4}) {
        Coach coach;
        coach.demand(-mated_in(3));
        ASSERT_TRUE(coach.judges());
        coach.answer((void(coach.begin()), mated_in(plies)));
        EXPECT_EQ(coach.blundered(), plies > 3);
        EXPECT_FALSE(coach.judges() || coach.can_judge() || coach.knows_before());
    }
}

TEST(Coach, WhereAGameIsWonOrLostALossCountsLess) {
    EXPECT_EQ(Coach::loss(100, -100), 200);
    EXPECT_EQ(Coach::loss(900, 600), 100);
    EXPECT_EQ(Coach::loss(-600, -900), 100);
    EXPECT_EQ(Coach::loss(score_mate - 5, 2000), 0) << "a win is a win";
    EXPECT_GE(Coach::loss(0, -score_mate + 5), Coach::blunder_loss);
}

TEST(Coach, AnotherPositionForgetsAll) {
    Coach coach;
    coach.answer((void(coach.begin()), 30));
    (void)coach.lift(position(Position::start_fen), square_set(square("g1")));
    coach.judge(30);
    coach.answer((void(coach.begin()), 300));
    coach.forget();
    EXPECT_FALSE(coach.blundered() || coach.judges() || coach.can_judge());
    EXPECT_EQ(coach.grades(), Grades{});
}

}  // namespace
}  // namespace stackmate::firmware::test
