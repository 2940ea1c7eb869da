#include "boards/chips/mps2/board.hpp"

#include "boards/cortex_m/vectors.hpp"

namespace stackmate::boards {
namespace {

constinit Board instance{};

void on_tick() { cortex_m::tick(instance); }
void on_uart() { instance.serial.on_interrupt(); }

[[gnu::section(".vectors"), gnu::used]] constinit const auto vectors = cortex_m::vector_table<Board::interrupts>(
    on_tick, {{Board::receive_interrupt, on_uart}, {Board::send_interrupt, on_uart}});

}  // namespace

Board& board() noexcept { return instance; }

void Board::init() noexcept {
    system.init(hal::ResetCause::unknown);
    serial.init();
    cortex_m::enable_interrupt(receive_interrupt);
    cortex_m::enable_interrupt(send_interrupt);
    Tick::start();
}

}  // namespace stackmate::boards
