// When to answer. The policy's own figures are not repeated here: what is tested is in which direction they bend the
// soft limit, and that every limit is found to the millisecond.
#include "core/engine/time_keeper.hpp"

#include "core/engine/root_effort.hpp"

#include <gtest/gtest.h>

#include <cstdint>

namespace stackmate {
namespace {

using Keeper = TimeKeeper<TimePolicy>;

Limits clock(std::uint32_t ms) {
    Limits limits;
    limits.clock[0] = limits.clock[1] = true;
    limits.time_ms[0] = limits.time_ms[1] = ms;
    return limits;
}
Limits pondering(Limits limits) {
    limits.ponder = true;
    return limits;
}

const Limits ten_minutes = clock(600'000);
const TimeBudget budget = time_budget(ten_minutes, Color::white, 10);

/// As `go` does it, at a time at which the clock is about to wrap.
constexpr std::uint32_t start = 0xffffff00;
Keeper begun(const Limits& limits = ten_minutes) {
    Keeper keeper;
    keeper.begin(limits, Color::white, start);
    return keeper;
}
/// Iterations that change nothing.
void iterate(Keeper& keeper, int times, Score score = 20, unsigned share = 60) {
    for (; times > 0; --times) keeper.iteration_done(score, share);
}

/// The first millisecond, from `from` on, at which the answer is due.
std::uint32_t patience(const Keeper& keeper, std::uint32_t from = start, bool clear = false) {
    std::uint32_t low = 0;
    for (std::uint32_t high = 10'000'000; low < high;) {
        const std::uint32_t middle = (low + high) / 2;
        if (keeper.is_over(clear, from + middle))
            high = middle;
        else
            low = middle + 1;
    }
    return low;
}

struct Swing : TimePolicy {
    static constexpr unsigned fall_since = 2;
};

TEST(TimeKeeper, AScoreThatSwingsFromOddToEvenFallsOnlyWhereItIsHeldAgainstTheDepthBefore) {
    Keeper since_one = begun();
    TimeKeeper<Swing> since_two;
    since_two.begin(ten_minutes, Color::white, start);
    for (const Score score : {50, 10, 52, 12}) {
        since_one.iteration_done(score, 60);
        since_two.iteration_done(score, 60);
    }
    const auto due = [](const auto& keeper, std::uint64_t percent) {
        return keeper.is_over(false, start + static_cast<std::uint32_t>(budget.soft_ms * percent / 100));
    };
    const std::uint64_t calm = TimePolicy::settled_move * TimePolicy::this_iteration / 100 + 1;
    EXPECT_FALSE(due(since_one, calm));
    EXPECT_TRUE(due(since_two, calm));
    since_two.iteration_done(52 - TimePolicy::fall - 1, 60);
    EXPECT_FALSE(due(since_two, calm));
}

TEST(TimeKeeper, NoNewIterationIsBegunWhereTheOneThatRunsMightStillGoOn) {
    Keeper keeper = begun();
    iterate(keeper, 2);
    const std::uint32_t due = patience(keeper);
    std::uint32_t begun_last = 0;
    while (!keeper.is_enough(false, start + begun_last)) ++begun_last;
    EXPECT_NEAR(begun_last, due * TimePolicy::next_iteration / TimePolicy::this_iteration, budget.soft_ms / 100);
    EXPECT_LT(begun_last, due);
}

TEST(TimeKeeper, AMoveThatStaysBestShortens) {
    Keeper keeper = begun();
    iterate(keeper, 1);
    const std::uint32_t known = patience(keeper);
    iterate(keeper, TimePolicy::settled);
    EXPECT_LT(patience(keeper), known);
    EXPECT_GT(patience(keeper), budget.soft_ms / 5);
}

TEST(TimeKeeper, ANewBestMoveLengthensFromTheMomentItIsFoundToTheEndOfTheNextIteration) {
    Keeper keeper = begun();
    iterate(keeper, TimePolicy::settled + 2);
    const std::uint32_t settled = patience(keeper);
    keeper.new_best_move();
    const std::uint32_t fresh = patience(keeper);
    EXPECT_GT(fresh, settled);
    iterate(keeper, 1);
    EXPECT_EQ(patience(keeper), fresh);
    iterate(keeper, 1);
    EXPECT_LT(patience(keeper), fresh);
    EXPECT_GT(patience(keeper), settled);
}

TEST(TimeKeeper, AFallingScoreLengthensARisingOneDoesNot) {
    Keeper keeper = begun();
    iterate(keeper, 2, 20);
    const std::uint32_t level = patience(keeper);
    Keeper rising = keeper, falling = keeper, nearly = keeper;
    rising.iteration_done(20 + 2 * TimePolicy::fall, 60);
    falling.iteration_done(20 - TimePolicy::fall - 1, 60);
    nearly.iteration_done(20 - TimePolicy::fall, 60);
    EXPECT_LE(patience(rising), level);
    EXPECT_EQ(patience(nearly), patience(rising));
    EXPECT_GT(patience(falling), patience(nearly));
}

TEST(TimeKeeper, AScoreBelowTheWindowLengthensAtOnce) {
    Keeper keeper = begun();
    iterate(keeper, 2);
    const std::uint32_t level = patience(keeper);
    keeper.failed_low();
    EXPECT_GT(patience(keeper), level);
    iterate(keeper, 1);
    EXPECT_LE(patience(keeper), level) << "in the end it was no fall";
}

TEST(TimeKeeper, TheFirstScoreOfASearchIsNoFall) {
    Keeper low = begun(), high = begun();
    iterate(low, 1, -900);
    iterate(high, 1, 900);
    EXPECT_EQ(patience(low), patience(high));
    low.begin(ten_minutes, Color::white, start);
    iterate(low, 1, -2000);
    EXPECT_EQ(patience(low), patience(high)) << "nor is that of the next search";
}

TEST(TimeKeeper, TheMoreOfTheNodesTheBestMoveTookTheSooner) {
    std::uint32_t last = no_limit;
    for (unsigned share = 0; share <= 100; share += 10) {
        Keeper keeper = begun();
        iterate(keeper, 2, 20, share);
        EXPECT_LE(patience(keeper), last) << share;
        last = patience(keeper);
    }
    Keeper torn = begun();
    iterate(torn, 2, 20, 20);
    EXPECT_GT(patience(torn), last);
}

TEST(TimeKeeper, WhateverComesTogetherTheAnswerIsDueBeforeTheHardLimit) {
    Keeper keeper = begun();
    iterate(keeper, 1, 900, 0);
    keeper.new_best_move();
    iterate(keeper, 1, -900, 0);
    EXPECT_EQ(patience(keeper), (std::uint64_t{budget.soft_ms} * TimePolicy::max_total + 99) / 100);
    EXPECT_LT(patience(keeper), budget.hard_ms);
}

/// Slices of these lengths, the first from go on; the time at which the last one ended.
std::uint32_t slices(Keeper& keeper, std::initializer_list<std::uint32_t> lengths) {
    std::uint32_t now = start;
    keeper.slice_begins(now);
    for (const std::uint32_t ms : lengths) keeper.slice_begins(now += ms);
    return now - start;
}

TEST(TimeKeeper, ASliceThatWouldEndAfterTheHardLimitIsNotBegun) {
    Limits limits;
    limits.has_move_time = true;
    limits.move_time_ms = 300;
    Keeper keeper = begun(limits);
    EXPECT_EQ(slices(keeper, {5, 40, 7}), 52u);
    EXPECT_EQ(patience(keeper), 300u - 40 + 1) << "the longest slice counts, and may end at the limit";
    EXPECT_TRUE(keeper.is_over(false, start + 350));
    Keeper long_slice = begun(limits);
    slices(long_slice, {301});
    EXPECT_EQ(patience(long_slice), 0u);
    long_slice.begin(limits, Color::white, start);
    slices(long_slice, {0});
    EXPECT_EQ(patience(long_slice), 300u) << "each search measures its own";
}

TEST(TimeKeeper, WithATimerSlicesAreBegunUpToTheHardLimit) {
    Limits limits;
    limits.has_move_time = limits.has_timer = true;
    limits.move_time_ms = 300;
    Keeper keeper = begun(limits);
    slices(keeper, {5, 40, 7});
    EXPECT_EQ(patience(keeper), 300u);
}

TEST(TimeKeeper, TheHardLimitEndsASearchThatItsResultsWouldLengthenBeyondIt) {
    Limits limits = clock(1000);
    limits.moves_to_go = 1;
    const TimeBudget last = time_budget(limits, Color::white, 10);
    ASSERT_LT(last.hard_ms, std::uint64_t{last.soft_ms} * TimePolicy::max_total / 100);
    Keeper keeper = begun(limits);
    iterate(keeper, 1, 900, 0);
    keeper.new_best_move();
    iterate(keeper, 1, -900, 0);
    EXPECT_EQ(patience(keeper), last.hard_ms);
    slices(keeper, {9});
    EXPECT_EQ(patience(keeper), last.hard_ms - 9 + 1);
    Limits ahead = pondering(limits);
    keeper = begun(ahead);
    slices(keeper, {2000});
    EXPECT_FALSE(keeper.is_over(false, start + 60'000)) << "nothing is due while it ponders";
    keeper.ponder_hit(start + 2000);
    EXPECT_GT(patience(keeper, start + 2000), 100u) << "long slices in the opponent's time do not count";
}

TEST(TimeKeeper, WhereThinkingOnCannotChangeTheAnswerItIsDueAtOnce) {
    Keeper keeper = begun();
    iterate(keeper, 1);
    EXPECT_TRUE(keeper.is_over(true, start));
    EXPECT_TRUE(keeper.is_enough(true, start));
    EXPECT_FALSE(begun(Limits{}).is_over(true, start)) << "without a clock it is thought about";
    EXPECT_FALSE(begun(pondering(ten_minutes)).is_over(true, start + 1'000'000));
}

TEST(TimeKeeper, MoveTimeIsUsedWholeWhateverIsFound) {
    Limits limits;
    limits.has_move_time = true;
    limits.move_time_ms = 300;
    Keeper keeper = begun(limits);
    iterate(keeper, 9, 20, 100);
    for (const bool clear : {false, true}) {
        EXPECT_EQ(patience(keeper, start, clear), 300u);
        EXPECT_FALSE(keeper.is_enough(clear, start + 299));
        EXPECT_TRUE(keeper.is_enough(clear, start + 300));
    }
}

TEST(TimeKeeper, WithoutAClockItIsNeverOver) {
    Limits infinite = ten_minutes;
    infinite.infinite = true;
    for (const Limits& limits : {Limits{}, infinite, pondering(ten_minutes)}) {
        Keeper keeper = begun(limits);
        iterate(keeper, 5);
        EXPECT_FALSE(keeper.is_over(true, start - 1));
        EXPECT_FALSE(keeper.is_enough(true, start - 1));
        EXPECT_EQ(keeper.hard_limit_ms(), no_limit);
    }
}

// Pondering

TEST(TimeKeeper, TheSoftLimitCountsFromThePonderHit) {
    Keeper keeper = begun(pondering(ten_minutes)), plain = begun();
    iterate(keeper, 1);
    iterate(plain, 1);
    keeper.ponder_hit(start + 5'000'000);
    EXPECT_EQ(patience(keeper, start + 5'000'000), patience(plain));
    EXPECT_EQ(keeper.hard_limit_ms(), budget.hard_ms);
}

TEST(TimeKeeper, AMoveThatSettledWithinItsTimeIsDueAtTheHit) {
    Keeper keeper = begun(pondering(ten_minutes));
    iterate(keeper, TimePolicy::settled);
    Keeper early = keeper, changing = keeper, falling = keeper;
    keeper.ponder_hit(start + budget.soft_ms);
    EXPECT_TRUE(keeper.is_over(false, start + budget.soft_ms));
    keeper.new_best_move();
    EXPECT_FALSE(keeper.is_over(false, start + budget.soft_ms)) << "it has not, after all";

    early.ponder_hit(start + budget.soft_ms - 1);
    EXPECT_FALSE(early.is_over(false, start + budget.soft_ms - 1));
    changing.new_best_move();
    changing.ponder_hit(start + budget.soft_ms);
    EXPECT_FALSE(changing.is_over(false, start + budget.soft_ms));
    falling.failed_low();
    falling.ponder_hit(start + budget.soft_ms);
    EXPECT_FALSE(falling.is_over(false, start + budget.soft_ms));
}

TEST(TimeKeeper, AHitThatNobodyWaitsForDoesNotMoveTheClock) {
    Keeper keeper = begun();
    iterate(keeper, 2);
    const std::uint32_t due = patience(keeper);
    keeper.ponder_hit(start + 1000);
    EXPECT_EQ(patience(keeper), due);
}

// The best move's share

const Move first = Move::from_bits(0x0801), second = Move::from_bits(0x0902), third = Move::from_bits(0x0a03);

void search(RootEffort& effort, Move now, Move best, int slices) {
    for (; slices > 0; --slices) effort.note(now, best);
}

TEST(RootEffort, IsTheShareOfTheMoveThatComesOutBest) {
    RootEffort effort;
    effort.begin();
    search(effort, first, {}, 60);
    search(effort, second, first, 20);
    EXPECT_EQ(effort.share(), 75u);
    search(effort, third, first, 20);
    EXPECT_EQ(effort.share(), 60u);
}

TEST(RootEffort, OfANewBestMoveIsWhatThatOneTook) {
    RootEffort effort;
    effort.begin();
    search(effort, first, {}, 10);
    search(effort, second, first, 30);
    search(effort, third, second, 60);
    EXPECT_EQ(effort.share(), 30u);
}

TEST(RootEffort, IsAllBeforeThereIsAnything) {
    RootEffort effort;
    effort.begin();
    EXPECT_EQ(effort.share(), 100u);
    search(effort, first, {}, 10);
    effort.begin();
    EXPECT_EQ(effort.share(), 100u);
}

TEST(RootEffort, StaysTheSameShareHoweverLongItTakes) {
    RootEffort effort;
    effort.begin();
    search(effort, first, {}, 60'000);
    search(effort, second, first, 40'000);
    EXPECT_NEAR(effort.share(), 60u, 1);
}

}  // namespace
}  // namespace stackmate
