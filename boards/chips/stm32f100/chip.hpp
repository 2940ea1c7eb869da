// STM32F100: Cortex-M3 at 24 MHz, 128 KB flash, 8 KB RAM, and the crystal that the kit names. The smallest chip here.
#pragma once

#include STACKMATE_KIT_HEADER
#include "boards/chips/stm32/pin_rules.hpp"
#include "boards/chips/stm32/supply.hpp"
#include "boards/chips/stm32/usart.hpp"
#include "boards/chips/stm32f100/clock.hpp"
#include "boards/kit.hpp"

namespace stackmate::boards {

static_assert(names_line_alone<Kit>());

struct Chip {
    static constexpr std::size_t ram_bytes = 8 * 1024;
    static constexpr std::size_t flash_bytes = 128 * 1024;
    static constexpr std::size_t stack_bytes = 896;

    using Clocks = stm32f100::ClockTree<crystal_hz_of<Kit, stm32::usual_crystal_hz>>;
    using SupplyFamily = stm32::SupplyF1;
    using Usart = stm32::UsartV1<0x40013800>;
    static constexpr stm32::UsartPins usart_pins{
        "PA9", "PA10", "USART1 sends at PA9 and receives at PA10; it also reaches port B, whose clock is off"};
    static constexpr std::size_t received_bytes = 128, queued_bytes = 256;
    static constexpr std::uintptr_t reset_flags_at = 0x40021024;  ///< RCC_CSR
    static constexpr std::uintptr_t unique_id_at = 0x1FFFF7E8;    ///< RM0041, "Unique device ID register"
    static constexpr std::size_t interrupts = 61;                 ///< RM0041, vector table
    static constexpr bool guards_null_page = false;               ///< it has no MPU

    /// Clocks and pins of the serial line.
    static void start_line() noexcept {
        using stm32::Bus;
        constexpr std::uintptr_t peripheral_clocks = 0x40021018;           // RCC_APB2ENR
        stm32::modify<Bus>(peripheral_clocks, 0, (1u << 14) | (1u << 2));  // USART1, port A
        (void)Bus::read(peripheral_clocks);  // a clock is there two cycles after it was enabled
        Bus::write(0x40010810, 1u << 10);    // GPIOA_BSRR: the pull of PA10 goes up
        // GPIOA_CRH, four bits a pin from PA8 on. PA9: function output, push-pull, 10 MHz (9). PA10: input with pull (8).
        stm32::modify<Bus>(0x40010804, 0xFF0, 0x890);
    }
};

}  // namespace stackmate::boards
