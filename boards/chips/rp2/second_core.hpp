// The second of the two cores of Raspberry Pi's chips. Source: RP2040 data sheet, 2.3.1 (SIO), 2.8.2 ("Launching Code On Processor
// Core 1"), 2.13 (power-on state machine). The RP2350's boot ROM asks for the same.
#pragma once

#include "boards/chips/rp2/clock.hpp"
#include "boards/cortex_m/second_core.hpp"

namespace stackmate::boards::rp2 {

using SecondCore = boards::SecondCore<true, 1280, ClockTree::system_hz / 4 / 10>;

/// Once, at the start: a restart of the first core alone leaves the second one running.
void stop_second_core() noexcept;

}  // namespace stackmate::boards::rp2
