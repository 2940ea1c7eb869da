// King and pawn against king: who wins is known for every position, or for none.
#pragma once

#include "core/chess/position.hpp"
#include "core/chess/types.hpp"

namespace stackmate {

/// Knows all of them: the table says where the king without the pawn, to move, draws; where the other side is to move,
/// one of its moves must lead to where that is lost. 4 KB of flash. Neither king stands in check.
struct KpkTable {
    static constexpr bool exact = true;
    [[gnu::cold]] static bool drawn(const Position& p, Color strong);
};

/// Knows none, without a table.
struct NoKpk {
    static constexpr bool exact = false;
    static bool drawn(const Position&, Color) { return false; }
};

}  // namespace stackmate
