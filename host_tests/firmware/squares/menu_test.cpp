// What a tap on a square of the menu means.
#include "firmware/squares/menu.hpp"

#include <gtest/gtest.h>

#include <set>

namespace stackmate::firmware {
namespace {

using states::Event;

TEST(Menu, EveryItemSaysSomethingToTheStateMenu) {
    for (unsigned i = 1; i < menu_item_count; ++i) {
        const auto item = static_cast<MenuItem>(i);
        if (item == MenuItem::other_game) {
            continue;  // no matter of this game's states
        }
        ASSERT_TRUE(event_of(item)) << to_text(item);
        EXPECT_NE(states_with(*event_of(item)) & bit_of(states::State::menu), 0u) << to_text(item);
    }
    EXPECT_FALSE(event_of(MenuItem::none));
    EXPECT_FALSE(event_of(MenuItem::other_game));
}

TEST(Menu, OnlyWhatIsASettingIsCalledATap) {
    for (const MenuSquare& square : menu_squares) {
        // Neither end of its range, so that darker and brighter make a difference.
        constexpr Settings odd{.level = 200,
                               .white = Seat::remote,
                               .black = Seat::remote,
                               .brightness = 64,
                               .white_coach = Coaching{200},
                               .black_coach = Coaching{200},
                               .white_coach_pieces = 200,
                               .black_coach_pieces = 200,
                               .sound = 200};
        const bool is_setting = !(after_tap(odd, square) == odd);
        EXPECT_EQ(event_of(square.item) == Event::tap, is_setting) << to_text(square.item);
    }
}

TEST(Menu, NoTwoItemsButSettingsSayTheSame) {
    std::set<Event> said;
    for (unsigned i = 0; i < menu_item_count; ++i) {
        const auto event = event_of(static_cast<MenuItem>(i));
        // Naming a square that is left out is a way of testing the sensors.
        if (event && *event != Event::tap && static_cast<MenuItem>(i) != MenuItem::mark) {
            EXPECT_TRUE(said.insert(*event).second) << to_text(static_cast<MenuItem>(i));
        }
    }
}

TEST(Menu, EverySettingThatCanBeTappedIsOne) {
    for (const MenuSquare& square : menu_squares) {
        const Settings s = after_tap({}, square);
        EXPECT_EQ(corrected(s), s) << to_text(square.item);
    }
}

}  // namespace
}  // namespace stackmate::firmware
