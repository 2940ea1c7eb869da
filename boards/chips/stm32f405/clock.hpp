// The STM32F405's clock tree at full speed. Source: RM0090, chapters "Embedded Flash memory
// interface" (wait states) and "Reset and clock control for STM32F405xx"; DS8626 (data sheet) for the limits.
#pragma once

#include <cstdint>

namespace stackmate::boards::stm32f405 {

struct ClockTree {
    static constexpr std::uint32_t hse_hz = 8'000'000;   ///< crystal
    static constexpr std::uint32_t hsi_hz = 16'000'000;  ///< inner oscillator, 1 % at 25 degrees

    /// The loop's input is 1 MHz from either source, so all that follows is the same for both.
    static constexpr std::uint32_t pll_input_hz = 1'000'000;
    static constexpr std::uint32_t pll_m_hse = hse_hz / pll_input_hz;
    static constexpr std::uint32_t pll_m_hsi = hsi_hz / pll_input_hz;
    static constexpr std::uint32_t pll_n = 336;
    static constexpr std::uint32_t pll_p = 2;
    static constexpr std::uint32_t pll_q = 7;

    static constexpr std::uint32_t vco_hz = pll_input_hz * pll_n;
    static constexpr std::uint32_t system_hz = vco_hz / pll_p;
    static constexpr std::uint32_t apb1_hz = system_hz / 4;
    static constexpr std::uint32_t apb2_hz = system_hz / 2;
    static constexpr std::uint32_t flash_wait_states = 5;  ///< above 150 MHz at 2.7 to 3.6 V

    static_assert(pll_m_hse * pll_input_hz == hse_hz && pll_m_hsi * pll_input_hz == hsi_hz);
    static_assert(pll_m_hse >= 2 && pll_m_hsi <= 63 && pll_n >= 50 && pll_n <= 432, "RCC_PLLCFGR");
    static_assert(vco_hz >= 100'000'000 && vco_hz <= 432'000'000, "RCC_PLLCFGR, PLLN");
    static_assert(vco_hz / pll_q == 48'000'000, "USB and the random generator need 48 MHz");
    static_assert(system_hz == 168'000'000 && apb1_hz <= 42'000'000 && apb2_hz <= 84'000'000,
                  "DS8626, operating conditions");

    /// Brings the chip to `system_hz`. If the crystal does not start within 50 ms the inner oscillator feeds
    /// the loop: the same frequencies, less exact. If the loop does not report its lock in time the switch is
    /// requested all the same: the chip makes it when the lock comes (RCC_CFGR, SW), and nothing else at this
    /// speed could be right.
    static void start() noexcept;
};

}  // namespace stackmate::boards::stm32f405
