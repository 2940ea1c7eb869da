// Open-Chess: an Arduino Nano RP2040 Connect in the board of that name (github.com/Concept-Bytes/Open-Chess, whose
// published firmware tells the wiring).
//
//   serial line   the Nano's USB socket; and UART0, TX (GPIO0) sends, RX (GPIO1) receives, 115200 baud
//   clock         PLL from the 12 MHz oscillator: boards/chips/rp2040/clock.hpp
//   tick          SysTick, 1 ms: clock, one row of sensors, button
//   deadline      alarm 0 of the timer
//   sensors       hall sensors, supplied row by row through a 74HC594: data D2, shift clock D3, latch D4, row 0 (rank 1)
//                 shifted first, high is on; columns D6 (file a) to D13 (file h), low where a piece stands
//   LEDs          64 SK6812 with white, data D17 (A3); file by file, each from rank 8 to rank 1
//   button        none on the board; one from D5 to ground is taken for PLAY
//   reset         the Nano's button, twice within half a second: the USB drive that takes another image
//   program       runs from RAM (boards/chips/rp2040/sections.ld); the game and the settings: the last 64 KB of the first 2 MB of the flash;
//                 the games before: the 128 KB below
#pragma once

#include "boards/cortex_m/tick.hpp"
#include "boards/chips/rp2040/alarm_deadline.hpp"
#include "boards/chips/rp2040/clock.hpp"
#include "boards/chips/rp2040/double_reset.hpp"
#include "boards/chips/rp2040/flash.hpp"
#include "boards/chips/rp2040/gpio.hpp"
#include "boards/chips/rp2040/joined_serial.hpp"
#include "boards/chips/rp2040/leds.hpp"
#include "boards/chips/rp2040/system.hpp"
#include "boards/chips/rp2040/uart.hpp"
#include "boards/chips/rp2040/usb_serial.hpp"
#include "boards/chips/rp2040/watchdog.hpp"
#include "hal/chess_concepts.hpp"
#include "hal/debounced_buttons.hpp"
#include "hal/flash_log.hpp"
#include "hal/pins.hpp"
#include "hal/sensor_matrix.hpp"
#include "hal/shift_register_rows.hpp"

namespace stackmate::boards {

namespace rp2040_openchess {

/// The Nano's pins by the names printed on it (Arduino, ABX00053, "Full pinout").
using D2 = rp2040::Pin<25>;
using D3 = rp2040::Pin<15>;
using D4 = rp2040::Pin<16>;
using D5 = rp2040::Pin<17>;
using D6 = rp2040::Pin<18>;
using D7 = rp2040::Pin<19>;
using D8 = rp2040::Pin<20>;
using D9 = rp2040::Pin<21>;
using D10 = rp2040::Pin<5>;
using D11 = rp2040::Pin<7>;
using D12 = rp2040::Pin<4>;
using D13 = rp2040::Pin<6>;
using D17 = rp2040::Pin<29>;

/// A pin that the shift register can follow: its level lasts 100 ns, which is enough at 2 V even (74HC594 data sheets,
/// pulse width).
template <class Pin>
struct Unhurried {
    static void set(bool high) noexcept {
        Pin::set(high);
        asm volatile("nop\n\tnop\n\tnop\n\tnop\n\tnop\n\tnop\n\tnop\n\tnop\n\tnop\n\tnop\n\tnop\n\tnop\n\tnop");
    }
};

/// hal::RowLines.
class Rows {
public:
    static void use() noexcept {
        D2::use_as_output(false);
        D3::use_as_output(false);
        D4::use_as_output(false);
        Register{data_, clock_, latch_}.release();
    }
    static void select(unsigned row) noexcept { Register{data_, clock_, latch_}.select(row); }
    static void release() noexcept { Register{data_, clock_, latch_}.release(); }

private:
    using Register = hal::ShiftRegisterRows<Unhurried<D2>, Unhurried<D3>, Unhurried<D4>>;

    static inline constinit Unhurried<D2> data_{};
    static inline constinit Unhurried<D3> clock_{};
    static inline constinit Unhurried<D4> latch_{};
};

using Columns = rp2040::LinesOf<false, D6, D7, D8, D9, D10, D11, D12, D13>;
using ButtonLines = rp2040::LinesOf<false, D5>;

struct ButtonNames {
    static constexpr std::array<std::string_view, 1> names{"PLAY"};
};

}  // namespace rp2040_openchess

struct Board {
    static constexpr std::string_view name = "rp2040_openchess";
    static constexpr std::size_t ram_bytes = 264 * 1024;
    static constexpr std::size_t flash_bytes = 1856 * 1024;  ///< of the first 2 MB, without the records' 192 KB
    static constexpr std::size_t stack_bytes = 4 * 1024;
    static constexpr std::uint32_t baud = 115200;
    static constexpr bool has_book = true;

    using Clocks = rp2040::ClockTree;
    using Tick = cortex_m::SysTick<Clocks::system_hz>;

    using TxPin = rp2040::Pin<0>;
    using RxPin = rp2040::Pin<1>;
    using Wire = rp2040::Uart<0x40034000, Clocks::peripheral_hz, baud, 256, 1024>;
    using Serial = rp2040::JoinedSerial<Wire, rp2040::UsbSerial>;
    using Rows = rp2040_openchess::Rows;
    using Columns = rp2040_openchess::Columns;
    using ButtonLines = rp2040_openchess::ButtonLines;
    /// SK6812: sold with up to 20 mA a colour (white stays dark); a tape that somebody measured took 8. The Nano's port gives
    /// 500 mA, of which 100 are for the Nano.
    static constexpr hal::Supply led_supply{.limit_ma = 400, .colour_ma = 20, .idle_ma = 1};
    using Leds =
        rp2040::Ws2812Chain<rp2040_openchess::D17::number, Clocks::system_hz, hal::ChainByFiles, led_supply, 32>;
    using Sensors =
        hal::SensorMatrix<Rows, Columns,
                          hal::MatrixTiming{.lost_steps = Leds::sending_ticks, .of_steps = Leds::frame_ticks}>;
    using GamesFlash = rp2040::Flash<flash_bytes, 32>;
    using Flash = rp2040::Flash<flash_bytes + 128 * 1024, 16>;

    static constexpr auto pins = hal::all_pins(
        hal::pin_use(rp2040_openchess::D2::name, "rows, data"),
        hal::pin_use(rp2040_openchess::D3::name, "rows, shift clock"),
        hal::pin_use(rp2040_openchess::D4::name, "rows, latch"), hal::pin_uses(Columns::names, hal::columns_of_files),
        hal::pin_uses(ButtonLines::names, rp2040_openchess::ButtonNames::names),
        hal::pin_use(Leds::DataPin::name, "LED data"), hal::pin_use(TxPin::name, "serial line, sends"),
        hal::pin_use(RxPin::name, "serial line, receives"));

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
    hal::DebouncedButtons<ButtonLines, rp2040_openchess::ButtonNames> buttons{button_lines};
    Flash flash{};
    [[no_unique_address]] GamesFlash games{};
    rp2040::Watchdog watchdog{};
    hal::FlashLog<Flash, 1, 16, 120, rp2040::Watchdog> store{flash, watchdog};
};

static_assert(hal::ChessBoard<Board>);
static_assert(hal::each_pin_has_one_use<Board>());
static_assert(Board::Wire::sends_at(Board::TxPin::number), "UART0 sends at GP0, GP12, GP16 and GP28");
static_assert(Board::Wire::receives_at(Board::RxPin::number), "UART0 receives at GP1, GP13, GP17 and GP29");
static_assert(Board::Sensors::latency_ms <= 30);

/// The one board there is.
[[nodiscard]] Board& board() noexcept;

}  // namespace stackmate::boards
