// A board with an STM32F405 and an 8 MHz crystal, for example the Olimex STM32-H405: the engine over its serial line.
#pragma once

#include "hal/pins.hpp"

namespace stackmate::boards {

struct Kit {
    static constexpr std::string_view chip = "stm32f405", emulator = "netduinoplus2";
    static constexpr hal::PinId sends = "PA9", receives = "PA10";
};

}  // namespace stackmate::boards
