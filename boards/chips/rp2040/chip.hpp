// Registers and interrupts of the RP2040 that several files need. Source: RP2040 data sheet; chapters are named
// beside each.
#pragma once

#include <cstdint>

#include "boards/cortex_m/core.hpp"

namespace stackmate::boards::rp2040 {

using cortex_m::Register;
using cortex_m::wait_for;

/// 2.3.2, "Interrupts".
struct Interrupt {
    static constexpr unsigned timer_0 = 0;
    static constexpr unsigned usb = 5;
    static constexpr unsigned dma_0 = 11;
    static constexpr unsigned uart_0 = 20;
    static constexpr unsigned count = 26;
};

/// 2.1.2, "Atomic Register Access": each register of the bus fabric answers at three more addresses, where the
/// bits written as one are toggled, set or cleared.
template <std::uintptr_t Address>
struct AtomicRegister : Register<Address> {
    static void set(std::uint32_t bits) noexcept { Register<Address + 0x2000>::write(bits); }
    static void clear(std::uint32_t bits) noexcept { Register<Address + 0x3000>::write(bits); }
};

/// 2.14, "Subsystem Resets". A subsystem is held in reset while its bit of RESET is set.
struct Resets {
    static constexpr std::uint32_t adc = 1u << 0;
    static constexpr std::uint32_t dma = 1u << 2;
    static constexpr std::uint32_t io_bank0 = 1u << 5;
    static constexpr std::uint32_t pads_bank0 = 1u << 8;
    static constexpr std::uint32_t pio0 = 1u << 10;
    static constexpr std::uint32_t pll_sys = 1u << 12;
    static constexpr std::uint32_t pll_usb = 1u << 13;
    static constexpr std::uint32_t pwm = 1u << 14;
    static constexpr std::uint32_t timer = 1u << 21;
    static constexpr std::uint32_t uart0 = 1u << 22;
    static constexpr std::uint32_t usb = 1u << 24;

    using Reset = AtomicRegister<0x4000C000>;
    using Done = Register<0x4000C008>;

    /// Resets subsystems to their power-on state. They are ready a few cycles later if their clocks run; until then their
    /// registers have no effect.
    static void renew(std::uint32_t subsystems) noexcept {
        Reset::set(subsystems);
        Reset::clear(subsystems);
        (void)wait_for([=] { return (~Done::read() & subsystems) == 0; }, 10'000);
    }
};

}  // namespace stackmate::boards::rp2040
