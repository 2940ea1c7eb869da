#include "boards/chips/rp2040/board.hpp"

#include "boards/chips/rp2040/chess_board.hpp"
#include "boards/cortex_m/vectors.hpp"

namespace stackmate::boards {
namespace {

constinit Board instance{};

void on_tick() { rp2040::tick(instance); }
void on_alarm() { instance.deadline.on_interrupt(); }
void on_uart() { instance.wire.on_interrupt(); }
void on_usb() { instance.usb.on_interrupt(); }

[[gnu::section(".vectors"), gnu::used]] constinit const auto vectors = cortex_m::vector_table<rp2040::Interrupt::count>(
    on_tick,
    {{rp2040::Interrupt::timer_0, on_alarm}, {rp2040::Interrupt::usb, on_usb}, {rp2040::Interrupt::uart_0, on_uart}});

[[gnu::section(".pins"), gnu::used]] constinit const auto pins = hal::pins_as_text<Board>();

}  // namespace

Board& board() noexcept { return instance; }

void Board::init() noexcept { rp2040::init(*this); }

}  // namespace stackmate::boards
