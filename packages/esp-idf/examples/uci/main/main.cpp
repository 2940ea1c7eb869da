// A UCI engine on UART0, which most boards connect to their USB socket. 115,200 baud.
#include "core/engine/config.hpp"
#include "firmware/polled_app.hpp"

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "driver/uart.h"
#include "esp_err.h"
#include "esp_timer.h"

namespace {

constexpr uart_port_t uart = UART_NUM_0;
constexpr int received_bytes = 512;

struct Uart {
    static constexpr std::string_view name = "ESP-IDF";

    int read() {
        std::uint8_t byte = 0;
        return uart_read_bytes(uart, &byte, 1, 0) == 1 ? byte : -1;
    }
    std::size_t write(std::string_view text) {
        const int sent =
            uart_tx_chars(uart, text.data(), static_cast<std::uint32_t>(text.size()));  // waits for nothing
        return sent > 0 ? static_cast<std::size_t>(sent) : 0;
    }
    std::uint32_t now_ms() { return static_cast<std::uint32_t>(esp_timer_get_time() / 1000); }
};

Uart line;
stackmate::firmware::PolledApp<stackmate::Full, Uart> engine{line};

}  // namespace

extern "C" void app_main() {
    ESP_ERROR_CHECK(uart_driver_install(uart, received_bytes, 0, 0, nullptr, 0));
    for (;;) engine.poll();
}
