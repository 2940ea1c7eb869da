#include "boards/chips/mps2_an521/second_core.hpp"

#include "boards/chips/mps2/board.hpp"

namespace stackmate::boards {
namespace {

using cortex_m::Register;

// Arm CoreLink SSE-200 Subsystem for Embedded Technical Reference Manual (101104), "System Control Register
// Block".
using SecondVectors = Register<0x50021114>;  // INITSVTOR1: the second core's vector table, a multiple of 128
using CpuWait = Register<0x50021118>;        // bit 1 holds the second core back

constexpr std::uint32_t tries_500_ms = Board::system_hz / 2 / 4;

}  // namespace

bool start_second_core(void (*entry)(), std::span<std::uint64_t> stack) noexcept {
    return cortex_m::launch_second_core(entry, stack, tries_500_ms, [](const cortex_m::VectorTable<0>& vectors) {
        SecondVectors::write(reinterpret_cast<std::uintptr_t>(&vectors));
        cortex_m::finish_writes();
        CpuWait::clear(1u << 1);
        return true;
    });
}

}  // namespace stackmate::boards
