// What all chess boards with an RP2040 do at their start and in their tick. A `Board` has the members and types of
// boards/rp2040/board.hpp; a status LED only if it has one.
#pragma once

#include "boards/cortex_m/core.hpp"
#include "boards/cortex_m/tick.hpp"
#include "boards/rp2040/chip.hpp"
#include "boards/rp2040/gpio.hpp"
#include "boards/rp2040/system.hpp"
#include "boards/rp2040/watchdog.hpp"
#include "boards/rp2040/xip.hpp"

namespace stackmate::boards::rp2040 {

/// From the tick interrupt.
template <class Board>
void tick(Board& board) noexcept {
    board.clock.tick();
    board.usb.step();
    board.serial.step();
    board.sensors.step();
    board.buttons.step();
    board.leds.step();
    if constexpr (requires { board.status_led; }) {
        if (board.clock.now_ms() % 125 == 0) {
            board.status_led.step();
        }
    }
}

/// The clocks run already: start.cpp.
template <class Board>
void init(Board& board) noexcept {
    using ChipReset = Register<0x40064008>;

    guard_stack();
    board.system.init(reset_cause(Watchdog::reason(), ChipReset::read()));
    Watchdog::init();
    Resets::renew(Resets::dma | Resets::io_bank0 | Resets::pads_bank0 | Resets::pio0 | Resets::timer | Resets::uart0
                  | Resets::usb);
    UniqueId::find();

    board.deadline.init();
    cortex_m::enable_interrupt(Interrupt::timer_0);
    Board::TxPin::use(PinFunction::uart);
    Board::RxPin::use(PinFunction::uart, Pull::up);  // an open line rests
    board.wire.init();
    cortex_m::enable_interrupt(Interrupt::uart_0);
    board.usb.init(UniqueId::read());
    cortex_m::enable_interrupt(Interrupt::usb);

    Board::Rows::use();
    Board::Columns::use();
    Board::ButtonLines::use();
    Board::Leds::init();
    if constexpr (requires { board.status_led; }) {
        Board::StatusPin::use_as_output(false);
        board.status_led.blink(1);  // alive
    }
    Board::Tick::start();
}

}  // namespace stackmate::boards::rp2040
