// Arm's MPS2 board, for the emulator only. Chip and kit say what differs.
//
//   serial line   UART 0, 115200 baud
//   clock         fixed
//   tick          SysTick, 1 ms: clock and deadline
//
// The chip reports no reset cause and has no unique id.
#pragma once

#include STACKMATE_KIT_HEADER
#include STACKMATE_CHIP_HEADER
#include "boards/chips/mps2/uart.hpp"
#include "boards/cortex_m/system.hpp"
#include "boards/cortex_m/tick.hpp"
#include "hal/concepts.hpp"

namespace stackmate::boards {

struct Board : Chip {
    static constexpr std::string_view name = STACKMATE_BOARD_NAME;
    static constexpr std::uint32_t baud = 115200;
    static constexpr bool has_book = true;

    using Tick = cortex_m::SysTick<system_hz>;
    using Serial = mps2::Uart<uart_0, system_hz, baud, 256, 1024>;

    void init() noexcept;

    cortex_m::TickClock clock{};
    cortex_m::TickDeadline deadline{};
    Serial serial{};
    cortex_m::System<cortex_m::NoUniqueId> system{};
};

static_assert(hal::Board<Board>);

/// The only board.
[[nodiscard]] Board& board() noexcept;

}  // namespace stackmate::boards
