// What the RP2040 tells about its start, and how it starts anew. Source: RP2040 data sheet, 2.12 and 2.13 (chip-level
// reset, power-on state machine), 4.7 (watchdog).
#pragma once

#include "boards/cortex_m/system.hpp"
#include "boards/rp2040/chip.hpp"
#include "boards/rp2040/xip.hpp"

namespace stackmate::boards::rp2040 {

/// 4.7.6, WATCHDOG_REASON, which other resets than the watchdog's clear; 2.12.8, CHIP_RESET.
[[nodiscard]] constexpr hal::ResetCause reset_cause(std::uint32_t watchdog_reason, std::uint32_t chip_reset) noexcept {
    constexpr std::uint32_t timer = 1u << 0;
    constexpr std::uint32_t force = 1u << 1;
    constexpr std::uint32_t power_on = 1u << 8;
    constexpr std::uint32_t run_pin = 1u << 16;
    return (watchdog_reason & timer) != 0   ? hal::ResetCause::watchdog
           : (watchdog_reason & force) != 0 ? hal::ResetCause::software
           : (chip_reset & run_pin) != 0    ? hal::ResetCause::pin
           : (chip_reset & power_on) != 0   ? hal::ResetCause::power_on
                                            : hal::ResetCause::unknown;
}

static_assert(reset_cause(0, 1u << 8) == hal::ResetCause::power_on);
static_assert(reset_cause(2, 1u << 8) == hal::ResetCause::software, "CHIP_RESET still knows what was before");

struct Watchdog4_7 {
    using Control = AtomicRegister<0x40058000>;
    using Load = Register<0x40058004>;
    using Reason = Register<0x40058008>;

    static constexpr std::uint32_t enable = 1u << 30;
    static constexpr std::uint32_t trigger = 1u << 31;

    /// 2.13.4, PSM WDSEL: the watchdog resets everything but the two oscillators.
    static void reset_all() noexcept { Register<0x40010008>::write(0x1FFFC); }
};

/// A reset by the watchdog takes the peripherals along, which the processor's own does not.
class System : public cortex_m::System<UniqueId> {
public:
    [[noreturn]] void reset() noexcept {
        Watchdog4_7::reset_all();
        for (;;) {
            Watchdog4_7::Control::set(Watchdog4_7::trigger);
        }
    }
};

}  // namespace stackmate::boards::rp2040
