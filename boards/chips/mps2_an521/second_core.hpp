// The second processor of the AN521.
#pragma once

#include <atomic>
#include <cstdint>
#include <span>

#include "hal/second_core.hpp"

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

/// hal::SecondCore. The board has no such member, because every image would then pay a helper's RAM; an image whose search uses
/// both cores makes one.
///
/// The first `work` starts the core, on 4 KB of its own. Between two pieces of work it polls for the next one and does not
/// sleep: whether one core can wake the other is not known.
class SecondCore {
public:
    SecondCore() = default;
    SecondCore(const SecondCore&) = delete;
    SecondCore& operator=(const SecondCore&) = delete;

    /// One object after each reset: `work` of a second one returns false.
    bool work(hal::Serve serve, void* object) noexcept;
    void dismiss() noexcept { dismissed_.store(true, std::memory_order_release); }
    void settle() noexcept {
        dismiss();
        while (at_work_.load(std::memory_order_acquire)) {}
    }

private:
    static void run();

    hal::Serve serve_ = nullptr;
    void* object_ = nullptr;
    std::atomic<bool> at_work_{false};
    std::atomic<bool> dismissed_{false};
    bool started_ = false;
};

static_assert(hal::SecondCore<SecondCore>);

}  // namespace stackmate::boards
