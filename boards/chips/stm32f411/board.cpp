#include "boards/chips/stm32f411/board.hpp"

#include "boards/cortex_m/vectors.hpp"
#include "boards/chips/stm32/reset_flags.hpp"

namespace stackmate::boards {
namespace {

constinit Board instance{};

constexpr std::uint16_t heartbeat = 1;  // a short flash every two seconds

void on_tick() {
    cortex_m::tick(instance);
    if (!instance.leds.sending()) {
        instance.sensors.step();
    }
    instance.buttons.step();
    if (instance.clock.now_ms() % 125 == 0) {
        instance.status.step();
    }
}
void on_usart() { instance.serial.on_interrupt(); }
void on_low_supply() {
    Board::Supply::wait_slowly([] { instance.leds.stop(); }, [] { instance.leds.darken<Board::Clocks::hsi_hz>(); });
    cortex_m::request_reset();
}

// RM0383, vector table: 86 interrupts.
[[gnu::section(".vectors"), gnu::used]] constinit const auto vectors = cortex_m::vector_table<86>(
    on_tick, {{Board::Supply::interrupt, on_low_supply}, {Board::usart_interrupt, on_usart}});

}  // namespace

Board& board() noexcept { return instance; }

void Board::init() noexcept {
    using cortex_m::Register;
    using ResetFlags = Register<0x40023874>;  // RCC_CSR

    Supply::start();
    Clocks::start();
    cortex_m::guard_null_page();
    system.init(stm32::reset_cause(ResetFlags::read()));
    ResetFlags::set(1u << 24);  // RMVF: the next start sees only its own cause

    Peripherals::start();
    leds.init();
    Peripherals::connect_leds();
    status.blink(heartbeat);
    serial.init();
    cortex_m::enable_interrupt(usart_interrupt);
    cortex_m::enable_interrupt(Supply::interrupt);
    Tick::start();
}

}  // namespace stackmate::boards
