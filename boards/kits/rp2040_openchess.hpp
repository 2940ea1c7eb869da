// Open-Chess: an Arduino Nano RP2040 Connect in the board of that name (github.com/Concept-Bytes/Open-Chess; the wiring is
// taken from its published firmware). Of the Nano's 16 MB of flash the first two are used, as on a Pico.
#pragma once

#include "boards/chips/rp2040/nano_connect.hpp"
#include "boards/chips/rp2/shifted_rows.hpp"
#include "hal/ws2812.hpp"

namespace stackmate::boards {

struct Kit {
    static constexpr std::string_view chip = "rp2040";
    using Module = rp2040::NanoConnectModule;

    /// Hall sensors, supplied row by row through a 74HC594: row 0 (rank 1) is shifted first, high is on. The Nano's D2, D3, D4.
    static constexpr rp2040::ShiftRegister rows{.data = "GP25", .clock = "GP15", .latch = "GP16"};
    /// D6 (file a) to D13 (file h).
    static constexpr hal::PinId columns[] = {"GP18", "GP19", "GP20", "GP21", "GP5", "GP7", "GP4", "GP6"};
    static constexpr bool columns_high = false;
    static constexpr hal::Button buttons[] = {{"PLAY", "GP17"}};  // D5; the board has none, one to ground may be added
    static constexpr hal::PinId led_data = "GP29", sends = "GP0", receives = "GP1";  // D17 (A3), TX, RX

    /// 64 SK6812 with white, file by file, each from rank 8 to rank 1. They are sold with up to 20 mA a colour (white stays dark);
    /// a tape that somebody measured took 8. The Nano's port gives 500 mA, of which 100 are for the Nano.
    using Chain = hal::ChainByFiles;
    static constexpr hal::Supply led_supply{.limit_ma = 400, .colour_ma = 20, .idle_ma = 1};
    static constexpr unsigned led_bits = 32;
};

}  // namespace stackmate::boards
