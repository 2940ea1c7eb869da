// From the colours a person is to see to what LEDs must be driven with.
#pragma once

#include <span>

#include "hal/frame.hpp"

namespace stackmate::hal {

/// Pulse width for perceived brightness: 255 (x / 255)^2.2, rounded; at least 1 for x > 0.
inline constexpr auto gamma = [] {
    std::array<std::uint8_t, 256> table{};
    for (unsigned i = 1; i < table.size(); ++i) {
        const double x = i / 255.0;
        double root = 1;  // the fifth one, by Newton
        for (int n = 0; n < 60; ++n) {
            root -= (root * root * root * root * root - x) / (5 * root * root * root * root);
        }
        const auto width = static_cast<unsigned>(255 * x * x * root + 0.5);
        table[i] = static_cast<std::uint8_t>(width == 0 ? 1 : width);
    }
    return table;
}();

/// Pulse width of one LED: `gamma` of the colour, dimmed by `brightness` of 255. 0 for a dark colour or
/// brightness 0, else at least 1, so that what shines at all shines at every brightness.
[[nodiscard]] constexpr std::uint8_t pulse_width(std::uint8_t colour, std::uint8_t brightness) noexcept {
    if (colour == 0 || brightness == 0) {
        return 0;
    }
    const unsigned width = (unsigned{gamma[colour]} * brightness + 127) / 255;
    return static_cast<std::uint8_t>(width == 0 ? 1 : width);
}

[[nodiscard]] constexpr Colour pulse_widths(Colour colour, std::uint8_t brightness) noexcept {
    return {pulse_width(colour.red, brightness), pulse_width(colour.green, brightness),
            pulse_width(colour.blue, brightness)};
}

/// What LEDs take from their supply, in milliamperes. Defaults: WS2812B, about 12 mA a colour at full width
/// and 1 mA for its own logic.
struct Supply {
    std::uint32_t limit_ma = 450;  ///< all LEDs together; 450 leaves a USB port of 500 mA room for the chip
    std::uint32_t colour_ma = 12;  ///< one colour of one LED at full width
    std::uint32_t idle_ma = 1;     ///< one LED, dark
};

/// Dims all pulse widths alike until the LEDs together keep within `supply`. Gives the current afterwards in
/// milliamperes, rounded up. If the dark LEDs alone take more than allowed, all are dark.
constexpr std::uint32_t limit_current(std::span<Colour> widths, Supply supply) noexcept {
    const auto idle = static_cast<std::uint32_t>(widths.size()) * supply.idle_ma;
    const auto sum = [&] {
        std::uint32_t all = 0;
        for (const auto& width : widths) {
            all += std::uint32_t{width.red} + width.green + width.blue;
        }
        return all;
    };
    const auto allowed = supply.limit_ma > idle ? (supply.limit_ma - idle) * 255 / supply.colour_ma : 0;
    if (const auto wanted = sum(); wanted > allowed) {
        const auto dim = [&](std::uint8_t width) {
            return static_cast<std::uint8_t>(std::uint64_t{width} * allowed / wanted);  // never rounded up
        };
        for (auto& width : widths) {
            width = {dim(width.red), dim(width.green), dim(width.blue)};
        }
    }
    return idle + (sum() * supply.colour_ma + 254) / 255;
}

}  // namespace stackmate::hal
