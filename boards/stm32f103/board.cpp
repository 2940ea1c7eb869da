#include "boards/stm32f103/board.hpp"

#include "boards/cortex_m/vectors.hpp"
#include "boards/stm32/reset_flags.hpp"

namespace stackmate::boards {
namespace {

constinit Board instance{};

void on_tick() { cortex_m::tick(instance); }
void on_usart() { instance.serial.on_interrupt(); }

// RM0008, vector table of the medium-density chips: 43 interrupts.
[[gnu::section(".vectors"), gnu::used]] constinit const auto vectors =
    cortex_m::vector_table<43>(on_tick, {{Board::usart_interrupt, on_usart}});

}  // namespace

Board& board() noexcept { return instance; }

void Board::init() noexcept {
    using cortex_m::Register;
    using ResetFlags = Register<0x40021024>;        // RCC_CSR
    using PeripheralClocks = Register<0x40021018>;  // RCC_APB2ENR
    using PinsHigh = Register<0x40010804>;          // GPIOA_CRH: four bits a pin, from PA8
    using PinsSetReset = Register<0x40010810>;      // GPIOA_BSRR

    (void)Clocks::start();
    system.init(stm32::reset_cause(ResetFlags::read()));
    ResetFlags::set(1u << 24);  // RMVF: the next start sees only its own cause

    PeripheralClocks::set((1u << 14) | (1u << 2));  // USART1, port A
    PinsSetReset::write(1u << 10);                  // the pull of PA10 goes up
    // PA9: function output, push-pull, 10 MHz (9). PA10: input with pull (8).
    PinsHigh::modify(0xFF0, 0x890);
    serial.init();
    cortex_m::enable_interrupt(usart_interrupt);
    Tick::start();
}

}  // namespace stackmate::boards
