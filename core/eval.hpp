// Evaluation types. An engine version names one; the search asks it for the score of a quiet position.
#pragma once

#include "core/eval_tables.hpp"
#include "core/position.hpp"

namespace stackmate {

/// Between middle game and end game by the pieces left. Rounds towards minus infinity in the view it is given, so a
/// mirrored position has the same score.
constexpr Score taper(std::int32_t packed, unsigned phase) {
    const int weight = static_cast<int>((phase < 24 ? phase : 24) * 683 >> 6);  // 256 at 24, without a division
    const int mg = tables::middle_game(packed);
    const int eg = tables::end_game(packed);
    return eg + ((mg - eg) * weight >> 8);
}

/// Material and piece-square tables, bishop pair, tempo: all of it kept up by make and unmake but the pair.
struct MaterialPst {
    static Score evaluate(const Position& p) {
        std::int32_t sum = p.psq();
        const std::uint32_t bishops = p.slots(PieceType::bishop);
        if (has_two(bishops & 0xffffu)) sum += tables::bishop_pair;
        if (has_two(bishops >> 16)) sum -= tables::bishop_pair;
        return taper((p.side() == Color::white ? sum : -sum) + tables::tempo, p.phase());
    }

private:
    static constexpr bool has_two(std::uint32_t set) { return (set & (set - 1)) != 0; }
};

}  // namespace stackmate
