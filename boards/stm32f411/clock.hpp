// The STM32F411's clock tree at full speed. Source: RM0383, chapters "Power controller" (voltage scaling), "Embedded
// Flash memory interface" (wait states) and "Reset and clock control"; DS10314 (data sheet) for the limits.
#pragma once

#include <cstdint>

namespace stackmate::boards::stm32f411 {

struct ClockTree {
    static constexpr std::uint32_t hse_hz = 25'000'000;  ///< crystal
    static constexpr std::uint32_t hsi_hz = 16'000'000;  ///< inner oscillator, 1 % at 25 degrees

    /// The loop's input is 1 MHz from either source, so all that follows is the same for both.
    static constexpr std::uint32_t pll_input_hz = 1'000'000;
    static constexpr std::uint32_t pll_m_hse = hse_hz / pll_input_hz;
    static constexpr std::uint32_t pll_m_hsi = hsi_hz / pll_input_hz;
    static constexpr std::uint32_t pll_n = 200;
    static constexpr std::uint32_t pll_p = 2;
    static constexpr std::uint32_t pll_q = 5;  ///< unused: USB would need 48 MHz, and so 96 MHz for the processor

    static constexpr std::uint32_t vco_hz = pll_input_hz * pll_n;
    static constexpr std::uint32_t system_hz = vco_hz / pll_p;
    static constexpr std::uint32_t apb1_hz = system_hz / 2;
    static constexpr std::uint32_t apb2_hz = system_hz;
    static constexpr std::uint32_t timer1_hz = apb2_hz;    ///< APB2 is not divided, so its timers run at its clock
    static constexpr std::uint32_t flash_wait_states = 3;  ///< above 90 MHz at 2.7 to 3.6 V

    static_assert(pll_m_hse * pll_input_hz == hse_hz && pll_m_hsi * pll_input_hz == hsi_hz);
    static_assert(pll_m_hsi >= 2 && pll_m_hse <= 63 && pll_n >= 50 && pll_n <= 432, "RCC_PLLCFGR");
    static_assert(vco_hz >= 100'000'000 && vco_hz <= 432'000'000, "RCC_PLLCFGR, PLLN");
    static_assert(pll_q >= 2 && vco_hz / pll_q <= 48'000'000, "RCC_PLLCFGR, PLLQ");
    static_assert(system_hz == 100'000'000 && apb1_hz <= 50'000'000 && apb2_hz <= 100'000'000,
                  "DS10314, operating conditions, regulator scale 1");

    /// Brings the chip to `system_hz`. If the crystal does not start within 50 ms the inner oscillator feeds
    /// the loop: the same frequencies, less exact. If the loop does not report its lock in time the switch is
    /// requested all the same: the chip makes it when the lock comes (RCC_CFGR, SW), and nothing else at this
    /// speed could be right.
    static void start() noexcept;
};

}  // namespace stackmate::boards::stm32f411
