// The STM32F411's clock tree at full speed. Source: RM0383, chapters "Power controller" (voltage scaling), "Embedded
// Flash memory interface" (wait states) and "Reset and clock control"; DS10314 (data sheet) for the limits.
#pragma once

#include <cstdint>

#include "boards/stm32/bus.hpp"

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
    template <stm32::MemoryBus B = stm32::Bus>
    static void start() noexcept;
};

template <stm32::MemoryBus B>
void ClockTree::start() noexcept {
    // RM0383, memory map: power controller at 0x40007000, RCC at 0x40023800, flash interface at 0x40023C00.
    constexpr std::uintptr_t power = 0x40007000;              // PWR_CR
    constexpr std::uintptr_t control = 0x40023800;            // RCC_CR
    constexpr std::uintptr_t pll_configuration = 0x40023804;  // RCC_PLLCFGR
    constexpr std::uintptr_t configuration = 0x40023808;      // RCC_CFGR
    constexpr std::uintptr_t peripheral_clocks = 0x40023840;  // RCC_APB1ENR
    constexpr std::uintptr_t flash_access = 0x40023C00;       // FLASH_ACR
    constexpr std::uint32_t hse_on = 1u << 16;
    constexpr std::uint32_t hse_ready = 1u << 17;
    constexpr std::uint32_t pll_on = 1u << 24;
    constexpr std::uint32_t pll_ready = 1u << 25;
    // A look takes at least 4 cycles of the 16 MHz oscillator the chip starts with.
    constexpr std::uint32_t tries_50_ms = hsi_hz / 20 / 4;
    constexpr std::uint32_t tries_1_ms = hsi_hz / 1000 / 4;

    stm32::modify<B>(control, 0, hse_on);
    const bool crystal = stm32::wait_until<B>(control, hse_ready, hse_ready, tries_50_ms);
    if (!crystal) {
        stm32::modify<B>(control, hse_on, 0);
    }

    // The chip starts with the regulator at scale 2, which carries 84 MHz. Scale 1 is chosen while the loop is off and
    // holds from the moment it is on (VOS).
    stm32::modify<B>(peripheral_clocks, 0, 1u << 28);
    (void)B::read(peripheral_clocks);  // a clock is there two cycles after it was enabled
    stm32::modify<B>(power, 0, 3u << 14);

    // Q, source, P, N, M; the bits between them must keep their reset value.
    stm32::modify<B>(
        pll_configuration, 0x0F437FFF,
        (crystal ? pll_m_hse | (1u << 22) : pll_m_hsi) | (pll_n << 6) | ((pll_p / 2 - 1) << 16) | (pll_q << 24));
    stm32::modify<B>(control, 0, pll_on);

    // Prefetch and both caches on; the wait states must count before the clock rises.
    B::write(flash_access, flash_wait_states | (7u << 8));
    (void)stm32::wait_until<B>(flash_access, 0xF, flash_wait_states, tries_1_ms);

    // APB1 by 2, APB2 undivided: before the switch, so that APB1 is never too fast.
    B::write(configuration, 4u << 10);
    (void)stm32::wait_until<B>(control, pll_ready, pll_ready, tries_1_ms);
    stm32::modify<B>(configuration, 0, 2u);
    (void)stm32::wait_until<B>(configuration, 0xC, 0x8, tries_1_ms);
}

}  // namespace stackmate::boards::stm32f411
