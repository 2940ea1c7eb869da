// What a Clock and a Deadline guarantee, as checks that run on the host and on a device.
//
// A check calls `report(sentence, held)` once for each guarantee. `Stopwatch` has `std::uint64_t now_us()`, a time
// source finer than the clock under test; `wait()` lets a little time pass (on a fake it moves the fake's clock by one
// tick; elsewhere it may do nothing).
#pragma once

#include <array>
#include <string_view>

#include "hal/concepts.hpp"

namespace stackmate::hal::conformance {

/// `slack_us`: how far clock and stopwatch may disagree over 50 ms beyond one tick.
template <Clock C, class Stopwatch, class Wait, class Report>
void check_clock(const C& clock, const Stopwatch& watch, Wait wait, std::uint32_t slack_us, Report report) {
    const auto first = clock.now_ms();
    const auto first_us = watch.now_us();
    bool forward = true;
    auto last = first;
    while (clock.now_ms() - first < 50) {
        wait();
        const auto now = clock.now_ms();
        forward = forward && now - last < 0x80000000u;
        last = now;
    }
    const auto passed_us = static_cast<std::uint32_t>(watch.now_us() - first_us);
    report("a clock never runs backwards", forward);
    report("a clock counts milliseconds", passed_us + slack_us >= 49'000 && passed_us <= 51'000 + slack_us);
}

/// `late_us`: how late the flag may come: 0 in theory; on a device the run time of other interrupts, on a
/// desktop its scheduler's delay.
template <Deadline D, class Stopwatch, class Wait, class Report>
void check_deadline(D& deadline, const Stopwatch& watch, Wait wait, std::uint32_t late_us, Report report) {
    std::atomic<bool> flag{false};

    const auto wait_us = [&](std::uint64_t us) {
        for (const auto start = watch.now_us(); watch.now_us() - start < us;) {
            wait();
        }
    };
    /// Time from `arm` to the flag, or a very long one if it does not come within a second of its due time.
    const auto time_to_flag = [&](std::uint32_t ms) {
        flag.store(false);
        const auto start = watch.now_us();
        deadline.arm(ms, flag);
        while (!flag.load()) {
            if (watch.now_us() - start > (std::uint64_t{ms} + 1000) * 1000) {
                return ~std::uint64_t{0};
            }
            wait();
        }
        return watch.now_us() - start;
    };

    deadline.arm(0, flag);
    report("a deadline of 0 ms is up before arm returns", flag.load());

    bool late = false;
    bool early = false;
    constexpr std::array<std::uint32_t, 10> lengths{1, 2, 3, 4, 5, 7, 11, 20, 33, 50};
    std::uint32_t offset_us = 0;
    for (const auto ms : lengths) {
        wait_us(offset_us += 97);  // a different place between two ticks each time
        const auto passed = time_to_flag(ms);
        late = late || passed > std::uint64_t{ms} * 1000 + late_us;
        early = early || passed + 1000 < std::uint64_t{ms} * 1000;
    }
    report("a deadline is never late", !late);
    report("a deadline is early by one tick at most", !early);

    flag.store(false);
    wait_us(5000);
    report("a deadline raises its flag once", !flag.load());

    std::atomic<bool> other{false};
    flag.store(false);
    deadline.arm(3, other);
    const auto armed_us = watch.now_us();
    deadline.arm(10, flag);
    wait_us(6000);
    const bool raised = flag.load();
    const bool due = watch.now_us() - armed_us >= 9000;  // a desktop may have slept that long
    report("arming again replaces the deadline before it", !other.load() && (!raised || due));
    wait_us(6000 + std::uint64_t{late_us});
    report("the deadline armed last fires", !other.load() && flag.load());

    flag.store(false);
    deadline.arm(4, flag);
    deadline.disarm();
    deadline.disarm();
    wait_us(8000 + std::uint64_t{late_us});
    report("a disarmed deadline does not touch its flag", !flag.load());

    deadline.arm(0xFFFFFFFF, flag);
    wait_us(3000);
    report("the longest deadline does not come at once", !flag.load());
    deadline.disarm();
}

}  // namespace stackmate::hal::conformance
