// STM32F103CB: Cortex-M3 at 72 MHz, 128 KB flash, 20 KB RAM, and the crystal that the kit names.
#pragma once

#include <cstddef>
#include <cstdint>

#include STACKMATE_KIT_HEADER
#include "boards/chips/stm32/pin_rules.hpp"
#include "boards/chips/stm32/supply.hpp"
#include "boards/chips/stm32/usart.hpp"
#include "boards/chips/stm32f103/peripherals.hpp"
#include "boards/kit.hpp"

namespace stackmate::boards {

struct Chip {
    static constexpr std::size_t ram_bytes = 20 * 1024;
    static constexpr std::size_t flash_bytes = 116 * 1024;  ///< without the saved game's 12 KB: board.ld
    static constexpr std::size_t stack_bytes = 3 * 1024;
    static constexpr std::uint32_t nodes_a_second = 18'000;
    static constexpr bool has_hosts = false;  // flash is scarce, and the apps know serial ports of other speeds

    using Clocks = stm32f103::ClockTree<crystal_hz_of<Kit, stm32::usual_crystal_hz>>;
    template <stm32::MemoryBus B, class Kit>
    using Peripherals = stm32f103::Peripherals<B, Kit>;
    using SupplyFamily = stm32::SupplyF1;
    using Usart = stm32::UsartV1<0x40013800>;
    static constexpr stm32::UsartPins usart_pins{"PA9", "PA10", "USART1 sends at PA9 and receives at PA10"};
    static constexpr const stm32::TimerPins& timer_pins = stm32::timer_pins_f1;
    static constexpr std::uintptr_t reset_flags_at = 0x40021024;  ///< RCC_CSR
    static constexpr std::uintptr_t unique_id_at = 0x1FFFF7E8;    ///< RM0008, "Unique device ID register"
};

}  // namespace stackmate::boards
