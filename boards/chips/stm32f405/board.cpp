#include "boards/chips/stm32f405/board.hpp"

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

// RM0090, vector table of the STM32F405: 82 interrupts.
[[gnu::section(".vectors"), gnu::used]] constinit const auto vectors = cortex_m::vector_table<82>(
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

    Register<0x40023830>::set(1u << 0);  // RCC_AHB1ENR: port A
    Register<0x40023844>::set(1u << 4);  // RCC_APB2ENR: USART1
    (void)Register<0x40023844>::read();  // a clock is there two cycles after it was enabled
    TxPin::use_function<usart_function>();
    RxPin::use_function<usart_function>();
    serial.init();
    cortex_m::enable_interrupt(usart_interrupt);
    cortex_m::enable_interrupt(Supply::interrupt);
    Tick::start();
}

}  // namespace stackmate::boards
