// The STM32F411's clock tree at full speed. Source: RM0383, chapters "Power controller" (voltage scaling), "Embedded
// Flash memory interface" (wait states) and "Reset and clock control"; DS10314 (data sheet) for the limits.
#pragma once

#include <array>
#include <cstdint>

#include "boards/chips/stm32/bus.hpp"

namespace stackmate::boards::stm32f411 {

struct ClockTree {
    /// Crystals that are known when they are measured, in MHz. WeAct sells boards with 25 and with 8 (stm32duino, issue
    /// 3030). No two are nearer than a sixth to one another, and the inner oscillator is at most 8 % wrong.
    static constexpr std::array<std::uint32_t, 4> crystals_mhz{8, 12, 16, 25};
    static constexpr std::uint32_t hsi_hz = 16'000'000;  ///< inner oscillator, 1 % at 25 degrees

    /// The loop's input is 1 MHz from each source, which is divided by its megahertz: so all that follows is the same.
    static constexpr std::uint32_t pll_input_hz = 1'000'000;
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

    static_assert(pll_m_hsi * pll_input_hz == hsi_hz);
    static_assert(crystals_mhz.front() >= 2 && crystals_mhz.back() <= 63 && pll_n >= 50 && pll_n <= 432, "RCC_PLLCFGR");
    static_assert(vco_hz >= 100'000'000 && vco_hz <= 432'000'000, "RCC_PLLCFGR, PLLN");
    static_assert(pll_q >= 2 && vco_hz / pll_q <= 48'000'000, "RCC_PLLCFGR, PLLQ");
    static_assert(system_hz == 100'000'000 && apb1_hz <= 50'000'000 && apb2_hz <= 100'000'000,
                  "DS10314, operating conditions, regulator scale 1");

    /// Brings the chip to `system_hz`. If the crystal does not start within 50 ms, or is none of `crystals_mhz`, the inner
    /// oscillator feeds the loop: the same frequencies, less exact. If the loop does not report its lock in time the switch is
    /// requested all the same: the chip makes it when the lock comes (RCC_CFGR, SW), and nothing else at this
    /// speed could be right.
    template <stm32::MemoryBus B = stm32::Bus>
    static void start() noexcept;

private:
    /// Megahertz of the crystal, which runs; 0 if it is none of `crystals_mhz`, or cannot be measured. For the chip as it
    /// comes out of reset. At most 2 ms.
    template <stm32::MemoryBus B>
    [[nodiscard]] static std::uint32_t measure_crystal() noexcept;
};

// TIM11 counts the inner oscillator, and its channel notes the count at every eighth edge of the crystal divided by 31, which
// it can be led to (RM0383, TIM11_OR; on boards rusEFI does this, pull request 2989, and ST's own boot loader). If this
// should not work on some chip, the inner oscillator is used.
template <stm32::MemoryBus B>
std::uint32_t ClockTree::measure_crystal() noexcept {
    constexpr std::uintptr_t configuration = 0x40023808;      // RCC_CFGR
    constexpr std::uintptr_t peripheral_clocks = 0x40023844;  // RCC_APB2ENR
    constexpr std::uintptr_t timer = 0x40014800;
    constexpr std::uintptr_t status = timer + 0x10;
    constexpr std::uint32_t timer_clock = 1u << 18;
    constexpr std::uint32_t captured = 1u << 1;
    constexpr std::uint32_t missed = 1u << 9;
    constexpr std::uint32_t divisor = 31;
    constexpr std::uint32_t edges = 8;  // between two captures
    constexpr std::uint32_t captures = 16;
    // Cycles of the inner oscillator in all those captures, times the crystal's megahertz.
    constexpr std::uint32_t product = captures * edges * divisor * (hsi_hz / 1'000'000);
    static_assert(product / crystals_mhz.front() < 0x10000, "the counter has 16 bits");
    constexpr std::uint32_t tries = hsi_hz / 8000 / 4;  // 125 us; the slowest crystal, of 4 MHz, takes 62 us

    stm32::modify<B>(peripheral_clocks, 0, timer_clock);
    (void)B::read(peripheral_clocks);        // a clock is there two cycles after it was enabled
    B::write(configuration, divisor << 16);  // RTCPRE
    B::write(timer + 0x50, 2);               // OR: the channel's input is the divided crystal
    B::write(timer + 0x2C, 0xFFFF);          // ARR
    B::write(timer + 0x18, (3u << 2) | 1u);  // CCMR1: input, every eighth edge
    B::write(timer + 0x20, 1);               // CCER: on, rising edges
    B::write(timer, 1);                      // CR1: on
    std::uint32_t first = 0;
    std::uint32_t last = 0;
    bool good = true;
    for (std::uint32_t i = 0; i <= captures && good; ++i) {
        good = stm32::wait_until<B>(status, captured, captured, tries);
        last = B::read(timer + 0x34);  // CCR1, which makes ready for the next
        first = i == 0 ? last : first;
    }
    good = good && (B::read(status) & missed) == 0;
    B::write(timer, 0);
    stm32::modify<B>(peripheral_clocks, timer_clock, 0);
    B::write(configuration, 0);

    const std::uint32_t elapsed = (last - first) & 0xFFFF;
    for (const auto mhz : crystals_mhz) {
        const std::uint32_t cycles = product / mhz;
        if (good && elapsed > cycles - cycles / 12 && elapsed < cycles + cycles / 12) {
            return mhz;
        }
    }
    return 0;
}

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
    const bool runs = stm32::wait_until<B>(control, hse_ready, hse_ready, tries_50_ms);
    const std::uint32_t crystal_mhz = runs ? measure_crystal<B>() : 0;
    if (crystal_mhz == 0) {
        stm32::modify<B>(control, hse_on, 0);
    }

    // The chip starts with the regulator at scale 2, which carries 84 MHz. Scale 1 is chosen while the loop is off and
    // holds from the moment it is on (VOS).
    stm32::modify<B>(peripheral_clocks, 0, 1u << 28);
    (void)B::read(peripheral_clocks);  // a clock is there two cycles after it was enabled
    stm32::modify<B>(power, 0, 3u << 14);

    // Q, source, P, N, M; the bits between them must keep their reset value.
    stm32::modify<B>(pll_configuration, 0x0F437FFF,
                     (crystal_mhz != 0 ? crystal_mhz | (1u << 22) : pll_m_hsi) | (pll_n << 6) | ((pll_p / 2 - 1) << 16)
                         | (pll_q << 24));
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
