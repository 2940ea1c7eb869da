// King and pawn against king: the result of every position.
#pragma once

#include "core/chess/position.hpp"
#include "core/chess/types.hpp"

namespace stackmate {

/// The table says whether the side without the pawn, to move, draws. If the other side is to move, it wins
/// if one of its moves leads to a position where the table says lost. 4 KB of flash. Neither king is in check.
struct KpkTable {
    [[gnu::cold]] static bool drawn(const Position& p, Color strong);
};

}  // namespace stackmate
