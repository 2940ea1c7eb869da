// The chip's bus as a driver sees it that a test gives another one.
#pragma once

#include <cstdint>

namespace stackmate::boards::stm32 {

/// Words at addresses: registers and memory. A test has a model of the peripheral behind the same two
/// functions.
struct Bus {
    [[nodiscard]] static std::uint32_t read(std::uintptr_t address) noexcept {
        return *reinterpret_cast<volatile std::uint32_t*>(address);
    }
    static void write(std::uintptr_t address, std::uint32_t word) noexcept {
        *reinterpret_cast<volatile std::uint32_t*>(address) = word;
    }

    /// Until all reads before it are done, and what they raised has been seen to.
    static void wait_for_reads() noexcept { asm volatile("dsb\n\tisb" : : : "memory"); }
};

}  // namespace stackmate::boards::stm32
