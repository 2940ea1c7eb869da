// STM32F100 board: Cortex-M3 at 24 MHz, 128 KB flash, 8 KB RAM, an 8 MHz crystal; for example the
// STM32VLDISCOVERY. The smallest board: every byte of RAM counts.
//
//   serial line   USART1, PA9 sends, PA10 receives, 115200 baud
//   clock         PLL from the crystal: clock.hpp
//   tick          SysTick, 1 ms: clock and deadline
#pragma once

#include "boards/cortex_m/system.hpp"
#include "boards/cortex_m/tick.hpp"
#include "boards/chips/stm32/supply.hpp"
#include "boards/chips/stm32/unique_id.hpp"
#include "boards/chips/stm32/usart.hpp"
#include "boards/chips/stm32f100/clock.hpp"
#include "hal/concepts.hpp"

namespace stackmate::boards {

struct Board {
    static constexpr std::string_view name = "stm32f100";
    static constexpr std::size_t ram_bytes = 8 * 1024;
    static constexpr std::size_t flash_bytes = 128 * 1024;
    static constexpr std::size_t stack_bytes = 896;
    static constexpr std::uint32_t baud = 115200;

    using Clocks = stm32f100::ClockTree;
    using Tick = cortex_m::SysTick<Clocks::system_hz>;

    using Supply = stm32::SupplyWatch<stm32::Bus, stm32::SupplyF1>;

    static constexpr unsigned usart_interrupt = 37;
    using Serial = stm32::Usart<stm32::UsartV1<0x40013800>, Clocks::apb2_hz, baud, 128, 256>;

    void init() noexcept;

    cortex_m::TickClock clock{};
    cortex_m::TickDeadline deadline{};
    Serial serial{};
    cortex_m::System<stm32::UniqueId<0x1FFFF7E8>> system{};  ///< RM0041, "Unique device ID register"
};

static_assert(hal::Board<Board>);

/// The one board there is.
[[nodiscard]] Board& board() noexcept;

}  // namespace stackmate::boards
