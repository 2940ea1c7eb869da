// A square wave at a pin by the PWM. Source: RP2040 data sheet, 4.5.
#pragma once

#include "boards/chips/rp2/gpio.hpp"
#include "boards/chips/rp2/registers.hpp"
#include "hal/sounder.hpp"

namespace stackmate::boards::rp2 {

/// hal::Wave. `init` after the PWM has left its reset.
template <class Pin, std::uint32_t SystemHz>
struct PwmWave {
    static constexpr std::uint32_t divider = 64;
    static constexpr std::uint32_t counts_hz = SystemHz / divider;

    static void init() noexcept {
        Divider::write(divider << 4);
        High::write(0);
        Control::write(1);
        Pin::use(PinFunction::pwm);
    }
    static void set(std::uint32_t counts, std::uint32_t high) noexcept {
        Top::write(counts - 1);
        High::write(high << (Pin::number % 2 * 16));
    }

private:
    static constexpr std::uintptr_t slice = Map::pwm + 0x14 * (Pin::number / 2 % 8);
    using Control = Register<slice>;
    using Divider = Register<slice + 4>;
    using High = Register<slice + 0xC>;
    using Top = Register<slice + 0x10>;
};

}  // namespace stackmate::boards::rp2
