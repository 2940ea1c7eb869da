// What the examples use of the Pico SDK.
#pragma once

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef uint64_t absolute_time_t;

bool stdio_init_all(void);
int getchar_timeout_us(uint32_t timeout_us);
int putchar_raw(int c);
absolute_time_t get_absolute_time(void);
uint32_t to_ms_since_boot(absolute_time_t t);
void busy_wait_us_32(uint32_t us);

void gpio_init_mask(uint32_t pins);
void gpio_set_dir_out_masked(uint32_t pins);
void gpio_pull_up(unsigned pin);
void gpio_pull_down(unsigned pin);
void gpio_set_input_enabled(unsigned pin, bool enabled);
void gpio_put_masked(uint32_t pins, uint32_t levels);
uint32_t gpio_get_all(void);
bool gpio_get(unsigned pin);

#ifdef __cplusplus
}
#endif
