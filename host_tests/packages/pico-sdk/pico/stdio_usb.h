// What the example uses of the Pico SDK: whether somebody has opened the USB port.
#pragma once

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif
bool stdio_usb_connected(void);
#ifdef __cplusplus
}
#endif
