#include "boards/stm32f103/board.hpp"

#include "boards/cortex_m/vectors.hpp"
#include "boards/stm32/reset_flags.hpp"

namespace stackmate::boards {
namespace {

constinit Board instance{};

constexpr std::uint16_t heartbeat = 1;        // a short flash every two seconds
constexpr std::uint16_t no_crystal = 0x0505;  // two in each second: all clocks are a ninth slow

void on_tick() {
    cortex_m::tick(instance);
    instance.sensors.step();
    instance.buttons.step();
    if (instance.clock.now_ms() % 125 == 0) {
        instance.status.step();
    }
}
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
    using PinMapping = Register<0x40010004>;        // AFIO_MAPR

    const bool exact = Clocks::start();
    system.init(stm32::reset_cause(ResetFlags::read()));
    ResetFlags::set(1u << 24);  // RMVF: the next start sees only its own cause

    Register<0x40021014>::set(1u << 0);  // RCC_AHBENR: DMA1
    // USART1, TIM1, ports A, B, C, pin mapping.
    PeripheralClocks::set((1u << 14) | (1u << 11) | (7u << 2) | (1u << 0));
    (void)PeripheralClocks::read();  // a clock is there two cycles after it was enabled
    PinMapping::write(2u << 24);     // JTAG off, which frees PB3, PB4 and PA15; the two-wire debug port stays
    Pins::Rows::init();
    Pins::Columns::init();
    Pins::ButtonLines::init();
    Pins::StatusLed::output(true);
    leds.init();
    Pins::LedData::function(0);
    status.blink(exact ? heartbeat : no_crystal);
    TxPin::function(0);
    RxPin::input(stm32::PinPull::up);
    serial.init();
    cortex_m::enable_interrupt(usart_interrupt);
    Tick::start();
}

}  // namespace stackmate::boards
