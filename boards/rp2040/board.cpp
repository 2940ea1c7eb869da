#include "boards/rp2040/board.hpp"

#include "boards/cortex_m/vectors.hpp"

namespace stackmate::boards {
namespace {

constinit Board instance{};

void on_tick() {
    cortex_m::tick(instance);
    instance.usb.step();
    instance.serial.step();
    instance.sensors.step();
    instance.buttons.step();
    instance.leds.step();
    if (instance.clock.now_ms() % 125 == 0) {
        instance.status_led.step();
    }
}
void on_uart() { instance.wire.on_interrupt(); }
void on_usb() { instance.usb.on_interrupt(); }

[[gnu::section(".vectors"), gnu::used]] constinit const auto vectors = cortex_m::vector_table<rp2040::Interrupt::count>(
    on_tick, {{rp2040::Interrupt::usb, on_usb}, {rp2040::Interrupt::uart_0, on_uart}});

}  // namespace

Board& board() noexcept { return instance; }

// The clocks run already: start.cpp.
void Board::init() noexcept {
    using namespace rp2040;
    using ChipReset = Register<0x40064008>;

    system.init(reset_cause(Watchdog::reason(), ChipReset::read()));
    Watchdog::init();
    Resets::renew(Resets::dma | Resets::io_bank0 | Resets::pads_bank0 | Resets::pio0 | Resets::timer | Resets::uart0
                  | Resets::usb);
    UniqueId::find();

    TxPin::use(PinFunction::uart);
    RxPin::use(PinFunction::uart, Pull::up);  // an open line rests
    wire.init();
    cortex_m::enable_interrupt(Interrupt::uart_0);
    usb.init(UniqueId::read());
    cortex_m::enable_interrupt(Interrupt::usb);

    Rows::use();
    Columns::use();
    ButtonLines::use();
    StatusPin::use_as_output(false);
    Leds::init();
    status_led.blink(1);  // alive
    Tick::start();
}

}  // namespace stackmate::boards
