// The table of what the game asks for, over every set of facts.
#include "firmware/game/standing.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace stackmate::firmware {
namespace {

/// As a person would say it.
BoardState said_in_words(Facts facts) {
    const auto is = [&](Fact fact) { return (facts & bit_of(fact)) != 0; };
    if (is(Fact::setting_up)) return BoardState::position_set_up;
    if (is(Fact::no_game)) return BoardState::setup;
    if (is(Fact::over)) return BoardState::game_over;
    if (is(Fact::offered)) return BoardState::resume_offer;
    if (is(Fact::paused)) return BoardState::paused;
    if (is(Fact::not_matched)) return BoardState::restoring;
    if (is(Fact::analysis)) return BoardState::analysis;
    if (is(Fact::move_waits)) return BoardState::move_to_make;
    if (is(Fact::engine_moves)) return BoardState::engine_thinking;
    if (is(Fact::remote_moves)) return BoardState::remote_to_move;
    return BoardState::person_to_move;
}

TEST(Standing, TheFirstFactThatIsTrueNamesTheState) {
    constexpr unsigned others = fact_count - 3;
    for (const Fact mover : {Fact::person_moves, Fact::engine_moves, Fact::remote_moves})
        for (unsigned facts = 0; facts < 1u << others; ++facts) {
            const auto all = static_cast<Facts>(facts | bit_of(mover));
            ASSERT_EQ(standing(all), said_in_words(all)) << all;
        }
}

TEST(Standing, EveryFactHasOneRow) {
    for (unsigned fact = 0; fact < fact_count; ++fact) {
        const auto rows = std::count_if(standing_rows.begin(), standing_rows.end(),
                                        [&](const StandingRow& row) { return row.fact == static_cast<Fact>(fact); });
        EXPECT_EQ(rows, 1) << fact;
    }
}

TEST(Standing, WhatIsOnlyAMomentOfAGameIsNoStandingState) {
    for (const BoardState moment :
         {BoardState::promotion_choice, BoardState::correcting, BoardState::unfinished, BoardState::hint,
          BoardState::menu, BoardState::question, BoardState::sensor_test, BoardState::turn}) {
        EXPECT_TRUE(std::none_of(standing_rows.begin(), standing_rows.end(), [&](const StandingRow& row) {
            return row.state == moment;
        })) << to_text(moment);
    }
}

}  // namespace
}  // namespace stackmate::firmware
