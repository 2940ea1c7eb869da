// The HAL conformance tests as a device image: build/<board>/hal_conformance.elf.
//
// Its serial line speaks with a driver (host_tests/hal/device_conformance.py):
//   image:  ready, ok, FAILED    boards/cortex_m/test_image.hpp
//   image:  send HEX             the driver is to send these bytes
//   image:  pattern N            the driver is to send N bytes of the pattern of hal/conformance/serial.hpp
//   image:  sent HEX             the driver is to answer "yes\n" if what came between protocol lines since the
//                                last such question is these bytes, else "no\n"
// The image runs three times: tests, then a deliberate fault; after that reset it checks the record and
// resets itself; after that it checks that the record is gone. It ends by semihosting, with status 0 if
// everything held.

#include <atomic>
#include <cstdint>
#include <string_view>

#include STACKMATE_BOARD_HEADER
#include "boards/cortex_m/architecture.hpp"
#include "boards/cortex_m/test_image.hpp"
#include "hal/conformance/serial.hpp"
#include "hal/conformance/system.hpp"
#include "hal/conformance/time.hpp"

namespace {

using namespace stackmate;
using namespace boards::test_image;
namespace test_image = boards::test_image;
using boards::cortex_m::Register;

void print_hex(std::string_view bytes) {
    static constexpr char digits[] = "0123456789abcdef";
    for (const char c : bytes) {
        const auto byte = static_cast<unsigned char>(c);
        print({digits + (byte >> 4), 1});
        print({digits + (byte & 15u), 1});
    }
}

struct CycleWatch {
    [[nodiscard]] std::uint64_t now_us() const { return test_image::now_us(); }
};

/// The driver at the other end of the line.
struct Driver {
    static constexpr bool waits = true;  ///< emulated lines do

    void send(std::string_view bytes) {
        print("send ");
        print_hex(bytes);
        print("\n");
    }
    void send_pattern(std::size_t size) {
        print("pattern ");
        print_number(size);
        print("\n");
    }
    void pass() { boards::board().serial.pump(); }
    bool received(std::string_view text) {
        print("sent ");
        print_hex(text);
        print("\n");
        const std::string_view yes = "yes\n";
        for (std::size_t at = 0; at < yes.size();) {
            const int byte = boards::board().serial.read();
            if (byte >= 0 && byte != yes[at++]) {
                return false;
            }
        }
        return true;
    }
};

constexpr std::uintptr_t nowhere = 0x70000000;  ///< external memory, of which these chips have none

[[gnu::noinline]] void fail_on_purpose() { (void)Register<nowhere>::read(); }

bool record_is_right(const hal::FaultRecord* record) {
    const auto function = reinterpret_cast<std::uintptr_t>(&fail_on_purpose) & ~std::uintptr_t{1};
    const bool placed = record != nullptr && record->pc >= function && record->pc < function + 16;
    if constexpr (!boards::cortex_m::names_faults) {
        return placed && record->cause == hal::FaultCause::hard && record->address == 0;
    }
    return placed && record->cause == hal::FaultCause::bus && record->address == nowhere;
}

/// The first deadline falls due while interrupts are masked: its interrupt comes when there is another one already.
void check_late_interrupt(boards::Board& board) {
    std::atomic<bool> flag{false};
    {
        const boards::cortex_m::InterruptLock lock;
        board.deadline.arm(1, flag);
        for (std::uint32_t i = 0; i < 300'000; ++i) (void)flag.load(std::memory_order_relaxed);
        board.deadline.arm(50, flag);
    }
    const bool early = flag.load();
    board.deadline.disarm();
    report("a deadline is not raised by the interrupt of the one before", !early);
}

void first_run(boards::Board& board) {
    const auto wait = [] {};
    // The interrupts' own run time: a few dozen instructions.
    constexpr std::uint32_t late_us = 10;
    hal::conformance::check_clock(board.clock, CycleWatch{}, wait, late_us, report);
    hal::conformance::check_deadline(board.deadline, CycleWatch{}, wait, late_us, report);
    check_late_interrupt(board);
    hal::conformance::check_system(board.system, board.clock, false, report);
    const auto deepest = board.system.deepest_stack_bytes();
    report("the stack has been used, and not all of it", deepest != 0 && deepest < boards::Board::stack_bytes);
    report("the image has a build id", board.system.build_id() != 0);
    Driver driver;
    hal::conformance::check_serial(board.serial, driver, report);
}

}  // namespace

int main(int, char**) {
    auto& board = boards::board();
    switch (start()) {
    case 0:
        first_run(board);
        drain();
        fail_on_purpose();
        break;
    case 1:
        hal::conformance::check_system(board.system, board.clock, true, report);
        report("the fault record names the place, the cause and the address",
               record_is_right(board.system.last_fault()));
        drain();
        board.system.reset();
    default: hal::conformance::check_system(board.system, board.clock, false, report); break;
    }
    end(3);
}
