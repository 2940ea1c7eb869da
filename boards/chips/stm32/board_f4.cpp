#include "boards/chips/stm32/pill_board.hpp"

#include "boards/cortex_m/mpu.hpp"
#include "boards/cortex_m/vectors.hpp"

namespace stackmate::boards {
namespace {

constinit Board instance{};

constexpr std::uint16_t heartbeat = 1;  // a short flash every two seconds

void on_tick() { instance.tick(); }
void on_usart() { instance.serial.on_interrupt(); }
void on_low_supply() {
    Board::Supply::wait_slowly([] { instance.stop(); }, [] { instance.leds.darken<Board::Clocks::hsi_hz>(); });
    cortex_m::request_reset();
}

[[gnu::section(".vectors"), gnu::used]] constinit const auto vectors = cortex_m::vector_table<Board::interrupts>(
    on_tick, {{Board::Supply::interrupt, on_low_supply}, {Board::usart_interrupt, on_usart}});

}  // namespace

Board& board() noexcept { return instance; }

void Board::init() noexcept {
    Supply::start();
    Clocks::start();
    cortex_m::guard_null_page();
    start(heartbeat);
}

}  // namespace stackmate::boards
