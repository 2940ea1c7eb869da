#include "boards/chips/stm32/pill_board.hpp"

#include "boards/chips/stm32f103/flash_size.hpp"
#include "boards/cortex_m/vectors.hpp"

namespace stackmate::boards {
namespace {

constinit Board instance{};

constexpr std::uint16_t heartbeat = 1;        // a short flash every two seconds
constexpr std::uint16_t no_crystal = 0x0505;  // two in each second: all clocks are a ninth slow

void on_tick() { instance.tick(); }
void on_usart() { instance.serial.on_interrupt(); }
void on_low_supply() {
    Board::Supply::wait_slowly([] { instance.stop(); }, [] { instance.leds.darken<Board::Clocks::hsi_hz>(); });
    cortex_m::request_reset();
}

}  // namespace

extern "C" {

/// The last word of the image, which a chip with 64 KB of flash does not have: board.ld.
[[gnu::section(".last"), gnu::used]] extern constinit const std::uint32_t stackmate_upper_mark = 0x51AC4A7E;

// Runs first after a reset, from the start of the flash, before anything that may be missing is used. A read where there is no
// flash must not end in a fault, whose handler may be missing too. With FAULTMASK and CCR.BFHFNMIGN set it is ignored (DDI
// 0403E, B1.4.3 and B3.2.8).
[[gnu::section(".first"), gnu::noinline]] void stackmate_check_flash() {
    constexpr std::uint32_t ignore_bus_faults = 1u << 8;
    auto* const configuration = reinterpret_cast<volatile std::uint32_t*>(0xE000ED14);
    *configuration = *configuration | ignore_bus_faults;
    asm volatile("cpsid f\n\tdsb\n\tisb" : : : "memory");
    const std::uint32_t read = *const_cast<const volatile std::uint32_t*>(&stackmate_upper_mark);
    asm volatile("dsb\n\tcpsie f" : : : "memory");
    *configuration = *configuration & ~ignore_bus_faults;
    const std::uint32_t size = *reinterpret_cast<const volatile std::uint32_t*>(stm32f103::flash_size_register);
    if (stm32f103::judge(size, 128, read == 0x51AC4A7E) != stm32f103::Flash::too_little) {
        stackmate_reset_handler();
    }
    // Three short flashes and a pause, for ever: PC13, low is on. RM0008, RCC_APB2ENR and GPIOC.
    auto* const clocks = reinterpret_cast<volatile std::uint32_t*>(0x40021018);
    auto* const mode = reinterpret_cast<volatile std::uint32_t*>(0x40011004);
    auto* const set_reset = reinterpret_cast<volatile std::uint32_t*>(0x40011010);
    *clocks = *clocks | 1u << 4;
    *mode = (*mode & ~(0xFu << 20)) | 2u << 20;  // output, 2 MHz
    for (;;) {
        for (unsigned step = 0; step < 12; ++step) {
            *set_reset = step < 6 && step % 2 == 0 ? 1u << 29 : 1u << 13;
            for (std::uint32_t wait = 0; wait < 300'000; ++wait) {  // about 0.2 s at 8 MHz
                asm volatile("");
            }
        }
    }
}

}  // extern "C"

namespace {

// RM0008, vector table of the medium-density chips: 43 interrupts.
[[gnu::section(".vectors"), gnu::used]] constinit const auto vectors =
    cortex_m::vector_table<43>(on_tick, {{Board::Supply::interrupt, on_low_supply}, {Board::usart_interrupt, on_usart}},
                               stackmate_fault_handler, stackmate_check_flash);

}  // namespace

Board& board() noexcept { return instance; }

void Board::init() noexcept {
    Supply::start();
    const bool exact = Clocks::start();
    start(exact ? heartbeat : no_crystal);
}

}  // namespace stackmate::boards
