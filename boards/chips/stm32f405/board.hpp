// STM32F405 board: Cortex-M4 at 168 MHz, 1 MB flash, 128 KB RAM, an 8 MHz crystal; for example the Olimex
// STM32-H405. For another crystal (4 to 26 MHz) change `hse_hz` in clock.hpp.
//
//   serial line   USART1, PA9 sends, PA10 receives, 115200 baud
//   clock         PLL from the crystal: clock.hpp
//   tick          SysTick, 1 ms: clock and deadline
#pragma once

#include "boards/cortex_m/system.hpp"
#include "boards/cortex_m/tick.hpp"
#include "boards/chips/stm32/gpio.hpp"
#include "boards/chips/stm32/supply.hpp"
#include "boards/chips/stm32/unique_id.hpp"
#include "boards/chips/stm32/usart.hpp"
#include "boards/chips/stm32f405/clock.hpp"
#include "hal/concepts.hpp"
#include "hal/pins.hpp"

namespace stackmate::boards {

struct Board {
    static constexpr std::string_view name = "stm32f405";
    static constexpr std::size_t ram_bytes = 128 * 1024;
    static constexpr std::size_t flash_bytes = 1024 * 1024;
    static constexpr std::size_t stack_bytes = 2 * 1024;
    static constexpr std::uint32_t baud = 115200;
    static constexpr bool has_book = true;

    using Clocks = stm32f405::ClockTree;
    using Tick = cortex_m::SysTick<Clocks::system_hz>;

    using TxPin = stm32::Pin<0x40020000, 9>;   ///< PA9
    using RxPin = stm32::Pin<0x40020000, 10>;  ///< PA10
    static constexpr auto pins = hal::all_pins(hal::pin_use(TxPin::name, "serial line, sends"),
                                               hal::pin_use(RxPin::name, "serial line, receives"));
    static constexpr unsigned usart_function = 7;
    using Supply = stm32::SupplyWatch<stm32::Bus, stm32::SupplyF4>;
    static constexpr unsigned usart_interrupt = 37;
    using Serial = stm32::Usart<stm32::UsartV1<0x40011000>, Clocks::apb2_hz, baud, 256, 1024>;

    void init() noexcept;

    cortex_m::TickClock clock{};
    cortex_m::TickDeadline deadline{};
    Serial serial{};
    cortex_m::System<stm32::UniqueId<0x1FFF7A10>> system{};  ///< RM0090, "Unique device ID register"
};

static_assert(hal::Board<Board>);
static_assert(hal::each_pin_has_one_use<Board>());
static_assert(Board::TxPin::name == "PA9", "USART1 sends at PA9, and at PB6, whose port has no clock");
static_assert(Board::RxPin::name == "PA10", "USART1 receives at PA10, and at PB7, whose port has no clock");

/// The one board there is.
[[nodiscard]] Board& board() noexcept;

}  // namespace stackmate::boards
