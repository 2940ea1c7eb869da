// The second processor of the AN521.
#pragma once

#include <cstdint>
#include <span>

namespace stackmate::boards {

/// Starts the second core: it runs `entry` on `stack`, and sleeps for ever when that returns. Both cores see
/// the same memory; what they share must be atomic. False if the second core does not report within about 0.5
/// s, for which this blocks: `entry` will not run then. Once after each reset.
///
/// The second core has no interrupts of its own. A fault there, an overflow of `stack` among them, is
/// recorded and restarts the chip as one of the first core does.
///
/// A reset stops the second core on the chip, but not in QEMU 10: what runs there goes on, over memory that
/// the restart clears, and starting it again fails. Let `entry` return before a deliberate reset.
[[nodiscard]] bool start_second_core(void (*entry)(), std::span<std::uint64_t> stack) noexcept;

}  // namespace stackmate::boards
