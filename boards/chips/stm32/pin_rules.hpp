// What a kit cannot use an STM32's pins for.
#pragma once

#include <string_view>

#include "hal/pins.hpp"

namespace stackmate::boards::stm32 {

/// Where USART1 comes out, at ports that the start switches on.
struct UsartPins {
    std::string_view sends, receives, reason;
};

/// Empty if the pin can be what `at` says. The data sheets' note on PC13 to PC15 is in gpio.hpp.
[[nodiscard]] constexpr std::string_view why_not(const hal::PinUse& at, const UsartPins& usart) noexcept {
    const auto& [pin, use] = at;
    if (!pin.is("PA", 16) && !pin.is("PB", 16) && !pin.is("PC", 16)) {
        return "the pins are PA0 to PC15: the start switches on ports A, B and C alone";
    }
    if (use == hal::serial_sends && !hal::is_one_of(pin, usart.sends)) return usart.reason;
    if (use == hal::serial_receives && !hal::is_one_of(pin, usart.receives)) return usart.reason;
    if (hal::is_one_of(pin, "PC13 PC14 PC15") && (use.starts_with("row of") || use.starts_with("shield"))) {
        return "PC13 to PC15 must not be a source of current";
    }
    return {};
}

}  // namespace stackmate::boards::stm32
