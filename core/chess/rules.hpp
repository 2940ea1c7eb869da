// Which rules a build of the core knows beyond ordinary chess.
#pragma once

#include "core/cpp20.hpp"

#ifndef STACKMATE_CHESS960
#define STACKMATE_CHESS960 1
#endif

namespace stackmate {

/// Castling with any king and rook files, as in Chess960 (FIDE Laws of Chess 2023, Guidelines II). A build without flash for it
/// defines STACKMATE_CHESS960 as 0 for all its files. The code for ordinary chess is the same in both cases.
inline constexpr bool plays_chess960 = STACKMATE_CHESS960 != 0;

}  // namespace stackmate
