// An evaluation that no version uses any more: material and piece-square tables. For searches that are to be simple.
#pragma once

#include "core/chess/position.hpp"
#include "core/eval/eval.hpp"
#include "core/eval/eval_changes.hpp"
#include "workshop/lab/evaluation/piece_square.hpp"

#include <array>
#include <bit>
#include <cstdint>

namespace stackmate {

/// 24 with all pieces on the board, 0 with pawns only; more after promotions.
inline unsigned phase_of(const Position& p) {
    const auto count = [&](PieceType t) { return static_cast<unsigned>(std::popcount(p.slots(t))); };
    return count(PieceType::knight) + count(PieceType::bishop) + 2 * count(PieceType::rook)
           + 4 * count(PieceType::queen);
}

/// Between middle game and end game by the pieces left. Rounds towards minus infinity in the view it is given, so a
/// mirrored position has the same score.
constexpr Score taper(std::int32_t packed, unsigned phase) {
    const int weight = static_cast<int>((phase < 24 ? phase : 24) * 683 >> 6);  // 256 at 24, without a division
    const int mg = tables::middle_game(packed);
    const int eg = tables::end_game(packed);
    return eg + ((mg - eg) * weight >> 8);
}

/// Material and piece-square tables, bishop pair, tempo: one word a ply, and the pair counted when asked.
struct MaterialPst {
    struct PerPly {
        std::int32_t sum;  ///< White's view, packed (middle game << 16) + end game
    };

    static void begin(const Position& p, PerPly& ply) {
        ply.sum = 0;
        for (const Square s : p.squares_of(p.slots())) ply.sum += worth(p.at(s), s);
    }

    template <class F>
    static void follow(const Position& p, F& f) {
        const F& above = parent(f);
        std::int32_t sum = above.sum;
        if (!f.passed)
            for_each_change(
                p, above.move, above.undo, [&](Piece piece, Square s) { sum += worth(piece, s); },
                [&](Piece piece, Square s) { sum -= worth(piece, s); });
        f.sum = sum;
    }

    static Score value(const Position& p, const PerPly& ply) {
        std::int32_t sum = ply.sum;
        const std::uint32_t bishops = p.slots(PieceType::bishop);
        if (has_two(bishops & 0xffffu)) sum += tables::bishop_pair;
        if (has_two(bishops >> 16)) sum -= tables::bishop_pair;
        return taper((p.side() == Color::white ? sum : -sum) + tables::tempo, phase_of(p));
    }

private:
    // White's rows lie on the 64 on-board indices, Black's in the off-board half beside them.
    static constexpr auto terms = [] {
        std::array<std::int32_t, std::size_t{6} * 128> all{};
        for (unsigned type = 0; type < 6; ++type)
            for (unsigned sq = 0; sq < 64; ++sq) {
                const std::size_t row = type * 128 + index(from_index64(sq));
                all[row] = tables::piece_square(type, sq);
                all[row + 8] = -tables::piece_square(type, sq ^ 56u);
            }
        return all;
    }();

    static std::int32_t worth(Piece p, Square s) {
        return terms[(index(type_of(p)) - 1) * 128 + index(s) + (index(p) & 8u)];
    }
    static constexpr bool has_two(std::uint32_t set) { return (set & (set - 1)) != 0; }
};

}  // namespace stackmate
