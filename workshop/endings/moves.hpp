// Whether men may stand so, for the solver.
#pragma once

#include "endings/attacks.hpp"
#include "endings/material.hpp"

#include <bit>

namespace stackmate::endings {

/// Does a man of `by` attack the other king? `except` has been taken.
inline bool gives_check(Material m, const Men& men, Color by, unsigned except = 4) {
    Bits occupied = 0;
    for (unsigned i = 0; i < m.men(); ++i)
        if (i != except) occupied |= bit(men[i]);
    const unsigned king = men[by == Color::white ? 1 : 0];
    for (unsigned i = 0; i < m.men(); ++i)
        if (i != except && m.color(i) == by && has(attacked_by(m.type(i), by, men[i], occupied), king)) return true;
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
