// What the examples use of the Pico SDK: the flash.
#pragma once

#include <stddef.h>
#include <stdint.h>

#define FLASH_SECTOR_SIZE (1u << 12)
#define FLASH_PAGE_SIZE (1u << 8)
#define PICO_FLASH_SIZE_BYTES (4 * 1024 * 1024)  // a Pico 2
#ifdef __arm__
#define XIP_BASE 0x10000000u
#else
extern uint8_t flash_of_the_pico[PICO_FLASH_SIZE_BYTES];
#define XIP_BASE ((uintptr_t)flash_of_the_pico)
#endif

#ifdef __cplusplus
extern "C" {
#endif
void flash_range_erase(uint32_t offset, size_t count);
void flash_range_program(uint32_t offset, const uint8_t* data, size_t count);
#ifdef __cplusplus
}
#endif
