// The reset button, pressed twice: the chip becomes a USB drive that takes another image.
#pragma once

#include <cstdint>

#include "boards/chips/rp2/boot_rom.hpp"
#include "boards/chips/rp2/registers.hpp"
#include "boards/chips/rp2/system.hpp"

namespace stackmate::boards::rp2 {

/// Words in RAM count the presses until the program has run for half a second. An RP2040's RAM keeps its contents while the pin
/// RUN is low (pico-sdk, pico_bootsel_via_double_reset). An RP2350's does not, but it has a flag that does. A press while the
/// program is still starting counts: the crystal and the copy to RAM take longer than a quick second press.
///
/// RAM also keeps the words when a plug loses contact for a moment while it is pushed in, so power-on clears them. A restart by
/// the program itself, such as a crash, neither counts as a press nor clears one: a program that crashes after each start is
/// the one that most needs the drive.
class DoubleReset {
public:
    static constexpr std::uint16_t window_ms = 500;

    /// Call it first after a reset, from flash, while RAM is as the reset has left it. It calls nothing and needs no constants
    /// in memory.
    [[gnu::always_inline]] static void note_start() noexcept {
        using CrystalStatus = Register<Map::crystal + 0x4>;
        constexpr std::uint32_t crystal_on = 1u << 12;
        // After a fault, which restarts only the processor, and after the watchdog CHIP_RESET still reports the press before
        // (pico-feedback, issues 320 and 329). But then the crystal runs, which a press and power-on switch off.
        if (CrystalStatus::any(crystal_on)) {
            return;
        }
        const bool pressed = reset_cause(Watchdog::reason(), Register<Map::chip_reset>::read()) == hal::ResetCause::pin;
        if (pressed && presses() != 0) {
            write(2);
            return;
        }
        write(0);
        if (pressed) {
            // Ignores a contact that bounces, for 10 ms at the ring oscillator's usual speed.
            for (std::uint32_t turns = Map::ring_hz / 100 / 3; turns != 0; --turns) {
                asm volatile("");
            }
            write(1);
        }
    }

    /// Call it at the start. After a second press it does not return.
    void begin() noexcept {
        left_ms_ = window_ms;
        if (presses() == 2) {
            write(0);
            boot_rom::start_usb_drive();
        }
    }

    /// From the tick interrupt.
    void step() noexcept {
        if (left_ms_ != 0 && --left_ms_ == 0) {
            write(0);
        }
    }

private:
    struct Kept {
        std::uint32_t a, b, c;
    };

    // 96 bits that noise does not have.
    static constexpr std::uint32_t mark_a = 0x2E5E7B07;
    static constexpr std::uint32_t mark_b = 0x600DB007;
    static constexpr std::uint32_t mark_c = 0x7B1CE5EE;

    [[gnu::always_inline]] static std::uint32_t presses() noexcept {
        const auto count = kept_.a ^ mark_a;
        if (count <= 2 && (kept_.b ^ mark_b) == count && (kept_.c ^ mark_c) == count) return count;
        return Map::has_tap_flag && Register<Map::chip_reset>::any(Map::tap_flag) ? 1 : 0;
    }
    [[gnu::always_inline]] static void write(std::uint32_t count) noexcept {
        kept_.a = mark_a ^ count;
        kept_.b = mark_b ^ count;
        kept_.c = mark_c ^ count;
        Map::set_tap_flag(count == 1);
    }

    static volatile Kept kept_;  ///< in start.cpp
    std::uint16_t left_ms_ = 0;
};

}  // namespace stackmate::boards::rp2
