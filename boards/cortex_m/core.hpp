// What every Cortex-M processor has: registers by address, the interrupt lock, waiting, the interrupt
// controller. Source: ARMv7-M Architecture Reference Manual (DDI 0403E), chapters B1 and B3; the same
// registers in Armv6-M (DDI 0419E, B3) and Armv8-M (DDI 0553B, B3).
#pragma once

#include <cstddef>
#include <cstdint>

namespace stackmate::boards::cortex_m {

/// One 32-bit register at a fixed address. All accesses are whole words, which every bus accepts.
template <std::uintptr_t Address>
struct Register {
    static_assert(Address % 4 == 0, "registers are word-aligned");

    [[nodiscard]] static std::uint32_t read() noexcept { return at(); }
    static void write(std::uint32_t value) noexcept { at() = value; }
    static void set(std::uint32_t bits) noexcept { at() = at() | bits; }
    static void clear(std::uint32_t bits) noexcept { at() = at() & ~bits; }

    /// Replaces the bits of `mask` by `value`.
    static void modify(std::uint32_t mask, std::uint32_t value) noexcept { at() = (at() & ~mask) | value; }

    [[nodiscard]] static bool any(std::uint32_t bits) noexcept { return (at() & bits) != 0; }

private:
    static volatile std::uint32_t& at() noexcept { return *reinterpret_cast<volatile std::uint32_t*>(Address); }
};

/// Returns when what was written has arrived.
inline void finish_writes() noexcept { asm volatile("dsb" : : : "memory"); }

/// Masks interrupts during its lifetime; may be nested. Faults are not masked.
class InterruptLock {
public:
    InterruptLock() noexcept { asm volatile("mrs %0, primask\n\tcpsid i" : "=r"(primask_) : : "memory"); }
    ~InterruptLock() { asm volatile("msr primask, %0" : : "r"(primask_) : "memory"); }
    InterruptLock(const InterruptLock&) = delete;
    InterruptLock& operator=(const InterruptLock&) = delete;

private:
    std::uint32_t primask_;
};

/// Polls `ready` up to `tries` times; false if it was never true. It bounds every wait for hardware; a poll takes at least four
/// cycles.
template <class Ready>
[[nodiscard]] bool wait_for(Ready ready, std::uint32_t tries) noexcept {
    while (tries-- != 0) {
        if (ready()) {
            return true;
        }
    }
    return false;
}

/// Enables interrupt `number` (0 is the chip's first).
inline void enable_interrupt(unsigned number) noexcept {
    auto* const set_enable = reinterpret_cast<volatile std::uint32_t*>(0xE000E100);
    set_enable[number / 32] = std::uint32_t{1} << (number % 32);
}

/// Restarts the chip (AIRCR.SYSRESETREQ).
[[noreturn]] inline void request_reset() noexcept {
    asm volatile("dsb" : : : "memory");
    Register<0xE000ED0C>::write(0x05FA0004);
    for (;;) {
        asm volatile("dsb" : : : "memory");
    }
}

}  // namespace stackmate::boards::cortex_m
