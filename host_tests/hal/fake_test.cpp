// The fakes keep the promises of what they stand for, and show what a test asks them to show.
#include "hal/fake/board.hpp"

#include <memory>
#include <string>

#include "hal/conformance/second_core.hpp"
#include "hal/conformance/serial.hpp"
#include "hal/conformance/system.hpp"
#include "hal/conformance/time.hpp"
#include "hal/fake/second_core.hpp"
#include "host_tests/hal/report.hpp"

namespace {

using namespace stackmate;
using hal::fake::Board;

struct FakeWatch {
    const hal::fake::Clock& clock;
    std::uint32_t start = clock.now_ms();
    [[nodiscard]] std::uint64_t now_us() const { return std::uint64_t{clock.now_ms() - start} * 1000; }
};

/// Sends as far as the ring has room, so that nothing is lost.
template <class Port>
struct FakePeer {
    static constexpr bool waits = true;

    Port& serial;
    std::string pending{};

    void send(std::string_view bytes) {
        pending += bytes;
        pass();
    }
    void send_pattern(std::size_t size) {
        for (std::size_t i = 0; i < size; ++i) {
            pending += hal::conformance::pattern_byte(i);
        }
    }
    void pass() {
        const auto now = std::min(pending.size(), serial.rx_free());
        serial.deliver(std::string_view{pending}.substr(0, now));
        pending.erase(0, now);
    }
    bool received(std::string_view text) {
        const bool same = serial.sent() == text;
        serial.forget_sent();
        return same;
    }
};
template <class Port>
FakePeer(Port&) -> FakePeer<Port>;

TEST(FakeClock, KeepsThePromisesOfAClock) {
    hal::fake::Clock clock;
    hal::conformance::check_clock(clock, FakeWatch{clock}, [&] { clock.pass(1); }, 0, test::report);
}

TEST(FakeClock, KeepsThePromisesOfAClockWhileItWraps) {
    hal::fake::Clock clock{0xFFFFFFF0};
    hal::conformance::check_clock(clock, FakeWatch{clock}, [&] { clock.pass(1); }, 0, test::report);
    EXPECT_LT(clock.now_ms(), 100u);
}

TEST(FakeDeadline, KeepsThePromisesOfADeadline) {
    hal::fake::Clock clock;
    hal::fake::Deadline deadline{clock};
    hal::conformance::check_deadline(deadline, FakeWatch{clock}, [&] { clock.pass(1); }, 0, test::report);
}

TEST(FakeSerialPort, KeepsThePromisesOfASerialPort) {
    const auto serial = std::make_unique<hal::fake::SerialPort<>>();
    FakePeer peer{*serial};
    hal::conformance::check_serial(*serial, peer, test::report);
}

TEST(FakeStallingPort, KeepsThePromisesOfASerialPort) {
    const auto serial = std::make_unique<hal::fake::StallingPort<>>();
    FakePeer peer{*serial};
    hal::conformance::check_serial(*serial, peer, test::report);
}

TEST(FakeSerialPort, LosesAndCountsWhatFindsNoRoom) {
    const auto serial = std::make_unique<hal::fake::SerialPort<4>>();
    serial->deliver("123456");
    EXPECT_EQ(serial->overruns(), 2u);
    EXPECT_EQ(serial->read(), '1');
}

TEST(FakeSerialPort, SendsAsSlowlyAsAsked) {
    const auto serial = std::make_unique<hal::fake::SerialPort<>>();
    serial->limit_pump(2);
    ASSERT_TRUE(serial->write("abc"));
    serial->pump();
    EXPECT_EQ(serial->sent(), "ab");
    EXPECT_FALSE(serial->tx_idle());
    serial->pump();
    EXPECT_EQ(serial->sent(), "abc");
    EXPECT_TRUE(serial->tx_idle());
}

TEST(FakeSystem, KeepsThePromisesOfASystem) {
    const hal::fake::Clock clock;
    hal::fake::System system;
    hal::conformance::check_system(system, clock, false, test::report);
    system.fault.cause = hal::FaultCause::bus;
    system.cause = hal::ResetCause::fault;
    hal::conformance::check_system(system, clock, true, test::report);
}

TEST(FakeSecondCore, KeepsThePromisesOfASecondCore) {
    hal::fake::SecondCore core;
    hal::conformance::check_second_core(core, [&] { core.step(); }, test::report);
}

TEST(FakeSecondCore, ACoreThatDoesNotStartServesNobody) {
    hal::fake::SecondCore core;
    core.starts = false;
    EXPECT_FALSE(core.work([](void*) noexcept { return true; }, nullptr));
    core.step();
    core.settle();
    EXPECT_FALSE(core.at_work());
}

}  // namespace
