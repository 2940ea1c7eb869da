// A chess board on a Pico or a Pico 2, with or without W: they have the same pins. docs/WIRING.md draws it and says what belongs
// to each square.
#pragma once

#include "hal/pins.hpp"
#include "hal/ws2812.hpp"

namespace stackmate::boards {

struct PicoKit {
    // Rank 1 and file a first. Columns are high where a piece stands.
    static constexpr hal::PinId rows[] = {"GP2", "GP3", "GP4", "GP5", "GP6", "GP7", "GP8", "GP9"};
    static constexpr hal::PinId columns[] = {"GP10", "GP11", "GP12", "GP13", "GP14", "GP15", "GP16", "GP17"};
    static constexpr bool columns_high = true;
    static constexpr hal::Button buttons[] = {{"PLAY", "GP18"}, {"HINT", "GP19"}, {"MENU", "GP20"}, {"PAUSE", "GP21"}};
    static constexpr hal::PinId sounder = "GP27";
    static constexpr hal::PinId led_data = "GP28", sends = "GP0", receives = "GP1";

    /// 64 WS2812B at 5 V, their data through a level shifter (74AHCT125). 100 mA of a port's 500 are left for the chip and for
    /// LEDs that take more than their data sheet says: with FastLED's measurements (16, 11 and 15 mA; power_mgt.cpp) 400 mA
    /// would be 456.
    using Chain = hal::ChainInSerpentines;
    static constexpr hal::Supply led_supply{.limit_ma = 400, .colour_ma = 12, .idle_ma = 1};
    static constexpr unsigned led_bits = 24;
};

}  // namespace stackmate::boards
