#include "boards/chips/nrf51/clock.hpp"

#include "boards/cortex_m/core.hpp"

namespace stackmate::boards::nrf51 {
namespace {

using cortex_m::Register;

// nRF51 Series Reference Manual v3.0, 13.2, "Register overview": CLOCK at 0x40000000.
using StartCrystal = Register<0x40000000>;    // TASKS_HFCLKSTART
using CrystalStarted = Register<0x40000100>;  // EVENTS_HFCLKSTARTED

// A poll takes at least 4 cycles of the internal oscillator.
constexpr std::uint32_t tries_50_ms = HighFrequencyClock::hz / 20 / 4;

}  // namespace

void HighFrequencyClock::start() noexcept {
    CrystalStarted::write(0);
    StartCrystal::write(1);
    (void)cortex_m::wait_for([] { return CrystalStarted::any(1); }, tries_50_ms);
}

}  // namespace stackmate::boards::nrf51
