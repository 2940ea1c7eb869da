// Endings in which a lead wins less often than a sum over pieces says, or never.
#pragma once

#include "core/chess/position.hpp"
#include "core/chess/types.hpp"

namespace stackmate {

/// Only rook pawns of one file, beside them no piece but bishops that never attack the square where they would
/// promote, and the other king on that square or next to it: it cannot be driven out. Asked where the other side has
/// no pieces; its pawns, if it has any, are not where they could draw one off the file.
/// Source: endgame theory; the oldest program seen with it is Glaurung 2.1 (Romstad).
[[nodiscard, gnu::cold]] bool wrong_rook_pawn(const Position& p, Color strong);

/// How much of its lead is to be believed, in sixteenths, where `strong` is ahead and neither king is bare.
/// Sources: endgame theory; for the classes and their order of size Stockfish and Ethereal.
///
/// | the side ahead has | left |
/// |---|--:|
/// | no pawn, and at most a minor piece more: less than a rook; against a minor piece; against more | 0; 1; 3 |
/// | two knights against pawns | 1 |
/// | rook pawns with the wrong bishop, against a king in their corner | 0 |
/// | one pawn, for which a minor piece can be given, and then no winning material | 6 |
/// | a bishop against one of the other colour, at most one, two, or more pawns ahead | 4; 6; 8 |
/// | the same with its last pawn | 1 |
/// | anything else | 16 |
[[nodiscard, gnu::cold]] unsigned winning_chances(const Position& p, Color strong);

}  // namespace stackmate
