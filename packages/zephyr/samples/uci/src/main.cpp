// A UCI engine on the UART that is the console. Received bytes are fetched by interrupt: a UART that keeps one byte would lose
// the next ones while the engine searches.
#include "core/engine/config.hpp"
#include "firmware/polled_app.hpp"
#include "hal/ring.hpp"

#include <cstddef>
#include <cstdint>
#include <string_view>

#include <zephyr/device.h>
#include <zephyr/drivers/uart.h>
#include <zephyr/kernel.h>

namespace {

#ifdef CONFIG_STACKMATE_FULL
using Config = stackmate::Full;
#else
using Config = stackmate::Tiny;
#endif

const device* const uart = DEVICE_DT_GET(DT_CHOSEN(zephyr_console));
stackmate::hal::Ring<256> received;

void on_uart(const device* from, void*) {
    while (uart_irq_update(from) != 0 && uart_irq_rx_ready(from) != 0) {
        std::uint8_t byte = 0;
        while (uart_fifo_read(from, &byte, 1) == 1) (void)received.push(byte);
    }
}

struct Console {
    static constexpr std::string_view name = "Zephyr";

    int read() { return received.pop(); }
    std::size_t write(std::string_view text) {
        text = text.substr(0, 8);  // the UART is waited for: 0.7 ms
        for (const char c : text) uart_poll_out(uart, static_cast<unsigned char>(c));
        return text.size();
    }
    std::uint32_t now_ms() { return k_uptime_get_32(); }
};

Console line;
stackmate::firmware::PolledApp<Config, Console> engine{line};

}  // namespace

int main() {
    if (!device_is_ready(uart)) return 1;
    uart_irq_callback_user_data_set(uart, on_uart, nullptr);
    uart_irq_rx_enable(uart);
    for (;;) {
        engine.poll();
        k_yield();
    }
}
