// Raspberry Pi Pico 2: RP2350, 520 KB RAM, 4 MB flash, of which the first two are used. Or a Pico 2 W, whose LED stays dark.
#pragma once

#include "boards/chips/rp2/pico.hpp"
#include "boards/kits/picos.hpp"

namespace stackmate::boards {

struct Kit : PicoKit {
    static constexpr std::string_view chip = "rp2350";
    using Module = rp2350::PicoModule;
};

}  // namespace stackmate::boards
