// The STM32F100's clock tree at full speed. Source: RM0041, chapter "Reset and clock control".
#pragma once

#include <cstdint>

#include "boards/chips/stm32/clock.hpp"

namespace stackmate::boards::stm32f100 {

template <std::uint32_t CrystalHz = stm32::usual_crystal_hz>
struct ClockTree {
    static constexpr std::uint32_t hse_hz = CrystalHz;
    static constexpr std::uint32_t hsi_hz = 8'000'000;  ///< internal oscillator, 1 % at 25 degrees

    static constexpr std::uint32_t system_hz = 24'000'000;  ///< the chip's limit; flash needs no wait states
    static constexpr stm32::LoopF1 loop{hse_hz, system_hz};
    static constexpr std::uint32_t multiplier_hsi = 6;  ///< of half the internal oscillator, as the chip has it
    static constexpr std::uint32_t apb2_hz = system_hz;

    static_assert(hsi_hz / 2 * multiplier_hsi == system_hz, "the same from either source");
    static_assert(
        hse_hz >= 4'000'000 && hse_hz <= 24'000'000 && loop.reaches(system_hz, hse_hz),
        "the kit's `crystal_hz`: the chip takes crystals of 4 to 24 MHz, and its PLL makes 24 MHz of the whole or "
        "half of it, times 2 to 16: of 4, 6, 8, 12, 16 or 24 MHz, but not of 10");

    /// Brings the chip to `system_hz`. If the crystal does not start within 50 ms, the internal oscillator feeds the PLL: the
    /// same frequency, less exact.
    template <stm32::MemoryBus B = stm32::Bus>
    static void start() noexcept {
        using Control = stm32::ClockControlF1<B, ClockTree>;
        constexpr std::uint32_t from_hse = loop.bits();
        constexpr std::uint32_t from_hsi = (multiplier_hsi - 2) << 18;  // PLLMUL
        const bool crystal = Control::start_crystal();
        B::write(0x40021004, crystal ? from_hse : from_hsi);  // RCC_CFGR
        Control::start_loop();
        Control::switch_to_loop();
    }
};

}  // namespace stackmate::boards::stm32f100
