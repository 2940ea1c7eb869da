// A UCI engine on a bare chip, in one file: an STM32F405 just out of reset, at 16 MHz from its internal oscillator, with USART1
// on PA9 and PA10 at 115200 baud. No operating system and no vendor library; the addresses are from RM0090 and the ARMv7-M
// manual.
#include "core/engine/config.hpp"
#include "firmware/polled_app.hpp"
#include "hal/ring.hpp"

#include <array>
#include <atomic>
#include <cstdint>
#include <string_view>

namespace {
volatile std::uint32_t& at(std::uintptr_t address) { return *reinterpret_cast<volatile std::uint32_t*>(address); }

// ---------------------------------------------------------------- the chip

constexpr std::uintptr_t status = 0x40011000, data = 0x40011004, control = 0x4001100c;  // of USART1
constexpr std::uint32_t received = 1u << 5, may_send = 1u << 7;  // in `status`, and to ask for in `control`
constexpr std::uint32_t on = 1u << 13 | 1u << 3 | 1u << 2;       // in `control`: it sends and receives

stackmate::hal::Ring<4096> in;  // a whole position line may come while the engine is at work
stackmate::hal::Ring<256> out;
std::atomic<std::uint32_t> ticks{0};

void on_tick() { ticks.store(ticks.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed); }

void on_usart() {
    const std::uint32_t now = at(status);
    if ((now & received) != 0) (void)in.push(static_cast<std::uint8_t>(at(data)));  // full: 4 KB were sent unanswered
    if ((now & may_send) == 0) return;
    if (const int next = out.pop(); next >= 0)
        at(data) = static_cast<std::uint32_t>(next);
    else
        at(control) = on | received;  // nothing to send: do not ask again
}

void start_chip() {
    at(0x40023830) = at(0x40023830) | 1u << 0;                       // RCC_AHB1ENR: port A
    at(0x40023844) = at(0x40023844) | 1u << 4;                       // RCC_APB2ENR: USART1
    at(0x40020000) = (at(0x40020000) & ~(15u << 18)) | 10u << 18;    // GPIOA_MODER: PA9 and PA10 serve another
    at(0x40020024) = (at(0x40020024) & ~(0xffu << 4)) | 0x77u << 4;  // GPIOA_AFRH: function 7, which is USART1
    at(0x40011008) = (16'000'000 + 115'200 / 2) / 115'200;           // BRR
    at(control) = on | received;
    at(0xe000e104) = 1u << (37 - 32);  // NVIC_ISER1: USART1
    at(0xe000e014) = 16'000 - 1;       // SysTick: each millisecond
    at(0xe000e018) = 0;
    at(0xe000e010) = 7;
}

// ---------------------------------------------------------------- the engine on its line

struct Usart {
    static constexpr std::string_view name = "a bare STM32F405";

    int read() { return in.pop(); }
    std::size_t write(std::string_view text) {
        text = text.substr(0, out.free());
        (void)out.push_all(text);
        at(control) = on | received | may_send;
        return text.size();
    }
    std::uint32_t now_ms() { return ticks.load(std::memory_order_relaxed); }
};

}  // namespace

extern "C" int main() {
    static Usart usart;
    static stackmate::firmware::PolledApp<stackmate::Full, Usart> engine{usart};  // Tiny where there are 8 KB of RAM
    start_chip();
    for (;;) engine.poll();
}

// ---------------------------------------------------------------- from reset to main

extern "C" std::uint32_t __stack_top[], __data_start[], __data_end[], __bss_start[], __bss_end[];
extern "C" const std::uint32_t __data_load[];

extern "C" void stackmate_reset_handler() {  // the name that the linker script knows
    const std::uint32_t* from = __data_load;
    for (std::uint32_t* to = __data_start; to != __data_end;) *to++ = *from++;
    for (std::uint32_t* to = __bss_start; to != __bss_end;) *to++ = 0;
    main();
}

using Handler = void (*)();
struct Vectors {
    std::uint32_t* stack = __stack_top;
    std::array<Handler, 97> handlers = [] {
        std::array<Handler, 97> all{};
        all.fill([] {
            for (;;) {}
        });
        all[0] = stackmate_reset_handler;
        all[14] = on_tick;
        all[15 + 37] = on_usart;
        return all;
    }();
};
[[gnu::section(".vectors"), gnu::used]] constinit const Vectors vectors;
