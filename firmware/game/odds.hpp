// Games in which a side gives odds: it begins without a man.
#pragma once

#include "core/chess/position.hpp"
#include "core/chess/types.hpp"
#include "core/notation/text.hpp"
#include "firmware/game/settings.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace stackmate::firmware {

/// Pawn and move; the queen's knight; the queen's rook; the queen.
enum class Odds : std::uint8_t { pawn, knight, rook, queen };
#if STACKMATE_EXERCISES
/// In the order of `Odds`. They are chosen as exercises are, and their numbers follow those of the exercises.
inline constexpr std::array<std::string_view, 4> odds_names{"pawn", "knight", "rook", "queen"};
#else
inline constexpr std::array<std::string_view, 0> odds_names{};
#endif
inline constexpr std::uint8_t first_odds = exercise_count, exercise_choices = first_odds + odds_names.size();

/// Writes the FEN of the start, without a terminating zero. Returns the end. `giver`: Black if it is the pawn. Without the
/// rook there is no castling to its side.
[[gnu::cold]] constexpr char* write_odds_start(char* out, Odds odds, Color giver) {
    constexpr std::size_t white = Position::start_fen.find('R'), f7 = Position::start_fen.find('p') + 5;
    constexpr std::size_t missing[] = {f7, 1, 0, 3};  // of Black; White's pieces are `white` later
    char* const fen = out;
    out = write_text(out, Position::start_fen);
    fen[missing[static_cast<std::size_t>(odds)] + (giver == Color::white ? white : 0)] = '1';
    if (odds != Odds::rook) return out;
    char* const right = std::find(fen + white + 8, out, giver == Color::white ? 'Q' : 'q');
    return std::copy(right + 1, out, right);
}

}  // namespace stackmate::firmware
