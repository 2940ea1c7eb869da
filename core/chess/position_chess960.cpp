// What Chess960 adds to the position: castling from any files. All of it is cold, away from the code of ordinary chess.
#include "core/chess/position.hpp"
#include "core/chess/square_terms.hpp"

#include <algorithm>

namespace stackmate {

namespace {

constexpr unsigned king_target(Castling right) {
    return ((right & (white_short | black_short)) != 0 ? 6u : 2u) + (right <= white_long ? 0u : 0x70u);
}

}  // namespace

/// The rights that are left after a move, for `state_.castling`. A right is lost if its rook moves or is captured.
unsigned Position::chess960_rights_kept(Move m) const {
    unsigned kept = state_.castling;
    for (const Castling right : {white_short, white_long, black_short, black_long}) {
        const Square rook = castling_rook(right);
        if (rook == m.from() || rook == m.to()) kept &= ~right;
    }
    if (m.to() == king(~side_))
        kept &= side_ == Color::white ? ~unsigned{black_short | black_long} : ~unsigned{white_short | white_long};
    return kept != chess960_castling ? kept : 0;
}

/// The key of the castling rights. A rook on a file of its own adds the key of a pawn on the rook's square, where no pawn can
/// be.
Key Position::castling_key() const {
    Key key = zobrist::keys.castling[state_.castling & ~unsigned{chess960_castling}];
    for (unsigned n = 0; n < 4; ++n)
        if ((state_.castling >> n & 1u) != 0 && (rook_files_ >> 3 * n & 7u) != 0)
            key ^= square_term(make_piece(Color::white, PieceType::pawn), castling_rook(static_cast<Castling>(1u << n)))
                       .key();
    return key;
}

/// The part of `make` that it leaves out while there are rights to Chess960 castling.
void Position::finish_chess960_move(Move m, Undo& undo) {
    key_ ^= castling_key();
    state_.castling = static_cast<std::uint8_t>(chess960_rights_kept(m));
    key_ ^= castling_key();
    if (m.castles()) finish_chess960_castling(m, undo);
    if (type_at(m.to()) == PieceType::pawn) finish_pawn_move(m, undo);
}

// `make` has moved the king like any piece. If its own rook or the king itself stood on the target square, `make` has
// captured it, so it is put back.
void Position::finish_chess960_castling(Move m, Undo& undo) {
    const unsigned victim_slot = (undo.captured & 15u) + 16 * index(~side_);
    const unsigned victim_type = undo.captured >> 4;
    const Cell victim = static_cast<Cell>(victim_slot | victim_type << 5);
    if (undo.captured != 0) {
        slots_[0] |= 1u << victim_slot;
        slots_[victim_type] |= 1u << victim_slot;
        ++pieces_;
        state_.halfmove = static_cast<std::uint8_t>(undo.halfmove + 1);
        key_ ^= row_of(victim)[index(m.to())].key();
        undo.captured = 0;
    }
    const Square home = castling_rook(right_of(m));
    const unsigned from = index(home);
    const unsigned to = rook_target(index(m.to()));
    const Cell rook = home == m.to() ? victim : cell(from);
    if (home != m.to()) cell(from) = 0;
    cell(to) = rook;
    list_[slot_of(rook)] = static_cast<std::uint8_t>(to);
    key_ ^= row_of(rook)[from].key() ^ row_of(rook)[to].key();
}

/// Only if the move castles. The king has been taken off the board, and is put back last, perhaps where the rook is now.
void Position::unmake_chess960_rook(Move m) {
    if (!m.castles()) return;
    const unsigned from = rook_target(index(m.to()));
    const Cell rook = cell(from);
    cell(from) = 0;
    const unsigned home = index(castling_rook(right_of(m)));
    cell(home) = rook;
    list_[slot_of(rook)] = static_cast<std::uint8_t>(home);
}

bool Position::castling_way_clear(Castling right) const {
    // King and rook go to neighbouring squares, so their ways together are all squares from the leftmost of the four to the
    // rightmost.
    const unsigned king_from = index(king(right <= white_long ? Color::white : Color::black));
    const unsigned rook_from = index(castling_rook(right));
    const unsigned king_to = king_target(right);
    const unsigned rook_to = rook_target(king_to);
    const auto [first, last] = std::minmax({king_from, rook_from, king_to, rook_to});
    for (unsigned s = first; s <= last; ++s)
        if (!empty(s) && s != king_from && s != rook_from) return false;
    return true;
}

// The king is not in check, and no other piece is in the way. The rook may shield the king's target square from a slider behind
// it, which attacks that square when the rook has left.
bool Position::chess960_king_way_safe(Castling right) const {
    const Color us = right <= white_long ? Color::white : Color::black;
    const unsigned from = index(king(us));
    const unsigned to = king_target(right);
    const unsigned rook = index(castling_rook(right));
    const Piece behind = at(look(rook, rook < from ? west : east));
    if (behind == make_piece(~us, PieceType::rook) || behind == make_piece(~us, PieceType::queen)) return false;
    for (unsigned s = to; s != from; s = to < from ? s + 1 : s - 1)
        if (attacked(static_cast<Square>(s), ~us)) return false;
    return true;
}

/// Castling in Chess960, for moves that may not come from the generator.
bool Position::chess960_castling_possible(Move m) const {
    if (m != Move::castling(m.from(), m.to()) || !castles_as_chess960() || m.from() != king(side_)
        || (state_.castling & right_of(m)) == 0)
        return false;
    return index(m.to()) == king_target(right_of(m)) && rank_of(m.to()) == rank_of(m.from())
           && checker() == Square::none && can_castle(right_of(m));
}

}  // namespace stackmate
