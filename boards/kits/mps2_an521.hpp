// Stand-in for a chip with two cores, for the emulator only: Arm's MPS2+ board with the image of application note AN521.
// Nobody has tried it on the real board.
#pragma once

#include <string_view>

namespace stackmate::boards {

struct Kit {
    static constexpr std::string_view chip = "mps2_an521", emulator = "mps2-an521";
};

}  // namespace stackmate::boards
