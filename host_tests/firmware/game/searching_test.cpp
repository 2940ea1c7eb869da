// What a state wants searched, what is ordered and answered, and what the engine thinks of a draw.
#include "firmware/game/searching.hpp"
#include "core/notation/move_text.hpp"
#include "core/notation/text.hpp"

#include <gtest/gtest.h>

#include <optional>
#include <string_view>

namespace stackmate::firmware {
namespace {

using Kind = EngineOrder::Kind;
using states::State;

TEST(Searching, AStateSaysWhatIsSearchedFor) {
    EXPECT_EQ(search_in(State::engine_thinking, {}), Purpose::move);
    EXPECT_EQ(search_in(State::hint, {}), Purpose::hint);
    EXPECT_EQ(search_in(State::analysis, {}), Purpose::analysis);
    EXPECT_EQ(search_in(State::person_to_move, {.analysed = false, .moves_now = true}), std::nullopt);
}

TEST(Searching, AnAnalysisThatHasEndedDoesNotBeginAgain) {
    EXPECT_EQ(search_in(State::analysis, {.analysed = true}), std::nullopt);
    EXPECT_EQ(search_in(State::engine_thinking, {.analysed = true}), Purpose::move);
}

TEST(Searching, BehindTheMenuTheEngineGoesOnButDoesNotBegin) {
    for (const State state :
         {State::menu, State::question, State::sensor_test, State::led_test, State::button_test, State::store_test}) {
        EXPECT_EQ(search_in(state, {.moves_now = true}), Purpose::move) << to_text(state);
        EXPECT_EQ(search_in(state, {.moves_now = false}), std::nullopt) << to_text(state);
    }
}

TEST(Searching, AThinkIsTakenOnceAndAnsweredOnce) {
    Searching searching;
    Limits limits;
    limits.depth = 7;
    searching.think(Purpose::hint, limits);
    EXPECT_TRUE(searching.is_wanted());
    const EngineOrder order = searching.take();
    EXPECT_EQ(order.kind, Kind::think);
    EXPECT_EQ(order.purpose, Purpose::hint);
    EXPECT_EQ(order.limits.depth, 7);
    EXPECT_EQ(searching.take().kind, Kind::none);
    EXPECT_TRUE(searching.listening());
    EXPECT_TRUE(searching.answered({}, 0));
    EXPECT_FALSE(searching.is_wanted());
    EXPECT_FALSE(searching.answered({}, 0)) << "nobody has asked again";
}

TEST(Searching, AnAnswerBeforeTheThinkIsTakenIsToNothing) {
    Searching searching;
    searching.think(Purpose::move, {});
    EXPECT_FALSE(searching.answered({}, 0));
    EXPECT_EQ(searching.take().kind, Kind::think);
    EXPECT_TRUE(searching.is_wanted());
}

TEST(Searching, AnAnswerThatCrossesACancelIsNotWantedAndTheCancelIsForgotten) {
    Searching searching;
    searching.think(Purpose::move, {});
    (void)searching.take();
    searching.cancel();
    EXPECT_FALSE(searching.listening());
    EXPECT_FALSE(searching.answered({}, 0));
    EXPECT_EQ(searching.take().kind, Kind::none);
}

TEST(Searching, AnAnswerThatCrossesTheNextThinkIsNotTakenForItsAnswer) {
    Searching searching;
    searching.think(Purpose::move, {});
    (void)searching.take();
    searching.think(Purpose::analysis, {});
    EXPECT_FALSE(searching.listening());
    EXPECT_FALSE(searching.answered({}, 0));
    EXPECT_TRUE(searching.is_wanted());
    EXPECT_EQ(searching.take().purpose, Purpose::analysis);
    EXPECT_TRUE(searching.answered({}, 0));
}

TEST(Searching, StopIsOrderedOnceForEachSearch) {
    Searching searching;
    searching.stop();
    EXPECT_EQ(searching.take().kind, Kind::none) << "there is nothing to stop";
    searching.think(Purpose::move, {});
    (void)searching.take();
    searching.stop();
    searching.stop();
    EXPECT_EQ(searching.take().kind, Kind::stop);
    searching.stop();
    EXPECT_EQ(searching.take().kind, Kind::none);
    EXPECT_TRUE(searching.answered({}, 0));
    searching.think(Purpose::move, {});
    (void)searching.take();
    searching.stop();
    EXPECT_EQ(searching.take().kind, Kind::stop);
}

TEST(Searching, AStopThatComesBeforeTheThinkIsTakenFollowsIt) {
    Searching searching;
    searching.think(Purpose::move, {});
    searching.stop();
    EXPECT_EQ(searching.take().kind, Kind::think);
    EXPECT_EQ(searching.take().kind, Kind::stop);
    EXPECT_EQ(searching.take().kind, Kind::none);
}

TEST(Searching, AnAnswerThatCrossesAStopTakesItAlong) {
    Searching searching;
    searching.think(Purpose::move, {});
    (void)searching.take();
    searching.stop();
    EXPECT_TRUE(searching.answered({}, 0));
    EXPECT_EQ(searching.take().kind, Kind::none);
}

TEST(Searching, AThinkThatWasNeverTakenNeedsNoCancel) {
    Searching searching;
    searching.think(Purpose::move, {});
    searching.cancel();
    EXPECT_EQ(searching.take().kind, Kind::none);
    EXPECT_FALSE(searching.is_wanted());
}

TEST(Searching, AReplacedSearchIsCancelledAlsoWhenTheNextIsGivenUp) {
    Searching searching;
    searching.think(Purpose::move, {});
    (void)searching.take();
    searching.think(Purpose::hint, {});
    searching.cancel();
    EXPECT_EQ(searching.take().kind, Kind::cancel) << "the first still runs";
    EXPECT_FALSE(searching.answered({}, 0));
}

TEST(Searching, AnOutdatedSearchIsFreshAgainAfterTheNextThink) {
    Searching searching;
    searching.think(Purpose::move, {});
    EXPECT_FALSE(searching.stale());
    searching.outdate();
    EXPECT_TRUE(searching.stale());
    searching.think(Purpose::move, {});
    EXPECT_FALSE(searching.stale());
}

TEST(Searching, OnlyAFreshSearchForTheSamePurposeServes) {
    Searching searching;
    EXPECT_TRUE(searching.serves(std::nullopt));
    EXPECT_FALSE(searching.serves(Purpose::move));
    searching.think(Purpose::move, {});
    EXPECT_TRUE(searching.looks_for_move());
    EXPECT_TRUE(searching.serves(Purpose::move));
    EXPECT_FALSE(searching.serves(Purpose::hint));
    EXPECT_FALSE(searching.serves(std::nullopt)) << "it is still to be cancelled";
    searching.outdate();
    EXPECT_FALSE(searching.serves(Purpose::move));
    (void)searching.take();
    (void)searching.answered({}, 0);
    EXPECT_FALSE(searching.looks_for_move());
    EXPECT_TRUE(searching.serves(std::nullopt));
}

TEST(Searching, AHintIsLimitedByTimeAnAnalysisByNothingAndAMoveByTheLevel) {
    const Level& depth_3 = levels[level_index(LevelKind::depth, 2)];
    const Limits hint = limits_of(Purpose::hint, depth_3, Color::white, {});
    EXPECT_TRUE(hint.has_move_time);
    EXPECT_EQ(hint.move_time_ms, hint_ms);
    EXPECT_EQ(hint.depth, 0) << "at full strength";
    EXPECT_TRUE(limits_of(Purpose::analysis, depth_3, Color::white, {}).infinite);
    EXPECT_EQ(limits_of(Purpose::move, depth_3, Color::white, {}).depth, 3);

    const Level& blitz = levels[level_index(LevelKind::clock, 1)];
    GameClock clock;
    clock.set(blitz.clock);
    clock.restore({{180'000, 4567}, {}});
    const Limits timed = limits_of(Purpose::move, blitz, Color::black, clock);
    EXPECT_EQ(timed.time_ms[index(Color::black)], 4567u);
}

struct AdviceTest : testing::Test {
    AdviceTest() {
        position.set_start();
        begin(Purpose::analysis);
    }
    void begin(Purpose purpose) {
        searching.think(purpose, {});
        (void)searching.take();
    }
    void answer(Move best, Score score) {
        begin(Purpose::move);
        EXPECT_TRUE(searching.answered(best, score));
    }
    Move move(std::string_view text) const { return move_from_text(position, text); }
    /// The engine's own move, with this score.
    void let_move(Score score) {
        answer(move("e2e4"), score);
        EXPECT_EQ(searching.take_move(position), move("e2e4"));
    }

    Position position;
    Searching searching;
    const Move illegal{square_from_text("e2"), square_from_text("e5")};
};

TEST_F(AdviceTest, AnotherMoveOrScoreIsNewsAndTheSameIsNot) {
    EXPECT_FALSE(searching.has_score());
    EXPECT_TRUE(searching.consider(position, move("e2e4"), 20));
    EXPECT_FALSE(searching.consider(position, move("e2e4"), 20));
    EXPECT_TRUE(searching.consider(position, move("e2e4"), 25));
    EXPECT_TRUE(searching.consider(position, move("d2d4"), 25));
    EXPECT_EQ(searching.candidate(), move("d2d4"));
    EXPECT_EQ(searching.score(), 25);
    EXPECT_TRUE(searching.has_score());
}

TEST_F(AdviceTest, WhatIsNotLegalIsNoMove) {
    (void)searching.consider(position, illegal, 0);
    EXPECT_FALSE(searching.candidate());
    answer(illegal, 0);
    EXPECT_FALSE(searching.take_move(position));
    EXPECT_FALSE(searching.take_hint(position));
    EXPECT_FALSE(searching.hint());
}

TEST_F(AdviceTest, AHintHoldsUntilThePositionIsAnother) {
    answer(move("g1f3"), 30);
    EXPECT_EQ(searching.take_hint(position), move("g1f3"));
    EXPECT_TRUE(searching.analysed());
    searching.follow(State::analysis, false, false, [](Purpose) { FAIL() << "it has ended"; });
    searching.follow(State::hint, false, false, [&](Purpose purpose) { begin(purpose); });
    EXPECT_EQ(searching.hint(), move("g1f3")) << "another search begins";
    searching.forget_position();
    EXPECT_FALSE(searching.hint());
    EXPECT_FALSE(searching.analysed());
}

TEST_F(AdviceTest, ADrawIsAgreedToByWhoIsWorseOrHasPlayedForLongWithoutGain) {
    const auto agrees = [&](Color engine, std::size_t plies) {
        return searching.agrees_to_draw(engine, Color::black, plies);
    };
    const auto moves = [&](Score score) {
        let_move(score);
        searching.forget_position();
        searching.has_moved();
    };
    EXPECT_FALSE(agrees(Color::white, 200)) << "it has not moved yet";
    moves(-49);
    EXPECT_FALSE(agrees(Color::white, 99));
    moves(-50);
    EXPECT_TRUE(agrees(Color::white, 1));
    EXPECT_FALSE(agrees(Color::black, 1)) << "the other side is better";
    moves(10);
    EXPECT_FALSE(agrees(Color::white, 99));
    EXPECT_TRUE(agrees(Color::white, 100));
    moves(11);
    EXPECT_FALSE(agrees(Color::white, 100));
}

TEST_F(AdviceTest, OnlyAScoreOfThePositionThatStandsDecidesAboutADraw) {
    let_move(-80);
    EXPECT_TRUE(searching.knows_position()) << "its move waits";
    searching.forget_position();
    searching.has_moved();
    EXPECT_TRUE(searching.knows_position()) << "its move was made";
    searching.forget_position();
    EXPECT_FALSE(searching.knows_position()) << "the other side has moved";
    EXPECT_FALSE(searching.agrees_to_draw(Color::white, Color::white, 200));
    answer(move("e2e4"), 90);
    EXPECT_TRUE(searching.knows_position()) << "a hint for the mover";
    EXPECT_TRUE(searching.agrees_to_draw(Color::black, Color::white, 1));
    EXPECT_FALSE(searching.agrees_to_draw(Color::white, Color::white, 1));
    EXPECT_TRUE(searching.claims_draw(Color::white)) << "that is of its own last move";
}

TEST_F(AdviceTest, ADrawIsClaimedByWhoIsNotBetter) {
    EXPECT_FALSE(searching.claims_draw(Color::white)) << "nothing is known";
    let_move(0);
    EXPECT_TRUE(searching.claims_draw(Color::white));
    searching.forget_last_move();
    EXPECT_FALSE(searching.claims_draw(Color::white)) << "taken back";
    let_move(-1);
    EXPECT_FALSE(searching.claims_draw(Color::black));
    searching.forget_score();
    EXPECT_FALSE(searching.claims_draw(Color::white)) << "another game";
    let_move(1);
    EXPECT_FALSE(searching.claims_draw(Color::white));
}

}  // namespace
}  // namespace stackmate::firmware
