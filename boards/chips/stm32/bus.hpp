// The chip's bus, registers and memory by address, as a type that a test can replace. So the firmware's own drivers run on the
// desktop, against models of the chips (host_tests/boards).
#pragma once

#include <concepts>
#include <cstdint>

namespace stackmate::boards::stm32 {

/// Reads and writes words and half words by address, and gives the address at which DMA finds an object.
template <class T>
concept MemoryBus = requires(std::uintptr_t address, std::uint32_t word, std::uint16_t half, const void* object) {
    { T::read(address) } noexcept -> std::same_as<std::uint32_t>;
    { T::write(address, word) } noexcept -> std::same_as<void>;
    { T::write_half(address, half) } noexcept -> std::same_as<void>;
    { T::address_of(object) } noexcept -> std::same_as<std::uint32_t>;
};

/// The chip's own.
struct Bus {
    [[nodiscard]] static std::uint32_t read(std::uintptr_t address) noexcept {
        return *reinterpret_cast<volatile std::uint32_t*>(address);
    }
    static void write(std::uintptr_t address, std::uint32_t word) noexcept {
        *reinterpret_cast<volatile std::uint32_t*>(address) = word;
    }
    static void write_half(std::uintptr_t address, std::uint16_t half) noexcept {
        *reinterpret_cast<volatile std::uint16_t*>(address) = half;
    }

    [[nodiscard]] static std::uint32_t address_of(const void* object) noexcept {
        return static_cast<std::uint32_t>(reinterpret_cast<std::uintptr_t>(object));
    }

    /// Waits until all earlier reads are done and the exceptions that they raised have been handled.
    static void wait_for_reads() noexcept { asm volatile("dsb\n\tisb" : : : "memory"); }
};

static_assert(MemoryBus<Bus>);

/// Replaces the bits of `mask` by `value`.
template <MemoryBus B>
void modify(std::uintptr_t address, std::uint32_t mask, std::uint32_t value) noexcept {
    B::write(address, (B::read(address) & ~mask) | value);
}

/// Polls up to `tries` times until the bits of `mask` are `value`; false if they never were. A poll takes at least four cycles.
template <MemoryBus B>
[[nodiscard]] bool wait_until(std::uintptr_t address, std::uint32_t mask, std::uint32_t value,
                              std::uint32_t tries) noexcept {
    while (tries-- != 0) {
        if ((B::read(address) & mask) == value) {
            return true;
        }
    }
    return false;
}

}  // namespace stackmate::boards::stm32
