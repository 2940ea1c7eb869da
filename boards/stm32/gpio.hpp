// Pins of the STM32 families with a mode register for each port (F4, L4).
// RM0090 and RM0351, "GPIO registers": they have the same layout in both.
#pragma once

#include <cstdint>

#include "boards/cortex_m/core.hpp"

namespace stackmate::boards::stm32 {

/// Pin `Number` (0 to 15) of the port whose registers lie at `Port`.
template <std::uintptr_t Port, unsigned Number>
struct Pin {
    static_assert(Number < 16, "a port has 16 pins");

    /// Hands the pin to a peripheral by its alternate-function number, with a weak pull-up so that an open
    /// line rests.
    template <unsigned Function>
    static void use_function() noexcept {
        static_assert(Function < 16, "there are 16 alternate functions");
        using cortex_m::Register;
        using Function4 = Register<Port + 0x20 + 4 * (Number / 8)>;
        constexpr unsigned at2 = 2 * Number;
        constexpr unsigned at4 = 4 * (Number % 8);
        Function4::modify(0xFu << at4, Function << at4);      // AFRL, AFRH
        Register<Port + 0x0C>::modify(3u << at2, 1u << at2);  // PUPDR: pull-up
        Register<Port + 0x08>::modify(3u << at2, 1u << at2);  // OSPEEDR: medium, ample for a serial line
        Register<Port + 0x00>::modify(3u << at2, 2u << at2);  // MODER: alternate function
    }
};

}  // namespace stackmate::boards::stm32
