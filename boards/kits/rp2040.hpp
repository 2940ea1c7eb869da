// Raspberry Pi Pico: RP2040, 264 KB RAM, 2 MB flash. Or a Pico W, whose LED stays dark.
#pragma once

#include "boards/chips/rp2/pico.hpp"
#include "boards/kits/picos.hpp"

namespace stackmate::boards {

struct Kit : PicoKit {
    static constexpr std::string_view chip = "rp2040", emulator = "rp2040js";
    using Module = rp2040::PicoModule;
};

}  // namespace stackmate::boards
