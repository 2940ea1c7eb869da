// A chess board with one of Raspberry Pi's chips, on the first of its two cores, and a flash chip beside it.
//
//   serial line   UART0, 115200 baud; and the module's USB socket as a serial port
//   clock         PLL from the 12 MHz crystal: clock.hpp
//   tick          SysTick, 1 ms: clock, one row of sensors, buttons
//   deadline      alarm 0 of the timer
//   LEDs          64 WS2812 or their like by a PIO
//   reset         twice within half a second: the USB drive that takes another image
//   program       runs from RAM (sections.ld); the game and the settings: the last 64 KB of the flash that is used;
//                 the games before: the 128 KB below
//
// Pins and parts are the kit's.
#pragma once

#include STACKMATE_KIT_HEADER
#include "boards/chips/rp2/alarm_deadline.hpp"
#include "boards/chips/rp2/analogue_ranks.hpp"
#include "boards/chips/rp2/clock.hpp"
#include "boards/chips/rp2/double_reset.hpp"
#include "boards/chips/rp2/flash.hpp"
#include "boards/chips/rp2/gpio.hpp"
#include "boards/chips/rp2/joined_serial.hpp"
#include "boards/chips/rp2/leds.hpp"
#include "boards/chips/rp2/pwm_wave.hpp"
#include "boards/chips/rp2/second_core.hpp"
#include "boards/chips/rp2/shifted_rows.hpp"
#include "boards/chips/rp2/system.hpp"
#include "boards/chips/rp2/uart.hpp"
#include "boards/chips/rp2/usb_serial.hpp"
#include "boards/chips/rp2/watchdog.hpp"
#include "boards/cortex_m/tick.hpp"
#include "boards/kit.hpp"
#include "hal/chess_concepts.hpp"
#include "hal/debounced_buttons.hpp"
#include "hal/flash_log.hpp"
#include "hal/pins.hpp"
#include "hal/sensing.hpp"
#include "hal/status_led.hpp"

namespace stackmate::boards {

static_assert(names_chained_board<Kit>());
static_assert(led_bits_of<Kit> == 24 || led_bits_of<Kit> == 32, "the kit's `led_bits`: 24, or 32 for LEDs with white");
static_assert(status_led_use<Kit>.empty(),
              "the kit's `status_led`: on these chips it is the module's, `Module::StatusPin`");
static_assert(crystal_hz_of<Kit, rp2::crystal_hz> == rp2::crystal_hz,
              "the kit's `crystal_hz`: the boot ROM needs 12 MHz");

namespace rp2 {

/// The status LED of a module that has one.
template <class Module>
struct ModuleStatus {};

template <class Module>
    requires requires { typename Module::StatusPin; }
struct ModuleStatus<Module> {
    typename Module::StatusPin pin{};
    hal::StatusLed<typename Module::StatusPin> led{pin};
};

template <hal::PinId Id>
using WaveAt = PwmWave<Pin<Id.number>, ClockTree::system_hz>;

template <class... Pins>
using ButtonPins = InputPins<false, Pins...>;

/// What the kit uses each pin for.
struct PinUses {
    static constexpr auto pins =
        hal::all_pins(hal::square_uses<Kit>, hal::pin_uses(Kit::buttons), hal::pin_use(Kit::led_data, hal::led_data),
                      hal::pin_use(Kit::sends, hal::serial_sends), hal::pin_use(Kit::receives, hal::serial_receives),
                      sounder_use<Kit>, hal::kept_by<Kit>);

    /// Data sheet, 2.19.2: the table of the functions.
    [[nodiscard]] static constexpr std::string_view why_not(const hal::PinUse& at) {
        if (!at.pin.is("GP", Map::pins)) return "the pins are GP0 to GP29";
        if (at.use == hal::serial_sends && !hal::is_one_of(at.pin, "GP0 GP12 GP16 GP28")) {
            return "UART0 sends at GP0, GP12, GP16 and GP28";
        }
        if (at.use == hal::serial_receives && !hal::is_one_of(at.pin, "GP1 GP13 GP17 GP29")) {
            return "UART0 receives at GP1, GP13, GP17 and GP29";
        }
        if (at.use == converter_input && !hal::is_one_of(at.pin, "GP26 GP27 GP28 GP29")) {
            return "the converter reads GP26 to GP29";
        }
        if (Map::may_have_e5 && at.use == hal::led_data && hal::is_one_of(at.pin, "GP15")) {
            return "USB borrows GP15 after each reset of its bus";  // usb_forced_rest.hpp: bits would be lost there
        }
        return {};
    }
};
static_assert(hal::pins_fit<Kit, PinUses>());

/// The squares of a kit with rows and columns.
template <class Kit>
struct MatrixOf {
    template <class... Pins>
    using ColumnPins = InputPins<Kit::columns_high, Pins...>;
    using Type = hal::MatrixSensing<typename RowsAt<Kit::rows>::Lines, hal::LinesOf<ColumnPins, At, Kit::columns>,
                                    typename WiringOf<Kit>::Type>;
};

}  // namespace rp2

struct Board : hal::SoundOf<Kit, rp2::WaveAt>, rp2::PinUses {
    static constexpr std::string_view name = STACKMATE_BOARD_NAME;
    static constexpr std::size_t ram_bytes = rp2::Map::ram_bytes;
    static constexpr std::size_t flash_bytes = rp2::Map::flash_bytes;
    static constexpr std::size_t stack_bytes = 4 * 1024;
    static constexpr std::uint32_t nodes_a_second = rp2::Map::nodes_a_second;
    static constexpr std::uint32_t baud = 115200;
    static constexpr bool has_book = true;

    using Clocks = rp2::ClockTree;
    using Tick = cortex_m::SysTick<Clocks::system_hz>;

    using TxPin = rp2::At<Kit::sends>;
    using RxPin = rp2::At<Kit::receives>;
    using Wire = rp2::Uart<rp2::Map::uart0, Clocks::peripheral_hz, baud, 256, 1024>;
    using Serial = rp2::JoinedSerial<Wire, rp2::UsbSerial>;

    using Module = ModuleOf<Kit>::Type;
    using Sensing = hal::SensingOf<Kit, rp2::MatrixOf>::Type;
    using ButtonLines = hal::LinesOf<rp2::ButtonPins, rp2::At, Kit::buttons>;
    using ButtonNames = hal::NamesOf<Kit::buttons>;
    using Leds = rp2::Ws2812Chain<rp2::At<Kit::led_data>::number, Clocks::system_hz, Kit::Chain, Kit::led_supply,
                                  led_bits_of<Kit>>;
    static constexpr hal::ScanTiming scan_timing{.lost_steps = Leds::sending_ticks, .of_steps = Leds::frame_ticks};
    using GamesFlash = rp2::Flash<flash_bytes, 32>;
    using Flash = rp2::Flash<flash_bytes + 128 * 1024, 16>;

    void init() noexcept;

    cortex_m::TickClock clock{};
    rp2::AlarmDeadline deadline{};
    Wire wire{};
    rp2::UsbSerial usb{};
    Serial serial{wire, usb};
    rp2::System system{};
    rp2::DoubleReset double_reset{};
    rp2::SecondCore second_core{};

    Sensing sensing{};
    decltype(sensing.sensors<scan_timing>()) sensors = sensing.sensors<scan_timing>();
    Leds leds{};
    ButtonLines button_lines{};
    hal::DebouncedButtons<ButtonLines, ButtonNames> buttons{button_lines};
    Flash flash{};
    [[no_unique_address]] GamesFlash games{};
    rp2::Watchdog watchdog{};
    hal::FlashLog<Flash, 1, 16, 120, rp2::Watchdog> store{flash, watchdog};
    [[no_unique_address]] rp2::ModuleStatus<Module> status{};
};

static_assert(hal::ChessBoard<Board>);
static_assert(decltype(Board::sensors)::latency_ms <= 30);

/// The only board.
[[nodiscard]] Board& board() noexcept;

}  // namespace stackmate::boards
