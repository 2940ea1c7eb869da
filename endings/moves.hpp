// Moves of a few men on bit boards, for the solver. It shares no code with the core's move generator, which checks it.
#pragma once

#include "endings/material.hpp"

#include <array>
#include <bit>
#include <cstdint>
#include <cstdlib>

namespace stackmate::endings {

using Bits = std::uint64_t;
constexpr Bits bit(unsigned square) { return Bits{1} << square; }

namespace detail {
struct Tables {
    std::array<Bits, 64> king{}, knight{};
    std::array<std::array<Bits, 64>, 2> pawn{};              ///< by colour: what a pawn there attacks
    std::array<std::array<Bits, 8>, 64> ray{};               ///< first the rook's four, then the bishop's
    std::array<std::array<Bits, 64>, 64> between{};          ///< the squares between two on one line
    std::array<std::array<std::uint8_t, 64>, 64> sliders{};  ///< by types: which of them join the two squares
};

inline Tables make_tables() {
    Tables t;
    constexpr int steps[8][2] = {{0, 1}, {0, -1}, {1, 0}, {-1, 0}, {1, 1}, {-1, 1}, {1, -1}, {-1, -1}};
    for (int s = 0; s < 64; ++s) {
        const auto from = static_cast<unsigned>(s);
        for (int to = 0; to < 64; ++to) {
            const int df = to % 8 - s % 8, dr = to / 8 - s / 8;
            const Bits b = bit(static_cast<unsigned>(to));
            if (to != s && std::abs(df) <= 1 && std::abs(dr) <= 1) t.king[from] |= b;
            if (std::abs(df * dr) == 2) t.knight[from] |= b;
            if (std::abs(df) == 1 && dr == 1) t.pawn[0][from] |= b;
            if (std::abs(df) == 1 && dr == -1) t.pawn[1][from] |= b;
        }
        for (unsigned d = 0; d < 8; ++d) {
            Bits passed = 0;
            for (int f = s % 8 + steps[d][0], r = s / 8 + steps[d][1]; f >= 0 && f < 8 && r >= 0 && r < 8;
                 f += steps[d][0], r += steps[d][1]) {
                const auto to = static_cast<unsigned>(r * 8 + f);
                t.between[from][to] = passed;
                t.sliders[from][to] = static_cast<std::uint8_t>(
                    1u << index(PieceType::queen) | 1u << index(d < 4 ? PieceType::rook : PieceType::bishop));
                passed |= bit(to);
            }
            t.ray[from][d] = passed;
        }
    }
    return t;
}
inline const Tables tables = make_tables();
}  // namespace detail

inline bool attacks(PieceType type, Color color, unsigned from, unsigned to, Bits occupied) {
    const auto& t = detail::tables;
    switch (type) {
    case PieceType::king: return (t.king[from] & bit(to)) != 0;
    case PieceType::knight: return (t.knight[from] & bit(to)) != 0;
    case PieceType::pawn: return (t.pawn[index(color)][from] & bit(to)) != 0;
    case PieceType::none: return false;
    default: return (t.sliders[from][to] >> index(type) & 1u) != 0 && (t.between[from][to] & occupied) == 0;
    }
}

/// All squares that a piece which is not a pawn attacks.
inline Bits attacked_by(PieceType type, unsigned from, Bits occupied) {
    const auto& t = detail::tables;
    if (type == PieceType::king) return t.king[from];
    if (type == PieceType::knight) return t.knight[from];
    Bits seen = 0;
    const unsigned first = type == PieceType::bishop ? 4 : 0, last = type == PieceType::rook ? 4 : 8;
    for (unsigned d = first; d < last; ++d) {
        const Bits ray = t.ray[from][d];
        const Bits blockers = ray & occupied;
        if (blockers == 0) {
            seen |= ray;
            continue;
        }
        const bool upward = ray > bit(from);
        const auto stop = static_cast<unsigned>(upward ? std::countr_zero(blockers) : 63 - std::countl_zero(blockers));
        seen |= t.between[from][stop] | bit(stop);
    }
    return seen;
}

inline Bits occupied_by(Material m, const Men& men) {
    Bits occupied = bit(men[0]) | bit(men[1]) | bit(men[2]);
    if (m.men() == 4) occupied |= bit(men[3]);
    return occupied;
}

/// Does a man of `by` attack the other king? `except` has been taken.
inline bool gives_check(Material m, const Men& men, Color by, unsigned except = 4) {
    Bits occupied = 0;
    for (unsigned i = 0; i < m.men(); ++i)
        if (i != except) occupied |= bit(men[i]);
    const unsigned king = men[by == Color::white ? 1 : 0];
    for (unsigned i = 0; i < m.men(); ++i)
        if (i != except && m.color(i) == by && attacks(m.type(i), by, men[i], king, occupied)) return true;
    return false;
}

/// Could the men stand so with this side to move?
inline bool legal(Material m, const Men& men, Color side) {
    if (std::popcount(occupied_by(m, men)) != static_cast<int>(m.men())) return false;
    for (unsigned i = 2; i < m.men(); ++i)
        if (m.type(i) == PieceType::pawn && (men[i] < 8 || men[i] >= 56)) return false;
    return !gives_check(m, men, side);
}

}  // namespace stackmate::endings
