// WeAct's core board with an STM32F405RG: Cortex-M4 at 168 MHz, 1 MB flash, 192 KB RAM, an 8 MHz crystal. The same pins as on a
// Pill. Without sensors, lights and buttons, and on other boards with this chip and crystal, it is the engine over its serial line.
#pragma once

#include "boards/chips/stm32/modules.hpp"
#include "boards/kits/pills.hpp"

namespace stackmate::boards {

struct Kit : PillKit {
    static constexpr std::string_view chip = "stm32f405";
    using Module = stm32::CoreBoard;
    static constexpr hal::PinId status_led = "PB2";  ///< PC13 is a key here
    static constexpr bool status_high = true;
    /// The same processor, memory map and USART1; no timer, DMA, pins or flash controller answers there.
    static constexpr std::string_view emulator = "netduinoplus2";
};

}  // namespace stackmate::boards
