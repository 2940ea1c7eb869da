// A Raspberry Pi Pico, with or without W, whose squares have linear hall sensors. docs/WIRING.md says how they are connected. The
// other parts are where picos.hpp has them, but there is no RAM for a sounder's driver beside the sensors' levels.
#pragma once

#include "boards/chips/rp2/analogue_ranks.hpp"
#include "boards/chips/rp2/pico.hpp"
#include "boards/kits/picos.hpp"

namespace stackmate::boards {

/// Where the other kit has its rows, its first columns, and a free pin.
struct AnalogueWiring {
    static constexpr hal::PinId ranks[8] = {"GP2", "GP3", "GP4", "GP5", "GP6", "GP7", "GP8", "GP9"};
    static constexpr hal::PinId address[3] = {"GP10", "GP11", "GP12"};
    static constexpr hal::PinId output = "GP26";
};

struct Kit {
    static constexpr std::string_view chip = "rp2040";
    using Module = rp2040::PicoModule;
    using Squares = rp2::AnalogueRanks<AnalogueWiring>;
    static constexpr auto& buttons = PicoKit::buttons;
    static constexpr hal::PinId led_data = PicoKit::led_data, sends = PicoKit::sends, receives = PicoKit::receives;
    using Chain = PicoKit::Chain;
    static constexpr hal::Supply led_supply = PicoKit::led_supply;
};

}  // namespace stackmate::boards
