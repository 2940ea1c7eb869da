// The B-L475E-IOT01A Discovery kit with the 8x8 RGB shield (DM163) as a chess board, at the Arduino connectors.
// The shield's row lines also drive the sensors, which need only eight pins of their own: docs/WIRING.md.
#pragma once

#include "boards/chips/stm32/modules.hpp"
#include "hal/ws2812.hpp"

namespace stackmate::boards {

struct Kit {
    static constexpr std::string_view chip = "stm32l475", emulator = "b-l475e-iot01a";
    using Module = stm32::DiscoveryL475;
    // Rank 8 first, where the shield has them: D8, D9, D10, D11, D12, D13, D3, D4.
    static constexpr hal::PinId rows[] = {"PB2", "PA15", "PA2", "PA7", "PA6", "PA5", "PB0", "PA3"};
    // File a first: A5, A4, A3, D1, D0, D5, D15, D14.
    static constexpr hal::PinId columns[] = {"PC0", "PC1", "PC2", "PA0", "PA1", "PB4", "PB8", "PB9"};
    static constexpr hal::Button buttons[] = {{"PLAY", "PC13"}};  // the blue one, low while it is down
    // SIN D7, DCK D6, RST_B A2, LAT_B A1, SELBK A0.
    struct Shield {
        static constexpr hal::PinId data = "PA4", clock = "PB1", reset = "PC3", latch = "PC4", bank = "PC5";
    };
    static constexpr hal::PinId sends = "PB6", receives = "PB7";  // the ST-LINK's virtual COM port

    /// The limit of one row; rows are lit in turn. A channel takes 58 mA, and the row drivers give 500 mA to each row (ITEAD's
    /// page of the Colors Shield). The ST-LINK's USB socket also gives 500 mA: 40 are for the shield's logic and 160 for the
    /// kit.
    static constexpr hal::Supply led_supply{.limit_ma = 300, .colour_ma = 58, .idle_ma = 0};
};

}  // namespace stackmate::boards
