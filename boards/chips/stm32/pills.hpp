// Where a chess board is connected to a Black Pill or a Blue Pill: the same pins on both, in the order in which they
// lie along the two edges. docs/img/black_pill.svg draws it (tools/wiring); a test holds the picture against this page.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>

#include "boards/chips/stm32/named_pins.hpp"
#include "hal/pins.hpp"
#include "hal/sensor_matrix.hpp"
#include "hal/ws2812.hpp"

namespace stackmate::boards::stm32 {

/// Whether all of these pins (PA8) belong to ports that the start switches on: A, B and C.
template <std::size_t Size>
[[nodiscard]] consteval bool ports_are_on(const std::array<hal::PinUse, Size>& pins) noexcept {
    return std::all_of(pins.begin(), pins.end(), [](const hal::PinUse& use) { return use.pin[1] <= 'C'; });
}

template <class Gpio>
struct PillPins {
    template <char Letter, unsigned Number>
    using Pin = NamedPin<Gpio, Letter, Number>;

    /// Sensor rows, rank 1 first: outputs, one high.
    using Rows = NamedRows<Pin<'B', 9>, Pin<'B', 8>, Pin<'B', 7>, Pin<'B', 6>, Pin<'B', 5>, Pin<'B', 4>, Pin<'B', 3>,
                           Pin<'A', 15>>;
    /// Sensor columns, file a first: inputs, high through a sensor that has a piece on it.
    using Columns = NamedInputs<true, Pin<'A', 1>, Pin<'A', 2>, Pin<'A', 3>, Pin<'A', 4>, Pin<'A', 5>, Pin<'A', 6>,
                                Pin<'A', 7>, Pin<'B', 0>>;
    /// PLAY, HINT, MENU, PAUSE, each to ground. PA0 is the Black Pill's own key.
    using ButtonLines = NamedInputs<false, Pin<'A', 0>, Pin<'B', 12>, Pin<'B', 13>, Pin<'B', 14>>;
    /// Data of the WS2812 chain: channel 1 of timer 1.
    using LedData = Pin<'A', 8>;
    static_assert(LedData::name == "PA8", "the timer sends the LEDs' data, and channel 1 of timer 1 is at PA8");
    /// The board's own LED, which shines at low level.
    using StatusLed = Pin<'C', 13>;

    /// As of a Pico (boards/chips/rp2040/board.hpp): a USB port's 500 mA less 100.
    static constexpr hal::Supply led_supply{.limit_ma = 400, .colour_ma = 12, .idle_ma = 1};

    using Wiring = hal::RowsAreRanks;
    using Chain = hal::ChainInSerpentines;

    struct ButtonNames {
        static constexpr std::array<std::string_view, 4> names{"PLAY", "HINT", "MENU", "PAUSE"};
    };

    /// All of them, with those of the serial line, and those that the module keeps.
    [[nodiscard]] static consteval auto list(std::string_view sends, std::string_view receives) {
        using hal::pin_use;
        return hal::all_pins(
            hal::pin_uses(Rows::names, hal::rows_of_ranks), hal::pin_uses(Columns::names, hal::columns_of_files),
            hal::pin_uses(ButtonLines::names, ButtonNames::names), pin_use(LedData::name, "LED data"),
            pin_use(StatusLed::name, "status LED"), pin_use(sends, "serial line, sends"),
            pin_use(receives, "serial line, receives"), pin_use("PA11", "USB socket"), pin_use("PA12", "USB socket"),
            pin_use("PA13", "debug port"), pin_use("PA14", "debug port"), pin_use("PC14", "32 kHz crystal"),
            pin_use("PC15", "32 kHz crystal"));
    }
};

}  // namespace stackmate::boards::stm32
