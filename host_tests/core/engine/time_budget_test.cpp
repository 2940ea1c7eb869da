// The clock's share for one move: never more than there is, always something, and enough left for the rest of
// the game.
#include "core/engine/time_budget.hpp"
#include "host_tests/support/precompiled.hpp"

#include <ostream>

namespace stackmate {

inline void PrintTo(const TimeBudget& b, std::ostream* out) {
    *out << "soft " << b.soft_ms << " ms, hard " << b.hard_ms << " ms";
}

namespace {

constexpr std::uint32_t times[] = {
    0,   1,   2,    3,    4,      7,       10,      11,        12,         20,         21,         50,        99,
    100, 999, 1000, 5000, 60'000, 180'000, 900'000, 7'200'000, 86'400'000, 0x7fffffff, 0xfffffffe, 0xffffffff};
constexpr std::uint32_t increments[] = {0, 1, 2, 10, 100, 1000, 2000, 30'000, 10'000'000, 0xffffffff};
constexpr std::uint16_t controls[] = {0, 1, 2, 3, 5, 10, 29, 30, 31, 40, 200, 65'535};
constexpr std::uint16_t overheads[] = {0, 1, 5, 10, 50, 100, 1000, 60'000, 65'535};

Limits clock(std::uint32_t time, std::uint32_t increment = 0, std::uint16_t moves_to_go = 0,
             Color side = Color::white) {
    Limits limits;
    limits.clock[index(side)] = true;
    limits.time_ms[index(side)] = time;
    limits.increment_ms[index(side)] = increment;
    limits.moves_to_go = moves_to_go;
    return limits;
}

template <class Visit>
void sweep(Visit&& visit) {
    for (const std::uint32_t time : times)
        for (const std::uint32_t increment : increments)
            for (const std::uint16_t moves : controls)
                for (const std::uint16_t overhead : overheads) {
                    visit(time, increment, moves, overhead);
                    if (testing::Test::HasFailure())
                        FAIL() << time << " ms + " << increment << " ms, " << moves << " moves to go, overhead "
                               << overhead;
                }
}

TEST(TimeBudget, WithoutClockAndMoveTimeIsWithoutLimit) {
    for (const std::uint16_t overhead : overheads) {
        const TimeBudget budget = time_budget(Limits{}, Color::white, overhead);
        EXPECT_EQ(budget.soft_ms, no_limit);
        EXPECT_EQ(budget.hard_ms, no_limit);
    }
}

TEST(TimeBudget, SoftIsNeverBeyondHardAndHardNeverBeyondWhatIsLeft) {
    sweep([](std::uint32_t time, std::uint32_t increment, std::uint16_t moves, std::uint16_t overhead) {
        const TimeBudget budget = time_budget(clock(time, increment, moves), Color::white, overhead);
        ASSERT_LE(budget.soft_ms, budget.hard_ms);
        ASSERT_GE(budget.hard_ms, 1u);
        ASSERT_LE(budget.hard_ms, time > overhead ? time - overhead : 1u);
    });
}

TEST(TimeBudget, OfAClockThatHasMuchLeavesAReserve) {
    sweep([](std::uint32_t time, std::uint32_t increment, std::uint16_t moves, std::uint16_t overhead) {
        if (time < overhead + 100u) return;
        const std::uint32_t left = time - overhead;
        ASSERT_LE(time_budget(clock(time, increment, moves), Color::white, overhead).hard_ms, left - left / 8);
    });
}

TEST(TimeBudget, MoreTimeOnTheClockIsNeverLessForTheMove) {
    for (const std::uint32_t increment : increments)
        for (const std::uint16_t moves : controls)
            for (std::uint32_t time = 1; time < 2'000'000; time += time / 7 + 1) {
                const TimeBudget less = time_budget(clock(time, increment, moves), Color::white, 10);
                const TimeBudget more = time_budget(clock(time + time / 7 + 1, increment, moves), Color::white, 10);
                ASSERT_LE(less.soft_ms, more.soft_ms) << time << " + " << increment << ", " << moves << " to go";
            }
}

TEST(TimeBudget, AnIncrementIsSpentForTheMostPart) {
    const TimeBudget without = time_budget(clock(60'000), Color::white, 10);
    const TimeBudget with = time_budget(clock(60'000, 1000), Color::white, 10);
    EXPECT_GE(with.soft_ms, without.soft_ms + 500);
    EXPECT_LE(with.soft_ms, without.soft_ms + 1000);
}

TEST(TimeBudget, FewerMovesPlannedForGetMoreEachAndAControlAheadCountsAsBefore) {
    EXPECT_EQ(time_budget<>(clock(60'000), Color::white, 10).soft_ms,
              time_budget<30>(clock(60'000), Color::white, 10).soft_ms);
    EXPECT_NEAR(time_budget<15>(clock(62'000), Color::white, 0).soft_ms, 62'000 / 16, 1);
    EXPECT_NEAR(time_budget<30>(clock(62'000), Color::white, 0).soft_ms, 62'000 / 31, 1);
    EXPECT_EQ(time_budget<20>(clock(60'000, 0, 10), Color::white, 10).soft_ms,
              time_budget<30>(clock(60'000, 0, 10), Color::white, 10).soft_ms);
}

TEST(TimeBudget, FewerMovesToTheControlGetMoreEach) {
    std::uint32_t last = 0;
    for (std::uint16_t moves = 40; moves >= 1; --moves) {
        const TimeBudget budget = time_budget(clock(60'000, 0, moves), Color::white, 10);
        EXPECT_GE(budget.soft_ms, last) << moves;
        last = budget.soft_ms;
    }
    EXPECT_GT(last, 20'000u) << "the last move before the control may use much";
    EXPECT_EQ(time_budget(clock(60'000, 0, 41), Color::white, 10).soft_ms,
              time_budget(clock(60'000), Color::white, 10).soft_ms);
}

TEST(TimeBudget, EachSideLooksAtItsOwnClock) {
    Limits limits = clock(10'000, 100);
    limits.clock[1] = true;
    limits.time_ms[1] = 600'000;
    limits.increment_ms[1] = 5000;
    const TimeBudget white = time_budget(limits, Color::white, 10);
    const TimeBudget black = time_budget(limits, Color::black, 10);
    EXPECT_EQ(white.soft_ms, time_budget(clock(10'000, 100), Color::white, 10).soft_ms);
    EXPECT_EQ(black.soft_ms, time_budget(clock(600'000, 5000, 0, Color::black), Color::black, 10).soft_ms);
    EXPECT_LT(white.hard_ms, black.soft_ms);
}

TEST(TimeBudget, TheOpponentsClockAloneIsNoTimeAtAllUnlessSomethingElseEndsTheSearch) {
    const Limits alone = clock(1000, 0, 0, Color::black);
    EXPECT_EQ(time_budget(alone, Color::white, 10).hard_ms, 1u);
    EXPECT_GT(time_budget(alone, Color::black, 10).hard_ms, 1u);
    for (const auto& set : {+[](Limits& l) { l.nodes = 1; }, +[](Limits& l) { l.depth = 1; },
                            +[](Limits& l) { l.mate = 1; }, +[](Limits& l) { l.infinite = true; }}) {
        Limits limits = alone;
        set(limits);
        EXPECT_EQ(time_budget(limits, Color::white, 10).hard_ms, no_limit);
    }
    Limits timed = alone;
    timed.has_move_time = true;
    timed.move_time_ms = 700;
    EXPECT_EQ(time_budget(timed, Color::white, 10).hard_ms, 700u);
}

TEST(TimeBudget, MoveTimeIsUsedWholeWhateverTheOverhead) {
    for (const std::uint32_t ms : {0u, 1u, 10u, 5000u, 86'400'000u}) {
        Limits limits;
        limits.has_move_time = true;
        limits.move_time_ms = ms;
        const TimeBudget budget = time_budget(limits, Color::black, 100);
        EXPECT_EQ(budget.soft_ms, ms);
        EXPECT_EQ(budget.hard_ms, ms);
    }
}

TEST(TimeBudget, OfMoveTimeAndClockTheShorterCounts) {
    for (const std::uint32_t ms : {0u, 1u, 50u, 100'000u, 0xfffffffeu})
        for (const std::uint32_t time : times) {
            Limits limits = clock(time);
            const TimeBudget by_clock = time_budget(limits, Color::white, 10);
            limits.has_move_time = true;
            limits.move_time_ms = ms;
            const TimeBudget both = time_budget(limits, Color::white, 10);
            EXPECT_EQ(both.hard_ms, std::min(ms, by_clock.hard_ms));
            EXPECT_EQ(both.soft_ms, std::min(ms, by_clock.soft_ms));
            EXPECT_LE(both.soft_ms, both.hard_ms);
        }
}

struct Control {
    std::uint32_t time;
    std::uint32_t increment;
    std::uint16_t moves;  ///< 0: for the whole game
};

/// Plays moves of which every `hard_every`-th takes the hard limit, the others so much of their soft share, and all the
/// overhead besides. The least that the clock ever showed.
std::int64_t least_left(const Control& control, std::uint16_t overhead, int moves, int hard_every, int percent = 100) {
    std::int64_t left = control.time;
    std::int64_t least = left;
    std::uint16_t to_go = control.moves;
    for (int i = 1; i <= moves && left >= 0; ++i) {
        const Limits limits = clock(static_cast<std::uint32_t>(left), control.increment, to_go);
        const TimeBudget budget = time_budget(limits, Color::white, overhead);
        left -= (i % hard_every == 0 ? budget.hard_ms : std::int64_t{budget.soft_ms} * percent / 100) + overhead;
        least = std::min(least, left);
        left += control.increment;
        if (to_go != 0 && --to_go == 0) {
            to_go = control.moves;
            left += control.time;
        }
    }
    return least;
}

TEST(TimeBudget, NoFlagFallsWhereTheIncrementPaysForTheOverhead) {
    constexpr Control games[] = {{1000, 100, 0},     {60'000, 100, 0}, {60'000, 1000, 0},
                                 {180'000, 2000, 0}, {5000, 50, 40},   {3'600'000, 30'000, 0}};
    for (const Control& game : games)
        for (const int hard_every : {1, 2, 1000})
            EXPECT_GE(least_left(game, 20, 400, hard_every), 0) << game.time << " ms + " << game.increment << " ms";
}

TEST(TimeBudget, NoFlagFallsBeforeTheControl) {
    constexpr Control games[] = {{60'000, 0, 40}, {300'000, 0, 40}, {7'200'000, 0, 40},
                                 {60'000, 0, 10}, {10'000, 0, 1},   {20'000, 0, 2}};
    for (const Control& game : games)
        for (const int hard_every : {3, 10, 1000})
            EXPECT_GE(least_left(game, 10, 400, hard_every), 0) << game.time << " ms for " << game.moves << " moves";
}

TEST(TimeBudget, NoFlagFallsInALongGameOnOneClock) {
    for (const std::uint32_t time : {60'000u, 300'000u, 7'200'000u})
        for (const int hard_every : {10, 1000})
            EXPECT_GE(least_left({time, 0, 0}, 10, 100, hard_every), 0) << time << " ms";
}

TEST(TimeBudget, TheOverheadOfTheMovesToComeIsKeptBack) {
    struct Game {
        std::uint32_t time;
        std::uint16_t overhead;
        int moves;
    };
    // A move may take more or less than its share.
    constexpr Game games[] = {{10'000, 30, 90}, {60'000, 100, 100}, {300'000, 100, 135}, {10'000, 100, 60}};
    for (const Game& game : games)
        for (const int percent : {70, 100, 140})
            EXPECT_GE(least_left({game.time, 0, 0}, game.overhead, game.moves, 1000, percent), 0)
                << game.time << " ms, overhead " << game.overhead << " ms, " << percent << " %";
}

/// Worked out by hand from core/engine/time_budget.hpp, in milliseconds, with an overhead of 10.
TEST(TimeBudget, TheSharesAreThoseThatTheFormulaGives) {
    struct Share {
        Control control;
        std::uint32_t soft, hard;
        const char* what;
    };
    constexpr Share shares[] = {
        {{100'010, 0, 0}, 3212, 12'848, "the rest of the game: (100,000 - 40 * 10) / 31, and four times that"},
        {{100'010, 0, 1}, 50'000, 87'500, "the last move before a control: a half, and all but an eighth"},
        {{100'010, 0, 2}, 33'330, 75'000, "the last but one: (100,000 - 10) / 3, and all but a quarter"},
        {{100'010, 0, 5}, 16'660, 66'640, "four moves behind it: (100,000 - 40) / 6, four of which are left"},
        {{100'010, 0, 40}, 3213, 12'852, "39 moves behind it cost the overhead"},
        {{100'010, 0, 41}, 3212, 12'848, "a control beyond the moves planned for counts as none"},
        {{100'010, 1000, 0}, 3975, 15'900, "an increment pays for the overhead: 100,000 / 31 + 750"},
        {{100'010, 4, 0}, 3221, 12'884, "or for a part: (100,000 - 40 * 6) / 31 + 3"},
        {{100'010, 200'000, 0}, 53'225, 75'000, "of an increment no more than half of what is left"},
        {{100'013, 20'700, 0}, 18'750, 75'000, "four shares that just fit: 3,225 + 15,525"},
        {{410, 0, 0}, 3, 12, "too little for the overhead of all moves: a quarter of 400 / 31"},
        {{410, 0, 32}, 3, 12, "300 of 400 are less than 31 * 10"},
        {{20, 0, 0}, 1, 4, "no share is left: a millisecond"},
        {{10, 0, 0}, 1, 1, "nothing is left: a millisecond"},
    };
    for (const Share& share : shares) {
        const auto& [time, increment, moves] = share.control;
        const TimeBudget budget = time_budget(clock(time, increment, moves), Color::white, 10);
        EXPECT_EQ(budget.soft_ms, share.soft) << share.what;
        EXPECT_EQ(budget.hard_ms, share.hard) << share.what;
    }
}

}  // namespace
}  // namespace stackmate
