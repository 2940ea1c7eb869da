// Pins of the F1, F4 and L4 families by their names (PA0), over a bus that a test can replace.
#pragma once

#include <array>
#include <bit>
#include <string_view>
#include <utility>

#include "boards/chips/stm32/bus.hpp"
#include "hal/pin.hpp"
#include "hal/pins.hpp"

namespace stackmate::boards::stm32 {

enum class PinPull : std::uint8_t { none, up, down };

/// PC13 to PC15 are fed through a weak switch. As outputs they allow 2 MHz and 3 mA, one at a time, and must only sink current
/// (DS5319, DS10314, "Pin definitions": notes on PC13). This holds for every STM32 that has boards here.
[[nodiscard]] constexpr bool is_slow_pin(char letter, unsigned number) noexcept {
    return letter == 'C' && number >= 13;
}

/// Ports of the F4 family (RM0383, RM0090, "GPIO registers"). `PortA`: its registers' address. All pins stay push-pull, as after
/// a reset.
template <MemoryBus B, std::uintptr_t PortA = 0x40020000>
struct GpioF4 {
    [[nodiscard]] static constexpr std::uintptr_t port(char letter) noexcept {
        return PortA + 0x400 * static_cast<std::uintptr_t>(letter - 'A');
    }

    static void input(std::uintptr_t port, unsigned number, PinPull pull) noexcept {
        use(port, number, 0, pull, false);
    }

    /// Medium speed: 25 MHz.
    static void output(std::uintptr_t port, unsigned number) noexcept { use(port, number, 1, PinPull::none, false); }

    /// The lowest speed.
    static void slow_output(std::uintptr_t port, unsigned number) noexcept {
        use(port, number, 1, PinPull::none, true);
    }

    /// Driven by the peripheral that has this number at this pin.
    static void function(std::uintptr_t port, unsigned number, std::uint32_t which, PinPull pull) noexcept {
        const unsigned at = 4 * (number % 8);
        modify<B>(port + 0x20 + 4 * (number / 8), 0xFu << at, which << at);  // AFRL, AFRH
        use(port, number, 2, pull, false);
    }

    /// Bit n sets pin n, bit n + 16 resets it.
    static void set_reset(std::uintptr_t port, std::uint32_t bits) noexcept { B::write(port + 0x18, bits); }  // BSRR

    [[nodiscard]] static bool get(std::uintptr_t port, unsigned number) noexcept {
        return (B::read(port + 0x10) >> number & 1) != 0;  // IDR
    }

private:
    static void use(std::uintptr_t port, unsigned number, std::uint32_t mode, PinPull pull, bool slow) noexcept {
        modify<B>(port + 0x08, 3u << 2 * number, (slow ? 0u : 1u) << 2 * number);  // OSPEEDR: low, medium
        modify<B>(port + 0x0C, 3u << 2 * number, static_cast<std::uint32_t>(pull) << 2 * number);  // PUPDR
        modify<B>(port + 0x00, 3u << 2 * number, mode << 2 * number);                              // MODER
    }
};

/// Ports of the L4 family, whose registers have the same layout (RM0351, "GPIO registers").
template <MemoryBus B>
using GpioL4 = GpioF4<B, 0x48000000>;

/// Ports of the F1 family (RM0008, "GPIO registers").
template <MemoryBus B>
struct GpioF1 {
    [[nodiscard]] static constexpr std::uintptr_t port(char letter) noexcept {
        return 0x40010800 + 0x400 * static_cast<std::uintptr_t>(letter - 'A');
    }

    static void input(std::uintptr_t port, unsigned number, PinPull pull) noexcept {
        // Where the pin is an input this is the way the pull goes.
        set_reset(port, 1u << (pull == PinPull::up ? number : number + 16));
        configure(port, number, pull == PinPull::none ? 0x4 : 0x8);
    }

    /// Push-pull at 10 MHz.
    static void output(std::uintptr_t port, unsigned number) noexcept { configure(port, number, 0x1); }

    /// Push-pull at 2 MHz.
    static void slow_output(std::uintptr_t port, unsigned number) noexcept { configure(port, number, 0x2); }

    /// Driven by a peripheral, which follows from the pin without a number. Outputs have no pulls, and a pin that a peripheral
    /// reads is configured as an input.
    static void function(std::uintptr_t port, unsigned number, std::uint32_t, PinPull) noexcept {
        configure(port, number, 0x9);
    }

    /// Bit n sets pin n, bit n + 16 resets it.
    static void set_reset(std::uintptr_t port, std::uint32_t bits) noexcept { B::write(port + 0x10, bits); }  // BSRR

    [[nodiscard]] static bool get(std::uintptr_t port, unsigned number) noexcept {
        return (B::read(port + 0x08) >> number & 1) != 0;  // IDR
    }

private:
    static void configure(std::uintptr_t port, unsigned number, std::uint32_t mode) noexcept {
        const unsigned at = 4 * (number % 8);
        modify<B>(port + 4 * (number / 8), 0xFu << at, mode << at);  // CRL, CRH
    }
};

/// It has no data; an object of it is a handle. The port's clock must be on.
template <class Gpio, hal::PinId Id>
struct Pin {
    static constexpr char letter = Id.port;
    static constexpr unsigned number = Id.number;
    static_assert(letter >= 'A' && letter <= 'H' && number < 16, "ports A to H have 16 pins each");
    static constexpr std::string_view name = Id.text();
    static constexpr std::uint32_t mask = 1u << number;

    static void input(PinPull pull) noexcept { Gpio::input(Gpio::port(letter), number, pull); }
    static void output(bool high) noexcept {
        set(high);  // before the pin drives, so that no false level comes out
        if constexpr (is_slow_pin(letter, number)) {
            Gpio::slow_output(Gpio::port(letter), number);
        } else {
            Gpio::output(Gpio::port(letter), number);
        }
    }
    static void function(std::uint32_t which, PinPull pull = PinPull::none) noexcept
        requires(!is_slow_pin(letter, number))
    {
        Gpio::function(Gpio::port(letter), number, which, pull);
    }
    static void set(bool high) noexcept { set_reset(high ? mask : mask << 16); }
    /// The bits are those of all pins of the port.
    static void set_reset(std::uint32_t bits) noexcept { Gpio::set_reset(Gpio::port(letter), bits); }
    [[nodiscard]] static bool get() noexcept { return Gpio::get(Gpio::port(letter), number); }
};

/// hal::RowLines: eight outputs of which at most one is high. All pins of one port fall in one access.
template <class... Pins>
struct RowPins {
    static_assert(sizeof...(Pins) == 8, "there are eight rows");
    static constexpr std::array<std::string_view, 8> names{Pins::name...};

    static void use() noexcept { (Pins::output(false), ...); }
    static void release() noexcept { (release_port<Pins>(), ...); }
    static void select(unsigned row) noexcept {
        release();  // none first: two at once would show the sensors of both
        unsigned at = 0;
        ((at++ == row % 8 ? Pins::set(true) : void()), ...);
    }

private:
    template <char Letter>
    static constexpr std::uint32_t mask_of = ((Pins::letter == Letter ? Pins::mask : 0) | ...);

    /// One pin stands for its port: the one with the lowest number.
    template <class P>
    static void release_port() noexcept {
        if constexpr (P::number == static_cast<unsigned>(std::countr_zero(mask_of<P::letter>))) {
            P::set_reset(mask_of<P::letter> << 16);
        }
    }
};

/// hal::InputLines: bit i is pin i, active at `ActiveHigh`; the pull keeps an open line inactive.
template <bool ActiveHigh, class... Pins>
struct InputPins {
    static_assert(sizeof...(Pins) <= 8, "a byte has eight bits");
    static constexpr std::array<std::string_view, sizeof...(Pins)> names{Pins::name...};

    static void use() noexcept { (Pins::input(ActiveHigh ? PinPull::down : PinPull::up), ...); }
    [[nodiscard]] static std::uint8_t read() noexcept {
        unsigned lines = 0;
        unsigned at = 0;
        ((lines |= (Pins::get() == ActiveHigh ? 1u : 0u) << at++), ...);
        return static_cast<std::uint8_t>(lines);
    }
};

/// A serial line made by two pins: data is there before the clock rises.
template <class Data, class Clock>
struct ShiftPins {
    static void use() noexcept {
        Data::output(false);
        Clock::output(false);
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
        Data::set_reset(std::rotr(both, Bit - static_cast<int>(Data::number)) & mask);
        Clock::set(true);
        // Computed here, because sixteen values computed beforehand would not fit the registers.
        asm volatile("" : "+r"(both));
    }
};

}  // namespace stackmate::boards::stm32
