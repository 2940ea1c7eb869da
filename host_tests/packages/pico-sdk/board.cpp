// The Pico SDK's example of a chess board on the desktop, with contacts, LEDs and flash wired as it says. The chip is an RP2350 of
// stepping A2: a pulled-down pin that was high stays so while its input is on (E9), and the last sector of its 4 MB of flash goes
// with each file that is dragged onto it (E10).
#include "host_tests/packages/hands.hpp"

#include <cstdlib>
#include <cstring>

#include <hardware/clocks.h>
#include <hardware/dma.h>
#include <hardware/flash.h>
#include <hardware/pio.h>
#include <hardware/sync.h>
#include <pico/stdio_usb.h>
#include <pico/stdlib.h>
#include <tusb.h>

namespace {
constexpr unsigned rows_from = 2, columns_from = 10, play = 18;
std::uint32_t levels = 0, listening = ~std::uint32_t{0}, latched = 0;

/// What the outputs and the contacts do to the pins.
std::uint32_t driven() {
    std::uint32_t pins = levels | 1u << play;
    for (unsigned row = 0; row < 8; ++row)
        if ((levels >> (rows_from + row) & 1) != 0) pins |= (hands::board >> 8 * row & 0xFF) << columns_from;
    return pins;
}
/// To be called after each change.
void settle() { latched = (latched | driven()) & listening & 0xFFu << columns_from; }
}  // namespace

// ---- the line and the time. Each round of the loop asks until there is no byte.

bool stdio_init_all() {
    std::memset(flash_of_the_pico, 0xFF, sizeof flash_of_the_pico);
    return true;
}
bool stdio_usb_connected() { return true; }
std::uint32_t tud_cdc_write_available() { return 64; }
int getchar_timeout_us(std::uint32_t) {
    const int byte = hands::read();
    if (byte < 0) hands::turn();
    return byte;
}
int putchar_raw(int c) {
    const char byte = static_cast<char>(c);
    hands::write(&byte, 1);
    return c;
}
absolute_time_t get_absolute_time() { return hands::now_ms; }
std::uint32_t to_ms_since_boot(absolute_time_t t) { return static_cast<std::uint32_t>(t); }
void busy_wait_us_32(std::uint32_t) {}

// ---- the contacts

void gpio_init_mask(std::uint32_t) {}
void gpio_set_dir_out_masked(std::uint32_t) {}
void gpio_pull_up(unsigned) {}
void gpio_pull_down(unsigned) {}
void gpio_set_input_enabled(unsigned pin, bool enabled) {
    listening = enabled ? listening | 1u << pin : listening & ~(1u << pin);
    settle();
}
void gpio_put_masked(std::uint32_t pins, std::uint32_t to) {
    levels = (levels & ~pins) | (to & pins);
    settle();
}
std::uint32_t gpio_get_all() { return (driven() | latched) & listening; }
bool gpio_get(unsigned pin) { return (gpio_get_all() >> pin & 1) != 0; }

// ---- the LEDs

pio_hw_t pio_of_the_pico;
std::uint32_t clock_get_hz(clock_handle) { return 125'000'000; }
int pio_add_program(PIO, const pio_program_t*) { return 0; }
pio_sm_config pio_get_default_sm_config() { return {}; }
void sm_config_set_wrap(pio_sm_config*, unsigned, unsigned) {}
void sm_config_set_out_pins(pio_sm_config*, unsigned, unsigned) {}
void sm_config_set_set_pins(pio_sm_config*, unsigned, unsigned) {}
void sm_config_set_out_shift(pio_sm_config*, bool, bool, unsigned) {}
void sm_config_set_clkdiv(pio_sm_config*, float) {}
void pio_gpio_init(PIO, unsigned) {}
int pio_sm_set_consecutive_pindirs(PIO, unsigned, unsigned, unsigned, bool) { return 0; }
int pio_sm_init(PIO, unsigned, unsigned, const pio_sm_config*) { return 0; }
void pio_sm_set_enabled(PIO, unsigned, bool) {}
unsigned pio_get_dreq(PIO, unsigned, bool) { return 0; }
dma_channel_config dma_channel_get_default_config(unsigned) { return {}; }
void channel_config_set_dreq(dma_channel_config*, unsigned) {}
void dma_channel_configure(unsigned, const dma_channel_config*, volatile void*, const volatile void*, unsigned, bool) {}
void dma_channel_transfer_from_buffer_now(unsigned, const volatile void* from, std::uint32_t count) {
    const auto* const words = static_cast<const volatile std::uint32_t*>(from);
    for (unsigned i = 0; i < count; ++i) {
        const std::uint32_t word = words[i];
        hands::shine(i / 8 % 2 == 0 ? i : i ^ 7,
                     {static_cast<std::uint8_t>(word >> 16), static_cast<std::uint8_t>(word >> 24),
                      static_cast<std::uint8_t>(word >> 8)});
    }
}

// ---- the flash

std::uint8_t flash_of_the_pico[PICO_FLASH_SIZE_BYTES];
/// Where the firmware has its own (boards/chips/rp2/board.hpp).
void must_be_the_stores(std::uint32_t offset, size_t count) {
    if (offset < 1984 * 1024 || offset + count > 2048 * 1024) std::abort();
}
void flash_range_erase(std::uint32_t offset, size_t count) {
    must_be_the_stores(offset, count);
    std::memset(flash_of_the_pico + offset, 0xFF, count);
}
void flash_range_program(std::uint32_t offset, const std::uint8_t* data, size_t count) {
    must_be_the_stores(offset, count);
    for (size_t i = 0; i < count; ++i) flash_of_the_pico[offset + i] &= data[i];
}
std::uint32_t save_and_disable_interrupts() { return 0; }
void restore_interrupts(std::uint32_t) {}
