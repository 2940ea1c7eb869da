// The STM32F100's clock tree at full speed. Source: RM0041, chapter "Reset and clock control".
#pragma once

#include <cstdint>

#include "boards/chips/stm32/clock.hpp"

namespace stackmate::boards::stm32f100 {

struct ClockTree {
    static constexpr std::uint32_t hse_hz = 8'000'000;  ///< crystal
    static constexpr std::uint32_t hsi_hz = 8'000'000;  ///< internal oscillator, 1 % at 25 degrees

    static constexpr std::uint32_t multiplier_hse = 3;  ///< of the crystal, undivided
    static constexpr std::uint32_t multiplier_hsi = 6;  ///< of half the internal oscillator, as the chip has it

    static constexpr std::uint32_t system_hz = hse_hz * multiplier_hse;
    static constexpr std::uint32_t apb2_hz = system_hz;

    static_assert(hsi_hz / 2 * multiplier_hsi == system_hz, "the same from either source");
    static_assert(multiplier_hse >= 2 && multiplier_hsi <= 16, "RCC_CFGR, PLLMUL");
    static_assert(system_hz == 24'000'000, "the chip's limit; flash needs no wait states");

    /// Brings the chip to `system_hz`. If the crystal does not start within 50 ms, the internal oscillator feeds the PLL: the
    /// same frequency, less exact.
    template <stm32::MemoryBus B = stm32::Bus>
    static void start() noexcept {
        using Control = stm32::ClockControlF1<B, ClockTree>;
        constexpr std::uint32_t from_hse = (1u << 16) | (multiplier_hse - 2) << 18;  // PLLSRC, PLLMUL
        constexpr std::uint32_t from_hsi = (multiplier_hsi - 2) << 18;
        const bool crystal = Control::start_crystal();
        B::write(0x40021004, crystal ? from_hse : from_hsi);  // RCC_CFGR
        Control::start_loop();
        Control::switch_to_loop();
    }
};

}  // namespace stackmate::boards::stm32f100
