// Which squares a man attacks, as 64 bits: for the solver and for the chip, where a shift or a count of 64 bits is slow. It shares
// no code with the core's move generator, which checks the solver.
#pragma once

#include "endings/material.hpp"

#include <array>
#include <cstdint>

namespace stackmate::endings {

using Bits = std::uint64_t;  ///< bit 0 is a1, bit 7 is h1

constexpr Bits bit(unsigned square) {
    const std::uint32_t one = std::uint32_t{1} << (square & 31u);
    return square < 32 ? Bits{one} : Bits{one} << 32;
}
constexpr bool has(Bits set, unsigned square) {
    const auto half = static_cast<std::uint32_t>(square < 32 ? set : set >> 32);
    return (half >> (square & 31u) & 1u) != 0;
}

namespace detail {
/// The squares at these steps from each square.
constexpr std::array<Bits, 64> make_steps(const std::array<std::array<int, 2>, 8>& steps) {
    std::array<Bits, 64> all{};
    for (int s = 0; s < 64; ++s)
        for (const auto& [files, ranks] : steps) {
            const int f = s % 8 + files, r = s / 8 + ranks;
            if (((f | r) & ~7) == 0) all[static_cast<std::size_t>(s)] |= bit(static_cast<unsigned>(r * 8 + f));
        }
    return all;
}
inline constexpr auto king_steps = make_steps({{{0, 1}, {0, -1}, {1, 0}, {-1, 0}, {1, 1}, {-1, 1}, {1, -1}, {-1, -1}}});
inline constexpr auto knight_steps =
    make_steps({{{1, 2}, {2, 1}, {1, -2}, {2, -1}, {-1, 2}, {-2, 1}, {-1, -2}, {-2, -1}}});

/// The diagonals: first the 15 whose squares have the same rank - file, from h1, then those with the same rank + file, from a1.
inline constexpr auto diagonals = [] {
    std::array<Bits, 30> all{};
    for (unsigned s = 0; s < 64; ++s) {
        all[s / 8 - s % 8 + 7] |= bit(s);
        all[15 + s / 8 + s % 8] |= bit(s);
    }
    return all;
}();

/// On a line with one square on each rank. Subtracting the piece borrows up to the first blocker; the other way in a mirror.
constexpr Bits along(Bits line, Bits piece, Bits occupied) {
    line &= ~piece;
    const Bits blockers = occupied & line;
    const Bits down = __builtin_bswap64(__builtin_bswap64(blockers) - __builtin_bswap64(piece));
    return ((blockers - piece) ^ down) & line;
}

constexpr Bits along_rank(unsigned square, Bits occupied) {
    const auto half = static_cast<std::uint32_t>(square < 32 ? occupied : occupied >> 32);
    const unsigned shift = square & 24u;
    const std::uint32_t blockers = half >> shift, piece = 1u << (square & 7u);
    std::uint32_t seen = 0;
    for (std::uint32_t at = piece << 1; at < 256; at <<= 1) {
        seen |= at;
        if ((blockers & at) != 0) break;
    }
    for (std::uint32_t at = piece >> 1; at != 0; at >>= 1) {
        seen |= at;
        if ((blockers & at) != 0) break;
    }
    return square < 32 ? Bits{seen << shift} : Bits{seen << shift} << 32;
}
}  // namespace detail

constexpr Bits pawn_attacks(Color color, unsigned from) {
    const Bits sides = ((from & 7u) != 0 ? bit(from - 1) : 0) | ((from & 7u) != 7 ? bit(from + 1) : 0);
    return color == Color::white ? sides << 8 : sides >> 8;
}

/// What a man attacks, occupied or not.
constexpr Bits attacked_by(PieceType type, Color color, unsigned from, Bits occupied) {
    switch (type) {
    case PieceType::king: return detail::king_steps[from];
    case PieceType::knight: return detail::knight_steps[from];
    case PieceType::pawn: return pawn_attacks(color, from);
    case PieceType::none: return 0;
    default: break;
    }
    const Bits piece = bit(from);
    const unsigned file = from & 7u, rank = from >> 3;
    Bits seen = 0;
    if (type != PieceType::bishop)
        seen = detail::along(Bits{0x0101'0101u << file} << 32 | 0x0101'0101u << file, piece, occupied)
               | detail::along_rank(from, occupied);
    if (type != PieceType::rook)
        seen |= detail::along(detail::diagonals[rank - file + 7], piece, occupied)
                | detail::along(detail::diagonals[15 + rank + file], piece, occupied);
    return seen;
}

constexpr Bits occupied_by(const Material& m, const Men& men) {
    const Bits three = bit(men[0]) | bit(men[1]) | bit(men[2]);
    return m.men() == 4 ? three | bit(men[3]) : three;
}

}  // namespace stackmate::endings
