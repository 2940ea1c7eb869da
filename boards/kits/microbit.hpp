// BBC micro:bit, version 1: the engine over its serial line, which goes through the USB interface chip.
#pragma once

#include "hal/pins.hpp"

namespace stackmate::boards {

struct Kit {
    static constexpr std::string_view chip = "nrf51", emulator = "microbit";
    static constexpr hal::PinId sends = "P0.24", receives = "P0.25";
};

}  // namespace stackmate::boards
