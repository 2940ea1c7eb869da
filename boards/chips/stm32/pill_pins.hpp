// A kit's pins as the drivers of Black Pill and Blue Pill take them. The family's pins are a type, so host_tests runs the
// same ones on models of the chips.
#pragma once

#include "boards/chips/stm32/named_pins.hpp"
#include "boards/chips/stm32/ports.hpp"
#include "hal/pins.hpp"

namespace stackmate::boards::stm32 {

template <class Gpio, class Kit>
struct PillPins : Kit {
    template <hal::PinId Id>
    using At = NamedPin<Gpio, Id>;
    template <class... Pins>
    using ColumnsOf = NamedInputs<Kit::columns_high, Pins...>;
    template <class... Pins>
    using ButtonsOf = NamedInputs<false, Pins...>;

    using Rows = hal::LinesOf<NamedRows, At, Kit::rows>;
    using Columns = hal::LinesOf<ColumnsOf, At, Kit::columns>;
    using ButtonLines = hal::LinesOf<ButtonsOf, At, Kit::buttons>;
    using ButtonNames = hal::NamesOf<Kit::buttons>;
    using LedData = NamedPin<Gpio, Kit::led_data>;
    static_assert(LedData::name == "PA8", "the timer sends the LEDs' data, and channel 1 of timer 1 is at PA8");
    using StatusLed = NamedPin<Gpio, Kit::status_led>;  ///< shines at low level
    using TxPin = NamedPin<Gpio, Kit::sends>;
    using RxPin = NamedPin<Gpio, Kit::receives>;

    static constexpr auto pins = hal::all_pins(
        hal::pin_uses(Rows::names, hal::rows_of_ranks), hal::pin_uses(Columns::names, hal::columns_of_files),
        hal::pin_uses(ButtonLines::names, ButtonNames::names), hal::pin_use(LedData::name, "LED data"),
        hal::pin_use(StatusLed::name, "status LED"), hal::pin_use(TxPin::name, "serial line, sends"),
        hal::pin_use(RxPin::name, "serial line, receives"), Kit::kept);

    /// All but the LEDs' and the serial line's.
    static void init() noexcept {
        Rows::init();
        Columns::init();
        ButtonLines::init();
        StatusLed::output(true);
    }
};

}  // namespace stackmate::boards::stm32
