// The table of what the game asks for, over every set of facts.
#include "firmware/game/facts.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace stackmate::firmware {
namespace {

/// As a person would say it.
states::State said_in_words(Facts facts) {
    const auto is = [&](Fact fact) { return (facts & bit_of(fact)) != 0; };
    if (is(Fact::setting_up)) return states::State::position_set_up;
    if (is(Fact::no_game)) return states::State::setup;
    if (is(Fact::over)) return states::State::game_over;
    if (is(Fact::found)) return states::State::comparing;
    if (is(Fact::offered)) return states::State::resume_offer;
    if (is(Fact::paused)) return states::State::paused;
    if (is(Fact::not_matched)) return states::State::restoring;
    if (is(Fact::analysis)) return states::State::analysis;
    if (is(Fact::move_waits)) return states::State::move_to_make;
    if (is(Fact::engine_moves)) return states::State::engine_thinking;
    if (is(Fact::remote_moves)) return states::State::remote_to_move;
    return states::State::person_to_move;
}

TEST(Facts, TheFirstFactThatIsTrueNamesTheState) {
    constexpr unsigned others = fact_count - 3;
    for (const Fact mover : {Fact::person_moves, Fact::engine_moves, Fact::remote_moves})
        for (unsigned facts = 0; facts < 1u << others; ++facts) {
            const auto all = static_cast<Facts>(facts | bit_of(mover));
            ASSERT_EQ(state_of(all), said_in_words(all)) << all;
        }
}

TEST(Facts, EveryFactHasOneRow) {
    for (unsigned fact = 0; fact < fact_count; ++fact) {
        const auto rows = std::count_if(fact_rows.begin(), fact_rows.end(),
                                        [&](const FactRow& row) { return row.fact == static_cast<Fact>(fact); });
        EXPECT_EQ(rows, 1) << fact;
    }
}

TEST(Facts, WhatIsOnlyAMomentOfAGameIsNoStateOfFacts) {
    for (const states::State moment :
         {states::State::promotion_choice, states::State::correcting, states::State::unfinished, states::State::hint,
          states::State::menu, states::State::question, states::State::sensor_test, states::State::led_test,
          states::State::button_test, states::State::store_test, states::State::required}) {
        EXPECT_TRUE(std::none_of(fact_rows.begin(), fact_rows.end(), [&](const FactRow& row) {
            return row.state == moment;
        })) << to_text(moment);
    }
}

}  // namespace
}  // namespace stackmate::firmware
