// Why the chip was reset, and how it is reset. Source: RP2040 data sheet, 2.12 (chip-level reset) and 4.7 (watchdog).
#pragma once

#include "boards/chips/rp2/boot_rom.hpp"
#include "boards/chips/rp2/watchdog.hpp"
#include "boards/chips/rp2/xip.hpp"
#include "boards/cortex_m/architecture.hpp"
#include "boards/cortex_m/mpu.hpp"
#include "boards/cortex_m/system.hpp"

namespace stackmate::boards::rp2 {

/// 4.7.6, WATCHDOG_REASON, which every reset but the watchdog's clears; 2.12.8, CHIP_RESET.
[[nodiscard]] constexpr hal::ResetCause reset_cause(std::uint32_t watchdog_reason, std::uint32_t chip_reset) noexcept {
    constexpr std::uint32_t timer = 1u << 0;
    constexpr std::uint32_t force = 1u << 1;
    return (watchdog_reason & timer) != 0          ? hal::ResetCause::watchdog
           : (watchdog_reason & force) != 0        ? hal::ResetCause::software
           : (chip_reset & Map::had_run_pin) != 0  ? hal::ResetCause::pin
           : (chip_reset & Map::had_power_on) != 0 ? hal::ResetCause::power_on
                                                   : hal::ResetCause::unknown;
}

static_assert(reset_cause(0, Map::had_power_on) == hal::ResetCause::power_on);
static_assert(reset_cause(2, Map::had_power_on) == hal::ResetCause::software, "CHIP_RESET still knows what was before");

/// Resets by the watchdog: that resets the peripherals too, which the processor's own reset does not.
class System : public cortex_m::System<UniqueId> {
public:
    [[noreturn]] void reset() noexcept { Watchdog::reset_now(); }

    /// Starts the boot ROM's USB drive, which takes a new firmware.
    [[noreturn]] void reboot_to_bootloader() noexcept { boot_rom::start_usb_drive(); }
};

/// Makes a stack that grows out of RAM fault. Below RAM the address space has images of the flash interface's registers, so the
/// bus alone may not report it. The processor watches the stack pointer where it can (Armv8-M); else everything from 0x1C000000
/// up to RAM is forbidden. That is larger than any frame, so none can step over it (tools/checks/call_graph.py compares with
/// __stack_guard).
inline void guard_stack() noexcept {
    constexpr std::uint32_t ram = 0x20000000;
    constexpr unsigned size_log2 = 26;
    constexpr std::uint32_t bytes = 1u << size_log2;
    static_assert(ram - bytes > 0x18000FFF, "the flash interface itself must be left out");
    asm volatile(".global __stack_guard\n\t.set __stack_guard, %c0" : : "i"(bytes));

    if constexpr (cortex_m::has_stack_limit) {
        asm volatile("msr msplim, %0" : : "r"(ram));
    } else {
        cortex_m::forbid_region<ram - bytes, size_log2>();
    }
}

}  // namespace stackmate::boards::rp2
