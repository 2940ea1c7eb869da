// Modules with an STM32 that kits name. Pins are brought out along the left and the right edge, seen from above, from the side of
// the USB socket down: as printed on the modules. tools/wiring draws them.
#pragma once

#include <array>
#include <string_view>

#include "hal/pins.hpp"

namespace stackmate::boards::stm32 {

/// What the pills and the core board keep.
struct Pill {
    static constexpr std::array kept{hal::PinUse{"PA11", "USB socket"},     hal::PinUse{"PA12", "USB socket"},
                                     hal::PinUse{"PA13", "debug port"},     hal::PinUse{"PA14", "debug port"},
                                     hal::PinUse{"PC14", "32 kHz crystal"}, hal::PinUse{"PC15", "32 kHz crystal"}};
};

/// WeAct MiniF4 and its relatives (WeAct's MiniSTM32F4x1, schematic of V2.0: its headers).
struct BlackPill : Pill {
    static constexpr std::string_view brought_out =
        "the Black Pill brings out "
        "PB12 PB13 PB14 PB15 PA8 PA9 PA10 PA11 PA12 PA15 PB3 PB4 PB5 PB6 PB7 PB8 PB9 5V G 3V3 "
        "and "
        "5V G 3V3 PB10 PB2 PB1 PB0 PA7 PA6 PA5 PA4 PA3 PA2 PA1 PA0 R PC15 PC14 PC13 VB";
};

/// stm32-base.org, "Blue Pill": schematic.
struct BluePill : Pill {
    static constexpr std::string_view brought_out =
        "the Blue Pill brings out "
        "PB12 PB13 PB14 PB15 PA8 PA9 PA10 PA11 PA12 PA15 PB3 PB4 PB5 PB6 PB7 PB8 PB9 5V G 3V3 "
        "and "
        "G G 3V3 R PB11 PB10 PB1 PB0 PA7 PA6 PA5 PA4 PA3 PA2 PA1 PA0 PC15 PC14 PC13 VB";
};

/// WeAct's STM32F4 64-pin core board V1.1 (its picture, and the pin names printed on it). Each edge has two rows of pins: first the
/// outer one of a pair, then the inner one.
struct CoreBoard : Pill {
    static constexpr std::string_view brought_out =
        "the core board brings out "
        "G G 5V 5V PB13 PB12 PB15 PB14 PC7 PC6 PC9 PC8 PA9 PA8 PA11 PA10 PA15 PA12 PC11 PC10 PD2 PC12 PB4 PB3 PB6 PB5 "
        "PB8 PB7 G PB9 "
        "and "
        "3V3 G 3V3 G 3V3 G PB11 PB10 PB2 PB1 PB0 PC5 PC4 PA7 PA6 PA5 PA4 PA3 PA2 PA1 PA0 PC3 PC2 PC1 PC0 PC15 PC14 "
        "PC13 "
        "VB G";
};

/// ST's B-L475E-IOT01A (UM2153, "Arduino connectors"): D0 to D15, A0 to A5, and what is connected on the kit.
struct DiscoveryL475 {
    static constexpr std::string_view brought_out =
        "the Discovery kit brings out "
        "PA1 PA0 PD14 PB0 PA3 PB4 PB1 PA4 PB2 PA15 PA2 PA7 PA6 PA5 PB9 PB8 PC5 PC4 PC3 PC2 PC1 PC0 "
        "and the blue button at PC13 and the serial line at PB6 PB7";
    static constexpr std::array kept{hal::PinUse{"PA13", "debug port"}, hal::PinUse{"PA14", "debug port"}};
};

}  // namespace stackmate::boards::stm32
