// A clock of one's own: its times and its rule, for each side, as they are stored and as they are said.
//
//   5+3              five minutes, and three seconds for each move: White's and Black's
//   5+3:1            White's, and Black's, who has one minute
//   40/90+30,30      ninety minutes for forty moves, then thirty more
//   5+3-delay        by another rule: -delay, -bronstein, -hourglass, -move
//
// The figures and the plus are those in which the levels are named; the colon and the names of the rules are ours.
#pragma once

#include "core/chess/types.hpp"
#include "core/notation/pgn.hpp"
#include "core/notation/text.hpp"
#include "core/uci/uci.hpp"
#include "firmware/engine/levels.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace stackmate::firmware {

struct OwnClock {
    TimeRule rule = TimeRule::increment;
    std::array<std::uint8_t, 2> minutes{5, 5};  ///< by index(Color): 0 to 180
    std::array<std::uint8_t, 2> seconds{};      ///< for each move: 0 to 60
    std::uint8_t first_moves = 0;               ///< of each side until it gets `then_minutes`; 0: it never does
    std::uint8_t then_minutes = 0;              ///< 0 to 180

    [[gnu::noinline, gnu::cold]] friend constexpr bool operator==(const OwnClock&, const OwnClock&) = default;
};
using OwnClockBytes = std::array<std::byte, sizeof(OwnClock)>;

inline constexpr std::uint8_t most_minutes = 180, most_seconds = 60, most_first_moves = 99;
inline constexpr std::array<std::string_view, time_rule_count> rule_names{"", "-delay", "-bronstein", "-hourglass",
                                                                          "-move"};
/// "99/180+60:179+59,180-bronstein"
inline constexpr std::size_t longest_clock = 30;

/// Whether each side has time, and a second stage has its moves and a rule that knows stages.
[[nodiscard, gnu::noinline, gnu::cold]] constexpr bool is_possible(const OwnClock& c) {
    return (c.minutes[0] | c.seconds[0]) != 0 && (c.minutes[1] | c.seconds[1]) != 0
           && (c.first_moves != 0) == (c.then_minutes != 0) && (c.rule < TimeRule::hourglass || c.first_moves == 0);
}

/// The usual one in place of one that is not possible.
[[nodiscard, gnu::noinline, gnu::cold]] constexpr OwnClock corrected(const OwnClock& c) {
    const auto most = [](const std::array<std::uint8_t, 2>& sides) {
        return sides[0] > sides[1] ? sides[0] : sides[1];
    };
    const bool valid = static_cast<unsigned>(c.rule) < time_rule_count && most(c.minutes) <= most_minutes
                       && most(c.seconds) <= most_seconds && c.first_moves <= most_first_moves
                       && c.then_minutes <= most_minutes && is_possible(c);
    return valid ? c : OwnClock{};
}

#if STACKMATE_EXERCISES
/// Who has no minutes begins with the seconds of the first move.
[[nodiscard, gnu::noinline, gnu::cold]] constexpr TimeControls controls_of(const OwnClock& c) {
    std::array<TimeControl, 2> sides;
    for (const unsigned i : {0u, 1u}) {
        TimeControl& side = sides[i];
        const unsigned seconds_ms = c.seconds[i] * 1000u;
        side.rule = c.rule;
        side.start_ms = c.minutes[i] * 60'000u;
        if (c.rule >= TimeRule::hourglass || side.start_ms == 0) side.start_ms += seconds_ms;
        if (c.rule >= TimeRule::hourglass) continue;
        side.increment_ms = static_cast<std::uint16_t>(seconds_ms);
        side.stage_moves = c.first_moves;
        side.second_ms = c.then_minutes * 60'000u;
    }
    return {sides[0], sides[1]};
}
#endif

/// At most `longest_clock` characters, without a terminating zero. Returns the new end.
[[gnu::noinline, gnu::cold]] inline char* write_clock(char* out, const OwnClock& c) {
    if (c.first_moves != 0) out = write_text(write_number(out, c.first_moves), "/");
    const unsigned sides = c.minutes[0] == c.minutes[1] && c.seconds[0] == c.seconds[1] ? 1 : 2;
    for (unsigned i = 0; i < sides; ++i) {
        out = write_number(write_text(out, i == 0 ? "" : ":"), c.minutes[i]);
        out = write_number(write_text(out, "+"), c.seconds[i]);
    }
    if (c.then_minutes != 0) out = write_number(write_text(out, ","), c.then_minutes);
    return write_text(out, rule_names[static_cast<std::size_t>(c.rule)]);
}

/// As in PGN's tag TimeControl: "300+3", "40/5400+30:1800+30", "*180" for an hourglass, "1/30" for the time of a move. The standard
/// has no form for the other rules: "?". At most 24 characters, without a terminating zero. Returns the new end.
[[gnu::noinline, gnu::cold]] inline char* write_time_control(char* out, const TimeControl& control) {
    const auto with_increment = [&](char* to, std::uint32_t ms) {
        to = write_number(to, ms / 1000);
        return control.increment_ms == 0 ? to : write_number(write_text(to, "+"), control.increment_ms / 1000u);
    };
    switch (control.rule) {
    case TimeRule::increment: break;
    case TimeRule::delay:
    case TimeRule::bronstein: return write_text(out, "?");
    case TimeRule::hourglass: return write_number(write_text(out, "*"), control.start_ms / 1000);
    case TimeRule::each_move: return write_number(write_text(out, "1/"), control.start_ms / 1000);
    }
    if (control.stage_moves != 0) out = write_text(write_number(out, control.stage_moves), "/");
    out = with_increment(out, control.start_ms);
    return control.stage_moves == 0 ? out : with_increment(write_text(out, ":"), control.second_ms);
}

/// PGN's tags for the clocks of the two sides, as cutechess-cli names them where they differ. At most 100 characters. Returns the
/// new end.
[[gnu::noinline, gnu::cold]] inline char* write_time_controls(char* out, const TimeControls& clocks) {
    char texts[2][24];
    std::string_view words[2];
    for (const unsigned i : {0u, 1u}) {
        const char* const end = write_time_control(texts[i], control_of(clocks, static_cast<Color>(i)));
        words[i] = {texts[i], static_cast<std::size_t>(end - texts[i])};
    }
    if (words[0] == words[1]) return PgnWriter::write_tag(out, "TimeControl", words[0]);
    return PgnWriter::write_tag(PgnWriter::write_tag(out, "WhiteTimeControl", words[0]), "BlackTimeControl", words[1]);
}

/// Returns false and changes nothing if the text is no clock.
[[nodiscard, gnu::noinline, gnu::cold]] inline bool read_clock(std::string_view text, OwnClock& clock) {
    OwnClock c;
    const auto number = [&](std::uint8_t most, std::uint8_t& value) {
        const std::size_t digits = std::min(text.find_first_not_of("0123456789"), text.size());
        std::uint64_t read = 0;
        const bool valid = uci::parse_number(text.substr(0, digits), 0, most, false, read);
        text.remove_prefix(digits);
        value = static_cast<std::uint8_t>(read);
        return valid;
    };
    const auto take = [&](char mark) {
        if (!text.starts_with(mark)) return false;
        text.remove_prefix(1);
        return true;
    };
    bool valid = number(most_minutes, c.minutes[0]);
    if (take('/')) {
        c.first_moves = c.minutes[0];
        valid = valid && c.first_moves <= most_first_moves && number(most_minutes, c.minutes[0]);
    }
    if (take('+')) valid = valid && number(most_seconds, c.seconds[0]);
    c.minutes[1] = c.minutes[0];
    c.seconds[1] = c.seconds[0];
    if (take(':')) {
        valid = valid && number(most_minutes, c.minutes[1]);
        c.seconds[1] = 0;
        if (take('+')) valid = valid && number(most_seconds, c.seconds[1]);
    }
    if (take(',')) valid = valid && number(most_minutes, c.then_minutes);
    const auto rule = std::ranges::find(rule_names, text);
    c.rule = static_cast<TimeRule>(rule - rule_names.begin());
    if (!valid || rule == rule_names.end() || !is_possible(c)) return false;
    clock = c;
    return true;
}

}  // namespace stackmate::firmware
