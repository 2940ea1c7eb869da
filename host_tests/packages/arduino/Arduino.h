// What the sketches use of Arduino, and the macros that its cores define.
#pragma once

#include <stddef.h>
#include <stdint.h>

constexpr uint8_t LOW = 0, HIGH = 1, INPUT = 0, OUTPUT = 1, INPUT_PULLUP = 2;
#ifndef WITHOUT_PULLDOWN
#define ARDUINO_API_VERSION 10500
constexpr uint8_t INPUT_PULLDOWN = 3;
#endif

class SerialPort {
public:
    void begin(unsigned long baud);
    int read();
    int availableForWrite();
    size_t write(const char* text, size_t size);
    size_t print(const char* text);
    size_t println(const char* text);
    size_t println();
};
extern SerialPort Serial;

unsigned long millis();
void delayMicroseconds(unsigned us);
void pinMode(uint8_t pin, uint8_t mode);
void digitalWrite(uint8_t pin, uint8_t level);
int digitalRead(uint8_t pin);

void setup();
void loop();

#define abs(x) ((x) > 0 ? (x) : -(x))
#define bit(b) (1UL << (b))
#define max(a, b) ((a) > (b) ? (a) : (b))
#define min(a, b) ((a) < (b) ? (a) : (b))
#define round(x) ((x) >= 0 ? (long)((x) + 0.5) : (long)((x) - 0.5))
#define word(...) makeWord(__VA_ARGS__)
