// The B-L475E-IOT01A Discovery kit with the 8x8 RGB shield (DM163) as a chess board. Pins of the Arduino connectors (UM2153,
// "Arduino connectors"); those of the shield are where it has them:
//
//   shield     SIN PA4 D7    DCK PB1 D6    RST_B PC3 A2    LAT_B PC4 A1    SELBK PC5 A0
//   rows       rank 8 PB2 D8     7 PA15 D9    6 PA2 D10    5 PA7 D11
//              rank 4 PA6 D12    3 PA5 D13    2 PB0 D3     1 PA3 D4
//   columns    file a PC0 A5     b PC1 A4     c PC2 A3     d PA0 D1
//              file e PA1 D0     f PB4 D5     g PB8 D15    h PB9 D14
//
// The shield's row lines also drive the sensors, which therefore need only eight pins of their own. A square's contact (reed
// switch) and a diode in series lead from its row line to its column line; the diode's cathode is on the column's side. Without
// diodes two contacts in one column would connect a row line that is high to one that is low. The chip pulls the columns down,
// but weakly: 10 kOhm from each to ground keep the LEDs' currents out (docs/WIRING.md). A row line supplies only the contacts'
// current, eight times 0.3 mA; hall sensors need a supply of their own.
#pragma once

#include "hal/pins.hpp"
#include "hal/ws2812.hpp"

namespace stackmate::boards {

struct Kit {
    static constexpr std::string_view chip = "stm32l475", emulator = "b-l475e-iot01a";

    static constexpr hal::PinId rows[] = {"PB2", "PA15", "PA2", "PA7", "PA6", "PA5", "PB0", "PA3"};  // from rank 8
    static constexpr hal::PinId columns[] = {"PC0", "PC1", "PC2", "PA0", "PA1", "PB4", "PB8", "PB9"};
    static constexpr hal::Button buttons[] = {{"PLAY", "PC13"}};  // the blue one, low while it is down
    struct Shield {
        static constexpr hal::PinId data = "PA4", clock = "PB1", reset = "PC3", latch = "PC4", bank = "PC5";
    };
    static constexpr hal::PinId sends = "PB6", receives = "PB7";  // the ST-LINK's virtual COM port

    /// The limit of one row; rows are lit in turn. A channel takes 58 mA, and the row drivers give 500 mA to each row (ITEAD's
    /// page of the Colors Shield). The ST-LINK's USB socket also gives 500 mA: 40 are for the shield's logic and 160 for the
    /// kit.
    static constexpr hal::Supply led_supply{.limit_ma = 300, .colour_ma = 58, .idle_ma = 0};
    static constexpr std::array kept{hal::PinUse{"PA13", "debug port"}, hal::PinUse{"PA14", "debug port"}};
};

}  // namespace stackmate::boards
