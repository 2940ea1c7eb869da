// The ports that a board's start switches on.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>

#include "hal/pins.hpp"

namespace stackmate::boards::stm32 {

/// Whether all of these pins (PA8) belong to ports that the start switches on: A, B and C.
template <std::size_t Size>
[[nodiscard]] consteval bool ports_are_on(const std::array<hal::PinUse, Size>& pins) noexcept {
    return std::all_of(pins.begin(), pins.end(), [](const hal::PinUse& use) { return use.pin[1] <= 'C'; });
}

}  // namespace stackmate::boards::stm32
