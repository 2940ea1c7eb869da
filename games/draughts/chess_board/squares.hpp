// Checkers on the dark squares of a chess board: where each square is, and what stands where. White sits at rank 1, so
// its men begin on a1, c1, ... and square 1 is b8.
#pragma once

#include "games/draughts/position.hpp"
#include "games/draughts/rules.hpp"
#include "firmware/squares/square_set.hpp"

#include <cstdint>

namespace stackmate::draughts::chess_board {

using firmware::SquareSet;
using CheckersBoard = Board<English::board_size>;
using CheckersPosition = Position<English>;

/// 0 a1 to 63 h8.
constexpr unsigned on_board(Square s) {
    const unsigned place = CheckersBoard::number(s) - 1, row = place / CheckersBoard::columns;
    return 8 * (7 - row) + 2 * (place % CheckersBoard::columns) + (row % 2 == 0 ? 1 : 0);
}
[[gnu::noinline]] constexpr SquareSet on_board(Set set) {
    SquareSet squares = 0;
    for (; set != 0; set &= set - 1) squares |= SquareSet{1} << on_board(lowest(set));
    return squares;
}
/// The dark squares of the set; nothing ever stands on light squares.
[[gnu::noinline]] constexpr Set from_board(SquareSet squares) {
    Set set = 0;
    for (unsigned number = 1; number <= CheckersBoard::count; ++number) {
        const Square s = CheckersBoard::from_number(number);
        if ((squares >> on_board(s) & 1) != 0) set |= set_of(s);
    }
    return set;
}

inline constexpr SquareSet dark_squares = on_board(CheckersBoard::squares);
static_assert(dark_squares == 0xaa55'aa55'aa55'aa55, "a1 is dark");
static_assert(from_board(dark_squares) == CheckersBoard::squares);
inline constexpr SquareSet start_squares =
    on_board(CheckersBoard::first_rows(Color::white) | CheckersBoard::first_rows(Color::black));

inline Set all_pieces(const CheckersPosition& p) { return p.pieces(Color::white) | p.pieces(Color::black); }

}  // namespace stackmate::draughts::chess_board
