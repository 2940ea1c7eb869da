// What the examples use of the Pico SDK: the clock of the processor.
#pragma once

#include <stdint.h>

enum clock_handle { clk_sys = 5 };

#ifdef __cplusplus
extern "C" {
#endif
uint32_t clock_get_hz(enum clock_handle clock);
#ifdef __cplusplus
}
#endif
