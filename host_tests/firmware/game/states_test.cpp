// The table of states and events, row by row.
#include "firmware/game/seats.hpp"
#include "firmware/game/states.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <set>
#include <string>

namespace stackmate::firmware {
namespace {

std::string name_of(BoardState state, BoardEvent event) {
    return std::string(to_text(state)) + " + " + std::string(to_text(event));
}

template <class Sink>
void for_each_case(Sink&& sink) {
    for (unsigned s = 0; s < board_state_count; ++s)
        for (unsigned e = 0; e < board_event_count; ++e) sink(static_cast<BoardState>(s), static_cast<BoardEvent>(e));
}

bool has_row(BoardState state, BoardEvent event) {
    for (const BoardRow& row : board_rows)
        if (row.state == state && row.event == event) return true;
    return false;
}
unsigned times_ignored(BoardState state, BoardEvent event) {
    unsigned times = 0;
    for (const BoardIgnored& ignored : board_ignored)
        times += ignored.state == state && (ignored.events & bit_of(event)) != 0 ? 1u : 0u;
    return times;
}

TEST(BoardStates, EveryEventOfEveryStateIsNamedOrIgnoredOnPurpose) {
    for_each_case([](BoardState state, BoardEvent event) {
        const bool can_come = (states_with(event) & bit_of(state)) != 0;
        const unsigned said = (has_row(state, event) ? 1u : 0u) + times_ignored(state, event);
        EXPECT_EQ(said, can_come ? 1u : 0u) << name_of(state, event);
    });
}

TEST(BoardStates, NoRowIsHiddenBehindAnother) {
    for (std::size_t i = 0; i < board_rows.size(); ++i)
        for (std::size_t j = i + 1; j < board_rows.size(); ++j) {
            const BoardRow &a = board_rows[i], &b = board_rows[j];
            if (a.state != b.state || a.event != b.event) continue;
            if (!may(Who::hands, deed_of(a), true) && may(Who::hands, deed_of(b), true))
                continue;  // b is for followed games
            EXPECT_NE(a.guard, BoardGuard::always) << name_of(b.state, b.event);
            EXPECT_NE(a.guard, b.guard) << name_of(b.state, b.event);
        }
}

TEST(BoardStates, EveryStateHasAWayOut) {
    for (unsigned s = 0; s < board_state_count; ++s) {
        const auto state = static_cast<BoardState>(s);
        bool by_hand = false;
        for (const BoardRow& row : board_rows)
            by_hand = by_hand
                      || (row.state == state && row.next != state && row.event != BoardEvent::timeout
                          && row.event != BoardEvent::flag);
        EXPECT_TRUE(by_hand) << to_text(state);
    }
}

TEST(BoardStates, OneButtonLeadsOutOfEveryStateThatAsksSomething) {
    for (const BoardState state : {BoardState::resume_offer, BoardState::promotion_choice, BoardState::analysis,
                                   BoardState::paused, BoardState::menu, BoardState::question})
        EXPECT_TRUE(has_row(state, BoardEvent::play)) << to_text(state);
}

TEST(BoardStates, TheMenuIsReachedFromEveryStateOfAGame) {
    for (unsigned s = 0; s < board_state_count; ++s) {
        const auto state = static_cast<BoardState>(s);
        // A choice that is due, and a question, come first; there a long press is the answer no.
        if (state == BoardState::promotion_choice || state == BoardState::question || state == BoardState::menu
            || state == BoardState::resume_offer || state == BoardState::sensor_test)
            continue;
        bool found = false;
        for (const BoardRow& row : board_rows)
            found = found || (row.state == state && row.event == BoardEvent::menu && row.next == BoardState::menu);
        EXPECT_TRUE(found) << to_text(state);
    }
}

TEST(BoardStates, NamesAreDistinct) {
    std::set<std::string_view> names;
    for (unsigned s = 0; s <= board_state_count; ++s)
        EXPECT_TRUE(names.insert(to_text(static_cast<BoardState>(s))).second);
    names.clear();
    for (unsigned e = 0; e < board_event_count; ++e)
        EXPECT_TRUE(names.insert(to_text(static_cast<BoardEvent>(e))).second);
}

TEST(BoardStates, EveryActionAndEveryGuardIsUsed) {
    std::set<BoardAction> actions;
    std::set<BoardGuard> guards;
    for (const BoardRow& row : board_rows) {
        actions.insert(row.action);
        guards.insert(row.guard);
    }
    EXPECT_EQ(actions.size(), static_cast<std::size_t>(BoardAction::tell_unfinished) + 1);
    EXPECT_EQ(guards.size(), static_cast<std::size_t>(BoardGuard::setting_up) + 1);
}

}  // namespace
}  // namespace stackmate::firmware
