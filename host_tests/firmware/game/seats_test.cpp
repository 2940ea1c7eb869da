// The table of rights, row by row.
#include "firmware/game/seats.hpp"

#include <gtest/gtest.h>

namespace stackmate::firmware {
namespace {

TEST(Seats, TheTableHasARowForEachDeedInItsOrder) {
    ASSERT_EQ(rights_rows.size(), right_count);
    for (unsigned i = 0; i < right_count; ++i) EXPECT_EQ(static_cast<unsigned>(rights_rows[i].right), i);
}

TEST(Seats, InAGameThatNobodyFollowsEverybodyMayDoEverything) {
    for (const RightsRow& row : rights_rows)
        for (const Who who : {Who::hands, Who::holder, Who::other}) EXPECT_TRUE(may(who, row.right, false));
}

TEST(Seats, AFollowedGameIsChangedByItsHostAndByMovesOfItsSeatsOnly) {
    for (const Right right : {Right::take_back, Right::begin, Right::set_up, Right::end}) {
        EXPECT_TRUE(may(Who::holder, right, true));
        EXPECT_FALSE(may(Who::hands, right, true));
        EXPECT_FALSE(may(Who::other, right, true));
    }
    EXPECT_TRUE(may(Who::hands, Right::move, true));
    EXPECT_FALSE(may(Who::other, Right::move, true));
}

TEST(Seats, APersonMayAlwaysLeave) { EXPECT_TRUE(may(Who::hands, Right::leave, true)); }

TEST(Seats, InAFollowedGameNoRowBringsAnotherPosition) {
    for (const states::Row& row : states::rows) {
        if (!may(Who::hands, right_for(row), true)) continue;
        EXPECT_NE(row.action, states::Action::take_back);
        EXPECT_NE(row.action, states::Action::take_back_own);
        EXPECT_NE(row.action, states::Action::begin_game);
        EXPECT_NE(row.action, states::Action::finish_set_up);
        EXPECT_NE(row.action, states::Action::new_set_up);
    }
}

TEST(Seats, PiecesPutBackInAFollowedGameAreAskedForAgain) {
    states::Set taken_back = 0, asked = 0;
    for (const states::Row& row : states::rows) {
        if (row.event != states::Event::taken_back) continue;
        (row.action == states::Action::ask_pieces ? asked : taken_back) |= row.states;
    }
    // In such a game no coach asks whether a move stands.
    EXPECT_EQ(asked, taken_back & ~states::set_of(states::State::game_over, states::State::question));
}

}  // namespace
}  // namespace stackmate::firmware
