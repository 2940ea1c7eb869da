// The words of a kit: which a board needs, which have a default, and which its chip has no use for. A board checks its kit here
// before it uses a word, so the first error of the compiler names the word. docs/PORTING.md explains all of them.
#pragma once

#include <array>
#include <concepts>
#include <cstdint>

#include "hal/light.hpp"
#include "hal/pins.hpp"
#include "hal/sensing.hpp"

namespace stackmate::boards {

template <class T>
concept KitPin = std::same_as<T, const hal::PinId>;

/// True, or a compile error for each word that the kit lacks: the serial line.
template <class Kit>
[[nodiscard]] consteval bool names_line() {
    static_assert(
        requires { requires KitPin<decltype(Kit::sends)>; },
        "the kit lacks `sends`, a hal::PinId: the serial line sends there");
    static_assert(
        requires { requires KitPin<decltype(Kit::receives)>; },
        "the kit lacks `receives`, a hal::PinId: the serial line's input");
    return true;
}

/// A board that is the engine over its serial line and nothing else.
template <class Kit>
[[nodiscard]] consteval bool names_line_alone() {
    constexpr bool more = requires { Kit::rows; } || requires { Kit::columns; } || requires { typename Kit::Squares; }
                          || requires { Kit::buttons; } || requires { Kit::led_data; } || requires { Kit::status_led; }
                          || requires { Kit::sounder; };
    static_assert(
        !more, "the kit names squares, buttons, LEDs or a sounder, but its chip here plays over the serial line alone");
    return names_line<Kit>();
}

/// What every chess board has.
template <class Kit>
[[nodiscard]] consteval bool names_chess_board() {
    static_assert(
        requires { hal::pin_uses(Kit::buttons); }, "the kit lacks `buttons`, a list of hal::Button: PLAY is first");
    static_assert(
        requires { requires std::same_as<decltype(Kit::led_supply), const hal::Supply>; },
        "the kit lacks `led_supply`, a hal::Supply: what the LEDs may draw");
    return names_line<Kit>();
}

/// A chess board with a chain of LEDs, and with a matrix or another source of squares.
template <class Kit>
[[nodiscard]] consteval bool names_chained_board() {
    constexpr bool other = requires { typename Kit::Squares; };
    static_assert(
        other || requires { uses_of(Kit::rows); },
        "the kit lacks `rows`, eight of hal::PinId: the sensors' rows; or `Squares`, another source");
    static_assert(
        other || requires { hal::pin_uses(Kit::columns, hal::columns_of_files); },
        "the kit lacks `columns`, eight of hal::PinId: the sensors' columns");
    static_assert(
        other || requires { requires std::same_as<decltype(Kit::columns_high), const bool>; },
        "the kit lacks `columns_high`, a bool: the level where a piece stands");
    static_assert(
        requires { requires KitPin<decltype(Kit::led_data)>; },
        "the kit lacks `led_data`, a hal::PinId: the first LED's input");
    static_assert(
        requires { Kit::Chain::index(0u); }, "the kit lacks `Chain`, such as hal::ChainInSerpentines: the LEDs' order");
    return names_chess_board<Kit>();
}

template <class Kit>
concept NamesWholeShield =
    KitPin<decltype(Kit::Shield::data)> && KitPin<decltype(Kit::Shield::clock)> && KitPin<decltype(Kit::Shield::reset)>
    && KitPin<decltype(Kit::Shield::latch)> && KitPin<decltype(Kit::Shield::bank)>;

/// A chess board whose rows are those of a display.
template <class Kit>
[[nodiscard]] consteval bool names_shield_board() {
    static_assert(
        requires { hal::pin_uses(Kit::rows, hal::rows_of_ranks_from_top); },
        "the kit lacks `rows`, eight of hal::PinId: the shield's rows from the top");
    static_assert(
        requires { hal::pin_uses(Kit::columns, hal::columns_of_files); },
        "the kit lacks `columns`, eight of hal::PinId: the sensors' columns");
    static_assert(NamesWholeShield<Kit>, "the kit lacks `Shield`, or one of its pins: data, clock, reset, latch, bank");
    constexpr bool fixed = requires { typename Kit::Squares; } || requires { typename Kit::Wiring; }
                           || requires { Kit::columns_high; } || requires { typename Kit::Chain; }
                           || requires { Kit::led_data; } || requires { Kit::led_bits; }
                           || requires { Kit::status_led; };
    static_assert(!fixed, "the kit says how squares or LEDs are connected, but on this chip the shield fixes that");
    return names_chess_board<Kit>();
}

// What holds where a kit says nothing.

/// Nothing is kept, and all pins of the chip are brought out.
struct NoModule {};
template <class Kit>
struct ModuleOf {
    using Type = NoModule;
};
template <class Kit>
    requires requires { typename Kit::Module; }
struct ModuleOf<Kit> {
    using Type = typename Kit::Module;
};

template <class Kit>
struct WiringOf {
    using Type = hal::RowsAreRanks;
};
template <class Kit>
    requires requires { typename Kit::Wiring; }
struct WiringOf<Kit> {
    using Type = typename Kit::Wiring;
};

template <class Kit>
inline constexpr unsigned led_bits_of = 24;
template <class Kit>
    requires requires { Kit::led_bits; }
inline constexpr unsigned led_bits_of<Kit> = Kit::led_bits;

template <class Kit>
inline constexpr std::array<hal::PinUse, 0> status_led_use{};
template <class Kit>
    requires requires { Kit::status_led; }
inline constexpr auto status_led_use<Kit> = hal::pin_use(Kit::status_led, "status LED");

template <class Kit>
inline constexpr std::array<hal::PinUse, 0> sounder_use{};
template <class Kit>
    requires requires { Kit::sounder; }
inline constexpr auto sounder_use<Kit> = hal::pin_use(Kit::sounder, hal::sounder);

template <class Kit>
inline constexpr bool status_high_of = false;
template <class Kit>
    requires requires { Kit::status_high; }
inline constexpr bool status_high_of<Kit> = Kit::status_high;

template <class Kit, std::uint32_t Usual>
inline constexpr std::uint32_t crystal_hz_of = Usual;
template <class Kit, std::uint32_t Usual>
    requires requires { Kit::crystal_hz; }
inline constexpr std::uint32_t crystal_hz_of<Kit, Usual> = static_cast<std::uint32_t>(Kit::crystal_hz);

}  // namespace stackmate::boards
