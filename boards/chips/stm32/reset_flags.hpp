// Why an STM32 started, from the flags of its clock controller.
#pragma once

#include <cstdint>

#include "boards/chips/stm32/bus.hpp"
#include "hal/concepts.hpp"

namespace stackmate::boards::stm32 {

/// Reads RCC_CSR (RM0041, RM0090, RM0351): the flags above bit 26 lie at the same places in all families. Every internal reset
/// pulls the pin as well, so its flag is read last.
[[nodiscard]] constexpr hal::ResetCause reset_cause(std::uint32_t flags) noexcept {
    constexpr std::uint32_t watchdogs = (1u << 30) | (1u << 29);
    constexpr std::uint32_t software = 1u << 28;
    constexpr std::uint32_t power = 1u << 27;
    constexpr std::uint32_t pin = 1u << 26;
    return (flags & watchdogs) != 0  ? hal::ResetCause::watchdog
           : (flags & software) != 0 ? hal::ResetCause::software
           : (flags & power) != 0    ? hal::ResetCause::power_on
           : (flags & pin) != 0      ? hal::ResetCause::pin
                                     : hal::ResetCause::unknown;
}

static_assert(reset_cause(0x0E000000) == hal::ResetCause::power_on, "reset value of RCC_CSR, RM0090");
static_assert(reset_cause(0x14000000) == hal::ResetCause::software);

/// `flags`: RCC_CSR. `forget`: its bit RMVF, so that the next start sees only its own cause.
template <MemoryBus B>
[[nodiscard]] hal::ResetCause take_reset_cause(std::uintptr_t flags, std::uint32_t forget) noexcept {
    const auto cause = reset_cause(B::read(flags));
    modify<B>(flags, 0, forget);
    return cause;
}

}  // namespace stackmate::boards::stm32
