#pragma once

#include "core/eval/endings/drawish.hpp"
#include "core/eval/endings/kpk.hpp"
#include "core/eval/endings/queen_and_rook.hpp"
#include "core/chess/piece_values.hpp"
#include "core/chess/position.hpp"
#include "core/search/hooks.hpp"
#include "core/chess/squares.hpp"
#include "core/chess/types.hpp"

#include <bit>
#include <cstdint>

namespace stackmate {

/// Endings that a sum over pieces cannot judge:
/// - Against a bare king, it is good if that king is near the edge (with bishop and knight, near a corner of the bishop's
///   colour) and if the other king is near it. So a search of few plies makes progress.
/// - `has_tables`: king and pawn against king is judged by the result, and queen against rook by how far the queen's side has
///   come (core/eval/endings/kpk.hpp, queen_and_rook.hpp). Both take flash. Bishop and knight against king is steeper.
/// - A lead that seldom wins is worth less (core/eval/endings/drawish.hpp).
/// - Every advantage shrinks as the fifty moves run out, so that the engine makes progress in time.
/// Source: "mop-up evaluation", Slate and Atkin, "Chess 4.5", 1977.
/// Only TableValue may adjust after it, so that a drawn position stays drawn.
template <bool has_tables>
struct Endings {
    template <class S, class F>
    static Score adjust(S& s, F&, Score score) {
        const Position& p = s.position();
        if (p.pieces() <= few_pieces) [[unlikely]]
            return with_few_pieces(p, score);
        return fading(p, score);
    }

private:
    /// Enough for bishops of opposite colours with eight pawns. With more pieces no ending is looked for.
    static constexpr unsigned few_pieces = 12;
    static constexpr std::uint32_t king_slots = 0x00010001u;

    static constexpr int apart(Square a, Square b) {
        const int files = static_cast<int>(file_of(a)) - static_cast<int>(file_of(b));
        const int ranks = static_cast<int>(rank_of(a)) - static_cast<int>(rank_of(b));
        return (files < 0 ? -files : files) + (ranks < 0 ? -ranks : ranks);
    }
    /// 0 in the middle, 6 in a corner.
    static constexpr int off_centre(Square s) {
        const int file = static_cast<int>(file_of(s)), rank = static_cast<int>(rank_of(s));
        return (file < 4 ? 3 - file : file - 4) + (rank < 4 ? 3 - rank : rank - 4);
    }

    static Score fading(const Position& p, Score score) {
        const auto halfmove = static_cast<int>(p.halfmove());
        return halfmove < 24 ? score : score - score * (halfmove - 24) / 128;
    }

    [[gnu::noinline]] static Score with_few_pieces(const Position& p, Score score) {
        for (const Color strong : {Color::white, Color::black})
            if ((p.slots(~strong) & ~king_slots) == 0) return against_bare_king(p, strong, score);
        if constexpr (has_tables)
            if (p.pieces() == 4 && p.slots(PieceType::queen) != 0 && p.slots(PieceType::rook) != 0)
                return queen_against_rook(p);
        const Color ahead = score > score_draw ? p.side() : ~p.side();
        score = score * static_cast<int>(winning_chances(p, ahead)) / 16;
        return fading(p, score);
    }

    /// Less than the queen is worth against the king alone. The half-move clock says nothing here: a score of the table that is
    /// some moves old would look better than what is searched now, and the engine would walk in circles.
    [[gnu::cold]] static Score queen_against_rook(const Position& p) {
        const Color strong = p.slots(Color::white, PieceType::queen) != 0 ? Color::white : Color::black;
        const int worth = 600 - queen_wins_late(p, strong) * 5 / 2;
        return p.side() == strong ? worth : -worth;
    }

    /// No queen and no rook, but pawns.
    [[gnu::cold]] static Score with_pawns(const Position& p, Color strong, Score score) {
        if constexpr (has_tables)
            if (p.pieces() == 3 && KpkTable::drawn(p, strong)) return score_draw;
        if (p.slots(strong, PieceType::knight) == 0 && wrong_rook_pawn(p, strong)) return score_draw;
        if (!has_tables || p.pieces() != 3) return score;
        // Less than a rook is worth against the king, so that the pawn promotes.
        const Square pawn = p.square_of(static_cast<unsigned>(std::countr_zero(p.slots(strong, PieceType::pawn))));
        const int worth = 600 + 24 * static_cast<int>(relative_rank(strong, pawn)) - static_cast<int>(p.halfmove());
        return p.side() == strong ? worth : -worth;
    }

    [[gnu::cold]] static Score against_bare_king(const Position& p, Color strong, Score score) {
        const std::uint32_t bishops = p.slots(strong, PieceType::bishop);
        const std::uint32_t knights = p.slots(strong, PieceType::knight);
        const std::uint32_t majors = p.slots(strong, PieceType::queen) | p.slots(strong, PieceType::rook);
        const bool two_minors = (bishops | knights) != 0 && ((bishops | knights) & ((bishops | knights) - 1)) != 0;
        if (p.slots(strong, PieceType::pawn) != 0 && majors == 0) return with_pawns(p, strong, score);
        if (majors == 0 && (!two_minors || bishops == 0)) return score / 16;  // nothing that could mate by force
        const Square weak_king = p.king(~strong);
        const Square strong_king = p.king(strong);
        int worth = 600 + 8 * (14 - apart(weak_king, strong_king));
        if (majors == 0 && knights != 0 && (bishops & (bishops - 1)) == 0) {
            const Square bishop = p.square_of(static_cast<unsigned>(std::countr_zero(bishops)));
            const bool light = is_light(bishop);
            const int one = apart(weak_king, light ? Square::h1 : Square::a1);
            const int other = apart(weak_king, light ? make_square(0, 7) : Square::h8);
            worth += 24 * (7 - (one < other ? one : other)) + 6 * off_centre(weak_king);
            const std::uint32_t knight = knights;
            worth += 2 * (14 - apart(weak_king, p.square_of(static_cast<unsigned>(std::countr_zero(knight)))));
            // The steps must be large beside what pruning allows for, and the clock says nothing, as in `queen_against_rook`.
            if constexpr (has_tables)
                if (p.pieces() == 4) return p.side() == strong ? 2 * worth : -2 * worth;
        } else {
            worth += 16 * off_centre(weak_king);
        }
        for (const Square s : p.squares_of(p.slots(strong) & ~king_slots)) worth += worth_of(p.type_at(s));
        worth -= static_cast<int>(p.halfmove());
        return p.side() == strong ? worth : -worth;
    }
};

}  // namespace stackmate
