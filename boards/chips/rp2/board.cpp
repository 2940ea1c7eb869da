// What all chess boards with an RP2040 or RP2350 do at their start and in their tick. A board's `Module` may have a status LED, a pin
// `BusPower` that is high while the USB socket has a supply, and `find`, which finds out what module it is. These are templates
// so that what a module lacks need not compile.
#include "boards/chips/rp2/board.hpp"

#include "boards/chips/rp2/gpio.hpp"
#include "boards/chips/rp2/registers.hpp"
#include "boards/chips/rp2/system.hpp"
#include "boards/chips/rp2/watchdog.hpp"
#include "boards/chips/rp2/xip.hpp"
#include "boards/cortex_m/core.hpp"
#include "boards/cortex_m/tick.hpp"
#include "boards/cortex_m/vectors.hpp"

namespace stackmate::boards::rp2 {
namespace {

/// True where no pin reports it.
template <class Board>
[[nodiscard]] bool has_usb_supply() noexcept {
    if constexpr (requires { typename Board::Module::BusPower; }) {
        return Board::Module::BusPower::get();
    } else {
        return true;
    }
}

/// From the tick interrupt.
template <class Board>
void tick(Board& board) noexcept {
    board.clock.tick();
    board.double_reset.step();
    board.usb.step(has_usb_supply<Board>());
    board.serial.step();
    if (!board.leds.sending() && !board.usb.has_scan_pin()) {
        board.sensors.step();
    }
    board.buttons.step();
    board.leds.step();
    board.step_sound();
    if constexpr (requires { typename Board::Module::BusPower; }) {
        // On a sleeping bus a device may take 2.5 mA (USB 2.0, 7.2.3), so the LEDs go dark. With a supply of its own a board
        // must not go dark because a cable was pulled; only this pin tells the two apart. Without the pin the LEDs stay lit.
        board.leds.darken(board.usb.suspended() && Board::Module::BusPower::known() && Board::Module::BusPower::get());
    }
    if constexpr (requires { board.status.led; }) {
        if (board.clock.now_ms() % 125 == 0) {
            board.status.led.step();
        }
    }
}

/// The clocks run already: start.cpp. Runs once, from flash.
template <class Board>
[[gnu::cold]] void init(Board& board) noexcept {
    guard_stack();
    stop_second_core();
    Map::raise_brown_out();
    board.system.init(reset_cause(Watchdog::reason(), Register<Map::chip_reset>::read()));
    Watchdog::init();
    board.double_reset.begin();
    Resets::renew(Resets::dma | Resets::io_bank0 | Resets::pads_bank0 | Resets::pio0 | Resets::pwm | Resets::sysinfo
                  | Resets::timer | Resets::uart0 | Resets::usb);
    UniqueId::find();

    board.deadline.init();
    cortex_m::enable_interrupt(Interrupt::timer_0);
    Board::TxPin::use(PinFunction::uart);
    Board::RxPin::use(PinFunction::uart, Pull::up);  // an open line rests
    board.wire.init();
    cortex_m::enable_interrupt(Interrupt::uart_0);
    board.usb.init(UniqueId::read());
    cortex_m::enable_interrupt(Interrupt::usb);

    if constexpr (requires { Board::Module::find(); }) {
        Board::Module::find();
    }
    Board::Sensing::use();
    Board::ButtonLines::use();
    Board::Leds::init();
    board.start_sound();
    if constexpr (requires { typename Board::Module::BusPower; }) {
        Board::Module::BusPower::use();
    }
    if constexpr (requires { board.status.led; }) {
        Board::Module::StatusPin::use_as_output(false);
        board.status.led.blink(1);  // alive
    }
    Board::Tick::start();
}

}  // namespace
}  // namespace stackmate::boards::rp2

namespace stackmate::boards {
namespace {

constinit Board instance{};

void on_tick() { rp2::tick(instance); }
void on_alarm() { instance.deadline.on_interrupt(); }
void on_uart() { instance.wire.on_interrupt(); }
void on_usb() { instance.usb.on_interrupt(); }

[[gnu::section(".vectors"), gnu::used]] constinit const auto vectors = cortex_m::vector_table<rp2::Interrupt::count>(
    on_tick, {{rp2::Interrupt::timer_0, on_alarm}, {rp2::Interrupt::usb, on_usb}, {rp2::Interrupt::uart_0, on_uart}});

[[gnu::section(".pins"), gnu::used]] constinit const auto pins = hal::pins_as_text<Board>();

}  // namespace

// The processor's own reset is that of one core.
extern "C" void stackmate_reset_chip() { rp2::Watchdog::reset_now(); }

Board& board() noexcept { return instance; }

void Board::init() noexcept { rp2::init(*this); }

}  // namespace stackmate::boards
