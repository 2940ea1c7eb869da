#include "boards/chips/stm32f100/board.hpp"

#include "boards/chips/stm32/reset_flags.hpp"
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

// The chip has no MPU to guard the null page.
void Board::init() noexcept {
    using stm32::Bus;
    Supply::start();
    Clocks::start();
    system.init(stm32::take_reset_cause<Bus>(0x40021024, 1u << 24));  // RCC_CSR

    constexpr std::uintptr_t peripheral_clocks = 0x40021018;           // RCC_APB2ENR
    stm32::modify<Bus>(peripheral_clocks, 0, (1u << 14) | (1u << 2));  // USART1, port A
    (void)Bus::read(peripheral_clocks);  // a clock is there two cycles after it was enabled
    Bus::write(0x40010810, 1u << 10);    // GPIOA_BSRR: the pull of PA10 goes up
    // GPIOA_CRH, four bits a pin from PA8 on. PA9: function output, push-pull, 10 MHz (9). PA10: input with pull (8).
    stm32::modify<Bus>(0x40010804, 0xFF0, 0x890);
    serial.init();
    cortex_m::enable_interrupt(usart_interrupt);
    cortex_m::enable_interrupt(Supply::interrupt);
    Tick::start();
}

}  // namespace stackmate::boards
