// A chess board on a Black Pill, a Blue Pill or a core board: the same pins on all, in the order in which they lie along the two
// edges of a Pill.
// docs/img/black_pill.svg draws it (tools/wiring).
#pragma once

#include "hal/pins.hpp"
#include "hal/sensing.hpp"
#include "hal/ws2812.hpp"

namespace stackmate::boards {

struct PillKit {
    /// Rank 1 first: outputs, one high.
    static constexpr hal::PinId rows[] = {"PB9", "PB8", "PB7", "PB6", "PB5", "PB4", "PB3", "PA15"};
    /// File a first: inputs, high through a sensor that has a piece on it.
    static constexpr hal::PinId columns[] = {"PA1", "PA2", "PA3", "PA4", "PA5", "PA6", "PA7", "PB0"};
    static constexpr bool columns_high = true;
    /// Each to ground. PA0 is the Black Pill's own key.
    static constexpr hal::Button buttons[] = {{"PLAY", "PA0"}, {"HINT", "PB12"}, {"MENU", "PB13"}, {"PAUSE", "PB14"}};

    static constexpr hal::PinId led_data = "PA8", status_led = "PC13", sends = "PA9", receives = "PA10";
    using Wiring = hal::RowsAreRanks;
    using Chain = hal::ChainInSerpentines;
    /// As on a Pico (boards/kits/rp2040.hpp): a USB port's 500 mA less 100.
    static constexpr hal::Supply led_supply{.limit_ma = 400, .colour_ma = 12, .idle_ma = 1};
};

}  // namespace stackmate::boards
