// A square wave at a pin by a channel of a general-purpose timer. Registers: RM0008, RM0090, RM0351, RM0383, "General-purpose
// timers": the same in all.
#pragma once

#include "boards/chips/stm32/bus.hpp"
#include "boards/chips/stm32/pin_rules.hpp"
#include "hal/sounder.hpp"

namespace stackmate::boards::stm32 {

/// hal::Wave. `Clocks`: the RCC's register that switches timer 2 on with bit 0, timers 3 and 4 with the next; `TimerHz`: their clock.
template <MemoryBus B, class Pin, TimerOutput Output, std::uintptr_t Clocks, std::uint32_t TimerHz>
struct TimerWave {
    static constexpr std::uint32_t divider = 64;
    static constexpr std::uint32_t counts_hz = TimerHz / divider;

    static void init() noexcept {
        modify<B>(Clocks, 0, 1u << (Output.timer - 2));
        (void)B::read(Clocks);                // a clock is there two cycles after it was enabled
        B::write(timer + 0x28, divider - 1);  // PSC
        set(counts_hz / 1000, 0);             // short, so that the first tone need not wait
        B::write(timer + 0x18 + channel / 2 * 4, 0x68u << channel % 2 * 8);  // CCMR: high while counter < CCR
        B::write(timer + 0x20, 1u << 4 * channel);                           // CCER: out
        B::write(timer + 0x14, 1);                                           // EGR: take all of that over
        B::write(timer + 0x00, 1u << 7 | 1u);      // CR1: runs for ever, ARR waits for the update
        Pin::function(Output.timer == 2 ? 1 : 2);  // DS8626, DS10314, DS10969; on an F103 it follows from the pin
    }
    static void set(std::uint32_t counts, std::uint32_t high) noexcept {
        B::write(timer + 0x2C, counts - 1);          // ARR
        B::write(timer + 0x34 + 4 * channel, high);  // CCR
    }

private:
    static constexpr std::uintptr_t timer = 0x40000000 + 0x400 * (Output.timer - 2);
    static constexpr unsigned channel = Output.channel - 1;
};

}  // namespace stackmate::boards::stm32
