// STM32F405: Cortex-M4 at 168 MHz, 1 MB flash, 192 KB RAM (board.ld uses 128 of it), and the crystal that the kit names.
#pragma once

#include <cstddef>
#include <cstdint>

#include STACKMATE_KIT_HEADER
#include "boards/chips/stm32/peripherals_f4.hpp"
#include "boards/chips/stm32/pin_rules.hpp"
#include "boards/chips/stm32/supply.hpp"
#include "boards/chips/stm32/usart.hpp"
#include "boards/chips/stm32f405/clock.hpp"
#include "boards/kit.hpp"

namespace stackmate::boards {

struct Chip {
    static constexpr std::size_t ram_bytes = 128 * 1024;
    static constexpr std::size_t flash_bytes = 1024 * 1024;
    static constexpr std::size_t stack_bytes = 3 * 1024;
    static constexpr std::uint32_t nodes_a_second = 43'000;
    static constexpr bool has_book = true;
    static constexpr unsigned games_in_store = 8;  ///< past games kept, if there is space

    using Clocks = stm32f405::ClockTree<crystal_hz_of<Kit, stm32::usual_crystal_hz>>;
    template <stm32::MemoryBus B, class Kit>
    using Peripherals = stm32::PeripheralsF4<B, Kit, Clocks>;
    using SupplyFamily = stm32::SupplyF4;
    using Usart = stm32::UsartV1<0x40011000>;
    static constexpr stm32::UsartPins usart_pins{"PA9 PB6", "PA10 PB7",
                                                 "USART1 sends at PA9 and PB6, and receives at PA10 and PB7"};
    static constexpr const stm32::TimerPins& timer_pins = stm32::timer_pins_f4;
    static constexpr std::uintptr_t reset_flags_at = 0x40023874;  ///< RCC_CSR
    static constexpr std::uintptr_t unique_id_at = 0x1FFF7A10;    ///< RM0090, "Unique device ID register"
    static constexpr std::size_t interrupts = 82;                 ///< RM0090, vector table of the STM32F405
};

}  // namespace stackmate::boards
