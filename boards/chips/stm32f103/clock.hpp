// The STM32F103's clock tree at full speed. Source: RM0008, chapters "Embedded Flash memory" in the memory map (wait
// states) and "Low-, medium-, high- and XL-density reset and clock control"; DS5319 (data sheet) for the limits.
#pragma once

#include <cstdint>

#include "boards/chips/stm32/bus.hpp"

namespace stackmate::boards::stm32f103 {

struct ClockTree {
    static constexpr std::uint32_t hse_hz = 8'000'000;  ///< crystal
    static constexpr std::uint32_t hsi_hz = 8'000'000;  ///< inner oscillator, 1 % at 25 degrees

    static constexpr std::uint32_t multiplier_hse = 9;   ///< of the crystal, undivided
    static constexpr std::uint32_t multiplier_hsi = 16;  ///< of half the inner oscillator, as the chip has it

    static constexpr std::uint32_t system_hz = hse_hz * multiplier_hse;
    static constexpr std::uint32_t fallback_hz = hsi_hz / 2 * multiplier_hsi;
    static constexpr std::uint32_t apb1_hz = system_hz / 2;
    static constexpr std::uint32_t apb2_hz = system_hz;
    static constexpr std::uint32_t timer1_hz = apb2_hz;    ///< APB2 is not divided, so its timers run at its clock
    static constexpr std::uint32_t flash_wait_states = 2;  ///< above 48 MHz

    static_assert(multiplier_hse >= 2 && multiplier_hsi <= 16, "RCC_CFGR, PLLMUL");
    static_assert(system_hz == 72'000'000 && apb1_hz <= 36'000'000, "DS5319, operating conditions");

    /// Brings the chip to `system_hz` and returns true. If the crystal does not start within 50 ms the inner
    /// oscillator feeds the loop, which then reaches `fallback_hz` and no more: false, and everything computed from
    /// `system_hz` is a ninth slow. Clocks of a game run slow then, and the serial line cannot be read; a game can
    /// still be played. If the loop does not report its lock in time the switch is requested all the same: the chip
    /// makes it when the lock comes (RCC_CFGR, SW), and nothing else at this speed could be right.
    template <stm32::MemoryBus B = stm32::Bus>
    [[nodiscard]] static bool start() noexcept;
};

template <stm32::MemoryBus B>
bool ClockTree::start() noexcept {
    // RM0008, memory map: RCC at 0x40021000, flash interface at 0x40022000.
    constexpr std::uintptr_t control = 0x40021000;        // RCC_CR
    constexpr std::uintptr_t configuration = 0x40021004;  // RCC_CFGR
    constexpr std::uintptr_t flash_access = 0x40022000;   // FLASH_ACR
    constexpr std::uint32_t hse_on = 1u << 16;
    constexpr std::uint32_t hse_ready = 1u << 17;
    constexpr std::uint32_t pll_on = 1u << 24;
    constexpr std::uint32_t pll_ready = 1u << 25;
    // A look takes at least 4 cycles of the 8 MHz oscillator the chip starts with.
    constexpr std::uint32_t tries_50_ms = hsi_hz / 20 / 4;
    constexpr std::uint32_t tries_1_ms = hsi_hz / 1000 / 4;

    stm32::modify<B>(control, 0, hse_on);
    const bool crystal = stm32::wait_until<B>(control, hse_ready, hse_ready, tries_50_ms);
    if (!crystal) {
        stm32::modify<B>(control, hse_on, 0);
    }

    // Prefetch on; the wait states must count before the clock rises.
    B::write(flash_access, (1u << 4) | flash_wait_states);
    (void)stm32::wait_until<B>(flash_access, 7, flash_wait_states, tries_1_ms);

    constexpr std::uint32_t apb1_by_2 = 4u << 8;
    constexpr std::uint32_t from_hse = apb1_by_2 | (1u << 16) | (multiplier_hse - 2) << 18;  // PLLSRC, PLLMUL
    constexpr std::uint32_t from_hsi = apb1_by_2 | (multiplier_hsi - 2) << 18;
    B::write(configuration, crystal ? from_hse : from_hsi);
    stm32::modify<B>(control, 0, pll_on);
    (void)stm32::wait_until<B>(control, pll_ready, pll_ready, tries_1_ms);
    stm32::modify<B>(configuration, 0, 2u);
    (void)stm32::wait_until<B>(configuration, 0xC, 0x8, tries_1_ms);
    return crystal;
}

}  // namespace stackmate::boards::stm32f103
