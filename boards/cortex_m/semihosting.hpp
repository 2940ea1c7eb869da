// Ending an emulated run with an exit status. For test images only: without a debugger the instruction is a
// fault.
#pragma once

#include <cstdint>

namespace stackmate::boards::cortex_m {

/// Ends the emulator with `status` (SYS_EXIT_EXTENDED, Arm semihosting specification 2.0). Returns if nobody
/// listens.
inline void semihosting_exit(std::uint32_t status) noexcept {
    const std::uint32_t arguments[2] = {0x20026, status};  // ADP_Stopped_ApplicationExit
    register std::uint32_t operation asm("r0") = 0x20;
    register const std::uint32_t* parameter asm("r1") = arguments;
    asm volatile("bkpt 0xab" : "+r"(operation) : "r"(parameter) : "memory");
}

}  // namespace stackmate::boards::cortex_m
