// The sketch itself, with a Serial that stops taking bytes.
#include "host_tests/support/instances.hpp"
#include "host_tests/support/stopping_peer.hpp"

#include <gtest/gtest.h>

#include <cstring>
#include <memory>

#include <Arduino.h>
#include <Stackmate.h>
#undef abs
#undef bit
#undef max
#undef min
#undef round
#undef word

namespace {
stackmate::test::StoppingPeer peer;
unsigned long now_ms = 0;
}  // namespace

SerialPort Serial;

void SerialPort::begin(unsigned long) {}
int SerialPort::read() { return peer.next(); }
int SerialPort::availableForWrite() { return static_cast<int>(peer.room()); }
size_t SerialPort::write(const char* text, size_t size) {
    peer.hear({text, size});
    return size;
}

unsigned long millis() { return now_ms; }

namespace stackmate {
namespace {

namespace sketch {
#include <SerialEngine.ino>
}

TEST(ArduinosSerialEngine, KeepsItsLoopAndItsAnswersWhereverTheOtherSideStopsReading) {
    sketch::setup();
    test::stop_at_every_byte(
        peer,
        [] {
            std::destroy_at(&sketch::engine);
            std::construct_at(&sketch::engine, sketch::line);
        },
        [] {
            now_ms += 5;
            sketch::loop();
        });
}

}  // namespace
}  // namespace stackmate
