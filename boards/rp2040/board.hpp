// Raspberry Pi Pico: RP2040, Cortex-M0+ at 125 MHz (the first of its two), 264 KB RAM, 2 MB flash.
//
//   serial line   UART0, GP0 sends, GP1 receives, 115200 baud
//   clock         PLL from the 12 MHz crystal: boards/rp2040/clock.hpp
//   tick          SysTick, 1 ms: clock and deadline
//
// The program runs from RAM (boards/rp2040/sections.ld).
#pragma once

#include "boards/cortex_m/tick.hpp"
#include "boards/rp2040/clock.hpp"
#include "boards/rp2040/gpio.hpp"
#include "boards/rp2040/system.hpp"
#include "boards/rp2040/uart.hpp"
#include "hal/concepts.hpp"

namespace stackmate::boards {

struct Board {
    static constexpr std::string_view name = "rp2040";
    static constexpr std::size_t ram_bytes = 264 * 1024;
    static constexpr std::size_t flash_bytes = 1984 * 1024;  ///< without the records' 64 KB
    static constexpr std::size_t stack_bytes = 4 * 1024;
    static constexpr std::uint32_t baud = 115200;

    using Clocks = rp2040::ClockTree;
    using Tick = cortex_m::SysTick<Clocks::system_hz>;

    using TxPin = rp2040::Pin<0>;
    using RxPin = rp2040::Pin<1>;
    using Serial = rp2040::Uart<0x40034000, Clocks::peripheral_hz, baud, 256, 1024>;

    void init() noexcept;

    cortex_m::TickClock clock{};
    cortex_m::TickDeadline deadline{};
    Serial serial{};
    rp2040::System system{};
};

static_assert(hal::Board<Board>);

/// The one board there is.
[[nodiscard]] Board& board() noexcept;

}  // namespace stackmate::boards
