// The supply of an STM32, watched by its voltage detector (PVD). Sources: RM0008, RM0090, RM0351, RM0383, "Programmable
// voltage detector"; addresses and bits also in ST's cmsis_device_f1, _f4 and _l4.
#pragma once

#include <cstdint>

#include "boards/chips/stm32/bus.hpp"

namespace stackmate::boards::stm32 {

/// A family's registers. `settings`: the detector on, at its highest threshold, because below 2.7 V an F411 may neither run at
/// 100 MHz with 3 wait states nor program words.
struct SupplyF1 {
    static constexpr std::uintptr_t clocks = 0x4002101C;                       ///< RCC_APB1ENR
    static constexpr std::uintptr_t configuration = 0x40021004;                ///< RCC_CFGR
    static constexpr std::uintptr_t control = 0x40007000;                      ///< PWR_CR
    static constexpr std::uint32_t mask = 0xF0, settings = 7u << 5 | 1u << 4;  ///< PLS: 2.9 V; PVDE
    static constexpr std::uintptr_t status = 0x40007004;                       ///< PWR_CSR
    static constexpr std::uint32_t low = 1u << 2;                              ///< PVDO
    static constexpr std::uintptr_t lines = 0x40010400;                        ///< EXTI
};
struct SupplyF4 : SupplyF1 {
    /// PLS: the second highest. The highest compares a pin, according to ST's stm32f4xx_hal_driver.
    static constexpr std::uint32_t settings = 6u << 5 | 1u << 4;
    static constexpr std::uintptr_t clocks = 0x40023840;
    static constexpr std::uintptr_t configuration = 0x40023808;
    static constexpr std::uintptr_t lines = 0x40013C00;
};
struct SupplyL4 {
    static constexpr std::uintptr_t clocks = 0x40021058;  ///< RCC_APB1ENR1
    static constexpr std::uintptr_t configuration = 0x40021008;
    static constexpr std::uintptr_t control = 0x40007004;                      ///< PWR_CR2
    static constexpr std::uint32_t mask = 0x0F, settings = 6u << 1 | 1u << 0;  ///< PLS: the highest; 7 is a pin
    static constexpr std::uintptr_t status = 0x40007014;                       ///< PWR_SR2
    static constexpr std::uint32_t low = 1u << 11;
    static constexpr std::uintptr_t lines = 0x40010400;
};

struct NothingToSeeTo {
    void operator()() const noexcept {}
};

/// Keeps a chip from running fast, and from writing its flash, on a supply that is too low for it. The chip's own
/// brown-out reset would do better, but an F4 leaves the factory with it off and an F1 has none: docs/HARDWARE.md says
/// how it is switched on.
template <MemoryBus B, class Chip>
struct SupplyWatch {
    static constexpr unsigned interrupt = 1;  ///< PVD, in all families
    static constexpr std::uint32_t line = 1u << 16;

    /// Switches the detector on and waits for the supply. Call it first, while the chip runs as slowly as after a reset. The
    /// wait has no bound, because with less supply the chip must not run faster. The board enables the interrupt afterwards. A
    /// fall before the interrupt line is enabled leaves no edge, so the supply is checked once more after that.
    static void start() noexcept {
        modify<B>(Chip::clocks, 0, 1u << 28);  // PWREN
        (void)B::read(Chip::clocks);           // a clock is there two cycles after it was enabled
        modify<B>(Chip::control, Chip::mask, Chip::settings);
        do {
            while (low()) {}
            modify<B>(Chip::lines + 0x08, 0, line);  // RTSR: the detector's output rises when the supply falls
            B::write(Chip::lines + 0x14, line);      // PR, cleared by writing a one
            modify<B>(Chip::lines, 0, line);         // IMR
        } while (low());
    }

    [[nodiscard]] static bool low() noexcept { return (B::read(Chip::status) & Chip::low) != 0; }

    /// From the interrupt. Until the supply is back the processor runs on the oscillator that it started with, for which every
    /// supply suffices that keeps the chip out of reset. The board then restarts the chip. If the supply stays in between for
    /// long, an armed watchdog does that.
    ///
    /// `before` and `after` are called around the change of clock, for what depends on the clock or must not stay lit
    /// meanwhile.
    template <class Before = NothingToSeeTo, class After = NothingToSeeTo>
    static void wait_slowly(Before before = {}, After after = {}) noexcept {
        before();
        modify<B>(Chip::configuration, 3u, 0);  // SW
        after();
        while (low()) {}
    }
};

}  // namespace stackmate::boards::stm32
