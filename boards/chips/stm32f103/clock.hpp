// The STM32F103's clock tree at full speed. Source: RM0008, chapters "Embedded Flash memory" in the memory map (wait
// states) and "Low-, medium-, high- and XL-density reset and clock control"; DS5319 (data sheet) for the limits.
#pragma once

#include <cstdint>

#include "boards/chips/stm32/clock.hpp"

namespace stackmate::boards::stm32f103 {

/// But for the PLL's factors it is the same with every crystal.
template <std::uint32_t CrystalHz = stm32::usual_crystal_hz>
struct ClockTree {
    static constexpr std::uint32_t hse_hz = CrystalHz;
    static constexpr std::uint32_t hsi_hz = 8'000'000;  ///< internal oscillator, 1 % at 25 degrees

    static constexpr std::uint32_t system_hz = 72'000'000;
    static constexpr stm32::LoopF1 loop{hse_hz, system_hz};
    static constexpr std::uint32_t multiplier_hsi = 16;  ///< of half the internal oscillator, as the chip has it
    static constexpr std::uint32_t fallback_hz = hsi_hz / 2 * multiplier_hsi;
    static constexpr std::uint32_t apb1_hz = system_hz / 2;
    static constexpr std::uint32_t apb2_hz = system_hz;
    static constexpr std::uint32_t timer1_hz = apb2_hz;      ///< APB2 is not divided, so its timers run at its clock
    static constexpr std::uint32_t timer2_hz = 2 * apb1_hz;  ///< the same for timers 3 and 4
    static constexpr std::uint32_t flash_wait_states = 2;    ///< above 48 MHz

    static_assert(
        hse_hz >= 4'000'000 && hse_hz <= 16'000'000 && loop.reaches(system_hz, hse_hz),
        "the kit's `crystal_hz`: the chip takes crystals of 4 to 16 MHz, and its PLL makes 72 MHz of the whole or "
        "half of it, times 2 to 16: of 6, 8, 9, 12 or 16 MHz, but not of 4 or 10");
    static_assert(apb1_hz <= 36'000'000, "DS5319, operating conditions");

    /// Brings the chip to `system_hz` and returns true. If the crystal does not start within 50 ms, the internal oscillator
    /// feeds the PLL, which then reaches only `fallback_hz`. The result is false, and everything computed from `system_hz` is a
    /// ninth too slow: game clocks run slow and the serial line cannot be read, but a game can still be played.
    template <stm32::MemoryBus B = stm32::Bus>
    [[nodiscard]] static bool start() noexcept;
};

template <std::uint32_t CrystalHz>
template <stm32::MemoryBus B>
bool ClockTree<CrystalHz>::start() noexcept {
    using Control = stm32::ClockControlF1<B, ClockTree>;
    constexpr std::uint32_t apb1_by_2 = 4u << 8;
    constexpr std::uint32_t from_hse = apb1_by_2 | loop.bits();
    constexpr std::uint32_t from_hsi = apb1_by_2 | (multiplier_hsi - 2) << 18;  // PLLMUL
    constexpr std::uint32_t prefetch = 1u << 4;

    const bool crystal = Control::start_crystal();
    Control::set_wait_states(0x40022000, prefetch | flash_wait_states, 7);  // FLASH_ACR
    B::write(0x40021004, crystal ? from_hse : from_hsi);                    // RCC_CFGR
    Control::start_loop();
    Control::switch_to_loop();
    return crystal;
}

}  // namespace stackmate::boards::stm32f103
