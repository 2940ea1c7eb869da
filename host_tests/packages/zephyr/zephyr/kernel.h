// What the sample uses of Zephyr: the kernel.
#pragma once

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif
uint32_t k_uptime_get_32(void);
void k_yield(void);
#ifdef __cplusplus
}
#endif
