// STM32F411CE: Cortex-M4 at 100 MHz, 512 KB flash, 128 KB RAM, a crystal that is measured at the start.
#pragma once

#include <cstddef>
#include <cstdint>

#include STACKMATE_KIT_HEADER
#include "boards/chips/stm32/peripherals_f4.hpp"
#include "boards/chips/stm32/pin_rules.hpp"
#include "boards/chips/stm32/supply.hpp"
#include "boards/chips/stm32/usart.hpp"
#include "boards/chips/stm32f411/clock.hpp"
#include "boards/kit.hpp"

namespace stackmate::boards {

static_assert(stm32f411::ClockTree::recognises(crystal_hz_of<Kit, stm32::usual_crystal_hz>),
              "the kit's `crystal_hz`: the start measures the crystal, and knows those of 8, 12, 16 and 25 MHz");

struct Chip {
    static constexpr std::size_t ram_bytes = 128 * 1024;
    static constexpr std::size_t flash_bytes = 512 * 1024;
    static constexpr std::size_t stack_bytes = 3 * 1024;
    static constexpr std::uint32_t nodes_a_second = 24'000;
    static constexpr bool has_book = true;
    static constexpr unsigned games_in_store = 8;  ///< past games kept, if there is space

    using Clocks = stm32f411::ClockTree;
    template <stm32::MemoryBus B, class Kit>
    using Peripherals = stm32::PeripheralsF4<B, Kit, Clocks>;
    using SupplyFamily = stm32::SupplyF4;
    using Usart = stm32::UsartV1<0x40011000>;
    static constexpr stm32::UsartPins usart_pins{"PA9 PB6", "PA10 PB7",
                                                 "USART1 sends at PA9 and PB6, and receives at PA10 and PB7"};
    static constexpr const stm32::TimerPins& timer_pins = stm32::timer_pins_f4;
    static constexpr std::uintptr_t reset_flags_at = 0x40023874;  ///< RCC_CSR
    static constexpr std::uintptr_t unique_id_at = 0x1FFF7A10;    ///< RM0383, "Unique device ID register"
    static constexpr std::size_t interrupts = 86;                 ///< RM0383, vector table
};

}  // namespace stackmate::boards
