// The menu of a chess board: its squares. What each stands for; docs/CHESSBOARD.md shows it as a picture.
#pragma once

#include "firmware/engine/levels.hpp"
#include "firmware/game/types.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace stackmate::firmware {

enum class MenuItem : std::uint8_t {
    none,
    level,         ///< value: index into `levels`
    white_player,  ///< value: a Player
    black_player,  ///< value: a Player
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
    other_game,  ///< where the board has one beside chess; there it leads back
};
inline constexpr unsigned menu_item_count = 19;

struct MenuSquare {
    MenuItem item = MenuItem::none;
    std::uint8_t value = 0;
};

/// Ranks 3 to 6, where few pieces stand, are the levels: a rank is a kind, files go from weak or short to strong or
/// long. Rank 1 is White's, rank 8 Black's, rank 2 is for what is wanted now.
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
    squares[51] = {MenuItem::other_game, 0};
    squares[55] = {MenuItem::close, 0};
    squares[62] = {MenuItem::set_up, 0};
    squares[63] = {MenuItem::new_game, 0};
    return squares;
}();
static_assert(level_count == 32, "the levels fill ranks 3 to 6");

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
                                          "test the sensors",
                                          "close the menu",
                                          "the other game"};
    static_assert(sizeof names / sizeof names[0] == menu_item_count);
    return static_cast<unsigned>(item) < menu_item_count ? names[static_cast<unsigned>(item)] : "unknown";
}

}  // namespace stackmate::firmware
