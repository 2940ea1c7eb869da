// The sketches MatrixBoard and ChessBoard on the desktop, with contacts and LEDs wired as docs/WIRING.md says: a contact and a
// diode lead from row to column. The chip is an RP2350 of stepping A2: a pulled-down pin that was high stays so until it is driven
// low (E9).
#include "host_tests/packages/hands.hpp"

#include <cstdlib>
#include <cstring>

#include <Adafruit_NeoPixel.h>
#include <Arduino.h>

namespace {

constexpr unsigned rows_from = 2, columns_from = 10;
std::uint8_t mode[32], level[32];
bool latched[32];
std::array<std::array<std::uint8_t, 3>, 64> chain{};

bool drives(unsigned pin, std::uint8_t to) { return mode[pin] == OUTPUT && level[pin] == to; }

/// To be called after each change.
void settle() {
    for (unsigned column = 0; column < 8; ++column) {
        const unsigned pin = columns_from + column;
        for (unsigned row = 0; row < 8; ++row) {
            const bool high = drives(rows_from + row, HIGH);
            if (!high || (hands::board >> (8 * row + column) & 1) == 0) continue;
            if (drives(pin, LOW)) std::abort();  // a short
            latched[pin] = latched[pin] || mode[pin] == INPUT_PULLDOWN;
        }
        latched[pin] = latched[pin] && mode[pin] == INPUT_PULLDOWN;
    }
}

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
void pinMode(uint8_t pin, uint8_t to) {
    mode[pin] = to;
    settle();
}
void digitalWrite(uint8_t pin, uint8_t to) {
    level[pin] = to;
    settle();
}
int digitalRead(uint8_t pin) {
    settle();
    if (pin < columns_from || pin >= columns_from + 8) return mode[pin] == INPUT_PULLUP ? HIGH : LOW;  // PLAY is up
    return mode[pin] == INPUT_PULLUP || latched[pin] ? HIGH : LOW;
}

int main() {
    setup();
    for (;;) {
        hands::turn();
        loop();
    }
}
