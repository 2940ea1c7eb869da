// What a System guarantees and a running program can see. The board's own test image shows that a fault is recorded and
// that a reset happens.
#pragma once

#include "hal/concepts.hpp"

namespace stackmate::hal::conformance {

/// `clock` must run by itself or, on a fake, need not run at all: `idle` must return in either case. `expect_fault`:
/// whether the previous run is known to have ended in a fault.
template <System S, Clock C, class Report>
void check_system(S& system, const C& clock, bool expect_fault, Report report) {
    report("the unique id is the same each time", system.unique_id() == system.unique_id());

    const auto* const fault = system.last_fault();
    report("a fault record is there after a fault only", (fault != nullptr) == expect_fault);
    report("a fault record says a cause", fault == nullptr || fault->cause != FaultCause::none);
    report("a fault is the reset cause after a fault only",
           (system.reset_cause() == ResetCause::fault) == expect_fault);

    system.idle();  // takes up whatever came before
    const auto start = clock.now_ms();
    for (int sleeps = 0; sleeps < 20; ++sleeps) {
        system.idle();
    }
    report("idle returns within a tick, or 10 ms on a desktop", clock.now_ms() - start <= 20 * 20);
}

}  // namespace stackmate::hal::conformance
