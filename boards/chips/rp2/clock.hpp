// The clock tree at full speed. Source: RP2040 data sheet, 2.15 (clocks), 2.16 (crystal oscillator),
// 2.18 (PLL), 4.7.2 (tick).
#pragma once

#include <cstdint>

#include "boards/chips/rp2/registers.hpp"

namespace stackmate::boards::rp2 {

inline constexpr std::uint32_t crystal_hz = 12'000'000;

/// A PLL multiplies the crystal's frequency and divides it twice.
struct Pll {
    std::uint32_t multiply, divide_1, divide_2;

    [[nodiscard]] constexpr std::uint32_t vco_hz() const noexcept { return crystal_hz * multiply; }
    [[nodiscard]] constexpr std::uint32_t hz() const noexcept { return vco_hz() / (divide_1 * divide_2); }
    [[nodiscard]] constexpr bool allowed() const noexcept {
        return multiply >= 16 && multiply <= 320 && vco_hz() >= 750'000'000 && vco_hz() <= 1'600'000'000
               && divide_1 >= divide_2 && divide_2 >= 1 && divide_1 <= 7;
    }
};

struct ClockTree {
    static constexpr Pll system{Map::pll_multiply, Map::pll_divide_1, Map::pll_divide_2};
    static constexpr Pll usb{100, 5, 5};

    static constexpr std::uint32_t system_hz = system.hz();
    static constexpr std::uint32_t peripheral_hz = system_hz;  ///< of the UART
    static constexpr std::uint32_t tick_hz = 1'000'000;        ///< of the timer and the watchdog

    /// The time that a crystal has to reach full amplitude before anything runs on it. The one that Raspberry Pi recommends can
    /// take 6 ms (github.com/raspberrypi/pico-sdk, issue 2234). On other boards 16 ms were sometimes too few and 32 enough
    /// (pull request 457 there), so their makers ask for 64.
    static constexpr std::uint32_t crystal_start_ms = 64;

    static_assert(crystal_hz >= 5'000'000 && crystal_hz <= 15'000'000, "2.16 and 2.18: crystal and PLL input");
    static_assert(system.allowed() && usb.allowed(), "2.18: limits of the PLL");
    static_assert(system_hz <= Map::rated_hz, "too fast for the chip");
    static_assert(usb.hz() == 48'000'000, "USB needs 48 MHz");

    /// Brings the chip to `system_hz`, from whatever a restart left it at. Does not return before the crystal has started,
    /// however late that is; until then all pins are as the reset left them, and the LEDs dark. On the ring oscillator (about
    /// 6.5 MHz, not exactly known) the program would run, but a bit for the LEDs would last some twenty times too long. All bits
    /// would be ones: every LED white at its brightest, some 2 A, more than the supply's limit.
    static void start() noexcept;
};

}  // namespace stackmate::boards::rp2
