// What the example uses of the Pico SDK.
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

#ifdef __cplusplus
}
#endif
