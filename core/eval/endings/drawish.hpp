// Endings in which a lead wins less often than a sum over pieces says, or never.
#pragma once

#include "core/chess/position.hpp"
#include "core/chess/types.hpp"

namespace stackmate {

/// `strong` has only rook pawns on one file and perhaps bishops that cannot attack the promotion square, and the other king
/// is on that square or next to it: it cannot be driven out. Only to be called if the other side has no pieces. It may have
/// pawns, but none that a rook pawn could capture to leave the file.
/// Source: endgame theory; the oldest program seen with it is Glaurung 2.1 (Romstad).
[[nodiscard, gnu::cold]] bool wrong_rook_pawn(const Position& p, Color strong);

/// What part of its lead counts, in sixteenths, if `strong` is ahead and neither king is bare.
/// Sources: endgame theory; for the classes and the order of their sizes Stockfish and Ethereal.
///
/// | the side ahead has | left |
/// |---|--:|
/// | no pawn, and at most a minor piece more: less than a rook; otherwise against a minor piece; against more | 0; 1; 3 |
/// | two knights against pawns | 1 |
/// | rook pawns with the wrong bishop, against a king in their corner | 0 |
/// | one pawn, for which the other side can give a minor piece, leaving no winning material | 6 |
/// | a bishop against one of the other colour, at most one, two, or more pawns ahead | 4; 6; 8 |
/// | the same with its last pawn | 1 |
/// | anything else | 16 |
[[nodiscard, gnu::cold]] unsigned winning_chances(const Position& p, Color strong);

}  // namespace stackmate
