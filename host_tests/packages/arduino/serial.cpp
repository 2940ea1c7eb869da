// A sketch on the desktop, its Serial being standard input and output.
#include "host_tests/packages/terminal.hpp"

#include <cstring>

#include <Arduino.h>

SerialPort Serial;

void SerialPort::begin(unsigned long) {}
int SerialPort::read() { return terminal::read(); }
int SerialPort::availableForWrite() { return 20; }
size_t SerialPort::write(const char* text, size_t size) {
    terminal::write(text, size);
    return size;
}
size_t SerialPort::print(const char* text) { return write(text, std::strlen(text)); }
size_t SerialPort::println(const char* text) { return print(text) + println(); }
size_t SerialPort::println() { return print("\r\n"); }

unsigned long millis() { return terminal::now_ms(); }

int main() {
    setup();
    for (;;) loop();
}
