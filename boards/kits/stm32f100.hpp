// A board with an STM32F100 and an 8 MHz crystal, for example the STM32VLDISCOVERY: the engine over its serial line.
#pragma once

#include "hal/pins.hpp"

namespace stackmate::boards {

struct Kit {
    static constexpr std::string_view chip = "stm32f100", emulator = "stm32vldiscovery";
    static constexpr hal::PinId sends = "PA9", receives = "PA10";
};

}  // namespace stackmate::boards
