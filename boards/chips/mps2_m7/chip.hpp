// Arm's Cortex-M7 image of application note AN500 (DAI 0500): 25 MHz, 4 MB for code and 4 MB of RAM. The caches stay off.
//
// Code begins at address 0, so reading through a null pointer is not noticed.
#pragma once

#include <cstddef>
#include <cstdint>

namespace stackmate::boards {

struct Chip {
    static constexpr std::size_t ram_bytes = 4096 * 1024;
    static constexpr std::size_t flash_bytes = 4096 * 1024;
    static constexpr std::size_t stack_bytes = 2 * 1024;
    static constexpr std::uint32_t nodes_a_second = 10'000;

    static constexpr std::uint32_t system_hz = 25'000'000;
    static constexpr std::uintptr_t uart_0 = 0x40004000;
    // DAI 0500, interrupt assignments: 0 to 31.
    static constexpr unsigned receive_interrupt = 0, send_interrupt = 1;
    static constexpr std::size_t interrupts = 32;
};

}  // namespace stackmate::boards
