// The sketches MatrixBoard and ChessBoard on the desktop, with contacts and LEDs wired as they say.
#include "host_tests/packages/hands.hpp"

#include <cstring>

#include <Adafruit_NeoPixel.h>
#include <Arduino.h>

namespace {

constexpr unsigned rows_from = 2, columns_from = 10;
std::uint8_t mode[32], level[32];
std::array<std::array<std::uint8_t, 3>, 64> chain{};

}  // namespace

SerialPort Serial;

void SerialPort::begin(unsigned long) {}
int SerialPort::read() { return hands::read(); }
int SerialPort::availableForWrite() { return 20; }
size_t SerialPort::write(const char* text, size_t size) {
    hands::write(text, size);
    return size;
}
size_t SerialPort::print(const char* text) { return write(text, std::strlen(text)); }
size_t SerialPort::println(const char* text) { return print(text) + println(); }
size_t SerialPort::println() { return print("\n"); }

Adafruit_NeoPixel::Adafruit_NeoPixel(uint16_t, int16_t, uint16_t) {}
void Adafruit_NeoPixel::begin() {}
void Adafruit_NeoPixel::setPixelColor(uint16_t n, uint8_t red, uint8_t green, uint8_t blue) {
    chain[n] = {red, green, blue};
}
void Adafruit_NeoPixel::show() {
    for (unsigned i = 0; i < 64; ++i) hands::shine(i / 8 % 2 == 0 ? i : i ^ 7, chain[i]);
}

unsigned long millis() { return hands::now_ms; }
void delayMicroseconds(unsigned) {}
void pinMode(uint8_t pin, uint8_t to) { mode[pin] = to; }
void digitalWrite(uint8_t pin, uint8_t to) { level[pin] = to; }
int digitalRead(uint8_t pin) {
    if (mode[pin] != INPUT_PULLUP) return LOW;  // it floats
    for (unsigned row = 0; pin < columns_from + 8 && row < 8; ++row) {
        const bool driven = mode[rows_from + row] == OUTPUT && level[rows_from + row] == LOW;
        if (driven && (hands::board >> (8 * row + pin - columns_from) & 1) != 0) return LOW;
    }
    return HIGH;
}

int main() {
    setup();
    for (;;) {
        hands::turn();
        loop();
    }
}
