// In place of boards/cortex_m/system.hpp, likewise.
#pragma once

#include "boards/cortex_m/core.hpp"

#include <atomic>

namespace stackmate::boards::cortex_m {

inline constinit std::atomic<bool> work_arrived{false};

}  // namespace stackmate::boards::cortex_m
