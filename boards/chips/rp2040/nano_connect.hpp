// The Arduino Nano RP2040 Connect. Source: Arduino, ABX00053, "Full pinout".
#pragma once

#include <string_view>

namespace stackmate::boards::rp2040 {

/// A kit's `Module`. The pins that are not brought out lead to the radio, the microphone and the motion sensor.
struct NanoConnectModule {
    static constexpr std::string_view brought_out =
        "the Nano RP2040 Connect brings out "
        "GP1 GP0 GP25 GP15 GP16 GP17 GP18 GP19 GP20 GP21 GP5 GP7 GP4 GP6 "  // D0 to D13
        "and GP26 GP27 GP28 GP29 GP12 GP13";                                // A0 to A5
};

}  // namespace stackmate::boards::rp2040
