// What the examples use of the Pico SDK: a state machine of the PIO.
#pragma once

#include <stdbool.h>
#include <stdint.h>

typedef struct {
    volatile uint32_t txf[4];
} pio_hw_t;
typedef pio_hw_t* PIO;
extern pio_hw_t pio_of_the_pico;
#define pio0 (&pio_of_the_pico)

typedef struct pio_program {
    const uint16_t* instructions;
    uint8_t length;
    int8_t origin;
    uint8_t pio_version;
} pio_program_t;
typedef struct {
    uint32_t clkdiv;
} pio_sm_config;

#ifdef __cplusplus
extern "C" {
#endif
int pio_add_program(PIO pio, const pio_program_t* program);
pio_sm_config pio_get_default_sm_config(void);
void sm_config_set_wrap(pio_sm_config* config, unsigned target, unsigned wrap);
void sm_config_set_out_pins(pio_sm_config* config, unsigned base, unsigned count);
void sm_config_set_set_pins(pio_sm_config* config, unsigned base, unsigned count);
void sm_config_set_out_shift(pio_sm_config* config, bool right, bool autopull, unsigned threshold);
void sm_config_set_clkdiv(pio_sm_config* config, float divider);
void pio_gpio_init(PIO pio, unsigned pin);
int pio_sm_set_consecutive_pindirs(PIO pio, unsigned machine, unsigned base, unsigned count, bool out);
int pio_sm_init(PIO pio, unsigned machine, unsigned at, const pio_sm_config* config);
void pio_sm_set_enabled(PIO pio, unsigned machine, bool enabled);
unsigned pio_get_dreq(PIO pio, unsigned machine, bool sends);
#ifdef __cplusplus
}
#endif
