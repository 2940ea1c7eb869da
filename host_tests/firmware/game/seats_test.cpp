// The table of rights, row by row.
#include "firmware/game/seats.hpp"

#include <gtest/gtest.h>

namespace stackmate::firmware {
namespace {

TEST(Seats, TheTableHasARowForEachDeedInItsOrder) {
    ASSERT_EQ(rights_rows.size(), deed_count);
    for (unsigned i = 0; i < deed_count; ++i) EXPECT_EQ(static_cast<unsigned>(rights_rows[i].deed), i);
}

TEST(Seats, InAGameThatNobodyFollowsEverybodyMayDoEverything) {
    for (const RightsRow& row : rights_rows)
        for (const Who who : {Who::hands, Who::holder, Who::other}) EXPECT_TRUE(may(who, row.deed, false));
}

TEST(Seats, AFollowedGameIsChangedByItsHostAndByMovesOfItsSeatsOnly) {
    for (const Deed deed : {Deed::take_back, Deed::begin, Deed::set_up, Deed::end}) {
        EXPECT_TRUE(may(Who::holder, deed, true));
        EXPECT_FALSE(may(Who::hands, deed, true));
        EXPECT_FALSE(may(Who::other, deed, true));
    }
    EXPECT_TRUE(may(Who::hands, Deed::move, true));
    EXPECT_FALSE(may(Who::other, Deed::move, true));
}

TEST(Seats, APersonMayAlwaysLeave) { EXPECT_TRUE(may(Who::hands, Deed::leave, true)); }

TEST(Seats, InAFollowedGameNoRowBringsAnotherPosition) {
    for (const states::Row& row : states::rows) {
        if (!may(Who::hands, deed_of(row), true)) continue;
        EXPECT_NE(row.action, states::Action::take_back);
        EXPECT_NE(row.action, states::Action::take_back_one);
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
    EXPECT_EQ(asked, taken_back & ~bit_of(states::State::game_over));
}

}  // namespace
}  // namespace stackmate::firmware
