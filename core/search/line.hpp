// The best line found so far, or its first few plies: a microcontroller has no memory for forty.
#pragma once

#include "core/chess/types.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace stackmate {

/// A triangle: row n holds the best line from ply n on, at most `plies - n` moves. Takes plies * (plies + 1) + plies bytes.
template <std::size_t plies, class Move = stackmate::Move>
class BestLine {
public:
    /// A node at this ply begins. The line from here on is empty.
    void clear(int ply) {
        if (const auto row = static_cast<std::size_t>(ply); row < plies) length_[row] = 0;
    }

    /// `m` is the best move at this ply. The rest of the line is that of the next ply.
    void take(int ply, Move m) {
        const auto row = static_cast<std::size_t>(ply);
        if (row >= plies) return;
        Move* const out = &moves_[start(row)];
        out[0] = m;
        std::size_t n = 0;
        if (row + 1 < plies)
            for (const Move* const rest = &moves_[start(row + 1)]; n < length_[row + 1]; ++n) out[n + 1] = rest[n];
        length_[row] = static_cast<std::uint8_t>(n + 1);
    }

    /// From the root.
    [[nodiscard]] std::span<const Move> moves() const { return {moves_.data(), length_[0]}; }
    /// The index at which a row begins.
    static constexpr std::size_t start(std::size_t row) { return row * plies - row * (row - 1) / 2; }

private:
    std::array<Move, plies*(plies + 1) / 2> moves_{};
    std::array<std::uint8_t, plies> length_{};
};
static_assert(
    [] {
        using Line = BestLine<40>;
        for (std::size_t row = 0; row <= 40; ++row)
            if (Line::start(row + 1) != Line::start(row) + 40 - row || 2 * Line::start(row) != row * (2 * 40 + 1 - row))
                return false;
        return Line::start(0) == 0;
    }(),
    "each row is one move shorter than the row before it");

}  // namespace stackmate
