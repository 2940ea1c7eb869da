// What a SecondCore guarantees, as checks for any implementation.
#pragma once

#include <atomic>
#include <cstdint>

#include "hal/second_core.hpp"

namespace stackmate::hal::conformance {

/// Work that both cores access.
struct CountedWork {
    std::atomic<std::uint32_t> left{0};    ///< calls that find something to do
    std::atomic<std::uint32_t> served{0};  ///< calls that did something; only the second core writes it
    std::uint32_t plain = 0;               ///< written by both, never at the same time

    static bool serve(void* object) noexcept {
        auto& work = *static_cast<CountedWork*>(object);
        const std::uint32_t served = work.served.load(std::memory_order_relaxed);
        if (served >= work.left.load(std::memory_order_acquire)) return false;
        ++work.plain;
        work.served.store(served + 1, std::memory_order_release);
        return true;
    }
};

/// `pass()` lets a little time pass, in which the core may work. `report(sentence, held)` is called for each guarantee.
/// Waits for work that was begun, however long it takes.
template <SecondCore Core, class Pass, class Report>
void check_second_core(Core& core, Pass pass, Report report) {
    CountedWork work;
    core.dismiss();
    core.settle();
    report("a core that does nothing settles", work.served.load() == 0);
    bool begun = true, all = true, seen = true;
    for (std::uint32_t round = 1; round <= 20; ++round) {
        work.plain = round;
        work.served.store(0);
        work.left.store(50);
        begun &= core.work(CountedWork::serve, &work);
        if (!begun) break;
        while (work.served.load(std::memory_order_acquire) != 50) pass();
        work.left.store(50 + round, std::memory_order_release);  // work added later is found, too
        if (round % 2 == 0) core.dismiss();
        core.settle();
        all &= work.served.load() == 50 + round;
        seen &= work.plain == round + 50 + round;
        ++work.plain;
    }
    report("a core begins to work each time", begun);
    report("a core that settles has left nothing undone", all);
    report("each core sees what the other wrote", seen);
    const std::uint32_t served = work.served.load();
    work.left.store(served + 1000);
    for (int i = 0; i < 20; ++i) pass();
    report("a core that has settled serves nobody", work.served.load() == served);
}

}  // namespace stackmate::hal::conformance
