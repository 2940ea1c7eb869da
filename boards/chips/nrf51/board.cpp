#include "boards/chips/nrf51/board.hpp"

#include "boards/chips/nrf51/clock.hpp"
#include "boards/cortex_m/vectors.hpp"

namespace stackmate::boards {
namespace {

constinit Board instance{};

void on_tick() {
    Board::Tick::acknowledge();
    cortex_m::tick(instance);
}
void on_uart() { instance.serial.on_interrupt(); }

// nRF51 Series Reference Manual v3.0, "Instantiation": an interrupt's number is its peripheral's id, 0 to 31.
[[gnu::section(".vectors"), gnu::used]] constinit const auto vectors = cortex_m::vector_table<32>(
    stackmate_fault_handler, {{Board::tick_interrupt, on_tick}, {Board::Serial::interrupt, on_uart}});

}  // namespace

Board& board() noexcept { return instance; }

void Board::init() noexcept {
    nrf51::HighFrequencyClock::start();
    system.init(nrf51::take_reset_cause());
    serial.init();
    cortex_m::enable_interrupt(Serial::interrupt);
    Tick::start();
    cortex_m::enable_interrupt(tick_interrupt);
}

}  // namespace stackmate::boards
