// The reset button, pressed twice: the chip becomes a USB drive that takes another image.
#pragma once

#include <array>
#include <cstdint>

#include "boards/rp2040/flash.hpp"
#include "hal/concepts.hpp"

namespace stackmate::boards::rp2040 {

/// A word of three parts in RAM, which keeps its contents while the pin RUN is low (pico-sdk,
/// pico_bootsel_via_double_reset), says for half a second after a reset by that pin that another is to be the second.
/// RAM also keeps them when a plug that is pushed in loses its contact for a moment: so no other start counts.
class DoubleReset {
public:
    static constexpr std::uint16_t window_ms = 500;

    /// At the start. Does not return from the second reset.
    void begin(hal::ResetCause cause) noexcept {
        const bool pressed = cause == hal::ResetCause::pin;
        const bool again = pressed && armed_ == mark;
        armed_ = pressed && !again ? mark : Mark{};
        left_ms_ = window_ms;
        if (again) {
            boot_rom::start_usb_drive();
        }
    }

    /// From the tick interrupt.
    void step() noexcept {
        if (left_ms_ != 0 && --left_ms_ == 0) {
            armed_ = {};
        }
    }

private:
    using Mark = std::array<std::uint32_t, 3>;
    static constexpr Mark mark{0x2E5E7B07, 0x600DB007, 0x7B1CE5EE};  ///< 96 bits that noise does not have

    [[gnu::section(".noinit")]] static inline constinit Mark armed_{};
    std::uint16_t left_ms_ = 0;
};

}  // namespace stackmate::boards::rp2040
