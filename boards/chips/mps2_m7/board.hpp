// Stand-in for a Cortex-M7 chip, for the emulator only: Arm's MPS2 board with the Cortex-M7 image of
// application note AN500 (DAI 0500), 25 MHz, 4 MB for code and 4 MB of RAM. The caches stay off, and nobody
// has tried it on the real board.
//
//   serial line   UART 0, 115200 baud
//   clock         fixed
//   tick          SysTick, 1 ms: clock and deadline
//
// Code begins at address 0, so reading through a null pointer is not noticed. Why the chip started it does
// not tell, and it has no id of its own.
#pragma once

#include "boards/cortex_m/system.hpp"
#include "boards/cortex_m/tick.hpp"
#include "boards/chips/mps2/uart.hpp"
#include "hal/concepts.hpp"

namespace stackmate::boards {

struct Board {
    static constexpr std::string_view name = "mps2_m7";
    static constexpr std::size_t ram_bytes = 4096 * 1024;
    static constexpr std::size_t flash_bytes = 4096 * 1024;
    static constexpr std::size_t stack_bytes = 2 * 1024;
    static constexpr std::uint32_t baud = 115200;
    static constexpr bool has_book = true;

    static constexpr std::uint32_t system_hz = 25'000'000;
    using Tick = cortex_m::SysTick<system_hz>;

    static constexpr unsigned receive_interrupt = 0;
    static constexpr unsigned send_interrupt = 1;
    using Serial = mps2::Uart<0x40004000, system_hz, baud, 256, 1024>;

    void init() noexcept;

    cortex_m::TickClock clock{};
    cortex_m::TickDeadline deadline{};
    Serial serial{};
    cortex_m::System<cortex_m::NoUniqueId> system{};
};

static_assert(hal::Board<Board>);

/// The one board there is.
[[nodiscard]] Board& board() noexcept;

}  // namespace stackmate::boards
