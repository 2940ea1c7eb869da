#include "core/chess/perft.hpp"

#include <bit>

namespace stackmate {

namespace {

unsigned step_from(unsigned square, int step) { return square + static_cast<unsigned>(step); }

/// The slots of own pieces that are pinned: alone between their king and a slider. Not in check.
std::uint32_t pinned_slots(const Position& p) {
    const Color us = p.side();
    const Square king = p.king(us);
    std::uint32_t pinned = 0;
    const std::uint32_t sliders = p.slots(PieceType::bishop) | p.slots(PieceType::rook) | p.slots(PieceType::queen);
    for (const Square slider : p.squares_of(p.slots(~us) & sliders)) {
        const Ray& r = ray(slider, king);
        if ((r.attackers >> index(type_of(p.at(slider))) & 1u) == 0) continue;
        unsigned s = index(slider);
        do s = step_from(s, r.step);
        while (p.at(s) == Piece::empty);
        const Square shield = static_cast<Square>(s);
        if (color_of(p.at(s)) == us && p.clear(shield, king, r.step)) pinned |= 1u << p.slot_on(shield);
    }
    return pinned;
}

/// Calls `sink(to)` for every square that the piece, not a king, could move to, except en passant.
template <class Sink>
[[gnu::always_inline]] inline void for_each_target(const Position& p, Square from, Sink&& sink) {
    const Color us = p.side();
    const auto is_theirs = [&](unsigned to) { return p.at(to) != Piece::empty && color_of(p.at(to)) != us; };
    unsigned first = 0;
    unsigned last = 8;
    switch (type_of(p.at(from))) {
    case PieceType::pawn: {
        const unsigned one = step_from(index(from), pawn_step(us));
        if (p.at(one) == Piece::empty) {
            sink(one);
            const unsigned two = step_from(one, pawn_step(us));
            if (relative_rank(us, from) == 1 && p.at(two) == Piece::empty) sink(two);
        }
        if (on_board(one - 1) && is_theirs(one - 1)) sink(one - 1);
        if (on_board(one + 1) && is_theirs(one + 1)) sink(one + 1);
        return;
    }
    case PieceType::knight:
        for (const int step : knight_steps)
            if (const unsigned to = step_from(index(from), step);
                on_board(to) && (p.at(to) == Piece::empty || color_of(p.at(to)) != us))
                sink(to);
        return;
    case PieceType::bishop: first = 4; break;
    case PieceType::rook: last = 4; break;
    default: break;
    }
    for (; first < last; ++first) {
        const int step = king_steps[first];
        unsigned to = step_from(index(from), step);
        for (; on_board(to) && p.at(to) == Piece::empty; to = step_from(to, step)) sink(to);
        if (on_board(to) && color_of(p.at(to)) != us) sink(to);
    }
}

unsigned count_king_moves(const Position& p) {
    const Color us = p.side();
    const Square king = p.king(us);
    unsigned count = 0;
    for (const int step : king_steps)
        if (const unsigned to = step_from(index(king), step);
            on_board(to) && (p.at(to) == Piece::empty || color_of(p.at(to)) != us))
            count += p.attacked(static_cast<Square>(to), ~us) ? 0u : 1u;
    if (p.castling() != 0)
        for (const bool is_short : {true, false}) count += castling_move(p, is_short) ? 1u : 0u;
    return count;
}

unsigned count_en_passant(const Position& p) {
    const Square to = p.en_passant();
    if (to == Square::none) return 0;
    const Color us = p.side();
    const unsigned behind = step_from(index(to), -pawn_step(us));
    unsigned count = 0;
    for (const unsigned from : {behind - 1, behind + 1})
        if (on_board(from) && p.at(from) == make_piece(us, PieceType::pawn))
            count += p.legal(Move(static_cast<Square>(from), to), Square::none) ? 1u : 0u;
    return count;
}

unsigned count_evasions(const Position& p, Square checker) {
    unsigned count = 0;
    Cursor cursor(checker);
    while (const Move m = cursor.next(p)) count += p.legal(m, checker) ? 1u : 0u;
    return count;
}

}  // namespace

// Out of check a move is legal unless a pinned piece leaves its line, the king moves into an attack, or a pawn captured en
// passant opens a line. So most moves are counted without being looked at.
unsigned count_legal_moves(const Position& p, Square checker) {
    if (checker != Square::none) return count_evasions(p, checker);
    const Color us = p.side();
    const Square king = p.king(us);
    const std::uint32_t pinned = pinned_slots(p);
    unsigned count = count_king_moves(p) + count_en_passant(p);
    for (std::uint32_t left = p.slots(us) & ~p.slots(PieceType::king); left != 0; left &= left - 1) {
        const unsigned slot = static_cast<unsigned>(std::countr_zero(left));
        const Square from = p.square_of(slot);
        const bool promotes = type_of(p.at(from)) == PieceType::pawn && relative_rank(us, from) == 6;
        const unsigned before = count;
        if ((pinned >> slot & 1u) == 0) {
            for_each_target(p, from, [&](unsigned) { ++count; });
        } else {
            const int line = ray(king, from).step;
            for_each_target(p, from,
                            [&](unsigned to) { count += ray(king, static_cast<Square>(to)).step == line ? 1u : 0u; });
        }
        if (promotes) count += 3 * (count - before);
    }
    return count;
}

}  // namespace stackmate
