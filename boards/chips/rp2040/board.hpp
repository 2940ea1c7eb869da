// Raspberry Pi Pico: RP2040, Cortex-M0+ at 125 MHz (the first of its two), 264 KB RAM, 2 MB flash.
//
//   serial line   UART0, GP0 sends, GP1 receives, 115200 baud; and the Pico's USB socket as a serial port
//   clock         PLL from the 12 MHz crystal: boards/chips/rp2040/clock.hpp
//   tick          SysTick, 1 ms: clock, one row of sensors, buttons
//   deadline      alarm 0 of the timer
//   sensors       rows GP2 (rank 1) to GP9 (rank 8), columns GP10 (file a) to GP17 (file h)
//   LEDs          64 WS2812, data GP28; rank 1 from a to h, rank 2 from h to a, and so on
//   buttons       GP18 PLAY, GP19 HINT, GP20 MENU, GP21 PAUSE, each to ground
//   status LED    GP25, on the Pico itself
//   USB supply    GP24 is high while the socket has one: then the LEDs go dark when the host sleeps
//   Pico W        neither: those pins are its radio's and stay as after a reset (boards/chips/rp2040/pico.hpp)
//   reset         pin RUN to ground, twice within half a second: the USB drive that takes another image
//   program       runs from RAM (boards/chips/rp2040/sections.ld); the game and the settings: the last 64 KB of the flash;
//                 the games before: the 128 KB below
//
// A square's contact (reed switch) and a diode in series lead from its row line to its column line; the diode's
// cathode is on the column's side. Without diodes three pieces on the corners of a rectangle show a fourth. The
// chip pulls the columns down, but weakly: 10 kOhm from each to ground keep the LEDs' currents out (docs/WIRING.md).
//
// The LEDs run at 5 V and take their data from a 3.3 V pin through a level shifter (74AHCT125), or from the first
// LED on with its supply lowered by a diode. All together are kept within 400 mA of the 500 that a USB port gives.
#pragma once

#include "boards/cortex_m/tick.hpp"
#include "boards/chips/rp2040/alarm_deadline.hpp"
#include "boards/chips/rp2040/clock.hpp"
#include "boards/chips/rp2040/double_reset.hpp"
#include "boards/chips/rp2040/flash.hpp"
#include "boards/chips/rp2040/gpio.hpp"
#include "boards/chips/rp2040/joined_serial.hpp"
#include "boards/chips/rp2040/leds.hpp"
#include "boards/chips/rp2040/pico.hpp"
#include "boards/chips/rp2040/system.hpp"
#include "boards/chips/rp2040/uart.hpp"
#include "boards/chips/rp2040/usb_serial.hpp"
#include "boards/chips/rp2040/watchdog.hpp"
#include "hal/chess_concepts.hpp"
#include "hal/debounced_buttons.hpp"
#include "hal/flash_log.hpp"
#include "hal/pins.hpp"
#include "hal/sensor_matrix.hpp"
#include "hal/status_led.hpp"

namespace stackmate::boards {

namespace rp2040 {

struct ButtonNames {
    static constexpr std::array<std::string_view, 4> names{"PLAY", "HINT", "MENU", "PAUSE"};
};

}  // namespace rp2040

struct Board {
    static constexpr std::string_view name = "rp2040";
    static constexpr std::size_t ram_bytes = 264 * 1024;
    static constexpr std::size_t flash_bytes = 1856 * 1024;  ///< without the records' 192 KB
    static constexpr std::size_t stack_bytes = 4 * 1024;
    static constexpr std::uint32_t baud = 115200;
    static constexpr bool has_book = true;

    using Clocks = rp2040::ClockTree;
    using Tick = cortex_m::SysTick<Clocks::system_hz>;

    using TxPin = rp2040::Pin<0>;
    using RxPin = rp2040::Pin<1>;
    using Wire = rp2040::Uart<0x40034000, Clocks::peripheral_hz, baud, 256, 1024>;
    using Serial = rp2040::JoinedSerial<Wire, rp2040::UsbSerial>;

    using Rows = rp2040::RowPins<2>;
    using Columns = rp2040::InputPins<10, 8, true>;
    using ButtonLines = rp2040::InputPins<18, 4, false>;
    using Module = rp2040::Pico;
    using StatusPin = rp2040::PicoLed;
    using BusPower = rp2040::PicoBusPower;
    /// WS2812B. 100 mA of the port's 500 are for the chip and for LEDs that take more than their data sheet says: with 16, 11
    /// and 15 mA, as FastLED measured them (power_mgt.cpp), it would be 456 mA in place of 400.
    static constexpr hal::Supply led_supply{.limit_ma = 400, .colour_ma = 12, .idle_ma = 1};
    using Leds = rp2040::Ws2812Chain<28, Clocks::system_hz, hal::ChainInSerpentines, led_supply>;
    using Sensors =
        hal::SensorMatrix<Rows, Columns,
                          hal::MatrixTiming{.lost_steps = Leds::sending_ticks, .of_steps = Leds::frame_ticks}>;
    using GamesFlash = rp2040::Flash<flash_bytes, 32>;
    using Flash = rp2040::Flash<flash_bytes + 128 * 1024, 16>;

    static constexpr auto pins = hal::all_pins(
        hal::pin_uses(Rows::names, hal::rows_of_ranks), hal::pin_uses(Columns::names, hal::columns_of_files),
        hal::pin_uses(ButtonLines::names, rp2040::ButtonNames::names), hal::pin_use(Leds::DataPin::name, "LED data"),
        hal::pin_use(TxPin::name, "serial line, sends"), hal::pin_use(RxPin::name, "serial line, receives"),
        // The Pico keeps these; on a Pico W they are the radio's.
        hal::pin_use(StatusPin::name, "status LED"), hal::pin_use(BusPower::name, "USB supply, on the module"),
        hal::pin_use("GP23", "power save, on the module"), hal::pin_use("GP29", "VSYS, on the module"));

    void init() noexcept;

    cortex_m::TickClock clock{};
    rp2040::AlarmDeadline deadline{};
    Wire wire{};
    rp2040::UsbSerial usb{};
    Serial serial{wire, usb};
    rp2040::System system{};
    rp2040::DoubleReset double_reset{};

    Rows rows{};
    Columns columns{};
    Sensors sensors{rows, columns};
    Leds leds{};
    ButtonLines button_lines{};
    hal::DebouncedButtons<ButtonLines, rp2040::ButtonNames> buttons{button_lines};
    Flash flash{};
    [[no_unique_address]] GamesFlash games{};
    rp2040::Watchdog watchdog{};
    hal::FlashLog<Flash, 1, 16, 120, rp2040::Watchdog> store{flash, watchdog};
    StatusPin status_pin{};
    hal::StatusLed<StatusPin> status_led{status_pin};
};

static_assert(hal::ChessBoard<Board>);
static_assert(hal::each_pin_has_one_use<Board>());
static_assert(Board::Wire::sends_at(Board::TxPin::number), "UART0 sends at GP0, GP12, GP16 and GP28");
static_assert(Board::Wire::receives_at(Board::RxPin::number), "UART0 receives at GP1, GP13, GP17 and GP29");
static_assert(Board::Sensors::latency_ms <= 30);

/// The one board there is.
[[nodiscard]] Board& board() noexcept;

}  // namespace stackmate::boards
