// What a kit cannot use an STM32's pins for.
#pragma once

#include <string_view>

#include "hal/pins.hpp"

namespace stackmate::boards::stm32 {

/// Where USART1 comes out, at ports that the start switches on.
struct UsartPins {
    std::string_view sends, receives, reason;
};

/// A channel of a timer. Timer 0: none.
struct TimerOutput {
    unsigned timer = 0, channel = 0;
};

/// Where the channels of timers 2 to 4 come out.
struct TimerPins {
    std::string_view channels[3][4];
    std::string_view reason;

    [[nodiscard]] constexpr TimerOutput output(hal::PinId pin) const noexcept {
        for (unsigned i = 0; i < 12; ++i) {
            if (hal::is_one_of(pin, channels[i / 4][i % 4])) return {i / 4 + 2, i % 4 + 1};
        }
        return {};
    }
};

/// DS5319, "Pin definitions": without remapping.
inline constexpr TimerPins timer_pins_f1{
    {{"PA0", "PA1", "PA2", "PA3"}, {"PA6", "PA7", "PB0", "PB1"}, {"PB6", "PB7", "PB8", "PB9"}},
    "timers 2 to 4 come out at PA0 to PA3, PA6, PA7, PB0, PB1 and PB6 to PB9"};
/// DS8626, DS10314, DS10969, "Alternate function mapping": the same in all three.
inline constexpr TimerPins timer_pins_f4{
    {{"PA0 PA5 PA15", "PA1 PB3", "PA2 PB10", "PA3 PB11"},
     {"PA6 PB4 PC6", "PA7 PB5 PC7", "PB0 PC8", "PB1 PC9"},
     {"PB6", "PB7", "PB8", "PB9"}},
    "timers 2 to 4 come out at PA0 to PA3, PA5 to PA7, PA15, PB0, PB1, PB3 to PB11 and PC6 to PC9"};

/// Empty if the pin can be what `at` says. The data sheets' note on PC13 to PC15 is in gpio.hpp.
[[nodiscard]] constexpr std::string_view why_not(const hal::PinUse& at, const UsartPins& usart,
                                                 const TimerPins& timers = timer_pins_f4) noexcept {
    const auto& [pin, use] = at;
    if (!pin.is("PA", 16) && !pin.is("PB", 16) && !pin.is("PC", 16)) {
        return "the pins are PA0 to PC15: the start switches on ports A, B and C alone";
    }
    if (use == hal::serial_sends && !hal::is_one_of(pin, usart.sends)) return usart.reason;
    if (use == hal::serial_receives && !hal::is_one_of(pin, usart.receives)) return usart.reason;
    if (use == hal::sounder && timers.output(pin).timer == 0) return timers.reason;
    if (hal::is_one_of(pin, "PC13 PC14 PC15") && (use.starts_with("row of") || use.starts_with("shield"))) {
        return "PC13 to PC15 must not be a source of current";
    }
    return {};
}

}  // namespace stackmate::boards::stm32
