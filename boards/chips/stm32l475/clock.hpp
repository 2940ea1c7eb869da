// The STM32L475's clock tree at full speed. Source: RM0351, chapters "Embedded Flash memory" (read access
// latency), "Power control" (voltage range 1 is the reset state) and "Reset and clock control".
#pragma once

#include <cstdint>

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
    static void start() noexcept;
};

}  // namespace stackmate::boards::stm32l475
