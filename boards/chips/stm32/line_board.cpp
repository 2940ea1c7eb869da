#include "boards/chips/stm32/line_board.hpp"

#include "boards/chips/stm32/reset_flags.hpp"
#include "boards/cortex_m/mpu.hpp"
#include "boards/cortex_m/vectors.hpp"

namespace stackmate::boards {
namespace {

constinit Board instance{};

void on_tick() { cortex_m::tick(instance); }
void on_usart() { instance.serial.on_interrupt(); }
void on_low_supply() {
    Board::Supply::wait_slowly();
    cortex_m::request_reset();
}

[[gnu::section(".vectors"), gnu::used]] constinit const auto vectors = cortex_m::vector_table<Board::interrupts>(
    on_tick, {{Board::Supply::interrupt, on_low_supply}, {Board::usart_interrupt, on_usart}});

}  // namespace

Board& board() noexcept { return instance; }

void Board::init() noexcept {
    Supply::start();
    Clocks::start();
    if constexpr (guards_null_page) {
        cortex_m::guard_null_page();
    }
    system.init(stm32::take_reset_cause<stm32::Bus>(reset_flags_at, 1u << 24));

    start_line();
    serial.init();
    cortex_m::enable_interrupt(usart_interrupt);
    cortex_m::enable_interrupt(Supply::interrupt);
    Tick::start();
}

}  // namespace stackmate::boards
