// What a game is: its terms. They are fixed when it begins, and stored with it. Whoever asks what game this is reads them
// and not the settings, which are what the next game will have. What may change in a running game, and what that does to the
// person's rating, is one table. docs/DESIGN.md says what each term survives.
#pragma once

#include "core/chess/types.hpp"
#include "firmware/game/settings.hpp"
#include "firmware/game/types.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>

namespace stackmate::firmware {

/// Whether the game is to move the person's rating: no, or it goes on and the person has that side against the engine, or it
/// was left, and has ended so for the person.
enum class Rated : std::uint8_t { no, white, black, won, drawn, lost };

struct Terms {
    std::uint8_t level = Settings{}.level;  ///< index into `levels`: how the engine plays, and the clock
    Seat white = Settings{}.white;          ///< person or engine; a session's claim hides both seats
    Seat black = Settings{}.black;
    bool paused = false;
    bool analysis = false;
#if STACKMATE_EXERCISES
    std::uint8_t exercise = 0;  ///< an index into `exercise_names`, 0: none
    Rated rated = Rated::no;
    OwnClock own_clock{};  ///< of the level that has one
#endif

    [[nodiscard]] constexpr Seat player(Color side) const { return side == Color::white ? white : black; }
    [[nodiscard]] constexpr std::uint8_t practised() const {
#if STACKMATE_EXERCISES
        return exercise;
#else
        return 0;
#endif
    }
#if STACKMATE_EXERCISES
    [[nodiscard, gnu::noinline, gnu::cold]] constexpr TimeControls clock() const {
        return level == own_clock_level ? controls_of(own_clock) : levels[level].clock;
    }
#else
    [[nodiscard]] constexpr const TimeControls& clock() const { return levels[level].clock; }
#endif
    friend constexpr bool operator==(const Terms&, const Terms&) = default;
};

/// The engine's level in an exercise.
inline constexpr std::uint8_t exercise_level = level_index(LevelKind::strength, levels_of_a_kind - 1);

/// The terms that a person, or the line, may change while the game goes on.
enum class Term : std::uint8_t { level, seats, paused, analysis };

struct TermRow {
    Term term;
    bool keeps_rating;  ///< a rated game in which it changes still counts
};
/// In the order of `Term`. Whether it is rated, an exercise or Chess960 does not change.
inline constexpr auto term_rows = std::to_array<TermRow>({
    {Term::level, false},
    {Term::seats, false},
    {Term::paused, true},
    {Term::analysis, false},  // the person moves for the engine, too
});

/// Whether both have the same level, and so the same clock: else it restarts.
[[nodiscard, gnu::noinline, gnu::cold]] constexpr bool same_clock(const Terms& a, const Terms& b) {
#if STACKMATE_EXERCISES
    if (a.level == own_clock_level && a.own_clock != b.own_clock) return false;
#endif
    return a.level == b.level;
}

/// The terms `next` of a game that goes on, which has had the terms `before`: rated only if all changes leave that.
[[nodiscard, gnu::noinline, gnu::cold]] constexpr Terms agreed([[maybe_unused]] const Terms& before, Terms next) {
#if STACKMATE_EXERCISES
    const std::array<bool, term_rows.size()> same{same_clock(before, next),
                                                  before.white == next.white && before.black == next.black,
                                                  before.paused == next.paused, before.analysis == next.analysis};
    for (const TermRow& row : term_rows)
        if (!same[static_cast<std::size_t>(row.term)] && !row.keeps_rating) next.rated = Rated::no;
#endif
    return next;
}

// ------------------------------------------------------------------ how they change

/// Of an ordinary game, with level and seats as chosen.
[[nodiscard, gnu::cold]] constexpr Terms as_chosen(Terms terms, const Settings& settings) {
    terms.level = settings.level;
    terms.white = settings.white;
    terms.black = settings.black;
#if STACKMATE_EXERCISES
    terms.exercise = 0;
    terms.own_clock = settings.clock;
#endif
    return terms;
}
/// The settings as the game has them.
[[nodiscard, gnu::cold]] constexpr Settings as_agreed(Settings settings, const Terms& terms) {
    if (terms.practised() != 0) return settings;
    settings.level = terms.level;
    settings.white = terms.white;
    settings.black = terms.black;
#if STACKMATE_EXERCISES
    settings.clock = terms.own_clock;
#endif
    return settings;
}
/// Without pause and analysis.
[[nodiscard]] constexpr Terms going_on(Terms terms) {
    terms.paused = terms.analysis = false;
    return terms;
}
/// The game moves no rating.
[[nodiscard]] constexpr Terms unrated(Terms terms) {
#if STACKMATE_EXERCISES
    terms.rated = Rated::no;
#endif
    return terms;
}

// ------------------------------------------------------------------ as they are stored

/// 0 the level   1 bit 0: White is the engine's, 1: Black is, 2: paused, 3: analysis, 4 and 5: Rated   2 the exercise
/// 3 one's own clock, in the order of its members. A later version may add bytes behind.
inline constexpr std::size_t own_clock_at = 3, terms_bytes = has_exercises ? own_clock_at + sizeof(OwnClock) : 2;

[[gnu::cold]] constexpr void store_terms(const Terms& terms, std::span<std::byte, terms_bytes> bytes) {
    bytes[0] = std::byte{terms.level};
    unsigned bits = (terms.white == Seat::engine ? 1u : 0) | (terms.black == Seat::engine ? 2u : 0)
                    | (terms.paused ? 4u : 0) | (terms.analysis ? 8u : 0);
#if STACKMATE_EXERCISES
    bits |= static_cast<unsigned>(terms.rated) << 4;
    bytes[2] = std::byte{terms.exercise};
    std::ranges::copy(std::bit_cast<OwnClockBytes>(terms.own_clock), bytes.begin() + own_clock_at);
#endif
    bytes[1] = static_cast<std::byte>(bits);
}
/// Returns false and changes nothing if this firmware has no such terms. Missing bytes count as 0.
[[nodiscard, gnu::cold]] constexpr bool load_terms(std::span<const std::byte> bytes, Terms& terms) {
    const auto byte = [&](std::size_t at) {
        return at < bytes.size() ? std::to_integer<std::uint8_t>(bytes[at]) : std::uint8_t{0};
    };
    const auto seat = [&](unsigned bit) { return (byte(1) >> bit & 1) != 0 ? Seat::engine : Seat::person; };
    if (byte(0) >= levels.size() || byte(2) >= (has_exercises ? exercise_count : 1)) return false;
    terms = {.level = byte(0),
             .white = seat(0),
             .black = seat(1),
             .paused = (byte(1) & 4) != 0,
             .analysis = (byte(1) & 8) != 0};
#if STACKMATE_EXERCISES
    terms.exercise = byte(2);
    const unsigned rated = byte(1) >> 4 & 3u;
    terms.rated = rated <= static_cast<unsigned>(Rated::black) ? static_cast<Rated>(rated) : Rated::no;
    if (bytes.size() >= own_clock_at + sizeof(OwnClock)) {
        OwnClockBytes own;
        std::ranges::copy(bytes.subspan(own_clock_at, sizeof(OwnClock)), own.begin());
        terms.own_clock = corrected(std::bit_cast<OwnClock>(own));
    }
#endif
    return true;
}

}  // namespace stackmate::firmware
