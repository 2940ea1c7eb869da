// Ranks 5 to 7 of the menu's second page, where one puts together a clock of one's own: seconds for each move, minutes, and the
// rule. f7 and g7 say that the taps that follow are for White's or Black's alone.
#pragma once

#include "core/chess/types.hpp"
#include "firmware/game/own_clock.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace stackmate::firmware {

/// Whose clock the taps change.
enum class ClockSides : std::uint8_t { both, white, black };

struct ClockSquare {
    enum class What : std::uint8_t { seconds, minutes, rule, sides };
    What what;
    std::uint8_t value;
};

namespace detail {
inline constexpr unsigned first_clock_square = 32, clock_square_count = 23;
inline constexpr std::array<std::uint8_t, 8> offered_seconds{0, 1, 2, 3, 5, 10, 15, 30},
    offered_minutes{0, 1, 3, 5, 10, 15, 30, 60};
}  // namespace detail

/// What the square stands for, if it is one of these.
[[nodiscard, gnu::noinline, gnu::cold]] constexpr std::optional<ClockSquare> clock_square(unsigned square) {
    using What = ClockSquare::What;
    const unsigned i = square - detail::first_clock_square;
    if (!has_own_clock || i >= detail::clock_square_count) return std::nullopt;
    if (i < 8) return ClockSquare{What::seconds, detail::offered_seconds[i]};
    if (i < 16) return ClockSquare{What::minutes, detail::offered_minutes[i - 8]};
    if (i < 16 + time_rule_count) return ClockSquare{What::rule, static_cast<std::uint8_t>(i - 16)};
    return ClockSquare{What::sides, static_cast<std::uint8_t>(i - 16 - time_rule_count + 1)};
}

/// The clock after a tap on a square that is not about sides. It has one stage, and always some time.
[[nodiscard, gnu::noinline, gnu::cold]] constexpr OwnClock after_tap(OwnClock c, ClockSquare tapped, ClockSides sides) {
    c.first_moves = c.then_minutes = 0;
    if (tapped.what == ClockSquare::What::rule) c.rule = static_cast<TimeRule>(tapped.value);
    for (const Color side : {Color::white, Color::black}) {
        if (sides == (side == Color::white ? ClockSides::black : ClockSides::white)) continue;
        std::uint8_t &minutes = c.minutes[index(side)], &seconds = c.seconds[index(side)];
        if (tapped.what == ClockSquare::What::seconds) seconds = tapped.value;
        if (tapped.what == ClockSquare::What::minutes) minutes = tapped.value;
        if ((minutes | seconds) != 0) continue;
        tapped.what == ClockSquare::What::minutes ? seconds = 10 : minutes = 5;
    }
    return c;
}

/// Whether it is one of the clock's figures, or the sides that the taps are for.
[[nodiscard, gnu::noinline, gnu::cold]] constexpr bool is_chosen(const OwnClock& c, ClockSquare square,
                                                                 ClockSides sides) {
    const auto has = [&](const std::array<std::uint8_t, 2>& values) {
        return (sides != ClockSides::black && values[0] == square.value)
               || (sides != ClockSides::white && values[1] == square.value);
    };
    switch (square.what) {
    case ClockSquare::What::seconds: return has(c.seconds);
    case ClockSquare::What::minutes: return has(c.minutes);
    case ClockSquare::What::rule: return static_cast<std::uint8_t>(c.rule) == square.value;
    case ClockSquare::What::sides: return static_cast<std::uint8_t>(sides) == square.value;
    }
    return false;
}

/// What the square says: behind a number, if it has one.
constexpr std::string_view to_text(ClockSquare square) {
    constexpr std::array<std::string_view, time_rule_count> rules{"added to the clock", "delay", "Bronstein",
                                                                  "hourglass", "time for a move"};
    switch (square.what) {
    case ClockSquare::What::seconds: return " s a move";
    case ClockSquare::What::minutes: return " min";
    case ClockSquare::What::rule: return rules[square.value];
    case ClockSquare::What::sides: return square.value == 1 ? "White's clock" : "Black's clock";
    }
    return "unknown";
}

}  // namespace stackmate::firmware
