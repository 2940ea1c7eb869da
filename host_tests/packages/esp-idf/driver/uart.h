// What the example uses of ESP-IDF: a UART.
#pragma once

#include <stddef.h>
#include <stdint.h>

#include <esp_err.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum { UART_NUM_0 } uart_port_t;
typedef uint32_t TickType_t;
typedef struct QueueDefinition* QueueHandle_t;

esp_err_t uart_driver_install(uart_port_t uart_num, int rx_buffer_size, int tx_buffer_size, int queue_size,
                              QueueHandle_t* uart_queue, int intr_alloc_flags);
int uart_read_bytes(uart_port_t uart_num, void* buf, uint32_t length, TickType_t ticks_to_wait);
int uart_tx_chars(uart_port_t uart_num, const char* buffer, uint32_t len);

#ifdef __cplusplus
}
#endif
