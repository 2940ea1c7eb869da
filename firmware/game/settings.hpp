// The settings of a chess board as one table: what the next game will have (firmware/game/terms.hpp), and what belongs to
// no game. A row makes the squares of the menu (firmware/squares/menu.hpp), the word behind `board` on the line, the stored
// byte and the texts. A new setting is a member of Settings with its row; its stored byte comes behind all others, and is
// never used again. host_tests/firmware/game/new_setting_test.cpp adds a row.
#pragma once

#include "core/chess/types.hpp"
#include "core/uci/uci.hpp"
#include "firmware/engine/levels.hpp"
#include "firmware/game/own_clock.hpp"

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

// Whether there is the setting `sound`. Chips without a driver for one define it as 0 and save its flash.
#ifndef STACKMATE_SOUND
#define STACKMATE_SOUND 1
#endif
// Whether there is a coach (firmware/squares/coach.hpp) and its settings. Chips with little flash define it as 0.
#ifndef STACKMATE_COACH
#define STACKMATE_COACH 1
#endif
// Whether hands may say more than their moves: slide a piece on, and tell the result with the kings. Likewise.
#ifndef STACKMATE_GESTURES
#define STACKMATE_GESTURES 1
#endif

namespace stackmate::firmware {

/// Who plays a side. A person chooses between the first two; the third seat belongs to a session
/// (firmware/game/seats.hpp).
enum class Seat : std::uint8_t {
    person,
    engine,
    remote,  ///< a host sends the moves over a line; the person makes them on the board
};
inline constexpr unsigned seat_count = 3;
inline constexpr unsigned choice_count = 2;
inline constexpr std::array<std::string_view, seat_count> seat_names{"person", "engine", "remote"};

constexpr std::string_view to_text(Seat player) {
    return static_cast<unsigned>(player) < seat_count ? seat_names[static_cast<unsigned>(player)] : "unknown";
}

inline constexpr bool has_coach = STACKMATE_COACH != 0;
static_assert(has_coach || !has_exercises, "the coach asks about a wrong move of an exercise");
inline constexpr bool has_gestures = STACKMATE_GESTURES != 0;

/// What a player is told of moves before they count.
enum class Coaching : std::uint8_t {
    off,
    warns,     ///< asks before the engine answers a blunder
    blunders,  ///< also shows the blunders among the moves of the piece in the air
    all,       ///< shows what each of its moves is worth
};
inline constexpr unsigned coaching_count = 4;
/// Of `Settings::white_coach_pieces`: any number.
inline constexpr std::uint8_t all_pieces = 7;

/// The exercises, by their squares in the menu of exercises (firmware/squares/menu.hpp); the first one is none. An ending's
/// name says whether it is to be won or held, and the men of who solves it and of the other side.
inline constexpr std::array<std::string_view, 27> exercise_names{
    "off",        "win-kqvk",   "win-krvk",   "win-kbbvk",  "win-kbnvk",  "win-kpvk",   "win-kqvkp",
    "win-krvkp",  "win-kqvkr",  "hold-kvkp",  "hold-kpvkp", "hold-kpvkq", "hold-kpvkr", "hold-kbvkr",
    "hold-knvkr", "hold-kvkbp", "hold-kvknp", "puzzle-1",   "puzzle-2",   "puzzle-3",   "puzzle-4",
    "puzzle-5",   "puzzle-6",   "puzzle-7",   "puzzle-8",   "mistake",    "openings",
};
inline constexpr std::uint8_t exercise_count = exercise_names.size(), openings_exercise = exercise_count - 1;

/// Of the person, in tens of Elo on the scale of docs/LEVELS.md: from the lowest step of strength to the last one.
inline constexpr std::uint8_t lowest_rating = strength_steps.front().elo / 10,
                              highest_rating = strength_steps.back().elo / 10, first_rating = 120;
/// After so many games a rating is no longer sought, only followed.
inline constexpr std::uint8_t settled_games = 7;

/// What must survive a restart besides the game itself, as the person has chosen it. A byte for each row of the table;
/// any value is safe after `corrected`. Older firmware stored `remote`, which counts as invalid.
struct Settings {
    std::uint8_t level = 2;  ///< index into `levels`
    Seat white = Seat::person;
    Seat black = Seat::engine;
    bool flipped = false;           ///< the board lies the other way round: h8 where a1 is printed
    std::uint8_t brightness = 128;  ///< 1 to 255
    std::uint8_t protocol = 0;      ///< who may use the line: a number in the board's list of hosts, 0: anybody
#if STACKMATE_COACH
    Coaching white_coach = Coaching::off;
    Coaching black_coach = Coaching::off;
    std::uint8_t white_coach_pieces = all_pieces;  ///< of how many pieces a turn it shows the moves' worth: 0 to 6
    std::uint8_t black_coach_pieces = all_pieces;
#endif
#if STACKMATE_EXERCISES
    std::uint8_t rating = first_rating;  ///< of the person, for the adaptive level: tens of Elo
    std::uint8_t rated_games = 0;        ///< that made the rating, to `settled_games`
    OwnClock clock{};                    ///< of the level that has one's own: seven bytes, and a row for each
    bool club = false;                   ///< a game that has begun goes on without takebacks, advice and menu
    bool blindfold = false;              ///< the lights show only what is needed to play
    bool hand_and_brain = false;         ///< the engine says which kind of men the person is to move
    bool variety = false;                ///< the engine may play a move that is nearly as good as its best
#else
    static constexpr bool club = false, blindfold = false, hand_and_brain = false, variety = false;
#endif
#if STACKMATE_SOUND
    std::uint8_t sound = 1;  ///< 0 off, 1 quiet, 2 loud
#endif

    [[nodiscard]] constexpr Seat player(Color side) const { return side == Color::white ? white : black; }
    /// Silent in a club.
    [[nodiscard]] constexpr Coaching coach([[maybe_unused]] Color side) const {
#if STACKMATE_COACH
        if (club) return Coaching::off;
        return side == Color::white ? white_coach : black_coach;
#else
        return Coaching::off;
#endif
    }
    [[nodiscard]] constexpr std::uint8_t coach_pieces([[maybe_unused]] Color side) const {
#if STACKMATE_COACH
        return side == Color::white ? white_coach_pieces : black_coach_pieces;
#else
        return 0;
#endif
    }
    friend constexpr bool operator==(const Settings&, const Settings&) = default;
};

/// The rows of the table and the members of Settings, in their order.
enum class Setting : std::uint16_t {
    level,
    white,
    black,
    flipped,
    brightness,
    protocol,
#if STACKMATE_COACH
    white_coach,
    black_coach,
    white_coach_pieces,
    black_coach_pieces,
#endif
#if STACKMATE_EXERCISES
    rating,
    rated_games,
    clock,
    last_of_clock = clock + sizeof(OwnClock) - 1,
    club,
    blindfold,
    hand_and_brain,
    variety,
#endif
    sound
};
inline constexpr std::size_t setting_count = static_cast<std::size_t>(Setting::sound) + (STACKMATE_SOUND ? 1 : 0);
using SettingBytes = std::array<std::uint8_t, setting_count>;
static_assert(sizeof(Settings) == setting_count, "each setting is a byte");

constexpr bool is_seat(Setting setting) { return setting == Setting::white || setting == Setting::black; }

constexpr bool is_coach([[maybe_unused]] Setting setting) {
#if STACKMATE_COACH
    return setting == Setting::white_coach || setting == Setting::black_coach;
#else
    return false;
#endif
}

struct SettingRow {
    /// How the menu changes it.
    enum class Taps : std::uint8_t {
        none,
        choose,        ///< a square for each value
        turn_over,     ///< a square that turns 0 into 1 and back
        less_or_more,  ///< a square that halves the value, and one that doubles it
    };

    /// What stands for a value on the line.
    enum class Values : std::uint8_t { number, tens, word, level, clock };

    std::string_view word;                    ///< behind `board` on the line; empty: with the row before
    std::string_view help;                    ///< as `board help` has it; empty: with the row before
    std::span<const std::string_view> words;  ///< for `word`: that of each value
    std::string_view refusal;                 ///< for a wrong value, which follows in quotes
    std::string_view reported;                ///< in the report of the settings; empty: not reported
    std::uint8_t stored_at;                   ///< its byte in firmware/store/saved_game.hpp; 20 was used once
    std::uint8_t first = 0, last = 0;         ///< the values that may be stored
    std::uint8_t usual;                       ///< in place of others
    Values values;
    Taps taps = Taps::none;
};

/// A row, and what the squares of the menu need of it when compiling. Boards hold only the rows.
struct SettingEntry {
    SettingRow row;
    std::uint8_t square = 0;  ///< the first in the menu
    /// What the squares say: before a value's name, or each square.
    std::array<std::string_view, 2> texts{};
};

inline constexpr unsigned no_value = 256;  ///< of a setting

namespace detail {

inline constexpr std::array<std::string_view, 2> off_on{"off", "on"};
inline constexpr std::array<std::string_view, coaching_count> coaching{"off", "warns", "blunders", "all"};
inline constexpr std::array<std::string_view, all_pieces + 1> pieces{"0", "1", "2", "3", "4", "5", "6", "all"};
inline constexpr std::array<std::string_view, 3> loudness{"off", "quiet", "loud"};

/// s1 to c8: the kind's letter, and the step.
[[gnu::cold]] constexpr unsigned read_level(std::string_view word) {
    if (has_exercises && word == "adaptive") return adaptive_level;
    if (has_own_clock && word == "own") return own_clock_level;
    const std::size_t kind = word.size() == 2 ? level_letters.find(word[0]) : std::string_view::npos;
    if (kind == std::string_view::npos || word[1] < '1' || word[1] > '8') return no_value;
    return level_index(static_cast<LevelKind>(kind), static_cast<unsigned>(word[1] - '1'));
}
constexpr std::uint8_t byte_of(unsigned value) { return static_cast<std::uint8_t>(value); }

/// The setting of one player's coach.
constexpr SettingEntry coach_entry(std::string_view word, std::string_view help, std::string_view reported,
                                   std::uint8_t stored_at, std::uint8_t square) {
    return {.row = {.word = word,
                    .help = help,
                    .words = coaching,
                    .refusal = "a coach is off, warns, shows blunders or all, not '",
                    .reported = reported,
                    .stored_at = stored_at,
                    .first = 0,
                    .last = coaching_count - 1,
                    .usual = static_cast<std::uint8_t>(Coaching::off),
                    .values = SettingRow::Values::word,
                    .taps = SettingRow::Taps::choose},
            .square = square,
            .texts = {"coach: "}};
}
/// The limit of one player's coach.
constexpr SettingEntry coach_limit_entry(std::string_view word, std::string_view help, std::string_view reported,
                                         std::uint8_t stored_at) {
    return {.row = {.word = word,
                    .help = help,
                    .words = pieces,
                    .refusal = "a coach shows the moves of 0 to 6 pieces a turn, or all, not '",
                    .reported = reported,
                    .stored_at = stored_at,
                    .first = 0,
                    .last = all_pieces,
                    .usual = all_pieces,
                    .values = SettingRow::Values::word}};
}

/// A byte of one's own clock. The whole of it is said in one word.
constexpr SettingEntry clock_entry(unsigned byte, std::uint8_t last, std::uint8_t usual) {
    constexpr std::uint8_t stored_at = 23;
    SettingEntry entry{.row = {.word = {},
                               .help = {},
                               .words = {},
                               .refusal = {},
                               .reported = {},
                               .stored_at = byte_of(stored_at + byte),
                               .first = 0,
                               .last = last,
                               .usual = usual,
                               .values = SettingRow::Values::clock}};
    if (byte != 0) return entry;
    entry.row.word = "clock";
    entry.row.help = "clock 5+3|40/90+30,30|5+3:1|5+3-delay|-bronstein|-hourglass|-move";
    entry.row.refusal = "a clock is minutes+seconds, as in 5+3, 40/90+30,30, 5+3:1+0 or 5+3-delay, not '";
    entry.row.reported = " clock ";
    return entry;
}
/// Off unless it is turned on, on the menu's second page (firmware/squares/menu.hpp).
constexpr SettingEntry switch_entry(std::string_view word, std::string_view help, std::string_view reported,
                                    std::uint8_t stored_at) {
    return {.row = {.word = word,
                    .help = help,
                    .words = off_on,
                    .refusal = "this is on or off, not '",
                    .reported = reported,
                    .stored_at = stored_at,
                    .first = 0,
                    .last = 1,
                    .usual = 0,
                    .values = SettingRow::Values::word}};
}

}  // namespace detail

/// In the order of Setting. The menu's levels fill ranks 3 to 6, and who plays stands on the side's own rank.
inline constexpr std::array<SettingEntry, setting_count> settings_table = [] {
    using Taps = SettingRow::Taps;
    using Values = SettingRow::Values;
    constexpr Settings usual{};
    constexpr std::string_view no_seat = "a side is played by person, engine or remote, not '";
    constexpr std::uint8_t engine = choice_count - 1;
    return std::array<SettingEntry, setting_count>{{
        {.row = {.word = "level",
                 .help = has_exercises ? "level s1..c8|adaptive|own" : "level s1..c8",
                 .words = {},
                 .refusal = has_exercises
                                ? "board level takes s1 to s8 (strength), t1 to t8 (time), d1 to d8 (depth), c1 "
                                  "to c8 (clocks), own (one's own clock) or adaptive, not '"
                                : "board level takes s1 to s8 (strength), t1 to t8 (time), d1 to d8 (depth) "
                                  "or c1 to c8 (clocks), not '",
                 .reported = " level ",
                 .stored_at = 1,
                 .first = 0,
                 .last = levels.size() - 1,
                 .usual = usual.level,
                 .values = Values::level,
                 .taps = Taps::choose},
         .square = 16},
        {.row = {.word = "white",
                 .help = "white|black person|engine|remote",
                 .words = seat_names,
                 .refusal = no_seat,
                 .reported = " white ",
                 .stored_at = 2,
                 .first = 0,
                 .last = engine,
                 .usual = static_cast<std::uint8_t>(usual.white),
                 .values = Values::word,
                 .taps = Taps::choose},
         .square = 0,
         .texts = {"White: "}},
        {.row = {.word = "black",
                 .help = {},
                 .words = seat_names,
                 .refusal = no_seat,
                 .reported = " black ",
                 .stored_at = 3,
                 .first = 0,
                 .last = engine,
                 .usual = static_cast<std::uint8_t>(usual.black),
                 .values = Values::word,
                 .taps = Taps::choose},
         .square = 56,
         .texts = {"Black: "}},
        {.row = {.word = "flip",
                 .help = "flip on|off",
                 .words = detail::off_on,
                 .refusal = "board flip takes on or off, not '",
                 .reported = " flipped",
                 .stored_at = 4,
                 .first = 0,
                 .last = 1,
                 .usual = usual.flipped,
                 .values = Values::word,
                 .taps = Taps::turn_over},
         .square = 11,
         .texts = {"turn the board"}},
        {.row = {.word = "brightness",
                 .help = "brightness 1..255",
                 .words = {},
                 .refusal = "board brightness takes a number from 1 to 255, not '",
                 .reported = " brightness ",
                 .stored_at = 5,
                 .first = 1,
                 .last = 255,
                 .usual = usual.brightness,
                 .values = Values::number,
                 .taps = Taps::less_or_more},
         .square = 6,
         .texts = {"darker", "brighter"}},
        {.row = {.word = "protocol",
                 .help = {},  // the words are those of the board's list: firmware/table/board_words.hpp
                 .words = {},
                 .refusal = {},
                 .reported = {},
                 .stored_at = 6,
                 .first = 0,
                 .last = 255,  // another firmware's list may be longer
                 .usual = usual.protocol,
                 .values = Values::word}},
#if STACKMATE_COACH
        detail::coach_entry("white-coach", "white-coach|black-coach off|warns|blunders|all", " white-coach ", 16, 2),
        detail::coach_entry("black-coach", {}, " black-coach ", 17, 58),
        detail::coach_limit_entry("white-coach-pieces", "white-coach-pieces|black-coach-pieces 0..6|all",
                                  " white-coach-pieces ", 18),
        detail::coach_limit_entry("black-coach-pieces", {}, " black-coach-pieces ", 19),
#endif
#if STACKMATE_EXERCISES
        {.row = {.word = "rating",
                 .help = "rating 250..2050",
                 .words = {},
                 .refusal = "a rating is from 250 to 2050, not '",
                 .reported = " rating ",
                 .stored_at = 21,
                 .first = lowest_rating,
                 .last = highest_rating,
                 .usual = usual.rating,
                 .values = Values::tens}},
        {.row = {.word = "rated-games",
                 .help = {},
                 .words = {},
                 .refusal = "board rated-games takes 0 to 7, not '",
                 .reported = {},
                 .stored_at = 22,
                 .first = 0,
                 .last = settled_games,
                 .usual = usual.rated_games,
                 .values = Values::number}},
        detail::clock_entry(0, time_rule_count - 1, 0),
        detail::clock_entry(1, most_minutes, usual.clock.minutes[0]),
        detail::clock_entry(2, most_minutes, usual.clock.minutes[1]),
        detail::clock_entry(3, most_seconds, usual.clock.seconds[0]),
        detail::clock_entry(4, most_seconds, usual.clock.seconds[1]),
        detail::clock_entry(5, most_first_moves, usual.clock.first_moves),
        detail::clock_entry(6, most_minutes, usual.clock.then_minutes),
        detail::switch_entry("club", "club|blindfold|hand-and-brain|variety on|off", " club ", 30),
        detail::switch_entry("blindfold", {}, " blindfold ", 31),
        detail::switch_entry("hand-and-brain", {}, " hand-and-brain ", 32),
        detail::switch_entry("variety", {}, " variety ", 33),
#endif
#if STACKMATE_SOUND
        {.row = {.word = "sound",
                 .help = "sound off|quiet|loud",
                 .words = detail::loudness,
                 .refusal = "board sound takes off, quiet or loud, not '",
                 .reported = " sound ",
                 .stored_at = 15,
                 .first = 0,
                 .last = 2,
                 .usual = usual.sound,
                 .values = Values::word,
                 .taps = Taps::choose},
         .square = 52,
         .texts = {"sound: "}},
#endif
    }};
}();

/// By which the value is multiplied where it is a number on the line; 0 where it is none.
constexpr unsigned unit_of(const SettingRow& row) {
    return row.values == SettingRow::Values::number                  ? 1
           : has_exercises && row.values == SettingRow::Values::tens ? 10
                                                                     : 0;
}

/// The value that a word on the line stands for; `no_value` if none. A side's third seat is read, too, though it is not
/// stored.
[[gnu::noinline, gnu::cold]] inline unsigned read_value(const SettingRow& row, std::string_view word) {
    if (row.values == SettingRow::Values::level) return detail::read_level(word);
    std::uint64_t number = 0;
    if (const unsigned unit = unit_of(row); unit != 0)
        return uci::parse_number(word, row.first * unit, row.last * unit, false, number)
                   ? static_cast<unsigned>(number) / unit
                   : no_value;
    for (unsigned i = 0; i < row.words.size(); ++i)
        if (row.words[i] == word) return i;
    return no_value;
}
/// The name of a value that is not shown as a number.
constexpr std::string_view name_of(const SettingRow& row, unsigned value) {
    return row.values == SettingRow::Values::level ? levels[value].name : row.words[value];
}

/// How many squares of the menu the setting has.
constexpr unsigned squares_of(const SettingRow& row) {
    switch (row.taps) {
    case SettingRow::Taps::none: return 0;
    case SettingRow::Taps::choose:
        return row.values == SettingRow::Values::level ? unsigned{level_count} : row.last + 1u;
    case SettingRow::Taps::turn_over: return 1;
    case SettingRow::Taps::less_or_more: return 2;
    }
    return 0;
}

/// The value after a tap on one of the setting's squares. `chosen`: of `choose` the square's value, of `less_or_more` 0
/// or 1. Half and double, so that a person sees a step; never dark.
constexpr std::uint8_t after_tap(const SettingRow& row, std::uint8_t value, unsigned chosen) {
    switch (row.taps) {
    case SettingRow::Taps::none: break;
    case SettingRow::Taps::choose: return detail::byte_of(chosen);
    case SettingRow::Taps::turn_over: return value ^ 1;
    case SettingRow::Taps::less_or_more:
        if (chosen == 0) return detail::byte_of(value > 32 ? value / 2u : 16u);
        return detail::byte_of(value < 128 ? value * 2u : 255u);
    }
    return value;
}

/// Whether no two entries share a word, a stored byte or a square of the menu, and each default is valid.
constexpr bool agree(std::span<const SettingEntry> entries) {
    for (std::size_t i = 0; i < entries.size(); ++i) {
        const SettingEntry& a = entries[i];
        if (a.row.usual < a.row.first || a.row.usual > a.row.last || a.square + squares_of(a.row) > 64) return false;
        for (const SettingEntry& b : entries.subspan(i + 1))
            if ((!a.row.word.empty() && a.row.word == b.row.word) || a.row.stored_at == b.row.stored_at
                || (a.square < b.square + squares_of(b.row) && b.square < a.square + squares_of(a.row)))
                return false;
    }
    return true;
}
static_assert(agree(settings_table));

inline constexpr std::array<SettingRow, setting_count> setting_rows = [] {
    std::array<SettingRow, setting_count> rows{};
    for (std::size_t i = 0; i < setting_count; ++i) rows[i] = settings_table[i].row;
    return rows;
}();

/// The rows of a board that has a sounder, or none: the sound is the last row.
constexpr std::span<const SettingRow> rows_of_board([[maybe_unused]] bool has_sound) {
    static_assert(static_cast<std::size_t>(Setting::sound) + 1 >= setting_count);
    return std::span{setting_rows}.first(has_sound ? setting_count : static_cast<std::size_t>(Setting::sound));
}

constexpr SettingBytes bytes_of(const Settings& s) { return std::bit_cast<SettingBytes>(s); }
/// Replaces each invalid value by its default. `rows` and `bytes` have the same order.
constexpr void mend(std::span<const SettingRow> rows, std::span<std::uint8_t> bytes) {
    for (std::size_t i = 0; i < rows.size(); ++i)
        if (bytes[i] < rows[i].first || bytes[i] > rows[i].last) bytes[i] = rows[i].usual;
}
/// To and from the stored bytes, where each value is in its row's place.
constexpr void store_values(std::span<const SettingRow> rows, std::span<const std::uint8_t> values,
                            std::span<std::byte> stored) {
    for (std::size_t i = 0; i < rows.size(); ++i) stored[rows[i].stored_at] = std::byte{values[i]};
}
constexpr void load_values(std::span<const SettingRow> rows, std::span<const std::byte> stored,
                           std::span<std::uint8_t> values) {
    for (std::size_t i = 0; i < rows.size(); ++i) values[i] = std::to_integer<std::uint8_t>(stored[rows[i].stored_at]);
}
[[nodiscard, gnu::noinline, gnu::cold]] constexpr Settings corrected(SettingBytes bytes) {
    mend(setting_rows, bytes);
    auto settings = std::bit_cast<Settings>(bytes);
#if STACKMATE_EXERCISES
    settings.clock = corrected(settings.clock);
#endif
    return settings;
}
constexpr Settings corrected(const Settings& s) { return corrected(bytes_of(s)); }

#if STACKMATE_EXERCISES
/// With a clock of one's own, and the level that has it.
[[nodiscard, gnu::noinline, gnu::cold]] constexpr Settings with(Settings s, const OwnClock& clock) {
    s.level = own_clock_level;
    s.clock = clock;
    return s;
}
#endif

/// With another value of a setting, one of its row's.
[[gnu::noinline, gnu::cold]] constexpr Settings with(const Settings& s, Setting setting, std::uint8_t value) {
    SettingBytes bytes = bytes_of(s);
    bytes[static_cast<std::size_t>(setting)] = value;
#if STACKMATE_EXERCISES
    if (setting == Setting::rating) bytes[static_cast<std::size_t>(Setting::rated_games)] = 0;  // it is sought anew
#endif
    return std::bit_cast<Settings>(bytes);
}

}  // namespace stackmate::firmware
