// The nRF51's id and reset cause. Source: nRF51 Series Reference Manual v3.0.
#pragma once

#include <cstdint>

#include "boards/cortex_m/core.hpp"
#include "hal/concepts.hpp"

namespace stackmate::boards::nrf51 {

/// Chapter 8, "Factory information configuration registers": DEVICEID[0] and DEVICEID[1].
struct UniqueId {
    [[nodiscard]] static std::uint64_t read() noexcept {
        const std::uint64_t high = cortex_m::Register<0x10000064>::read();
        return (high << 32) | cortex_m::Register<0x10000060>::read();
    }
};

/// Chapter 12, "Power management", RESETREAS. No flag at all means power-on or brown-out; the locked-up
/// processor had a fault inside its fault handler.
[[nodiscard]] constexpr hal::ResetCause reset_cause(std::uint32_t flags) noexcept {
    constexpr std::uint32_t pin = 1u << 0;
    constexpr std::uint32_t watchdog = 1u << 1;
    constexpr std::uint32_t software = 1u << 2;
    constexpr std::uint32_t lock_up = 1u << 3;
    return (flags & watchdog) != 0   ? hal::ResetCause::watchdog
           : (flags & lock_up) != 0  ? hal::ResetCause::unknown
           : (flags & software) != 0 ? hal::ResetCause::software
           : (flags & pin) != 0      ? hal::ResetCause::pin
           : flags == 0              ? hal::ResetCause::power_on
                                     : hal::ResetCause::unknown;
}

static_assert(reset_cause(0) == hal::ResetCause::power_on);
static_assert(reset_cause(1u << 16) == hal::ResetCause::unknown, "woken from system off");

/// Reads RESETREAS and clears it, so that the next start sees only its own cause.
[[nodiscard]] inline hal::ResetCause take_reset_cause() noexcept {
    using ResetReason = cortex_m::Register<0x40000400>;
    const auto flags = ResetReason::read();
    ResetReason::write(flags);  // a one clears its flag
    return reset_cause(flags);
}

}  // namespace stackmate::boards::nrf51
