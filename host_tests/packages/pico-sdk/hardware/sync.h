// What the examples use of the Pico SDK: interrupts that wait.
#pragma once

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif
uint32_t save_and_disable_interrupts(void);
void restore_interrupts(uint32_t status);
#ifdef __cplusplus
}
#endif
