// Moves in coordinate notation, the form of UCI: e2e4, e7e8q; castling is the king's move, e1g1.
#pragma once

#include "core/chess/position.hpp"
#include "core/chess/types.hpp"

#include <cstddef>
#include <string_view>

namespace stackmate {

/// Longest text `write_move` writes.
inline constexpr std::size_t max_move_length = 5;

/// A letter to a piece a pawn may become, lower or upper case; `PieceType::none` for anything else.
constexpr PieceType promotion_from_letter(char c) {
    switch (c) {
    case 'q':
    case 'Q': return PieceType::queen;
    case 'r':
    case 'R': return PieceType::rook;
    case 'b':
    case 'B': return PieceType::bishop;
    case 'n':
    case 'N': return PieceType::knight;
    default: return PieceType::none;
    }
}

/// Pseudo-legal and legal: may `m`, wherever it comes from, be made here? Any sixteen bits are welcome.
bool is_legal(const Position& p, Move m);

/// Appends `m`; at most `max_move_length` characters, without a terminating zero. No move is written "0000". Returns the
/// new end.
char* write_move(char* out, Move m);

/// The same, but castling in Chess960 is written as the king's move to its rook: UCI with the option UCI_Chess960. `p`: the
/// position that the move is made in, or any other of the same game.
char* write_move(char* out, Move m, const Position& p);

/// The legal move that the text names, or none. Castling is the king's move, or, in a position that castles as Chess960,
/// the king's move to its rook. Squares in lower case, the promotion letter in either; it
/// must be there exactly where a pawn promotes. Nothing may stand before or after.
Move move_from_text(const Position& p, std::string_view text);

}  // namespace stackmate
