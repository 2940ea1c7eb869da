#include "boards/stm32l475/board.hpp"

#include "boards/cortex_m/vectors.hpp"
#include "boards/stm32/reset_flags.hpp"

namespace stackmate::boards {
namespace {

constinit Board instance{};

void on_tick() { cortex_m::tick(instance); }
void on_usart() { instance.serial.on_interrupt(); }

// RM0351, vector table of the STM32L47x: 82 interrupts.
[[gnu::section(".vectors"), gnu::used]] constinit const auto vectors =
    cortex_m::vector_table<82>(on_tick, {{Board::usart_interrupt, on_usart}});

}  // namespace

Board& board() noexcept { return instance; }

void Board::init() noexcept {
    using cortex_m::Register;
    using ResetFlags = Register<0x40021094>;  // RCC_CSR

    Clocks::start();
    cortex_m::guard_null_page();
    system.init(stm32::reset_cause(ResetFlags::read()));
    ResetFlags::set(1u << 23);  // RMVF: the next start sees only its own cause

    Register<0x4002104C>::set(1u << 1);   // RCC_AHB2ENR: port B
    Register<0x40021060>::set(1u << 14);  // RCC_APB2ENR: USART1
    (void)Register<0x40021060>::read();   // a clock is there two cycles after it was enabled
    TxPin::use_function<usart_function>();
    RxPin::use_function<usart_function>();
    serial.init();
    cortex_m::enable_interrupt(usart_interrupt);
    Tick::start();
}

}  // namespace stackmate::boards
