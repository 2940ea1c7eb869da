// The table of states and events, row by row.
#include "firmware/game/seats.hpp"
#include "firmware/game/states.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <set>
#include <string>

namespace stackmate::firmware {
namespace {

std::string name_of(states::State state, states::Event event) {
    return std::string(to_text(state)) + " + " + std::string(to_text(event));
}

/// By the first of the row's states.
std::string name_of(const states::Row& row) {
    return name_of(static_cast<states::State>(std::countr_zero(row.states)), row.event);
}

template <class Sink>
void for_each_case(Sink&& sink) {
    for (unsigned s = 0; s < states::state_count; ++s)
        for (unsigned e = 0; e < states::event_count; ++e)
            sink(static_cast<states::State>(s), static_cast<states::Event>(e));
}

bool has_row(states::State state, states::Event event) {
    for (const states::Row& row : states::rows)
        if ((row.states & bit_of(state)) != 0 && row.event == event) return true;
    return false;
}
unsigned times_ignored(states::State state, states::Event event) {
    unsigned times = 0;
    for (const states::Ignored& ignored : states::ignored)
        times += (ignored.states & bit_of(state)) != 0 && (ignored.events & bit_of(event)) != 0 ? 1u : 0u;
    return times;
}

TEST(States, EveryEventOfEveryStateIsNamedOrIgnoredOnPurpose) {
    for_each_case([](states::State state, states::Event event) {
        const bool can_come = (states_with(event) & bit_of(state)) != 0;
        const unsigned said = (has_row(state, event) ? 1u : 0u) + times_ignored(state, event);
        EXPECT_EQ(said, can_come ? 1u : 0u) << name_of(state, event);
    });
}

TEST(States, NoRowIsHiddenBehindAnother) {
    for (std::size_t i = 0; i < states::rows.size(); ++i)
        for (std::size_t j = i + 1; j < states::rows.size(); ++j) {
            const states::Row &a = states::rows[i], &b = states::rows[j];
            if ((a.states & b.states) == 0 || a.event != b.event) continue;
            if (!may(Who::hands, right_for(a), true) && may(Who::hands, right_for(b), true))
                continue;  // b is for followed games
            EXPECT_NE(a.guard, states::Guard::always) << name_of(b);
            EXPECT_NE(a.guard, b.guard) << name_of(b);
        }
}

TEST(States, EveryStateHasAWayOut) {
    for (unsigned s = 0; s < states::state_count; ++s) {
        const auto state = static_cast<states::State>(s);
        bool by_hand = false;
        for (const states::Row& row : states::rows)
            by_hand = by_hand
                      || ((row.states & bit_of(state)) != 0 && row.next != states::State::same && row.next != state
                          && row.event != states::Event::timeout && row.event != states::Event::flag);
        EXPECT_TRUE(by_hand) << to_text(state);
    }
}

TEST(States, OneButtonLeadsOutOfEveryStateThatAsksSomething) {
    for (const states::State state :
         {states::State::resume_offer, states::State::promotion_choice, states::State::analysis, states::State::paused,
          states::State::menu, states::State::exercises, states::State::question, states::State::sensor_test,
          states::State::led_test, states::State::button_test, states::State::store_test})
        EXPECT_TRUE(has_row(state, states::Event::play)) << to_text(state);
}

TEST(States, TheMenuIsReachedFromEveryStateOfAGame) {
    for (unsigned s = 0; s < states::state_count; ++s) {
        const auto state = static_cast<states::State>(s);
        // A choice that is due, and a question, come first; there a long press is the answer no.
        if (state == states::State::promotion_choice || state == states::State::question || state == states::State::menu
            || state == states::State::exercises || state == states::State::comparing
            || (states::test_states & bit_of(state)) != 0)
            continue;
        bool found = false;
        for (const states::Row& row : states::rows)
            found = found
                    || ((row.states & bit_of(state)) != 0 && row.event == states::Event::menu
                        && row.next == states::State::menu);
        EXPECT_TRUE(found) << to_text(state);
    }
}

TEST(States, ASavedGameIsGivenUpInTwoStepsAtLeast) {
    for (const states::Row& row : states::rows)
        if ((row.states & set_of(states::State::comparing, states::State::resume_offer)) != 0) {
            EXPECT_TRUE(row.action == states::Action::resume || row.action == states::Action::ask_resume
                        || row.action == states::Action::ask_new_game || row.action == states::Action::none)
                << name_of(row);
            EXPECT_NE(row.next, states::State::setup) << name_of(row);
        }
}

TEST(States, NamesAreDistinct) {
    std::set<std::string_view> names;
    for (unsigned s = 0; s <= states::state_count; ++s)
        EXPECT_TRUE(names.insert(to_text(static_cast<states::State>(s))).second);
    names.clear();
    for (unsigned e = 0; e < states::event_count; ++e)
        EXPECT_TRUE(names.insert(to_text(static_cast<states::Event>(e))).second);
}

TEST(States, EveryActionAndEveryGuardIsUsed) {
    std::set<states::Action> actions;
    std::set<states::Guard> guards;
    for (const states::Row& row : states::rows) {
        actions.insert(row.action);
        guards.insert(row.guard);
    }
    EXPECT_EQ(actions.size(), static_cast<std::size_t>(states::Action::next_moment) + 1);
    EXPECT_EQ(guards.size(), static_cast<std::size_t>(states::Guard::more_moments) + 1);
}

}  // namespace
}  // namespace stackmate::firmware
