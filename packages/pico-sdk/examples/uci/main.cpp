// A UCI engine on the Pico's standard input and output: USB and UART0 (GP0, GP1; 115,200 baud) at once.
#include "core/engine/config.hpp"
#include "firmware/polled_app.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "pico/stdlib.h"
#if LIB_PICO_STDIO_USB  // an SDK that was fetched without its submodule TinyUSB has the UART alone
#include "pico/stdio_usb.h"
#include "tusb.h"
#endif

namespace {

struct Stdio {
    static constexpr std::string_view name = "Pico";

    int read() { return getchar_timeout_us(0); }
    std::size_t write(std::string_view text) {
        std::size_t count = std::min<std::size_t>(text.size(), 8);  // the UART is waited for: 0.7 ms
#if LIB_PICO_STDIO_USB
        // Otherwise the SDK waits for a host that holds the port open and reads nothing, and that host misses output.
        if (stdio_usb_connected()) count = std::min<std::size_t>(count, tud_cdc_write_available());
#endif
        for (std::size_t i = 0; i < count; ++i) putchar_raw(text[i]);
        return count;
    }
    std::uint32_t now_ms() { return to_ms_since_boot(get_absolute_time()); }
};

Stdio line;
stackmate::firmware::PolledApp<stackmate::Full, Stdio> engine{line};

}  // namespace

int main() {
    stdio_init_all();
    for (;;) engine.poll();
}
