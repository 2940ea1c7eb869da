// What the example uses of TinyUSB: the room for bytes to the host.
#pragma once

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif
uint32_t tud_cdc_write_available(void);
#ifdef __cplusplus
}
#endif
