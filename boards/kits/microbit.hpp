// BBC micro:bit, version 1: the engine over its serial line, which goes through the USB interface chip.
#pragma once

#include <string_view>

namespace stackmate::boards {

struct Kit {
    static constexpr std::string_view chip = "nrf51", emulator = "microbit";
    static constexpr unsigned sends = 24, receives = 25;  // P0.24, P0.25
};

}  // namespace stackmate::boards
