// A wire and a USB port that are one, with a test at both ends.
#pragma once

#include "boards/chips/rp2/joined_serial.hpp"
#include "hal/fake/serial.hpp"

#include <string>
#include <string_view>

namespace stackmate::test {

using FakePort = hal::fake::SerialPort<>;

struct FakeUsb : hal::fake::StallingPort<> {
    bool listens = true;
    [[nodiscard]] bool listened_to() const noexcept { return listens; }
    /// As UsbSerial's: the session at this port goes on.
    void drop_output() noexcept {
        drop();
        (void)hung_up();
    }
};

using FakePair = boards::rp2::JoinedSerial<FakePort, FakeUsb>;

/// Both ports and what they are together.
struct PairedPorts {
    FakePort wire{};
    FakeUsb usb{};
};
struct PairedSerial : PairedPorts, FakePair {
    static constexpr std::uint32_t stall_ms = 0;  ///< the test's clock stands still

    PairedSerial() : FakePair{PairedPorts::wire, PairedPorts::usb} { PairedPorts::wire.set_byte_time_us(87); }

    /// The tick comes so often.
    void pass_ms(unsigned ms) {
        for (; ms != 0; --ms) {
            step();
        }
    }
};

/// What has left by a port since the last call.
inline std::string taken_from(FakePort& port) {
    std::string text{port.sent()};
    port.forget_sent();
    return text;
}

}  // namespace stackmate::test
