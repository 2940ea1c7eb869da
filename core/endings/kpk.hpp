// King and pawn against king: who wins is known for every position, or for some.
#pragma once

#include "core/position.hpp"
#include "core/types.hpp"

namespace stackmate {

/// Knows all of them: the table says where the king without the pawn, to move, draws; where the other side is to move,
/// one of its moves must lead to where that is lost. 4 KB of flash. Neither king stands in check.
struct KpkTable {
    static constexpr bool exact = true;
    [[gnu::cold]] static bool drawn(const Position& p, Color strong);
};

/// Knows one draw in thirty, those that a search of few plies does not see, without a table: the king in front of the pawn, one or two squares away, the other king
/// not beyond the pawn, and the pawn not yet on its sixth rank.
struct KpkRule {
    static constexpr bool exact = false;
    [[gnu::cold]] static bool drawn(const Position& p, Color strong);
};

}  // namespace stackmate
