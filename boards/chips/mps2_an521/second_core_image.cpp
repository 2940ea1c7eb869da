// Shows that the second core works: build/mps2_an521/second_core.elf. It says what
// boards/cortex_m/test_image.hpp has, and listens to nobody.
//
// The image runs twice. First both cores count, then the second one's stack overflows. After that reset the fault record is
// checked.

#include <array>
#include <atomic>
#include <cstdint>
#include <string_view>

#include "boards/chips/mps2_an521/second_core.hpp"
#include "boards/cortex_m/fault.hpp"
#include "boards/cortex_m/test_image.hpp"

namespace {

using namespace stackmate;
using namespace boards::test_image;

constinit std::array<std::uint64_t, 128> second_stack{};

constexpr std::uint32_t each = 100'000;
constinit std::atomic<std::uint32_t> counter{0};
constinit std::atomic<bool> first_counts{false};
constinit std::atomic<bool> second_is_done{false};
constinit std::atomic<bool> second_misses_word{false};
constinit std::atomic<bool> second_may_fail{false};

/// Waits for up to two seconds.
bool wait_for(const std::atomic<bool>& flag) {
    const auto& clock = boards::board().clock;
    for (const auto start = clock.now_ms(); clock.now_ms() - start < 2000;) {
        if (flag.load()) {
            return true;
        }
    }
    return false;
}

void count() {
    for (std::uint32_t i = 0; i < each; ++i) {
        counter.fetch_add(1);
    }
}

constexpr std::uintptr_t nowhere = 0x70000000;

void second_main() {
    while (!first_counts.load()) {}
    count();
    second_misses_word.store(!boards::cortex_m::probe_word(nowhere));
    second_is_done.store(true);
    while (!second_may_fail.load()) {}
    asm volatile("1: push {r0-r7}\n\tb 1b");
}

void first_run() {
    report("the second core starts", boards::start_second_core(second_main, second_stack));
    first_counts.store(true);
    count();
    report("the second core runs", wait_for(second_is_done));
    report("no count is lost between the cores", counter.load() == 2 * each);
    report("a probe of the second core survives where nothing is", second_misses_word.load());
    drain();
    second_may_fail.store(true);
    static constinit std::atomic<bool> never{false};
    (void)wait_for(never);
    report("a fault of the second core restarts the chip", false);
}

void second_run(const hal::FaultRecord* fault) {
    constexpr std::uint32_t stack_overflow = 1u << 20;  // CFSR, STKOF
    report("an overflow of the second core's stack is recorded",
           fault != nullptr && fault->cause == hal::FaultCause::usage && (fault->detail & stack_overflow) != 0);
}

}  // namespace

int main(int, char**) {
    auto& board = boards::board();
    switch (start()) {
    case 0: first_run(); break;
    default: second_run(board.system.last_fault()); break;
    }
    end(2);
}
