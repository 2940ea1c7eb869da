// The sketch MatrixBoard on the desktop, with contacts wired as it says. Standard input is the hand: a square's name lifts or
// places the piece there, a number lets so many milliseconds go by. After each number there is a line with a full stop.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <iostream>

#include <Arduino.h>

namespace {

constexpr unsigned rows_from = 2, columns_from = 10;
std::uint64_t board = 0xffff00000000ffff;  // the start position; bit 8 * rank + file
std::uint8_t mode[32], level[32];
std::uint32_t now_ms = 0;

}  // namespace

SerialPort Serial;

void SerialPort::begin(unsigned long) {}
int SerialPort::read() { return -1; }
int SerialPort::availableForWrite() { return 20; }
size_t SerialPort::write(const char* text, size_t size) { return std::fwrite(text, 1, size, stdout); }
size_t SerialPort::print(const char* text) { return std::fputs(text, stdout) < 0 ? 0 : 1; }
size_t SerialPort::println(const char* text) { return print(text) + println(); }
size_t SerialPort::println() { return print("\n"); }

unsigned long millis() { return now_ms; }
void pinMode(uint8_t pin, uint8_t to) { mode[pin] = to; }
void digitalWrite(uint8_t pin, uint8_t to) { level[pin] = to; }
int digitalRead(uint8_t pin) {
    if (mode[pin] != INPUT_PULLUP) return LOW;  // it floats
    for (unsigned row = 0; row < 8; ++row) {
        const bool driven = mode[rows_from + row] == OUTPUT && level[rows_from + row] == LOW;
        if (driven && (board >> (8 * row + pin - columns_from) & 1) != 0) return LOW;
    }
    return HIGH;
}

int main() {
    setup();
    for (std::string what; std::cin >> what;) {
        if (what[0] >= 'a' && what[0] <= 'h') {
            board ^= std::uint64_t{1} << (8 * (what[1] - '1') + what[0] - 'a');
            continue;
        }
        for (int left = std::atoi(what.c_str()); left != 0; --left) {
            ++now_ms;
            loop();
        }
        std::puts(".");
        std::fflush(stdout);
    }
}
