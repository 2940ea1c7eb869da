// A Raspberry Pi Pico or Pico 2, and what it has that one with W has not: GP25 is an LED and GP24 the USB socket's supply. On a Pico W or 2 W these
// two, GP23 and GP29 belong to the radio, and nothing else may drive them. Source: Raspberry Pi Pico data sheet, 2.1, Raspberry
// Pi Pico W data sheet, 2.1; the data sheets of Pico 2 and Pico 2 W, 2.1, say the same.
#pragma once

#include "boards/chips/rp2/adc.hpp"
#include "boards/chips/rp2/gpio.hpp"
#include "boards/chips/rp2/registers.hpp"

namespace stackmate::boards::rp2 {

/// Which of the two it is. On a Pico a third of VSYS is at GP29, at least 0.6 V. On a Pico W a transistor, opened by GP25, lies
/// in between: while GP25 is low, as after a reset, Raspberry Pi measured 0.02 V ("Connecting to the Internet with Raspberry Pi
/// Pico W", 2.4, which recommends this test).
class Pico {
public:
    /// Call it once at the start, before any of these pins is used. It reads the ADC for 0.5 ms.
    [[gnu::cold]] static void find() noexcept {
        using Pad29 = Register<Map::pads_bank0 + 4 + 4 * 29>;
        bool answers = Adc::start<3>();
        // Conversions of 2 us. The divider's 67 kOhm and 1 nF need time to recover from the pull that the reset leaves on.
        for (unsigned conversions = 0; answers && conversions < 256; ++conversions) answers = Adc::convert<3>();
        has_radio_ = !answers || Adc::result() < 4096 * 250 / 3300;  // below 0.25 V
        Adc::stop();
        Pad29::write(Map::pad_after_reset);
    }

    /// False before `find`.
    [[nodiscard]] static bool has_radio() noexcept { return has_radio_; }

private:
    static inline constinit bool has_radio_ = false;
};

/// The LED beside the socket; a Pico W's is connected to the radio and stays dark.
struct PicoLed : Pin<25> {
    static void use_as_output(bool high) noexcept {
        if (!Pico::has_radio()) Pin<25>::use_as_output(high);
    }
};

/// Whether the USB socket has a supply: by a divider at GP24.
struct PicoBusPower {
    static void use() noexcept {
        if (!Pico::has_radio()) Line::use();  // pulled down: a board without the divider has no supply there
    }
    /// Whether `get` can know. A Pico W's divider is connected to the radio.
    [[nodiscard]] static bool known() noexcept { return !Pico::has_radio(); }
    /// False only if the socket is known to have none.
    [[nodiscard]] static bool get() noexcept { return !known() || Line::read() != 0; }

private:
    using Line = InputPins<true, Pin<24>>;
};

/// A kit's `Module`: a Pico, or a Pico W.
struct PicoModule : Pico {
    using StatusPin = PicoLed;
    using BusPower = PicoBusPower;

    /// From the side of the USB socket down, seen from above: left, right (tools/wiring draws it).
    static constexpr std::string_view brought_out =
        "the Pico brings out "
        "GP0 GP1 GND GP2 GP3 GP4 GP5 GND GP6 GP7 GP8 GP9 GND GP10 GP11 GP12 GP13 GND GP14 GP15 "
        "and "
        "VBUS VSYS GND 3V3_EN 3V3 VREF GP28 AGND GP27 GP26 RUN GP22 GND GP21 GP20 GP19 GP18 GND GP17 GP16";

    /// The Pico keeps these; on a Pico W they are the radio's.
    static constexpr std::array kept{
        hal::PinUse{"GP25", "status LED"}, hal::PinUse{"GP24", "USB supply, on the module"},
        hal::PinUse{"GP23", "power save, on the module"}, hal::PinUse{"GP29", "VSYS, on the module"}};
};

}  // namespace stackmate::boards::rp2
