// The analogue-to-digital converter. Source: RP2040 data sheet, 4.9, "ADC and Temperature Sensor"; the RP2350 has the same registers.
#pragma once

#include <cstdint>

#include "boards/chips/rp2/registers.hpp"

namespace stackmate::boards::rp2 {

/// Single conversions of 12 bits, 0 V to ADC_VREF (3.3 V on a Pico), of 96 cycles at 48 MHz: 2 us.
///
/// Erratum RP2040-E11: the codes 512, 1536, 2560 and 3584 are wider than others, and those beside them off by as much. Measured: 8.9
/// codes (pico-adc.markomo.me), steps at these four codes on five boards, and smaller ones on five with an RP2350
/// (github.com/kitanokitsune/rp2040adc_correction). The driver cannot mend that. Who uses a value allows for a step of nine codes
/// (hal/square_levels.hpp, `still`).
class Adc {
public:
    static constexpr unsigned first_pin = 26;  ///< input 0

    /// 4.9.1: the pad of an input drives nothing, pulls nothing, and reads no level. This bit alone is set: output disabled.
    static constexpr std::uint32_t pad = 1u << 7;

    /// From the USB PLL, which must run. Blocks until the converter is ready, for microseconds; false if it never is.
    template <unsigned Input, std::uint32_t Tries = 10'000>
    [[nodiscard, gnu::always_inline]] static bool start() noexcept {
        Clock::write(1u << 11);
        Resets::renew(Resets::adc);
        Register<Map::pads_bank0 + 4 + 4 * (first_pin + Input)>::write(pad);
        Control::write(Input << 12 | on);
        return wait_for([] { return Control::any(ready); }, Tries);
    }
    /// Blocks for a conversion; false if none was made.
    template <unsigned Input, std::uint32_t Tries = 10'000>
    [[nodiscard]] static bool convert() noexcept {
        Control::write(Input << 12 | once | on);
        return wait_for([] { return Control::any(ready); }, Tries);
    }
    [[nodiscard]] static std::uint32_t result() noexcept { return Result::read(); }
    static void stop() noexcept {
        Resets::Reset::set(Resets::adc);
        Clock::write(0);
    }

private:
    using Clock = Register<Map::adc_clock>;
    using Control = Register<Map::adc>;     // CS
    using Result = Register<Map::adc + 4>;  // RESULT
    static constexpr std::uint32_t on = 1u << 0, once = 1u << 2, ready = 1u << 8;
};

}  // namespace stackmate::boards::rp2
