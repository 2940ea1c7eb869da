// Pins of the STM32 families with a mode register for each port (F4, L4).
// RM0090 and RM0351, "GPIO registers": they have the same layout in both.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "boards/cortex_m/core.hpp"
#include "hal/pins.hpp"

namespace stackmate::boards::stm32 {

/// The pull on a pin that nothing drives; some 40 kOhm. Values of PUPDR.
enum class Pull : std::uint8_t { none = 0, up = 1, down = 2 };

/// Pin `Number` (0 to 15) of the port whose registers lie at `Port`. The port's clock must be on.
template <std::uintptr_t Port, unsigned Number>
struct Pin {
    static_assert(Number < 16, "a port has 16 pins");

    static constexpr std::uintptr_t port = Port;
    static constexpr unsigned number = Number;
    static constexpr std::uint32_t mask = 1u << Number;

    /// PC13 to PC15: 2 MHz at most (named_pins.hpp). Port C begins at the same offset in both families.
    static constexpr bool is_slow = Port % 0x2000 == 0x800 && Number >= 13;

    using Input = cortex_m::Register<Port + 0x10>;     ///< IDR
    using SetReset = cortex_m::Register<Port + 0x18>;  ///< BSRR: bit n sets pin n, bit n + 16 resets it

    /// Hands the pin to a peripheral by its alternate-function number, with a weak pull-up so that an open line is idle.
    template <unsigned Function>
    static void use_function() noexcept
        requires(!is_slow)
    {
        static_assert(Function < 16, "there are 16 alternate functions");
        using Function4 = cortex_m::Register<Port + 0x20 + 4 * (Number / 8)>;
        constexpr unsigned at4 = 4 * (Number % 8);
        Function4::modify(0xFu << at4, Function << at4);  // AFRL, AFRH
        use(Mode::function, Pull::up);
    }

    /// Makes the pin a push-pull output that begins at level `high`.
    static void use_output(bool high) noexcept {
        set(high);
        use(Mode::output, Pull::none);
    }

    static void use_input(Pull pull) noexcept { use(Mode::input, pull); }

    static void set(bool high) noexcept { SetReset::write(high ? mask : mask << 16); }
    [[nodiscard]] static bool read() noexcept { return Input::any(mask); }

private:
    enum class Mode : std::uint8_t { input = 0, output = 1, function = 2 };  ///< values of MODER

    static void use(Mode mode, Pull pull) noexcept {
        using cortex_m::Register;
        constexpr unsigned at = 2 * Number;
        Register<Port + 0x0C>::modify(3u << at, static_cast<std::uint32_t>(pull) << at);  // PUPDR
        Register<Port + 0x08>::modify(3u << at, (is_slow ? 0u : 1u) << at);  // OSPEEDR: low, or medium (25 MHz)
        Register<Port + 0x00>::modify(3u << at, static_cast<std::uint32_t>(mode) << at);  // MODER
    }
};

/// Eight output pins of which at most one is high: hal::RowLines. All pins of one port fall in one access.
template <class... Pins>
class RowPins {
    static_assert(sizeof...(Pins) == 8, "there are eight rows");

public:
    static void use() noexcept { (Pins::use_output(false), ...); }

    static void select(unsigned row) noexcept {
        release();
        unsigned at = 0;
        ((row % 8 == at++ ? Pins::SetReset::write(Pins::mask) : void()), ...);
    }

    static void release() noexcept { (release_port<Pins>(), ...); }

private:
    template <std::uintptr_t Port>
    static constexpr std::uint32_t mask_of = ((Pins::port == Port ? Pins::mask : 0) | ...);

    /// One pin stands for its port: the one with the lowest number.
    template <class P>
    static void release_port() noexcept {
        if constexpr (P::number == static_cast<unsigned>(std::countr_zero(mask_of<P::port>))) {
            P::SetReset::write(mask_of<P::port> << 16);
        }
    }
};

/// Up to eight input pins, the first in bit 0: hal::InputLines. `Active` is the level that counts as 1.
template <bool Active, class... Pins>
class InputPins {
    static_assert(sizeof...(Pins) <= 8, "a byte has eight bits");

public:
    /// Lines that nobody drives read as not active.
    static void use() noexcept { (Pins::use_input(Active ? Pull::down : Pull::up), ...); }

    [[nodiscard]] static std::uint8_t read() noexcept {
        unsigned lines = 0;
        unsigned at = 0;
        ((lines |= static_cast<unsigned>(Pins::read() == Active) << at++), ...);
        return static_cast<std::uint8_t>(lines);
    }
};

/// A serial line made by two pins: data is there before the clock rises.
template <class Data, class Clock>
struct ShiftPins {
    static void use() noexcept {
        Data::use_output(false);
        Clock::use_output(false);
    }

    /// Shifts 16 bits, the highest first, and leaves the clock high.
    ///
    /// Four instructions a bit, three of them stores. `both` has the bits in its lower half and their complement in its upper
    /// half, so a rotation and a mask yield the word that sets or resets the pin. Inline, so that a loop over it keeps its
    /// values in registers.
    [[gnu::always_inline]] static void shift(std::uint16_t bits) noexcept {
        const std::uint32_t both = (~std::uint32_t{bits} << 16) | bits;
        shift_each(both, std::make_integer_sequence<int, 16>{});
    }

private:
    template <int... Bits>
    [[gnu::always_inline]] static void shift_each(std::uint32_t both, std::integer_sequence<int, Bits...>) noexcept {
        // Kept in a register, because a constant operand could not be combined with the rotation.
        std::uint32_t mask = Data::mask | Data::mask << 16;
        asm volatile("" : "+r"(mask));
        (shift_one<15 - Bits>(both, mask), ...);
    }

    template <int Bit>
    [[gnu::always_inline]] static void shift_one(std::uint32_t& both, std::uint32_t mask) noexcept {
        Clock::set(false);
        Data::SetReset::write(std::rotr(both, Bit - static_cast<int>(Data::number)) & mask);
        Clock::set(true);
        // Computed here, because sixteen values computed beforehand would not fit the registers.
        asm volatile("" : "+r"(both));
    }
};

}  // namespace stackmate::boards::stm32
