// The menu of a chess board: what each square stands for. docs/CHESSBOARD.md shows it as a picture.
#pragma once

#include "firmware/engine/levels.hpp"
#include "firmware/game/states.hpp"
#include "firmware/game/types.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace stackmate::firmware {

enum class MenuItem : std::uint8_t {
    none,
    level,         ///< value: index into `levels`
    white_player,  ///< value: a Seat
    black_player,  ///< value: a Seat
    dimmer,
    brighter,
    flip,
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
    other_game,  ///< a board's other game beside chess; in that game it leads back
};
inline constexpr unsigned menu_item_count = 20;

struct MenuSquare {
    MenuItem item = MenuItem::none;
    std::uint8_t value = 0;
};

/// The square of `mark`.
inline constexpr unsigned mark_square = 49;

/// Ranks 3 to 6, where few pieces stand, are the levels: each rank is a kind, and files go from weak or short to strong
/// or long. Rank 1 is White's, rank 8 Black's, rank 2 has actions for the game in progress.
inline constexpr std::array<MenuSquare, 64> menu_squares = [] {
    std::array<MenuSquare, 64> squares{};
    for (std::size_t i = 0; i < level_count; ++i) squares[16 + i] = {MenuItem::level, static_cast<std::uint8_t>(i)};
    for (std::uint8_t i = 0; i < choice_count; ++i) {
        squares[i] = {MenuItem::white_player, i};
        squares[56u + i] = {MenuItem::black_player, i};
    }
    squares[6] = {MenuItem::dimmer, 0};
    squares[7] = {MenuItem::brighter, 0};
    constexpr MenuItem second_rank[] = {MenuItem::hint, MenuItem::take_back, MenuItem::swap_sides,
                                        MenuItem::flip, MenuItem::analysis,  MenuItem::pause,
                                        MenuItem::draw, MenuItem::resign};
    for (std::size_t file = 0; file < 8; ++file) squares[8 + file] = {second_rank[file], 0};
    squares[48] = {MenuItem::sensors, 0};
    squares[mark_square] = {MenuItem::mark, 0};
    squares[51] = {MenuItem::other_game, 0};
    squares[55] = {MenuItem::close, 0};
    squares[62] = {MenuItem::set_up, 0};
    squares[63] = {MenuItem::new_game, 0};
    return squares;
}();
static_assert(level_count == 32, "the levels fill ranks 3 to 6");

/// The event of a tap in state `menu`. None if the square means nothing there, or chooses the other game.
constexpr std::optional<states::Event> event_of(MenuItem item) {
    switch (item) {
    case MenuItem::none:
    case MenuItem::other_game: break;
    case MenuItem::level:
    case MenuItem::white_player:
    case MenuItem::black_player:
    case MenuItem::dimmer:
    case MenuItem::brighter:
    case MenuItem::flip: return states::Event::tap;
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
    case MenuItem::close: return states::Event::menu;
    }
    return std::nullopt;
}

/// The settings after a tap on the square; unchanged if it is not a setting.
constexpr Settings after_tap(Settings s, const MenuSquare& square) {
    switch (square.item) {
    case MenuItem::level: s.level = square.value; break;
    case MenuItem::white_player: s.white = static_cast<Seat>(square.value); break;
    case MenuItem::black_player: s.black = static_cast<Seat>(square.value); break;
    case MenuItem::dimmer: s.dim(); break;
    case MenuItem::brighter: s.brighten(); break;
    case MenuItem::flip: s.flipped = !s.flipped; break;
    default: break;
    }
    return s;
}

constexpr std::string_view to_text(MenuItem item) {
    constexpr std::string_view names[] = {"-",
                                          "level",
                                          "White is played by",
                                          "Black is played by",
                                          "darker",
                                          "brighter",
                                          "turn the board",
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
                                          "the other game"};
    static_assert(sizeof names / sizeof names[0] == menu_item_count);
    return static_cast<unsigned>(item) < menu_item_count ? names[static_cast<unsigned>(item)] : "unknown";
}

}  // namespace stackmate::firmware
