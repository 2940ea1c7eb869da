// Converts the colours that a person should see to the pulse widths of LEDs.
#pragma once

#include <span>

#include "hal/frame.hpp"

namespace stackmate::hal {

/// Pulse width for perceived brightness: 255 (x / 255)^2.2, rounded; at least 1 for x > 0.
inline constexpr auto gamma = [] {
    std::array<std::uint8_t, 256> table{};
    for (unsigned i = 1; i < table.size(); ++i) {
        const double x = i / 255.0;
        double root = 1;  // the fifth root, by Newton's method
        for (int n = 0; n < 60; ++n) {
            root -= (root * root * root * root * root - x) / (5 * root * root * root * root);
        }
        const auto width = static_cast<unsigned>(255 * x * x * root + 0.5);
        table[i] = static_cast<std::uint8_t>(width == 0 ? 1 : width);
    }
    return table;
}();

/// Pulse width of one LED: `gamma` of the colour, dimmed by `brightness` of 255. 0 for a dark colour or brightness 0,
/// otherwise at least 1, so that a lit LED stays lit at every brightness.
[[nodiscard]] constexpr std::uint8_t pulse_width(std::uint8_t colour, std::uint8_t brightness) noexcept {
    if (colour == 0 || brightness == 0) {
        return 0;
    }
    // Division by 255, exact up to 65,535: a picture has 192 of these, and a Cortex-M0 divides in a loop.
    const std::uint32_t width = (std::uint32_t{gamma[colour]} * brightness + 127) * 0x8081 >> 23;
    return static_cast<std::uint8_t>(width == 0 ? 1 : width);
}

[[nodiscard]] constexpr Colour pulse_widths(Colour colour, std::uint8_t brightness) noexcept {
    return {pulse_width(colour.red, brightness), pulse_width(colour.green, brightness),
            pulse_width(colour.blue, brightness)};
}

/// What LEDs take from their supply, in milliamperes; every board has one, `led_supply`. Defaults: WS2812B, 12 mA for a
/// colour at full width and 1 mA for its own logic.
struct Supply {
    std::uint32_t limit_ma;        ///< all LEDs together
    std::uint32_t colour_ma = 12;  ///< one colour of one LED at full width
    std::uint32_t idle_ma = 1;     ///< one LED, dark
};

/// The sum of the pulse widths of some LEDs.
struct WidthSum {
    std::uint32_t all = 0;  ///< 255 for each colour at full width
    std::uint32_t lit = 0;  ///< colours that are not dark

    constexpr void add(Colour width) noexcept {
        for (const unsigned part : {width.red, width.green, width.blue}) {
            all += part;
            lit += part != 0 ? 1u : 0u;
        }
    }
};

/// The estimated current of LEDs with these widths, in milliamperes, rounded up.
[[nodiscard]] constexpr std::uint32_t current_ma(std::span<const Colour> widths, Supply supply) noexcept {
    WidthSum sum;
    for (const auto& width : widths) {
        sum.add(width);
    }
    return static_cast<std::uint32_t>(widths.size()) * supply.idle_ma + (sum.all * supply.colour_ma + 254) / 255;
}

/// By how much a picture is dimmed as a whole, in 65,536ths; its colours keep their proportions.
struct Dimming {
    static constexpr std::uint32_t none = 65'536;

    std::uint32_t factor = none;

    /// Never rounded up; a lit LED stays lit, unless the factor is 0.
    [[nodiscard]] constexpr std::uint8_t of(std::uint8_t width) const noexcept {
        const std::uint32_t dimmed = width * factor >> 16;
        return static_cast<std::uint8_t>(dimmed == 0 && width != 0 && factor != 0 ? 1 : dimmed);
    }
    [[nodiscard]] constexpr Colour of(Colour width) const noexcept {
        return {of(width.red), of(width.green), of(width.blue)};
    }
};

/// The dimming that keeps `leds` LEDs with these widths within `supply`. All go dark if the idle current alone takes
/// all or nearly all of it.
[[nodiscard]] constexpr Dimming dimming(WidthSum wanted, std::uint32_t leds, Supply supply) noexcept {
    constexpr std::uint32_t most = 65'535;  // more than 64 LEDs can need, and the largest value that a factor of 16
                                            // bits can be computed from
    const std::uint32_t idle = leds * supply.idle_ma;
    const std::uint32_t free = supply.limit_ma > idle ? (supply.limit_ma - idle) * 255 / supply.colour_ma : 0;
    const std::uint32_t allowed = free < most ? free : most;
    if (wanted.all <= allowed) {
        return {};
    }
    // A colour that is kept from going dark takes one more than its share.
    return {allowed > wanted.lit ? ((allowed - wanted.lit) << 16) / wanted.all : 0};
}

/// Dims all pulse widths equally until the LEDs together stay within `supply`.
constexpr void limit_current(std::span<Colour> widths, Supply supply) noexcept {
    WidthSum sum;
    for (const auto& width : widths) {
        sum.add(width);
    }
    const Dimming dim = dimming(sum, static_cast<std::uint32_t>(widths.size()), supply);
    if (dim.factor != Dimming::none) {
        for (auto& width : widths) {
            width = dim.of(width);
        }
    }
}

}  // namespace stackmate::hal
