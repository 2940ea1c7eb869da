// What the sketches use of the library Adafruit NeoPixel.
#pragma once

#include <stdint.h>

#define NEO_GRB 0x52
#define NEO_KHZ800 0x0000

class Adafruit_NeoPixel {
public:
    Adafruit_NeoPixel(uint16_t count, int16_t pin, uint16_t type);
    void begin();
    void setPixelColor(uint16_t n, uint8_t red, uint8_t green, uint8_t blue);
    void show();
};
