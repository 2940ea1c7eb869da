// STM32F405: Cortex-M4 at 168 MHz, 1 MB flash, 128 KB RAM, and the crystal that the kit names.
#pragma once

#include STACKMATE_KIT_HEADER
#include "boards/chips/stm32/gpio.hpp"
#include "boards/chips/stm32/pin_rules.hpp"
#include "boards/chips/stm32/supply.hpp"
#include "boards/chips/stm32/usart.hpp"
#include "boards/chips/stm32f405/clock.hpp"
#include "boards/kit.hpp"

namespace stackmate::boards {

static_assert(names_line_alone<Kit>());

struct Chip {
    static constexpr std::size_t ram_bytes = 128 * 1024;
    static constexpr std::size_t flash_bytes = 1024 * 1024;
    static constexpr std::size_t stack_bytes = 2 * 1024;
    static constexpr bool has_book = true;

    using Clocks = stm32f405::ClockTree<crystal_hz_of<Kit, stm32::usual_crystal_hz>>;
    using SupplyFamily = stm32::SupplyF4;
    using Usart = stm32::UsartV1<0x40011000>;
    static constexpr stm32::UsartPins usart_pins{
        "PA9", "PA10", "USART1 sends at PA9 and receives at PA10; it also reaches port B, whose clock is off"};
    static constexpr std::size_t received_bytes = 256, queued_bytes = 1024;
    static constexpr std::uintptr_t reset_flags_at = 0x40023874;  ///< RCC_CSR
    static constexpr std::uintptr_t unique_id_at = 0x1FFF7A10;    ///< RM0090, "Unique device ID register"
    static constexpr std::size_t interrupts = 82;                 ///< RM0090, vector table of the STM32F405
    static constexpr bool guards_null_page = true;

    template <hal::PinId Id>
    using At = stm32::Pin<stm32::GpioF4<stm32::Bus>, Id>;
    using TxPin = At<Kit::sends>;
    using RxPin = At<Kit::receives>;

    /// Clocks and pins of the serial line.
    static void start_line() noexcept {
        using stm32::Bus;
        constexpr unsigned usart_function = 7;
        stm32::modify<Bus>(0x40023830, 0, 1u << 0);  // RCC_AHB1ENR: port A
        stm32::modify<Bus>(0x40023844, 0, 1u << 4);  // RCC_APB2ENR: USART1
        (void)Bus::read(0x40023844);                 // a clock is there two cycles after it was enabled
        TxPin::function(usart_function, stm32::PinPull::up);
        RxPin::function(usart_function, stm32::PinPull::up);
    }
};

}  // namespace stackmate::boards
