// King and pawn against king: either the result of every position is known, or of none.
#pragma once

#include "core/chess/position.hpp"
#include "core/chess/types.hpp"

namespace stackmate {

/// Knows all of them. The table says whether the side without the pawn, to move, draws. If the other side is to move, it wins
/// if one of its moves leads to a position where the table says lost. 4 KB of flash. Neither king is in check.
struct KpkTable {
    static constexpr bool exact = true;
    [[gnu::cold]] static bool drawn(const Position& p, Color strong);
};

/// Knows none of them. Without a table.
struct NoKpk {
    static constexpr bool exact = false;
    static bool drawn(const Position&, Color) { return false; }
};

}  // namespace stackmate
