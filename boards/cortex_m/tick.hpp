// Clock and deadline driven by one interrupt a millisecond; and that interrupt from the SysTick timer, which
// nearly every Cortex-M has.
#pragma once

#include <atomic>
#include <cstdint>

#include "boards/cortex_m/core.hpp"
#include "boards/cortex_m/system.hpp"
#include "hal/concepts.hpp"

namespace stackmate::boards::cortex_m {

/// A tick from SysTick on a processor clock of `Hz` (ARMv7-M B3.3: counts from LOAD down to 0, so LOAD is one
/// less).
template <std::uint32_t Hz>
struct SysTick {
    static constexpr std::uint32_t cycles = Hz / 1000;  ///< between two interrupts
    static_assert(cycles * 1000 == Hz, "a tick is a whole number of cycles");
    static_assert(cycles >= 2 && cycles <= 4'000'000, "24 bits; elapsed_us multiplies by 1000");

    static void start() noexcept {
        Load::write(cycles - 1);
        Current::write(0);
        Control::write(7);  // processor clock, interrupt, on
    }

    /// Microseconds since the last interrupt fell due, 0 to 999.
    [[nodiscard]] static std::uint32_t elapsed_us() noexcept { return (cycles - 1 - Current::read()) * 1000 / cycles; }

private:
    using Control = Register<0xE000E010>;
    using Load = Register<0xE000E014>;
    using Current = Register<0xE000E018>;
};

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
/// Rounding: the flag is raised by the `ms`-th tick interrupt after the call. The first of them comes up to one tick after the
/// call, so the flag is raised between `ms` - 1 and `ms` milliseconds after the call, never later (except for interrupts that
/// are running at that instant). Interrupts are masked while arming; a tick that falls due meanwhile counts as the first.
class TickDeadline {
public:
    void arm(std::uint32_t ms, std::atomic<bool>& flag) noexcept {
        const InterruptLock lock;
        flag_ = &flag;
        remaining_ = ms;
        if (ms == 0) {
            flag.store(true, std::memory_order_relaxed);
        }
    }

    void disarm() noexcept {
        const InterruptLock lock;
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
    std::uint32_t remaining_ = 0;  ///< ticks to go, 0 when disarmed
};

/// What a board does in its tick interrupt.
template <class Board>
void tick(Board& board) noexcept {
    board.clock.tick();
    if (board.deadline.tick()) {
        work_arrived.store(true, std::memory_order_relaxed);
    }
}

static_assert(hal::Clock<TickClock>);
static_assert(hal::Deadline<TickDeadline>);

}  // namespace stackmate::boards::cortex_m
