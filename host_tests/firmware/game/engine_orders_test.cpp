#include "firmware/game/engine_orders.hpp"

#include <gtest/gtest.h>

namespace stackmate::firmware {
namespace {

using Kind = EngineOrder::Kind;

TEST(EngineOrders, AThinkIsTakenOnceAndAnsweredOnce) {
    EngineOrders orders;
    Limits limits;
    limits.depth = 7;
    orders.think(Purpose::hint, limits);
    EXPECT_TRUE(orders.searching());
    const EngineOrder order = orders.take();
    EXPECT_EQ(order.kind, Kind::think);
    EXPECT_EQ(order.purpose, Purpose::hint);
    EXPECT_EQ(order.limits.depth, 7);
    EXPECT_EQ(orders.take().kind, Kind::none);
    EXPECT_TRUE(orders.listening());
    EXPECT_TRUE(orders.answered());
    EXPECT_FALSE(orders.searching());
    EXPECT_FALSE(orders.answered()) << "nobody has asked again";
}

TEST(EngineOrders, AnAnswerBeforeTheThinkIsTakenIsToNothing) {
    EngineOrders orders;
    orders.think(Purpose::move, {});
    EXPECT_FALSE(orders.answered());
    EXPECT_EQ(orders.take().kind, Kind::think);
    EXPECT_TRUE(orders.searching());
}

TEST(EngineOrders, AnAnswerThatCrossesACancelIsNotWantedAndTheCancelIsForgotten) {
    EngineOrders orders;
    orders.think(Purpose::move, {});
    (void)orders.take();
    orders.cancel();
    EXPECT_FALSE(orders.listening());
    EXPECT_FALSE(orders.answered());
    EXPECT_EQ(orders.take().kind, Kind::none);
}

TEST(EngineOrders, AnAnswerThatCrossesTheNextThinkIsNotTakenForItsAnswer) {
    EngineOrders orders;
    orders.think(Purpose::move, {});
    (void)orders.take();
    orders.think(Purpose::analysis, {});
    EXPECT_FALSE(orders.listening());
    EXPECT_FALSE(orders.answered());
    EXPECT_TRUE(orders.searching());
    EXPECT_EQ(orders.take().purpose, Purpose::analysis);
    EXPECT_TRUE(orders.answered());
}

TEST(EngineOrders, StopIsOrderedOnceForEachSearch) {
    EngineOrders orders;
    orders.stop();
    EXPECT_EQ(orders.take().kind, Kind::none) << "there is nothing to stop";
    orders.think(Purpose::move, {});
    (void)orders.take();
    orders.stop();
    orders.stop();
    EXPECT_EQ(orders.take().kind, Kind::stop);
    orders.stop();
    EXPECT_EQ(orders.take().kind, Kind::none);
    EXPECT_TRUE(orders.answered());
    orders.think(Purpose::move, {});
    (void)orders.take();
    orders.stop();
    EXPECT_EQ(orders.take().kind, Kind::stop);
}

TEST(EngineOrders, AStopThatComesBeforeTheThinkIsTakenFollowsIt) {
    EngineOrders orders;
    orders.think(Purpose::move, {});
    orders.stop();
    EXPECT_EQ(orders.take().kind, Kind::think);
    EXPECT_EQ(orders.take().kind, Kind::stop);
    EXPECT_EQ(orders.take().kind, Kind::none);
}

TEST(EngineOrders, AnAnswerThatCrossesAStopTakesItAlong) {
    EngineOrders orders;
    orders.think(Purpose::move, {});
    (void)orders.take();
    orders.stop();
    EXPECT_TRUE(orders.answered());
    EXPECT_EQ(orders.take().kind, Kind::none);
}

TEST(EngineOrders, AThinkThatWasNeverTakenNeedsNoCancel) {
    EngineOrders orders;
    orders.think(Purpose::move, {});
    orders.cancel();
    EXPECT_EQ(orders.take().kind, Kind::none);
    EXPECT_FALSE(orders.searching());
}

TEST(EngineOrders, AReplacedSearchIsCancelledAlsoWhenTheNextIsGivenUp) {
    EngineOrders orders;
    orders.think(Purpose::move, {});
    (void)orders.take();
    orders.think(Purpose::hint, {});
    orders.cancel();
    EXPECT_EQ(orders.take().kind, Kind::cancel) << "the first still runs";
    EXPECT_FALSE(orders.answered());
}

TEST(EngineOrders, AnOutdatedSearchIsFreshAgainAfterTheNextThink) {
    EngineOrders orders;
    orders.think(Purpose::move, {});
    EXPECT_FALSE(orders.stale());
    orders.outdate();
    EXPECT_TRUE(orders.stale());
    orders.think(Purpose::move, {});
    EXPECT_FALSE(orders.stale());
}

TEST(EngineOrders, OnlyAFreshSearchForTheSamePurposeServes) {
    EngineOrders orders;
    EXPECT_TRUE(orders.serves(std::nullopt));
    EXPECT_FALSE(orders.serves(Purpose::move));
    orders.think(Purpose::move, {});
    EXPECT_TRUE(orders.looks_for_move());
    EXPECT_TRUE(orders.serves(Purpose::move));
    EXPECT_FALSE(orders.serves(Purpose::hint));
    EXPECT_FALSE(orders.serves(std::nullopt)) << "it is still to be cancelled";
    orders.outdate();
    EXPECT_FALSE(orders.serves(Purpose::move));
    (void)orders.take();
    (void)orders.answered();
    EXPECT_FALSE(orders.looks_for_move());
    EXPECT_TRUE(orders.serves(std::nullopt));
}

TEST(EngineOrders, AHintIsLimitedByTimeAnAnalysisByNothingAndAMoveByTheLevel) {
    const Level& depth_3 = levels[level_index(LevelKind::depth, 2)];
    const Limits hint = limits_of(Purpose::hint, depth_3, Color::white, {});
    EXPECT_TRUE(hint.has_move_time);
    EXPECT_EQ(hint.move_time_ms, hint_ms);
    EXPECT_EQ(hint.depth, 0) << "at full strength";
    EXPECT_TRUE(limits_of(Purpose::analysis, depth_3, Color::white, {}).infinite);
    EXPECT_EQ(limits_of(Purpose::move, depth_3, Color::white, {}).depth, 3);

    ClockReading reading{};
    reading.left_ms[index(Color::black)] = 4567;
    const Limits timed = limits_of(Purpose::move, levels[level_index(LevelKind::clock, 1)], Color::black, reading);
    EXPECT_EQ(timed.time_ms[index(Color::black)], 4567u);
}

}  // namespace
}  // namespace stackmate::firmware
