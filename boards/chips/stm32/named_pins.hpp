// Pins of the F1 and F4 families by their names (PA0), over a bus that a test can give another one.
#pragma once

#include <array>
#include <string_view>

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

/// Ports of the F4 family (RM0383, "GPIO registers").
template <MemoryBus B>
struct GpioF4 {
    [[nodiscard]] static constexpr std::uintptr_t port(char letter) noexcept {
        return 0x40020000 + 0x400 * static_cast<std::uintptr_t>(letter - 'A');
    }

    static void input(std::uintptr_t port, unsigned number, PinPull pull) noexcept {
        use(port, number, 0, pull, false);
    }

    /// Push-pull at medium speed.
    static void output(std::uintptr_t port, unsigned number) noexcept { use(port, number, 1, PinPull::none, false); }

    /// Push-pull at the lowest speed.
    static void slow_output(std::uintptr_t port, unsigned number) noexcept {
        use(port, number, 1, PinPull::none, true);
    }

    /// Driven by the peripheral that has this number at this pin.
    static void function(std::uintptr_t port, unsigned number, std::uint32_t which, PinPull pull) noexcept {
        const unsigned at = 4 * (number % 8);
        modify<B>(port + 0x20 + 4 * (number / 8), 0xFu << at, which << at);  // AFRL, AFRH
        use(port, number, 2, pull, false);
    }

    static void set(std::uintptr_t port, unsigned number, bool high) noexcept {
        B::write(port + 0x18, 1u << (high ? number : number + 16));  // BSRR
    }

    [[nodiscard]] static bool get(std::uintptr_t port, unsigned number) noexcept {
        return (B::read(port + 0x10) >> number & 1) != 0;  // IDR
    }

private:
    static void use(std::uintptr_t port, unsigned number, std::uint32_t mode, PinPull pull, bool slow) noexcept {
        modify<B>(port + 0x04, 1u << number, 0);                                   // OTYPER: push-pull
        modify<B>(port + 0x08, 3u << 2 * number, (slow ? 0u : 1u) << 2 * number);  // OSPEEDR: low, medium
        modify<B>(port + 0x0C, 3u << 2 * number, static_cast<std::uint32_t>(pull) << 2 * number);  // PUPDR
        modify<B>(port + 0x00, 3u << 2 * number, mode << 2 * number);                              // MODER
    }
};

/// Ports of the F1 family (RM0008, "GPIO registers").
template <MemoryBus B>
struct GpioF1 {
    [[nodiscard]] static constexpr std::uintptr_t port(char letter) noexcept {
        return 0x40010800 + 0x400 * static_cast<std::uintptr_t>(letter - 'A');
    }

    static void input(std::uintptr_t port, unsigned number, PinPull pull) noexcept {
        set(port, number, pull == PinPull::up);  // where the pin is an input this is the way the pull goes
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

    static void set(std::uintptr_t port, unsigned number, bool high) noexcept {
        B::write(port + 0x10, 1u << (high ? number : number + 16));  // BSRR
    }

    [[nodiscard]] static bool get(std::uintptr_t port, unsigned number) noexcept {
        return (B::read(port + 0x08) >> number & 1) != 0;  // IDR
    }

private:
    static void configure(std::uintptr_t port, unsigned number, std::uint32_t mode) noexcept {
        const unsigned at = 4 * (number % 8);
        modify<B>(port + 4 * (number / 8), 0xFu << at, mode << at);  // CRL, CRH
    }
};

/// It has no data; an object of it is a handle.
template <class Gpio, hal::PinId Id>
struct NamedPin {
    static constexpr char letter = Id.port;
    static constexpr unsigned number = Id.number;
    static_assert(letter >= 'A' && letter <= 'H' && number < 16, "ports A to H have 16 pins each");
    static constexpr std::string_view name = Id.text();

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
    static void set(bool high) noexcept { Gpio::set(Gpio::port(letter), number, high); }
    [[nodiscard]] static bool get() noexcept { return Gpio::get(Gpio::port(letter), number); }
};

/// hal::RowLines: eight outputs, one high.
template <class... Pins>
struct NamedRows {
    static_assert(sizeof...(Pins) == 8, "there are eight rows");
    static constexpr std::array<std::string_view, 8> names{Pins::name...};

    static void use() noexcept { (Pins::output(false), ...); }
    static void release() noexcept { (Pins::set(false), ...); }
    static void select(unsigned row) noexcept {
        release();  // none first: two at once would show the sensors of both
        unsigned at = 0;
        ((at++ == row % 8 ? Pins::set(true) : void()), ...);
    }
};

/// hal::InputLines: bit i is pin i, active at `ActiveHigh`; the pull keeps an open line inactive.
template <bool ActiveHigh, class... Pins>
struct NamedInputs {
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

}  // namespace stackmate::boards::stm32
