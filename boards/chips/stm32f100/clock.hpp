// The STM32F100's clock tree at full speed. Source: RM0041, chapter "Reset and clock control".
#pragma once

#include <cstdint>

namespace stackmate::boards::stm32f100 {

struct ClockTree {
    static constexpr std::uint32_t hse_hz = 8'000'000;  ///< crystal
    static constexpr std::uint32_t hsi_hz = 8'000'000;  ///< inner oscillator, 1 % at 25 degrees

    static constexpr std::uint32_t multiplier_hse = 3;  ///< of the crystal, undivided
    static constexpr std::uint32_t multiplier_hsi = 6;  ///< of half the inner oscillator, as the chip has it

    static constexpr std::uint32_t system_hz = hse_hz * multiplier_hse;
    static constexpr std::uint32_t apb2_hz = system_hz;

    static_assert(hsi_hz / 2 * multiplier_hsi == system_hz, "the same from either source");
    static_assert(multiplier_hse >= 2 && multiplier_hsi <= 16, "RCC_CFGR, PLLMUL");
    static_assert(system_hz == 24'000'000, "the chip's limit; flash needs no wait states");

    /// Brings the chip to `system_hz`. If the crystal does not start within 50 ms the inner oscillator feeds
    /// the loop: the same frequency, less exact. If the loop does not report its lock in time the switch is
    /// requested all the same: the chip makes it when the lock comes (RCC_CFGR, SW), and nothing else at this
    /// speed could be right.
    static void start() noexcept;
};

}  // namespace stackmate::boards::stm32f100
