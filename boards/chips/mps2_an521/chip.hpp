// Arm's image of application note AN521 (DAI 0521): two Cortex-M33 at 20 MHz, 4 MB for code and 4 MB of RAM, both shared.
// Everything runs in the secure state. The second core is asleep until somebody starts it: second_core.hpp. The board's members
// belong to the first.
#pragma once

#include <cstddef>
#include <cstdint>

namespace stackmate::boards {

struct Chip {
    static constexpr std::size_t ram_bytes = 4096 * 1024;
    static constexpr std::size_t flash_bytes = 4096 * 1024;
    static constexpr std::size_t stack_bytes = 2 * 1024;
    static constexpr std::uint32_t nodes_a_second = 8'000;

    static constexpr std::uint32_t system_hz = 20'000'000;
    static constexpr std::uintptr_t uart_0 = 0x50200000;
    // DAI 0521, interrupt map: the subsystem's own 32, then those of the board.
    static constexpr unsigned receive_interrupt = 32, send_interrupt = 33;
    static constexpr std::size_t interrupts = 32 + 64;
};

}  // namespace stackmate::boards
