// The Pico SDK's functions on the desktop.
#include "host_tests/packages/terminal.hpp"

#include <pico/stdio_usb.h>
#include <pico/stdlib.h>
#include <tusb.h>

bool stdio_init_all() { return true; }
bool stdio_usb_connected() { return true; }
std::uint32_t tud_cdc_write_available() { return 64; }
int getchar_timeout_us(std::uint32_t) {
    const int byte = terminal::read();
    return byte < 0 ? -2 : byte;  // any negative number: the SDK changed its mind once
}
int putchar_raw(int c) {
    const char byte = static_cast<char>(c);
    terminal::write(&byte, 1);
    return c;
}
absolute_time_t get_absolute_time() { return terminal::now_ms(); }
std::uint32_t to_ms_since_boot(absolute_time_t t) { return static_cast<std::uint32_t>(t); }
