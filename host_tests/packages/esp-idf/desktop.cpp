// ESP-IDF's functions on the desktop.
#include "host_tests/packages/terminal.hpp"

#include <driver/uart.h>
#include <esp_timer.h>

namespace {
constexpr int fifo_bytes = 128;
}

std::int64_t esp_timer_get_time() { return std::int64_t{terminal::now_ms()} * 1000; }
esp_err_t uart_driver_install(uart_port_t, int rx_buffer_size, int, int, QueueHandle_t*, int) {
    return rx_buffer_size > fifo_bytes ? ESP_OK : -1;
}
int uart_read_bytes(uart_port_t, void* buf, std::uint32_t, TickType_t) {
    const int byte = terminal::read();
    if (byte < 0) return 0;
    *static_cast<std::uint8_t*>(buf) = static_cast<std::uint8_t>(byte);
    return 1;
}
int uart_tx_chars(uart_port_t, const char* buffer, std::uint32_t len) {
    const std::uint32_t sent = len < fifo_bytes ? len : fifo_bytes;
    terminal::write(buffer, sent);
    return static_cast<int>(sent);
}

extern "C" void app_main();
int main() { app_main(); }
