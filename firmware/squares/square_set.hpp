// Sets of squares, as sensors, lights and hosts exchange them.
#pragma once

#include "core/chess/position.hpp"
#include "core/chess/types.hpp"

#include <bit>
#include <cstdint>

namespace stackmate::firmware {

/// Sets of squares: bit 0 = a1, bit 7 = h1, bit 56 = a8, bit 63 = h8.
using SquareSet = std::uint64_t;
inline constexpr SquareSet start_squares = 0xffff'0000'0000'ffff;

/// Not inlined: a 64-bit shift is long code.
[[gnu::noinline]] constexpr SquareSet square_set(Square s) { return SquareSet{1} << index64(s); }

/// Calls `sink(i)` for each square in the set, i = 0..63, lowest first.
template <class Sink>
constexpr void for_each_square(SquareSet set, Sink&& sink) {
    for (; set != 0; set &= set - 1) sink(static_cast<unsigned>(std::countr_zero(set)));
}

/// The board turned by 180 degrees.
[[nodiscard, gnu::noinline]] constexpr SquareSet rotated(SquareSet set) noexcept {
    constexpr SquareSet ones = 0x5555'5555'5555'5555, twos = 0x3333'3333'3333'3333, fours = 0x0f0f'0f0f'0f0f'0f0f;
    set = (set >> 1 & ones) | (set & ones) << 1;
    set = (set >> 2 & twos) | (set & twos) << 2;
    set = (set >> 4 & fours) | (set & fours) << 4;
    return __builtin_bswap64(set);
}

/// Where pieces stand. `slots` selects pieces as in `Position::slots`; all by default.
inline SquareSet occupied_squares(const Position& p, std::uint32_t slots = ~0u) {
    SquareSet set = 0;
    for (std::uint32_t left = p.slots() & slots; left != 0; left &= left - 1)
        set |= square_set(p.square_of(static_cast<unsigned>(std::countr_zero(left))));
    return set;
}

}  // namespace stackmate::firmware
