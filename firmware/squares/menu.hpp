// The menu of a chess board: what each square stands for. docs/CHESSBOARD.md shows it as a picture.
#pragma once

#include "core/chess/rules.hpp"
#include "firmware/game/odds.hpp"
#include "firmware/game/settings.hpp"
#include "firmware/game/states.hpp"
#include "firmware/squares/clock_menu.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace stackmate::firmware {

enum class MenuItem : std::uint16_t {
    none,
    setting,  ///< see the row of the setting in firmware/game/settings.hpp
    swap_sides,
    hint,
    take_back,
    analysis,
    pause,
    draw,
    resign,
    new_game,
    set_up,
    sensors,
    close,
    mark,        ///< leave a square out of account, or let it count again
    more,        ///< opens the menu of exercises, which has the adaptive level and Chess960, too
    other_game,  ///< a board's other game beside chess; in that game it leads back
};
inline constexpr unsigned menu_item_count = 16;

/// In two bytes. The fields have types of one size: others do not share a byte in programs for Windows.
struct MenuSquare {
    Setting setting : 5 = {};  ///< for `setting`, and so is the value
    MenuItem item : 4 = MenuItem::none;
    std::uint16_t value : 5 = 0;  ///< the one it chooses; of `less_or_more` 0 and 1
};
static_assert(sizeof(MenuSquare) == 2 && menu_item_count <= 16 && setting_count <= 32 && level_count <= 32);

/// Whether the menu has a second page, which `more` opens.
inline constexpr bool has_more_menu = has_exercises || plays_chess960;
/// The squares of `mark` and `close`, the latter also in the menu of exercises; and where that has the adaptive level and
/// Chess960; and the one of the review.
inline constexpr unsigned mark_square = 49, close_square = 55, adaptive_square = 56, review_square = 62,
                          chess960_square = 63;

/// The square of an exercise, or of odds, on the second page: from a1 on, but for the openings, which have e8.
constexpr unsigned exercise_square(unsigned exercise) {
    if (has_exercises && exercise == openings_exercise) return 60;
    return exercise < first_odds ? exercise - 1 : exercise - 2;
}
/// The exercise or the odds of that square; 0: none.
[[nodiscard, gnu::cold]] constexpr std::uint8_t exercise_at(unsigned square) {
    std::uint8_t exercise = exercise_choices - 1;
    while (exercise != 0 && exercise_square(exercise) != square) --exercise;
    return exercise;
}

/// A square of the second page that turns a setting over. The table has them where there are exercises.
struct MenuSwitch {
    std::uint8_t square;
    Setting setting;
    std::string_view text;
};
#if STACKMATE_EXERCISES
inline constexpr std::array menu_switches{
    MenuSwitch{57, Setting::blindfold, "blindfold"}, MenuSwitch{58, Setting::hand_and_brain, "hand and brain"},
    MenuSwitch{59, Setting::club, "club game"}, MenuSwitch{61, Setting::variety, "another move"}};
#else
inline constexpr std::array<MenuSwitch, 0> menu_switches{};
#endif
/// nullptr: it is none.
[[nodiscard, gnu::cold]] constexpr const MenuSwitch* menu_switch(unsigned square) {
    const auto* const found = std::ranges::find(menu_switches, square, &MenuSwitch::square);
    return found == menu_switches.end() ? nullptr : found;
}

/// The squares of these settings, and the menu's actions. Ranks 3 to 6, where few pieces stand, are the levels: each rank
/// is a kind, and files go from weak or short to strong or long. Rank 1 is White's, rank 8 Black's, rank 2 has actions
/// for the game in progress.
constexpr std::array<MenuSquare, 64> menu_of(std::span<const SettingEntry> entries) {
    using enum MenuItem;
    std::array<MenuSquare, 64> squares{};
    constexpr MenuItem second_rank[] = {hint, take_back, swap_sides, none, analysis, pause, draw, resign};
    for (std::size_t file = 0; file < 8; ++file) squares[8 + file].item = second_rank[file];
    squares[48].item = sensors;
    squares[mark_square].item = mark;
    squares[50].item = more;
    squares[51].item = other_game;
    squares[close_square].item = close;
    squares[62].item = set_up;
    squares[63].item = new_game;
    for (std::size_t i = 0; i < entries.size(); ++i)
        for (unsigned number = 0; number < squares_of(entries[i].row); ++number) {
            MenuSquare& square = squares[entries[i].square + number];
            square.item = setting;
            square.setting = static_cast<Setting>(i);
            square.value = (entries[i].row.taps == SettingRow::Taps::turn_over ? 1 : number) & 31;
        }
    return squares;
}
inline constexpr std::array<MenuSquare, 64> menu_squares = menu_of(settings_table);
static_assert(
    [] {
        for (unsigned item = 1; item < menu_item_count; ++item)
            if (std::ranges::none_of(menu_squares, [&](MenuSquare s) { return s.item == static_cast<MenuItem>(item); }))
                return false;
        return true;
    }(),
    "no setting takes the square of an action");

/// What a board's menu has beside what all have.
struct MenuExtras {
    bool other_game = false;
    bool sound = false;
    bool exercises = false;
#if STACKMATE_EXERCISES
    ClockSides clock_sides = ClockSides::both;  ///< of the second page
    bool review = false;                        ///< there is a finished game to be looked back at
#endif

    [[nodiscard]] constexpr bool offer(const MenuSquare& square) const {
        if (square.item == MenuItem::other_game) return other_game;
        if (square.item == MenuItem::more) return has_more_menu && (plays_chess960 || exercises);
        return STACKMATE_SOUND == 0 || square.item != MenuItem::setting || square.setting != Setting::sound || sound;
    }
};

/// The event of a tap in state `menu`. None if the square means nothing there, or chooses the other game.
constexpr std::optional<states::Event> event_of(MenuItem item) {
    switch (item) {
    case MenuItem::none:
    case MenuItem::other_game: break;
    case MenuItem::setting: return states::Event::tap;
    case MenuItem::swap_sides: return states::Event::swap_sides;
    case MenuItem::hint: return states::Event::hint;
    case MenuItem::take_back: return states::Event::take_back;
    case MenuItem::analysis: return states::Event::analysis;
    case MenuItem::pause: return states::Event::pause;
    case MenuItem::draw: return states::Event::draw;
    case MenuItem::resign: return states::Event::resign;
    case MenuItem::new_game: return states::Event::new_game;
    case MenuItem::set_up: return states::Event::set_up;
    case MenuItem::sensors:
    case MenuItem::mark: return states::Event::sensors;
    case MenuItem::more: return states::Event::exercises;
    case MenuItem::close: return states::Event::menu;
    }
    return std::nullopt;
}

/// The settings after a tap on the square; unchanged if it is not a setting.
constexpr Settings after_tap(const Settings& s, const MenuSquare& square) {
    if (square.item != MenuItem::setting) return s;
    const auto i = static_cast<std::size_t>(square.setting);
    return with(s, square.setting, after_tap(setting_rows[i], bytes_of(s)[i], square.value));
}

constexpr std::string_view to_text(MenuItem item) {
    constexpr std::string_view names[] = {"-",
                                          "a setting",
                                          "change sides",
                                          "hint",
                                          "take back",
                                          "analysis",
                                          "pause",
                                          "draw",
                                          "resign",
                                          "new game",
                                          "set up a position",
                                          "test the board",
                                          "close the menu",
                                          "leave a square out",
                                          "more",
                                          "the other game"};
    static_assert(sizeof names / sizeof names[0] == menu_item_count);
    return static_cast<unsigned>(item) < menu_item_count ? names[static_cast<unsigned>(item)] : "unknown";
}

/// What the square says, in two parts.
constexpr std::array<std::string_view, 2> to_text(const MenuSquare& square, std::span<const SettingEntry> entries) {
    if (square.item != MenuItem::setting) return {to_text(square.item)};
    const SettingEntry& entry = entries[static_cast<std::size_t>(square.setting)];
    if (entry.row.taps == SettingRow::Taps::turn_over) return {entry.texts[0]};
    if (entry.row.taps == SettingRow::Taps::less_or_more) return {entry.texts[square.value]};
    return {entry.texts[0], name_of(entry.row, square.value)};
}

}  // namespace stackmate::firmware
