// A sounder without electronics of its own (a piezo disc or a small loudspeaker behind a transistor) at a pin: a square wave by
// the PWM. Source: RP2040 data sheet, 4.5.
#pragma once

#include "boards/chips/rp2/gpio.hpp"
#include "boards/chips/rp2/registers.hpp"

#include <atomic>
#include <cstdint>

namespace stackmate::boards::rp2 {

/// hal::Sound. The PWM never stops: it is silent while no count is high, so a tone ends at the end of a wave.
template <class Pin, std::uint32_t SystemHz>
class Sounder {
public:
    /// After the PWM has left its reset.
    static void init() noexcept {
        Divider::write(divider << 4);
        High::write(0);
        Control::write(1);
        Pin::use(PinFunction::pwm);
    }

    /// Lowest tone 30 Hz. Loud is half of each wave, quiet an eighth.
    void play(std::uint16_t hz, std::uint16_t ms, bool loud) noexcept {
        left_.store(0, std::memory_order_relaxed);  // `step` must not end the new tone for the old one
        const std::uint32_t counts = SystemHz / divider / (hz < 30 ? 30 : hz);
        Top::write(counts - 1);
        High::write((loud ? counts / 2 : counts / 8) << (Pin::number % 2 * 16));
        left_.store(ms, std::memory_order_relaxed);
    }

    /// Each millisecond, from the tick.
    void step() noexcept {
        const std::uint16_t left = left_.load(std::memory_order_relaxed);
        if (left == 0) return;
        if (left == 1) High::write(0);
        left_.store(left - 1, std::memory_order_relaxed);
    }

private:
    static constexpr std::uint32_t divider = 64;
    static constexpr std::uintptr_t slice = Map::pwm + 0x14 * (Pin::number / 2 % 8);
    using Control = Register<slice>;
    using Divider = Register<slice + 4>;
    using High = Register<slice + 0xC>;
    using Top = Register<slice + 0x10>;

    std::atomic<std::uint16_t> left_{0};  ///< milliseconds of the tone
};

}  // namespace stackmate::boards::rp2
