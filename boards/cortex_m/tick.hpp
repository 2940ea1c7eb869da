// Clock and deadline on the SysTick timer, which every Cortex-M has: one interrupt a millisecond drives both.
#pragma once

#include <atomic>
#include <cstdint>
#include <limits>

#include "boards/cortex_m/core.hpp"
#include "hal/concepts.hpp"

namespace stackmate::boards::cortex_m {

/// Starts the tick: an interrupt every `cycles` processor cycles (ARMv7-M B3.3: counts from LOAD down to 0,
/// so LOAD is one less; 24 bits).
template <std::uint32_t Cycles>
void start_tick() noexcept {
    static_assert(Cycles >= 2 && Cycles <= (1u << 24), "SysTick counts 24 bits");
    Register<0xE000E014>::write(Cycles - 1);
    Register<0xE000E018>::write(0);
    Register<0xE000E010>::write(7); // processor clock, interrupt, on
}

/// Milliseconds counted by the tick. Exact to one tick; wraps after 49.7 days.
class TickClock {
public:
    static constexpr std::uint64_t wrap_ms = std::uint64_t{1} << 32;

    [[nodiscard]] std::uint32_t now_ms() const noexcept { return now_ms_.load(std::memory_order_relaxed); }

    /// From the tick interrupt, and from nowhere else.
    void tick() noexcept { now_ms_.store(now_ms() + 1, std::memory_order_relaxed); }

private:
    std::atomic<std::uint32_t> now_ms_{0};
};

/// Deadline counted by the tick.
///
/// Rounding: the flag is raised by the `ms`-th tick interrupt after the call. The first of them comes up to
/// one tick after the call, so the flag is up between `ms` - 1 and `ms` milliseconds after the call, never
/// later (but for interrupts that are running at that instant). Interrupts are locked while arming: a tick
/// that falls due meanwhile still counts as the first.
class TickDeadline {
public:
    void arm(std::uint32_t ms, std::atomic<bool>& flag) noexcept {
        InterruptLock const lock;
        flag_ = &flag;
        remaining_ = ms;
        if (ms == 0) {
            flag.store(true, std::memory_order_relaxed);
        }
    }

    void disarm() noexcept {
        InterruptLock const lock;
        remaining_ = 0;
    }

    /// From the tick interrupt. Returns true when it raised the flag.
    bool tick() noexcept {
        if (remaining_ == 0 || --remaining_ != 0) {
            return false;
        }
        flag_->store(true, std::memory_order_relaxed);
        return true;
    }

private:
    std::atomic<bool>* flag_ = nullptr;
    std::uint32_t remaining_ = 0; ///< ticks to go, 0 when disarmed
};

static_assert(hal::Clock<TickClock>);
static_assert(hal::Deadline<TickDeadline>);

} // namespace stackmate::boards::cortex_m
