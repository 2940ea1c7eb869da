// A kit's pins as the drivers of Pills and core board take them. The family's pins are a type, so host_tests runs the
// same ones on models of the chips.
#pragma once

#include "boards/chips/stm32/gpio.hpp"
#include "boards/kit.hpp"
#include "hal/pins.hpp"
#include "hal/sensing.hpp"

namespace stackmate::boards::stm32 {

/// The squares of a kit with rows and columns.
template <class Gpio>
struct Matrices {
    template <hal::PinId Id>
    using At = Pin<Gpio, Id>;

    template <class Kit>
    struct Of {
        template <class... Pins>
        using ColumnPins = InputPins<Kit::columns_high, Pins...>;
        using Type = hal::MatrixSensing<hal::LinesOf<RowPins, At, Kit::rows>,
                                        hal::LinesOf<ColumnPins, At, Kit::columns>, typename WiringOf<Kit>::Type>;
    };
};

/// The pin of a status LED that nobody has.
struct NoStatusLed {
    static void output(bool) noexcept {}
    static void set(bool) noexcept {}
};
template <class Gpio, class Kit>
struct StatusLedOf {
    using Type = NoStatusLed;
};
template <class Gpio, class Kit>
    requires requires { Kit::status_led; }
struct StatusLedOf<Gpio, Kit> {
    using Type = Pin<Gpio, Kit::status_led>;
};

template <class Gpio, class Kit>
struct PillPins : Kit {
    template <hal::PinId Id>
    using At = Pin<Gpio, Id>;
    template <class... Pins>
    using ButtonsOf = InputPins<false, Pins...>;

    using Sensing = typename hal::SensingOf<Kit, Matrices<Gpio>::template Of>::Type;
    using ButtonLines = hal::LinesOf<ButtonsOf, At, Kit::buttons>;
    using ButtonNames = hal::NamesOf<Kit::buttons>;
    using LedData = Pin<Gpio, Kit::led_data>;
    using StatusLed = typename StatusLedOf<Gpio, Kit>::Type;  ///< shines at the level `status_high_of`
    using TxPin = Pin<Gpio, Kit::sends>;
    using RxPin = Pin<Gpio, Kit::receives>;

    /// All but the LEDs' and the serial line's.
    static void init() noexcept {
        Sensing::use();
        ButtonLines::use();
        StatusLed::output(!status_high_of<Kit>);
    }
};

}  // namespace stackmate::boards::stm32
