// Zephyr's functions on the desktop. The interrupt comes while the thread yields.
#include "host_tests/packages/terminal.hpp"

#include <zephyr/device.h>
#include <zephyr/drivers/uart.h>
#include <zephyr/kernel.h>

const device stub_console{"console"};

namespace {

uart_irq_callback_user_data_t handler = nullptr;
void* handlers_data = nullptr;
bool enabled = false;
int arrived = -1;  // a byte that the UART holds

}  // namespace

bool device_is_ready(const device* dev) { return dev == &stub_console; }
std::uint32_t k_uptime_get_32() { return terminal::now_ms(); }
void k_yield() {
    if (arrived < 0) arrived = terminal::read();
    if (arrived >= 0 && enabled) handler(&stub_console, handlers_data);
}

int uart_irq_callback_user_data_set(const device*, uart_irq_callback_user_data_t cb, void* user_data) {
    handler = cb;
    handlers_data = user_data;
    return 0;
}
void uart_irq_rx_enable(const device*) { enabled = handler != nullptr; }
int uart_irq_update(const device*) { return 1; }
int uart_irq_rx_ready(const device*) { return arrived >= 0 ? 1 : 0; }
int uart_fifo_read(const device*, std::uint8_t* rx_data, int size) {
    if (arrived < 0 || size < 1) return 0;
    *rx_data = static_cast<std::uint8_t>(arrived);
    arrived = -1;
    return 1;
}
void uart_poll_out(const device*, unsigned char out_char) {
    const char byte = static_cast<char>(out_char);
    terminal::write(&byte, 1);
}
