#include "boards/chips/stm32l475/board.hpp"

#include <new>

#include "boards/chips/stm32/reset_flags.hpp"
#include "boards/cortex_m/mpu.hpp"
#include "boards/cortex_m/vectors.hpp"

namespace stackmate::boards {
namespace {

constinit Board instance{};

void on_tick() {
    cortex_m::tick(instance);
    // The sensors' row is the one that the display has driven since the last tick.
    instance.sensors.step();
    instance.leds.step();
    instance.buttons.step();
    instance.step_sound();
}
void on_usart() { instance.serial.on_interrupt(); }
void on_low_supply() {
    // The tick has stopped, and the row that it drove last would stay lit.
    Board::Supply::wait_slowly([] {
        instance.rows.release();
        instance.stop_sound();
    });
    cortex_m::request_reset();
}

}  // namespace

extern "C" {

[[gnu::used]] bool stackmate_flash_error() { return instance.flash.take_error() || instance.games.take_error(); }

// An unreadable unit of flash raises NMI. If the store was reading it, the program goes on. Otherwise it is a fault like any
// other, whose handler needs the stack as the processor left it.
[[gnu::naked]] void stackmate_nmi_handler() {
    asm volatile(R"(
        push {r0, lr}
        bl stackmate_flash_error
        cmp r0, #0
        pop {r0, lr}
        beq.w stackmate_fault_handler
        bx lr
    )");
}

}  // extern "C"

namespace {

// RM0351, vector table of the STM32L47x: 82 interrupts.
[[gnu::section(".vectors"), gnu::used]] constinit const auto vectors = cortex_m::vector_table<82>(
    on_tick, {{Board::Supply::interrupt, on_low_supply}, {Board::usart_interrupt, on_usart}}, stackmate_nmi_handler);

}  // namespace

Board& board() noexcept { return instance; }

void Board::init() noexcept {
    using stm32::Bus;

    ::new (&serial) Serial{};
    Supply::start();
    Clocks::start();
    cortex_m::guard_null_page();
    system.init(stm32::take_reset_cause<Bus>(0x40021094, 1u << 23));

    stm32::modify<Bus>(0x4002104C, 0, 7u);        // RCC_AHB2ENR: ports A, B, C
    stm32::modify<Bus>(0x40021060, 0, 1u << 14);  // RCC_APB2ENR: USART1
    (void)Bus::read(0x40021060);                  // a clock is there two cycles after it was enabled
    TxPin::function(usart_function, stm32::PinPull::up);
    RxPin::function(usart_function, stm32::PinPull::up);
    serial.init();
    cortex_m::enable_interrupt(usart_interrupt);

    rows.use();
    columns.use();
    button_lines.use();
    shield.use();
    leds.init();
    start_sound();
    cortex_m::enable_interrupt(Supply::interrupt);
    Tick::start();
}

}  // namespace stackmate::boards
