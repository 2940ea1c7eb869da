// What the examples use of the Pico SDK: the DMA.
#pragma once

#include <stdbool.h>
#include <stdint.h>

typedef struct {
    uint32_t ctrl;
} dma_channel_config;

#ifdef __cplusplus
extern "C" {
#endif
dma_channel_config dma_channel_get_default_config(unsigned channel);
void channel_config_set_dreq(dma_channel_config* config, unsigned dreq);
void dma_channel_configure(unsigned channel, const dma_channel_config* config, volatile void* to,
                           const volatile void* from, unsigned count, bool start);
void dma_channel_transfer_from_buffer_now(unsigned channel, const volatile void* from, uint32_t count);
#ifdef __cplusplus
}
#endif
