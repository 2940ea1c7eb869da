// The STM32L475's clock tree at full speed. Source: RM0351, chapters "Embedded Flash memory" (read access
// latency), "Power control" (voltage range 1 is the reset state) and "Reset and clock control".
#pragma once

#include <cstdint>

#include "boards/chips/stm32/clock.hpp"

namespace stackmate::boards::stm32l475 {

struct ClockTree {
    static constexpr std::uint32_t msi_hz = 4'000'000;   ///< multi-speed oscillator at its reset setting
    static constexpr std::uint32_t hsi_hz = 16'000'000;  ///< internal oscillator, 1 % from 0 to 85 degrees

    /// The PLL's input is 4 MHz from either source, so everything after it is the same for both.
    static constexpr std::uint32_t pll_input_hz = 4'000'000;
    static constexpr std::uint32_t pll_m_msi = msi_hz / pll_input_hz;
    static constexpr std::uint32_t pll_m_hsi = hsi_hz / pll_input_hz;
    static constexpr std::uint32_t pll_n = 40;
    static constexpr std::uint32_t pll_r = 2;

    static constexpr std::uint32_t vco_hz = pll_input_hz * pll_n;
    static constexpr std::uint32_t system_hz = vco_hz / pll_r;
    static constexpr std::uint32_t apb2_hz = system_hz;
    static constexpr std::uint32_t flash_wait_states = 4;  ///< voltage range 1, up to 80 MHz

    static_assert(pll_m_msi * pll_input_hz == msi_hz && pll_m_hsi * pll_input_hz == hsi_hz);
    static_assert(pll_m_msi >= 1 && pll_m_hsi <= 8 && pll_n >= 8 && pll_n <= 86, "RCC_PLLCFGR");
    static_assert(pll_input_hz >= 4'000'000 && pll_input_hz <= 16'000'000, "RCC_PLLCFGR, PLLM");
    static_assert(vco_hz >= 64'000'000 && vco_hz <= 344'000'000, "RCC_PLLCFGR, PLLN");
    static_assert(system_hz == 80'000'000, "the chip's limit");

    /// Brings the chip to `system_hz`. If the multi-speed oscillator is not ready within 10 ms, the 16 MHz one feeds the PLL:
    /// the same frequencies. If the PLL does not report its lock in time, the switch is requested nevertheless: the chip
    /// switches when the lock comes (RCC_CFGR, SW), and there is no other correct clock of this speed.
    template <stm32::MemoryBus B = stm32::Bus>
    static void start() noexcept {
        constexpr std::uintptr_t control = 0x40021000;  // RCC_CR
        constexpr std::uint32_t msi_ready = 1u << 1;
        constexpr std::uint32_t hsi_on = 1u << 8;
        constexpr std::uint32_t hsi_ready = 1u << 10;
        constexpr std::uint32_t from_msi = 1u | ((pll_m_msi - 1) << 4);
        constexpr std::uint32_t from_hsi = 2u | ((pll_m_hsi - 1) << 4);
        constexpr std::uint32_t pll_r_output = 1u << 24;
        using Control = stm32::ClockControl<B, control, 0x40021008, msi_hz, 3>;

        const bool multi_speed = stm32::wait_until<B>(control, msi_ready, msi_ready, msi_hz / 100 / 4);  // 10 ms
        if (!multi_speed) {
            stm32::modify<B>(control, 0, hsi_on);
            (void)stm32::wait_until<B>(control, hsi_ready, hsi_ready, Control::tries_1_ms);
        }
        B::write(0x4002100C, (multi_speed ? from_msi : from_hsi) | (pll_n << 8) | ((pll_r / 2 - 1) << 25)
                                 | pll_r_output);  // RCC_PLLCFGR
        Control::start_loop();
        // Both caches on; the prefetch, which gains little beside them, off.
        Control::set_wait_states(0x40022000, flash_wait_states | (6u << 8), 0x7);
        Control::switch_to_loop();  // both buses stay at the system's clock, which is their reset state
    }
};

}  // namespace stackmate::boards::stm32l475
