// The second processor of the AN521. The board has no member of this type, because every image would then pay a helper's RAM; an
// image whose search uses both cores makes one.
//
// A reset stops the second core on the chip, but not in QEMU 10: what runs there goes on, over memory that the restart clears, and
// starting it again fails. Let what it does end before a deliberate reset.
#pragma once

#include "boards/cortex_m/second_core.hpp"

namespace stackmate::boards::mps2_an521 {

/// It polls: whether one core can wake the other is not known. Patience is long, because an emulator's cores take turns.
using SecondCore = boards::SecondCore<false, 4096, 1u << 30>;

}  // namespace stackmate::boards::mps2_an521
