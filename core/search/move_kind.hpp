// What kind of move it is, from the position before it is made. For pickers and enhancements.
#pragma once

#include "core/chess/position.hpp"
#include "core/chess/squares.hpp"
#include "core/chess/types.hpp"

namespace stackmate {

/// Does it change the material? What quiescence looks at. Some castling of Chess960 passes for a capture, of its own rook;
/// to tell it from one would cost every other move more than it is worth.
inline bool is_noisy(const Position& p, Move m) {
    if (!p.empty(index(m.to()))) return true;
    if (m.promotes()) return m.promotion() == PieceType::queen;
    return m.to() == p.en_passant() && p.type_at(m.from()) == PieceType::pawn;
}

/// Does the piece that moves attack the enemy king from where it goes? Discovered checks, castling's and those of a
/// promoted piece are not seen: this is to be cheap.
inline bool checks_directly(const Position& p, Move m) {
    const Square king = p.king(~p.side());
    const Ray& r = ray(m.to(), king);
    return (r.attackers & attacker_bit(p.type_at(m.from()), p.side())) != 0
           && (r.step == 0 || p.clear(m.to(), king, r.step));
}

}  // namespace stackmate
