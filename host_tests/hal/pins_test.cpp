// That pins with two uses do not compile is shown by host_tests/tools/pins_test.py.
#include "hal/pins.hpp"

#include <gtest/gtest.h>

namespace {

using namespace stackmate::hal;

TEST(Pins, AreNamedAsTheModulePrintsThem) {
    constexpr PinId pico = "GP28", pill = "PA8", micro_bit = "P0.24";
    EXPECT_EQ(pico.text(), "GP28");
    EXPECT_EQ(pico.number, 28);
    EXPECT_EQ(pill.port, 'A');
    EXPECT_EQ(pill.number, 8);
    EXPECT_TRUE(micro_bit.is("P0.", 32));
    EXPECT_FALSE(micro_bit.is("P0.", 24));
    EXPECT_FALSE(pill.is("GP", 30));
}

TEST(Pins, AreFoundInAListOnlyAsWholeWords) {
    EXPECT_TRUE(is_one_of("GP1", "GP12 GP1 GP0"));
    EXPECT_FALSE(is_one_of("GP1", "GP12 GP11"));
}

struct Kit {
    static constexpr Button buttons[] = {{"PLAY", "GP1"}, {"HINT", "GP2"}};
    static constexpr PinId led_data = "GP3";
};
struct TwoGroups {
    static constexpr auto pins = all_pins(pin_uses(Kit::buttons), pin_use(Kit::led_data, led_data));
    static constexpr std::string_view why_not(const PinUse&) { return {}; }
};
static_assert(pins_fit<Kit, TwoGroups>());

TEST(Pins, AreListedInTheOrderOfTheGroups) {
    ASSERT_EQ(TwoGroups::pins.size(), 3u);
    EXPECT_EQ(TwoGroups::pins[1].pin.text(), "GP2");
    EXPECT_EQ(TwoGroups::pins[1].use, "HINT");
    EXPECT_EQ(TwoGroups::pins[2].use, "LED data");
}

TEST(Pins, AreTextInAnImage) {
    constexpr auto text = pins_as_text<TwoGroups>();
    EXPECT_EQ(std::string_view(text.data()), "Stackmate pins\nGP1 PLAY\nGP2 HINT\nGP3 LED data\n");
}

}  // namespace
