#include "core/notation/move_text.hpp"

#include "core/chess/squares.hpp"
#include "core/notation/text.hpp"

namespace stackmate {

bool is_legal(const Position& p, Move m) { return p.pseudo_legal(m) && p.legal(m, p.checker()); }

char* write_move(char* out, Move m) {
    if (!m) return write_text(out, {"0000", 4});
    out = write_square(out, m.from());
    out = write_square(out, m.to());
    if (m.promotes()) *out++ = "  nbrq"[index(m.promotion())];
    return out;
}

char* write_move(char* out, Move m, const Position& p) {
    return write_move(out, m.castles() ? Move(m.from(), p.castling_rook(Position::right_of(m))) : m);
}

Move move_from_text(const Position& p, std::string_view text) {
    if (text.size() != 4 && text.size() != 5) return {};
    const Square from = square_from_text({text.data(), 2});
    const Square to = square_from_text({text.data() + 2, 2});
    if (from == Square::none || to == Square::none) return {};
    Move m(from, to);
    if (text.size() == 5) {
        const PieceType promotion = promotion_from_letter(text[4]);
        if (promotion == PieceType::none) return {};
        m = Move(from, to, promotion);
    }
    if (p.castles_as_chess960() && p.type_at(from) == PieceType::king) {
        const Square target = make_square(file_of(to) > file_of(from) ? 6 : 2, rank_of(from));
        const Move castling = Move::castling(from, target);
        if (to == p.castling_rook(Position::right_of(castling)) && m == Move(from, to) && is_legal(p, castling))
            return castling;
    }
    return is_legal(p, m) ? m : Move{};
}

}  // namespace stackmate
