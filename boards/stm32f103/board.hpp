// Blue Pill: STM32F103C8, Cortex-M3 at 72 MHz, 64 KB flash, 20 KB RAM, an 8 MHz crystal.
//
//   serial line   USART1, PA9 sends, PA10 receives, 115200 baud
//   clock         PLL from the crystal: clock.hpp
//   tick          SysTick, 1 ms: clock and deadline
#pragma once

#include "boards/cortex_m/system.hpp"
#include "boards/cortex_m/tick.hpp"
#include "boards/stm32/unique_id.hpp"
#include "boards/stm32/usart.hpp"
#include "boards/stm32f103/clock.hpp"
#include "hal/concepts.hpp"

namespace stackmate::boards {

struct Board {
    static constexpr std::string_view name = "stm32f103";
    static constexpr std::size_t ram_bytes = 20 * 1024;
    static constexpr std::size_t flash_bytes = 64 * 1024;
    static constexpr std::size_t stack_bytes = 1024;
    static constexpr std::uint32_t baud = 115200;

    using Clocks = stm32f103::ClockTree;
    using Tick = cortex_m::SysTick<Clocks::system_hz>;

    static constexpr unsigned usart_interrupt = 37;
    using Serial = stm32::Usart<stm32::UsartV1<0x40013800>, Clocks::apb2_hz, baud, 256, 512>;

    void init() noexcept;

    cortex_m::TickClock clock{};
    cortex_m::TickDeadline deadline{};
    Serial serial{};
    cortex_m::System<stm32::UniqueId<0x1FFFF7E8>> system{};  ///< RM0008, "Unique device ID register"
};

static_assert(hal::Board<Board>);

/// The one board there is.
[[nodiscard]] Board& board() noexcept;

}  // namespace stackmate::boards
