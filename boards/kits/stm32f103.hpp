// Blue Pill: STM32F103CB, Cortex-M3 at 72 MHz, 128 KB flash, 20 KB RAM, an 8 MHz crystal. Most Blue Pills carry an
// STM32F103C8, of which 64 KB of flash are promised and, as a rule, 128 KB are there; the image needs them.
#pragma once

#include "boards/chips/stm32/modules.hpp"
#include "boards/kits/pills.hpp"

namespace stackmate::boards {

struct Kit : PillKit {
    static constexpr std::string_view chip = "stm32f103";
    using Module = stm32::BluePill;
};

}  // namespace stackmate::boards
