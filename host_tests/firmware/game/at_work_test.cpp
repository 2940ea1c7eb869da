// Who is at work in each state, held against the table of events.
#include "firmware/game/at_work.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace stackmate::firmware {
namespace {

using states::Event;
using states::State;
using Engine = AtWork::Engine;
using Clock = AtWork::Clock;
using Moves = AtWork::Moves;

template <class Sink>
void for_each_state(Sink&& sink) {
    for (unsigned s = 0; s < states::state_count; ++s) {
        sink(static_cast<State>(s));
    }
}
bool can_come(State state, Event event) { return (states_with(event) & bit_of(state)) != 0; }
bool has_row(State state, Event event) {
    return std::any_of(states::rows.begin(), states::rows.end(),
                       [&](const states::Row& row) { return (row.states & bit_of(state)) != 0 && row.event == event; });
}

TEST(AtWork, AnAnswerCanComeWhereTheEngineWorksAndNowhereElse) {
    for_each_state([](State state) {
        const bool works = at_work(state).engine != Engine::rests && at_work(state).engine != Engine::watches;
        EXPECT_EQ(works, can_come(state, Event::answer)) << to_text(state);
    });
}

TEST(AtWork, AFlagCanFallWhereTimeRunsAndNowhereElse) {
    for_each_state([](State state) {
        EXPECT_EQ(at_work(state).clock != Clock::rests, can_come(state, Event::flag)) << to_text(state);
    });
}

TEST(AtWork, AMoveIsTakenWhereMovesCountAndNowhereElse) {
    for_each_state([](State state) {
        if (state == State::promotion_choice) {
            return;  // the move is made; what it becomes is asked
        }
        EXPECT_EQ(at_work(state).moves != Moves::none, has_row(state, Event::moved)) << to_text(state);
    });
}

TEST(AtWork, OnlyTheEnginesOwnMoveTakesItsTime) {
    for_each_state([](State state) {
        const bool engines = at_work(state).engine == Engine::moves || at_work(state).engine == Engine::goes_on;
        const bool its_time = at_work(state).clock == Clock::engines || at_work(state).clock == Clock::goes_on;
        EXPECT_EQ(engines, its_time) << to_text(state);
    });
}

TEST(AtWork, BehindTheMenuTheEnginesTimeGoesOnWhileItSearches) {
    for (const State state :
         {State::menu, State::question, State::sensor_test, State::led_test, State::button_test, State::store_test}) {
        EXPECT_TRUE(time_runs_in(state, {.persons_time = true, .engine_moves = true})) << to_text(state);
        EXPECT_FALSE(time_runs_in(state, {.persons_time = true, .engine_moves = false})) << to_text(state);
    }
}

TEST(AtWork, BehindTheMenuThePersonsTimeGoesOn) {
    for (const State state :
         {State::menu, State::question, State::sensor_test, State::led_test, State::button_test, State::store_test}) {
        EXPECT_TRUE(time_runs_in(state, {.persons_time = true, .persons_turn = true})) << to_text(state);
        EXPECT_FALSE(time_runs_in(state, {.persons_time = false, .persons_turn = true})) << to_text(state);
    }
}

TEST(AtWork, APersonsTimeRunsOnceItHasBegunAndUntilAMoveWaits) {
    for (const State state :
         {State::person_to_move, State::promotion_choice, State::correcting, State::unfinished, State::hint}) {
        EXPECT_TRUE(time_runs_in(state, {.persons_time = true})) << to_text(state);
        EXPECT_FALSE(time_runs_in(state, {.persons_time = false})) << to_text(state);
        EXPECT_FALSE(time_runs_in(state, {.persons_time = true, .move_waits = true})) << to_text(state);
        EXPECT_TRUE(time_runs_in(state, {.persons_time = true, .engine_away = true})) << to_text(state);
    }
}

TEST(AtWork, TheEngineLosesNoTimeWhileSomebodyElseHasIt) {
    EXPECT_TRUE(time_runs_in(State::engine_thinking, {}));
    EXPECT_FALSE(time_runs_in(State::engine_thinking, {.engine_away = true}));
    EXPECT_FALSE(time_runs_in(State::menu, {.engine_moves = true, .engine_away = true}));
}

}  // namespace
}  // namespace stackmate::firmware
