// What the engine has said, and what it thinks of a draw.
#include "firmware/game/advice.hpp"
#include "core/notation/text.hpp"

#include <gtest/gtest.h>

#include <string_view>

namespace stackmate::firmware {
namespace {

struct AdviceTest : testing::Test {
    AdviceTest() { position.set_start(); }
    Move move(std::string_view text) const { return move_from_text(position, text); }
    /// The engine's own move, with this score.
    void let_move(Score score) {
        advice.answer(move("e2e4"), score);
        EXPECT_EQ(advice.take_move(position), move("e2e4"));
    }

    Position position;
    Advice advice;
    const Move illegal{square_from_text("e2"), square_from_text("e5")};
};

TEST_F(AdviceTest, AnotherMoveOrScoreIsNewsAndTheSameIsNot) {
    EXPECT_FALSE(advice.has_score());
    EXPECT_TRUE(advice.consider(position, move("e2e4"), 20));
    EXPECT_FALSE(advice.consider(position, move("e2e4"), 20));
    EXPECT_TRUE(advice.consider(position, move("e2e4"), 25));
    EXPECT_TRUE(advice.consider(position, move("d2d4"), 25));
    EXPECT_EQ(advice.candidate(), move("d2d4"));
    EXPECT_EQ(advice.score(), 25);
    EXPECT_TRUE(advice.has_score());
}

TEST_F(AdviceTest, WhatIsNotLegalIsNoMove) {
    (void)advice.consider(position, illegal, 0);
    EXPECT_FALSE(advice.candidate());
    advice.answer(illegal, 0);
    EXPECT_FALSE(advice.take_move(position));
    EXPECT_FALSE(advice.take_hint(position));
    EXPECT_FALSE(advice.hint());
}

TEST_F(AdviceTest, AHintHoldsUntilThePositionIsAnother) {
    advice.answer(move("g1f3"), 30);
    EXPECT_EQ(advice.take_hint(position), move("g1f3"));
    EXPECT_TRUE(advice.analysed());
    advice.forget_candidate();
    EXPECT_EQ(advice.hint(), move("g1f3"));
    advice.forget_position();
    EXPECT_FALSE(advice.hint());
    EXPECT_FALSE(advice.analysed());
}

TEST_F(AdviceTest, ADrawIsAgreedToByWhoIsWorseOrHasPlayedForLongWithoutGain) {
    EXPECT_FALSE(advice.agrees_to_draw(Color::white, 200)) << "it has not moved yet";
    let_move(-49);
    EXPECT_FALSE(advice.agrees_to_draw(Color::white, 99));
    let_move(-50);
    EXPECT_TRUE(advice.agrees_to_draw(Color::white, 1));
    EXPECT_FALSE(advice.agrees_to_draw(Color::black, 1)) << "the other side is better";
    let_move(10);
    EXPECT_FALSE(advice.agrees_to_draw(Color::white, 99));
    EXPECT_TRUE(advice.agrees_to_draw(Color::white, 100));
    let_move(11);
    EXPECT_FALSE(advice.agrees_to_draw(Color::white, 100));
}

TEST_F(AdviceTest, AHintsScoreIsNotTheEnginesOwn) {
    let_move(100);
    advice.answer(move("e2e4"), -300);
    (void)advice.take_hint(position);
    EXPECT_EQ(advice.score(), -300);
    EXPECT_FALSE(advice.agrees_to_draw(Color::white, 1));
    EXPECT_FALSE(advice.claims_draw(Color::white));
}

TEST_F(AdviceTest, ADrawIsClaimedByWhoIsNotBetter) {
    EXPECT_FALSE(advice.claims_draw(Color::white)) << "nothing is known";
    let_move(0);
    EXPECT_TRUE(advice.claims_draw(Color::white));
    advice.forget_last_move();
    EXPECT_FALSE(advice.claims_draw(Color::white)) << "taken back";
    let_move(-1);
    EXPECT_FALSE(advice.claims_draw(Color::black));
    advice.forget_score();
    EXPECT_FALSE(advice.claims_draw(Color::white)) << "another game";
    let_move(1);
    EXPECT_FALSE(advice.claims_draw(Color::white));
}

}  // namespace
}  // namespace stackmate::firmware
