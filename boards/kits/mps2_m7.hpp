// Stand-in for a Cortex-M7 chip, for the emulator only: Arm's MPS2 board with the Cortex-M7 image of application note AN500.
// Nobody has tried it on the real board.
#pragma once

#include <string_view>

namespace stackmate::boards {

struct Kit {
    static constexpr std::string_view chip = "mps2_m7", emulator = "mps2-an500";
};

}  // namespace stackmate::boards
