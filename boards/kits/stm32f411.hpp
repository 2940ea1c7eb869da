// Black Pill: STM32F411CE, Cortex-M4 at 100 MHz, 512 KB flash, 128 KB RAM, a crystal of 25 or 8 MHz (WeAct MiniF4 and its
// relatives), which is measured at the start.
#pragma once

#include "boards/chips/stm32/modules.hpp"
#include "boards/kits/pills.hpp"

namespace stackmate::boards {

struct Kit : PillKit {
    static constexpr std::string_view chip = "stm32f411";
    using Module = stm32::BlackPill;
    /// An STM32F405: the same processor, memory map and USART1; no timer, DMA, pins or flash controller answers there.
    static constexpr std::string_view emulator = "netduinoplus2";
};

}  // namespace stackmate::boards
