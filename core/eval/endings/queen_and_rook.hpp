// Queen against rook: how far the side with the queen has come.
#pragma once

#include "core/chess/position.hpp"
#include "core/chess/types.hpp"

#include <array>
#include <cstddef>

namespace stackmate {

namespace queen_and_rook {

inline constexpr std::size_t tables = 5;
inline constexpr std::size_t entries = 10 * 64;

/// The number of a pair of squares. The board is reflected so that the first is in the triangle a1, d1, d4.
constexpr std::size_t pair(unsigned first, unsigned second) {
    const unsigned mirror = ((first & 4u) != 0 ? 7u : 0u) | ((first & 32u) != 0 ? 56u : 0u);
    first ^= mirror;
    second ^= mirror;
    unsigned file = first % 8, rank = first / 8;
    if (rank > file) {
        const unsigned other = file;
        file = rank;
        rank = other;
        second = second % 8 * 8 + second / 8;
    }
    return (file * (file + 1) / 2 + rank) * 64 + second;
}

/// Where each table has the entry for these squares, 0..63.
constexpr std::array<std::size_t, tables> places(unsigned strong_king, unsigned weak_king, unsigned queen,
                                                 unsigned rook) {
    return {pair(weak_king, strong_king), pair(weak_king, rook), pair(strong_king, rook), pair(weak_king, queen),
            pair(rook, queen)};
}

}  // namespace queen_and_rook

/// About how many plies more than on average the side with the queen needs to win the rook or to mate, in quarters; between
/// -640 and 640. `strong` has king and queen, the other side king and rook. A sum over pairs of men, fitted to the solved
/// ending. It takes 3 KB of flash.
[[nodiscard, gnu::cold]] int queen_wins_late(const Position& p, Color strong);

}  // namespace stackmate
