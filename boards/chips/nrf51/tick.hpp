// The tick from a timer of the nRF51, whose Cortex-M0 is built without SysTick.
#pragma once

#include <cstdint>

#include "boards/cortex_m/core.hpp"

namespace stackmate::boards::nrf51 {

/// An interrupt every millisecond from the TIMER at `Base`, which counts microseconds. Source: nRF51 Series
/// Reference Manual v3.0, chapter 18, "Timer/counter (TIMER)".
template <std::uintptr_t Base>
struct TimerTick {
    static constexpr std::uint32_t period_us = 1000;

    static void start() noexcept {
        Register<Base + 0x004>::write(1);          // TASKS_STOP
        Register<Base + 0x504>::write(0);          // MODE: timer
        Register<Base + 0x508>::write(0);          // BITMODE: 16 bits
        Register<Base + 0x510>::write(4);          // PRESCALER: 16 MHz / 2^4
        Register<Base + 0x540>::write(period_us);  // CC[0]
        Register<Base + 0x200>::write(1);          // SHORTS: comparing equal clears the counter
        Register<Base + 0x304>::write(1u << 16);   // INTENSET: COMPARE[0]
        Compared::write(0);
        Register<Base + 0x00C>::write(1);  // TASKS_CLEAR
        Register<Base + 0x000>::write(1);  // TASKS_START
    }

    /// First thing in the timer's interrupt.
    static void acknowledge() noexcept { Compared::write(0); }

    /// Microseconds since the last interrupt fell due, 0 to 999.
    [[nodiscard]] static std::uint32_t elapsed_us() noexcept {
        Register<Base + 0x044>::write(1);                   // TASKS_CAPTURE[1]
        const auto count = Register<Base + 0x544>::read();  // CC[1]
        return count < period_us ? count : 0;               // in the instant between equality and clearing
    }

private:
    template <std::uintptr_t Address>
    using Register = cortex_m::Register<Address>;

    using Compared = Register<Base + 0x140>;  ///< EVENTS_COMPARE[0]
};

}  // namespace stackmate::boards::nrf51
