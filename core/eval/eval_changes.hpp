// Which pieces a move puts on squares and takes off squares, for evaluations with incremental sums.
#pragma once

#include "core/chess/position.hpp"
#include "core/chess/types.hpp"

namespace stackmate {

/// Calls `put(piece, square)` and `take(piece, square)` for everything that `m` has changed. `p` is the position just after the
/// move.
template <class Put, class Take>
[[gnu::always_inline]] inline void for_each_change(const Position& p, Move m, const Undo& undo, Put&& put,
                                                   Take&& take) {
    const Square from = m.from();
    const Square to = m.to();
    const Piece moved = p.at(to);
    put(moved, to);
    if (undo.captured != 0) [[unlikely]] {
        const Color us = color_of(moved);
        take(m.promotes() ? make_piece(us, PieceType::pawn) : moved, from);
        if (const auto victim = static_cast<PieceType>(undo.captured >> 4 & 7u); victim != PieceType::none) {
            const bool passing = to == undo.en_passant && type_of(moved) == PieceType::pawn;
            take(make_piece(~us, victim), passing ? static_cast<Square>(index(to) ^ 0x10u) : to);
        }
        return;
    }
    take(moved, from);
    if (m.castles()) [[unlikely]] {
        const Piece rook = make_piece(color_of(moved), PieceType::rook);
        put(rook, static_cast<Square>(file_of(to) == 6 ? index(to) - 1 : index(to) + 1));
        take(rook, p.castling_rook(Position::right_of(m)));
        return;
    }
    const unsigned step = index(to) - index(from);
    if (type_of(moved) == PieceType::king && (step == 2 || step == ~1u)) [[unlikely]] {
        const bool is_short = step == 2;
        const Piece rook = make_piece(color_of(moved), PieceType::rook);
        put(rook, static_cast<Square>(is_short ? index(to) - 1 : index(to) + 1));
        take(rook, static_cast<Square>(is_short ? index(to) + 1 : index(to) - 2));
    }
}

}  // namespace stackmate
