// What the registers of Raspberry Pi's chips have in common. The chip's own page is STACKMATE_CHIP_HEADER: its `Map` says where
// they lie. Chapters, here and in the drivers beside, are those of the RP2040 data sheet.
#pragma once

#include <cstdint>

#include STACKMATE_CHIP_HEADER
#include "boards/cortex_m/core.hpp"

namespace stackmate::boards::rp2 {

using cortex_m::finish_writes;
using cortex_m::Register;
using cortex_m::wait_for;

using Interrupt = Map::Interrupt;

/// 2.1.2, "Atomic Register Access": each register of the bus fabric answers at three more addresses, where the
/// bits written as one are toggled, set or cleared.
template <std::uintptr_t Address>
struct AtomicRegister : Register<Address> {
    static void set(std::uint32_t bits) noexcept { Register<Address + 0x2000>::write(bits); }
    static void clear(std::uint32_t bits) noexcept { Register<Address + 0x3000>::write(bits); }
};

/// 2.14, "Subsystem Resets". A subsystem is held in reset while its bit of RESET is set.
struct Resets : Map::Resets {
    using Reset = AtomicRegister<Map::resets>;
    using Done = Register<Map::resets + 8>;

    /// Resets subsystems to their power-on state. They are ready a few cycles later if their clocks run; until then their
    /// registers have no effect.
    [[gnu::always_inline]] static void renew(std::uint32_t subsystems) noexcept {
        Reset::set(subsystems);
        Reset::clear(subsystems);
        (void)wait_for([=] { return (~Done::read() & subsystems) == 0; }, 10'000);
    }
};

}  // namespace stackmate::boards::rp2
