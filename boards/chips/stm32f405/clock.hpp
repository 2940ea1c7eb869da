// The STM32F405's clock tree at full speed. Source: RM0090, chapters "Embedded Flash memory
// interface" (wait states) and "Reset and clock control for STM32F405xx"; DS8626 (data sheet) for the limits.
#pragma once

#include <cstdint>

#include "boards/chips/stm32/clock.hpp"

namespace stackmate::boards::stm32f405 {

template <std::uint32_t CrystalHz = stm32::usual_crystal_hz>
struct ClockTree {
    static constexpr std::uint32_t hse_hz = CrystalHz;
    static constexpr std::uint32_t hsi_hz = 16'000'000;  ///< internal oscillator, 1 % at 25 degrees

    static constexpr std::uint32_t pll_n = 336;
    static constexpr std::uint32_t pll_p = 2;
    static constexpr std::uint32_t pll_q = 7;

    static constexpr std::uint32_t vco_hz = 1'000'000 * pll_n;
    static constexpr std::uint32_t system_hz = vco_hz / pll_p;
    static constexpr std::uint32_t apb1_hz = system_hz / 4;
    static constexpr std::uint32_t apb2_hz = system_hz / 2;
    static constexpr std::uint32_t timer1_hz = 2 * apb2_hz;  ///< timers of a divided bus run at twice its clock
    static constexpr std::uint32_t timer2_hz = 2 * apb1_hz;  ///< the same for timers 3 and 4
    static constexpr std::uint32_t flash_wait_states = 5;    ///< above 150 MHz at 2.7 to 3.6 V

    static_assert(
        hse_hz % 1'000'000 == 0 && hse_hz >= 4'000'000 && hse_hz <= 26'000'000,
        "the kit's `crystal_hz`: the chip takes crystals of 4 to 26 MHz, and its PLL divides them to 1 MHz, so they "
        "have whole MHz");  // DS8626, HSE oscillator; RCC_PLLCFGR, PLLM
    static_assert(vco_hz / pll_q == 48'000'000, "USB and the random generator need 48 MHz");
    static_assert(system_hz == 168'000'000 && apb1_hz <= 42'000'000 && apb2_hz <= 84'000'000,
                  "DS8626, operating conditions");

    /// Brings the chip to `system_hz`. If the crystal does not start within 50 ms, the internal oscillator feeds the PLL: the
    /// same frequencies, less exact.
    template <stm32::MemoryBus B = stm32::Bus>
    static void start() noexcept {
        using Control = stm32::ClockControlF4<B, ClockTree>;
        const bool crystal = Control::start_crystal();
        Control::run(crystal ? hse_hz / 1'000'000 : 0, (5u << 10) | (4u << 13));  // APB1 by 4, APB2 by 2
    }
};

}  // namespace stackmate::boards::stm32f405
