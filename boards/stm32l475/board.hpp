// STM32L475 board: Cortex-M4 at 80 MHz, 1 MB flash, 96 KB of its 128 KB RAM; for example the
// B-L475E-IOT01A Discovery kit.
//
//   serial line   USART1, PB6 sends, PB7 receives, 115200 baud (on the kit: the ST-LINK's virtual COM port)
//   clock         PLL from the multi-speed oscillator: clock.hpp
//   tick          SysTick, 1 ms: clock and deadline
#pragma once

#include "boards/cortex_m/system.hpp"
#include "boards/cortex_m/tick.hpp"
#include "boards/stm32/gpio.hpp"
#include "boards/stm32/unique_id.hpp"
#include "boards/stm32/usart.hpp"
#include "boards/stm32l475/clock.hpp"
#include "hal/concepts.hpp"

namespace stackmate::boards {

struct Board {
    static constexpr std::string_view name = "stm32l475";
    static constexpr std::size_t ram_bytes = 96 * 1024;
    static constexpr std::size_t flash_bytes = 1024 * 1024;
    static constexpr std::size_t stack_bytes = 2 * 1024;
    static constexpr std::uint32_t baud = 115200;

    using Clocks = stm32l475::ClockTree;
    using Tick = cortex_m::SysTick<Clocks::system_hz>;

    using TxPin = stm32::Pin<0x48000400, 6>;  ///< PB6
    using RxPin = stm32::Pin<0x48000400, 7>;  ///< PB7
    static constexpr unsigned usart_function = 7;
    static constexpr unsigned usart_interrupt = 37;
    using Serial = stm32::Usart<stm32::UsartV2<0x40013800>, Clocks::apb2_hz, baud, 256, 1024>;

    void init() noexcept;

    cortex_m::TickClock clock{};
    cortex_m::TickDeadline deadline{};
    Serial serial{};
    cortex_m::System<stm32::UniqueId<0x1FFF7590>> system{};  ///< RM0351, "Unique device ID register"
};

static_assert(hal::Board<Board>);

/// The one board there is.
[[nodiscard]] Board& board() noexcept;

}  // namespace stackmate::boards
