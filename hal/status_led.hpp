// One LED whose blinking shows the state of the board.
#pragma once

#include <atomic>

#include "hal/pin.hpp"

namespace stackmate::hal {

/// Repeats a pattern of 16 parts, bit 0 first: 0 is dark, 0xFFFF steady, 0x5555 quick. `step`, called by a timer
/// interrupt, is one part; 125 ms make a pattern of two seconds. A new pattern begins at its bit 0. `ActiveHigh`: the
/// level at which the LED is lit.
template <OutputPin Pin, bool ActiveHigh = true>
class StatusLed {
public:
    explicit constexpr StatusLed(Pin& pin) noexcept : pin_{pin} {}

    void blink(std::uint16_t pattern) noexcept { pattern_.store(pattern, std::memory_order_relaxed); }

    void step() noexcept {
        const auto pattern = pattern_.load(std::memory_order_relaxed);
        if (pattern != running_) {
            running_ = pattern;
            part_ = 0;
        }
        pin_.set(((running_ >> part_ & 1) != 0) == ActiveHigh);
        part_ = (part_ + 1) % 16;
    }

private:
    Pin& pin_;
    std::atomic<std::uint16_t> pattern_{0};
    std::uint16_t running_ = 0;
    unsigned part_ = 0;
};

}  // namespace stackmate::hal
