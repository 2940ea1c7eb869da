// Names for what the chip reports, and for what the board cannot do.
#pragma once

#include <string_view>

#include "hal/concepts.hpp"

namespace stackmate::firmware {

[[nodiscard]] constexpr std::string_view name_of(hal::FaultCause cause) noexcept {
    switch (cause) {
    case hal::FaultCause::none: return "none";
    case hal::FaultCause::hard: return "hard";
    case hal::FaultCause::memory: return "memory";
    case hal::FaultCause::bus: return "bus";
    case hal::FaultCause::usage: return "usage";
    case hal::FaultCause::unexpected_interrupt: return "unexpected interrupt";
    case hal::FaultCause::assertion: return "assertion";
    }
    return "unknown";
}

[[nodiscard]] constexpr std::string_view name_of(hal::ResetCause cause) noexcept {
    switch (cause) {
    case hal::ResetCause::unknown: return "unknown";
    case hal::ResetCause::power_on: return "power on";
    case hal::ResetCause::pin: return "reset pin";
    case hal::ResetCause::software: return "software";
    case hal::ResetCause::watchdog: return "watchdog";
    case hal::ResetCause::fault: return "fault";
    }
    return "unknown";
}

/// Why a `go` of Chess960 is not answered from the squares; without a full stop.
inline constexpr std::string_view no_chess960_on_squares =
    "a program cannot play Chess960 through the board; board chess960 begins a game there";

}  // namespace stackmate::firmware
