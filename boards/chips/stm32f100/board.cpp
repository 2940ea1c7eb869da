#include "boards/chips/stm32f100/board.hpp"

#include "boards/cortex_m/vectors.hpp"
#include "boards/chips/stm32/reset_flags.hpp"

namespace stackmate::boards {
namespace {

constinit Board instance{};

void on_tick() { cortex_m::tick(instance); }
void on_usart() { instance.serial.on_interrupt(); }
void on_low_supply() {
    Board::Supply::wait_slowly();
    cortex_m::request_reset();
}

// RM0041, vector table: 61 interrupts.
[[gnu::section(".vectors"), gnu::used]] constinit const auto vectors = cortex_m::vector_table<61>(
    on_tick, {{Board::Supply::interrupt, on_low_supply}, {Board::usart_interrupt, on_usart}});

}  // namespace

Board& board() noexcept { return instance; }

void Board::init() noexcept {
    using cortex_m::Register;
    using ResetFlags = Register<0x40021024>;        // RCC_CSR
    using PeripheralClocks = Register<0x40021018>;  // RCC_APB2ENR
    using PinsHigh = Register<0x40010804>;          // GPIOA_CRH: four bits a pin, from PA8
    using PinsSetReset = Register<0x40010810>;      // GPIOA_BSRR

    Supply::start();
    Clocks::start();
    system.init(stm32::reset_cause(ResetFlags::read()));
    ResetFlags::set(1u << 24);  // RMVF: the next start sees only its own cause

    PeripheralClocks::set((1u << 14) | (1u << 2));  // USART1, port A
    (void)PeripheralClocks::read();                 // a clock is there two cycles after it was enabled
    PinsSetReset::write(1u << 10);                  // the pull of PA10 goes up
    // PA9: function output, push-pull, 10 MHz (9). PA10: input with pull (8).
    PinsHigh::modify(0xFF0, 0x890);
    serial.init();
    cortex_m::enable_interrupt(usart_interrupt);
    cortex_m::enable_interrupt(Supply::interrupt);
    Tick::start();
}

}  // namespace stackmate::boards
