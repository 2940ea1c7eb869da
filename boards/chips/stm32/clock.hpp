// The steps to full speed that the F1, F4 and L4 families have in common. Sources: RM0008, RM0041, RM0090, RM0351, RM0383, "Reset
// and clock control".
#pragma once

#include <cstdint>

#include "boards/chips/stm32/bus.hpp"

namespace stackmate::boards::stm32 {

/// Of boards whose kit names no `crystal_hz`.
inline constexpr std::uint32_t usual_crystal_hz = 8'000'000;

/// `Base`: of the controller; RCC_CR is its first register. `Configuration`: RCC_CFGR. `StartHz`: the oscillator that the chip
/// starts with; a poll takes at least 4 of its cycles. `Loop`: the PLL's number among the clocks that SW selects.
template <MemoryBus B, std::uintptr_t Base, std::uintptr_t Configuration, std::uint32_t StartHz, std::uint32_t Loop = 2>
struct ClockControl {
    static constexpr std::uint32_t tries_50_ms = StartHz / 20 / 4;
    static constexpr std::uint32_t tries_1_ms = StartHz / 1000 / 4;
    static constexpr std::uint32_t hse_on = 1u << 16;
    static constexpr std::uint32_t hse_ready = 1u << 17;
    static constexpr std::uint32_t pll_on = 1u << 24;
    static constexpr std::uint32_t pll_ready = 1u << 25;

    /// False if the crystal has not started within 50 ms; it is off again then.
    [[nodiscard]] static bool start_crystal() noexcept {
        modify<B>(Base, 0, hse_on);
        const bool runs = wait_until<B>(Base, hse_ready, hse_ready, tries_50_ms);
        if (!runs) {
            stop_crystal();
        }
        return runs;
    }

    static void stop_crystal() noexcept { modify<B>(Base, hse_on, 0); }

    static void start_loop() noexcept { modify<B>(Base, 0, pll_on); }

    /// Wait states must count before the clock rises. `access`: FLASH_ACR, whose bits of `mask` are the wait states.
    static void set_wait_states(std::uintptr_t access, std::uint32_t value, std::uint32_t mask) noexcept {
        B::write(access, value);
        (void)wait_until<B>(access, mask, value & mask, tries_1_ms);
    }

    /// If the PLL does not report its lock in time, the switch is requested nevertheless: the chip switches when the lock comes
    /// (RCC_CFGR, SW), and there is no other correct clock of this speed.
    static void switch_to_loop() noexcept {
        (void)wait_until<B>(Base, pll_ready, pll_ready, tries_1_ms);
        modify<B>(Configuration, 0, Loop);
        (void)wait_until<B>(Configuration, 0xC, Loop << 2, tries_1_ms);
    }
};

/// How the PLL of the F1 family gets from the crystal to `hz`: RCC_CFGR, PLLXTPRE and PLLMUL.
struct LoopF1 {
    std::uint32_t divide = 1, multiply = 2;

    constexpr LoopF1(std::uint32_t crystal_hz, std::uint32_t hz) noexcept {
        for (std::uint32_t d = 2; d >= 1; --d) {
            for (std::uint32_t m = 2; m <= 16; ++m) {
                if (std::uint64_t{crystal_hz} * m == std::uint64_t{hz} * d) divide = d, multiply = m;
            }
        }
    }

    /// False if no factors lead from the crystal to `hz`.
    [[nodiscard]] constexpr bool reaches(std::uint32_t hz, std::uint32_t crystal_hz) const noexcept {
        return std::uint64_t{crystal_hz} * multiply == std::uint64_t{hz} * divide;
    }

    /// The bits of RCC_CFGR, with the crystal as the source.
    [[nodiscard]] constexpr std::uint32_t bits() const noexcept {
        return (1u << 16) | (divide - 1) << 17 | (multiply - 2) << 18;
    }
};

template <MemoryBus B, class Tree>
using ClockControlF1 = ClockControl<B, 0x40021000, 0x40021004, Tree::hsi_hz>;

/// The PLL of the F4 family. Its input is always 1 MHz, so everything after it is the same for every source.
template <MemoryBus B, class Tree>
struct ClockControlF4 : ClockControl<B, 0x40023800, 0x40023808, Tree::hsi_hz> {
    static constexpr std::uint32_t pll_input_hz = 1'000'000;

    static_assert(Tree::pll_n >= 50 && Tree::pll_n <= 432, "RCC_PLLCFGR, PLLN");
    static_assert(Tree::vco_hz >= 100'000'000 && Tree::vco_hz <= 432'000'000, "RCC_PLLCFGR, PLLN");
    static_assert(Tree::hsi_hz % pll_input_hz == 0 && Tree::hsi_hz / pll_input_hz <= 63, "RCC_PLLCFGR, PLLM");

    /// `crystal_mhz`: 0 for the internal oscillator. `buses`: the bits of RCC_CFGR that divide the clock for the buses. They
    /// are set before the switch, so that no bus is ever too fast.
    static void run(std::uint32_t crystal_mhz, std::uint32_t buses) noexcept {
        constexpr std::uintptr_t loop = 0x40023804;           // RCC_PLLCFGR
        constexpr std::uintptr_t configuration = 0x40023808;  // RCC_CFGR
        constexpr std::uintptr_t flash_access = 0x40023C00;   // FLASH_ACR
        constexpr std::uint32_t from_crystal = 1u << 22;
        constexpr std::uint32_t prefetch_and_caches = 7u << 8;
        using Control = ClockControl<B, 0x40023800, configuration, Tree::hsi_hz>;

        // Q, source, P, N, M; the bits between them must keep their reset value.
        modify<B>(loop, 0x0F437FFF,
                  (crystal_mhz != 0 ? crystal_mhz | from_crystal : Tree::hsi_hz / pll_input_hz) | Tree::pll_n << 6
                      | (Tree::pll_p / 2 - 1) << 16 | Tree::pll_q << 24);
        Control::start_loop();
        Control::set_wait_states(flash_access, Tree::flash_wait_states | prefetch_and_caches, 0xF);
        B::write(configuration, buses);
        Control::switch_to_loop();
    }
};

}  // namespace stackmate::boards::stm32
