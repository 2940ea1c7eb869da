// The kind of a move, from the position before it is made. For pickers and enhancements.
#pragma once

#include "core/chess/position.hpp"
#include "core/chess/squares.hpp"
#include "core/chess/types.hpp"

namespace stackmate {

/// Does it change the material? Those are the moves of quiescence. Some castling of Chess960 is taken for a capture of the own
/// rook; telling it apart would cost every other move more than it is worth.
inline bool is_noisy(const Position& p, Move m) {
    if (!p.empty(index(m.to()))) return true;
    if (m.promotes()) return m.promotion() == PieceType::queen;
    return m.to() == p.en_passant() && p.type_at(m.from()) == PieceType::pawn;
}

/// Does the moving piece attack the enemy king from its target square? To be cheap, it does not see discovered checks, or
/// checks by castling or by a promoted piece.
inline bool checks_directly(const Position& p, Move m) {
    const Square king = p.king(~p.side());
    const Ray& r = ray(m.to(), king);
    return (r.attackers & attacker_bit(p.type_at(m.from()), p.side())) != 0
           && (r.step == 0 || p.clear(m.to(), king, r.step));
}

}  // namespace stackmate
