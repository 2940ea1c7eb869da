// The STM32F411's clock tree at full speed. Source: RM0383, chapters "Power controller" (voltage scaling), "Embedded
// Flash memory interface" (wait states) and "Reset and clock control"; DS10314 (data sheet) for the limits.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "boards/chips/stm32/clock.hpp"

namespace stackmate::boards::stm32f411 {

struct ClockTree {
    /// The crystals that the measurement recognises, in MHz. WeAct sells boards with 25 and with 8 (stm32duino, issue 3030).
    /// They differ by at least a sixth, and the internal oscillator is at most 8 % wrong.
    static constexpr std::array<std::uint32_t, 4> crystals_mhz{8, 12, 16, 25};
    static constexpr std::uint32_t hsi_hz = 16'000'000;  ///< internal oscillator, 1 % at 25 degrees

    static constexpr std::uint32_t pll_n = 200;
    static constexpr std::uint32_t pll_p = 2;
    static constexpr std::uint32_t pll_q = 5;  ///< unused: USB would need 48 MHz, and so 96 MHz for the processor

    static constexpr std::uint32_t vco_hz = 1'000'000 * pll_n;
    static constexpr std::uint32_t system_hz = vco_hz / pll_p;
    static constexpr std::uint32_t apb1_hz = system_hz / 2;
    static constexpr std::uint32_t apb2_hz = system_hz;
    static constexpr std::uint32_t timer1_hz = apb2_hz;      ///< APB2 is not divided, so its timers run at its clock
    static constexpr std::uint32_t timer2_hz = 2 * apb1_hz;  ///< the same for timers 3 and 4
    static constexpr std::uint32_t flash_wait_states = 3;    ///< above 90 MHz at 2.7 to 3.6 V

    static_assert(crystals_mhz.front() >= 2 && crystals_mhz.back() <= 63, "RCC_PLLCFGR, PLLM");
    static_assert(pll_q >= 2 && vco_hz / pll_q <= 48'000'000, "RCC_PLLCFGR, PLLQ");
    static_assert(system_hz == 100'000'000 && apb1_hz <= 50'000'000 && apb2_hz <= 100'000'000,
                  "DS10314, operating conditions, regulator scale 1");

    [[nodiscard]] static constexpr bool recognises(std::uint32_t hz) noexcept {
        return std::ranges::any_of(crystals_mhz, [hz](std::uint32_t mhz) { return mhz * 1'000'000 == hz; });
    }

    /// Brings the chip to `system_hz`. If the crystal does not start within 50 ms, or is none of `crystals_mhz`, the internal
    /// oscillator feeds the PLL: the same frequencies, less exact.
    template <stm32::MemoryBus B = stm32::Bus>
    static void start() noexcept;

private:
    /// The running crystal's frequency in MHz; 0 if it is none of `crystals_mhz`, or cannot be measured. For a chip just out of
    /// reset. Takes at most 2 ms.
    template <stm32::MemoryBus B>
    [[nodiscard]] static std::uint32_t measure_crystal() noexcept;
};

// TIM11 counts the internal oscillator. Its channel captures the count at every eighth edge of the crystal divided by 31, which
// TIM11_OR selects as its input (RM0383; rusEFI does this on boards, pull request 2989, and so does ST's own boot loader). If
// it fails on some chip, the internal oscillator is used.
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
    // Cycles of the internal oscillator in all those captures, times the crystal's megahertz.
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
    constexpr std::uintptr_t power = 0x40007000;              // PWR_CR
    constexpr std::uintptr_t peripheral_clocks = 0x40023840;  // RCC_APB1ENR
    using Control = stm32::ClockControlF4<B, ClockTree>;

    const bool runs = Control::start_crystal();
    const std::uint32_t crystal_mhz = runs ? measure_crystal<B>() : 0;
    if (runs && crystal_mhz == 0) {
        Control::stop_crystal();
    }

    // The chip starts with the regulator at scale 2, which supports 84 MHz. Scale 1 is selected while the PLL is off and takes
    // effect when it is on (VOS).
    stm32::modify<B>(peripheral_clocks, 0, 1u << 28);
    (void)B::read(peripheral_clocks);  // a clock is there two cycles after it was enabled
    stm32::modify<B>(power, 0, 3u << 14);

    Control::run(crystal_mhz, 4u << 10);  // APB1 by 2, APB2 undivided
}

}  // namespace stackmate::boards::stm32f411
