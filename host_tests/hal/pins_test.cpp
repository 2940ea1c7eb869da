// That pins with two uses do not compile is shown by host_tests/tools/pins_test.py.
#include "hal/pins.hpp"

#include <gtest/gtest.h>

namespace {

using namespace stackmate::hal;

TEST(Pins, AreNamedAsTheModulePrintsThem) {
    EXPECT_EQ((PinName<7, 'G', 'P'>::value), "GP7");
    EXPECT_EQ((PinName<28, 'G', 'P'>::value), "GP28");
    EXPECT_EQ((PinName<0, 'P', 'A'>::value), "PA0");
    EXPECT_EQ((PinName<24, 'P', '0', '.'>::value), "P0.24");
}

struct TwoGroups {
    static constexpr auto pins = all_pins(
        pin_uses(std::array<std::string_view, 2>{"GP1", "GP2"}, std::array<std::string_view, 2>{"PLAY", "HINT"}),
        pin_use("GP3", "LED data"));
};
static_assert(each_pin_has_one_use<TwoGroups>());

TEST(Pins, AreListedInTheOrderOfTheGroups) {
    ASSERT_EQ(TwoGroups::pins.size(), 3u);
    EXPECT_EQ(TwoGroups::pins[1].pin, "GP2");
    EXPECT_EQ(TwoGroups::pins[1].use, "HINT");
    EXPECT_EQ(TwoGroups::pins[2].use, "LED data");
}

TEST(Pins, AreTextInAnImage) {
    constexpr auto text = pins_as_text<TwoGroups>();
    EXPECT_EQ(std::string_view(text.data()), "Stackmate pins\nGP1 PLAY\nGP2 HINT\nGP3 LED data\n");
}

}  // namespace
