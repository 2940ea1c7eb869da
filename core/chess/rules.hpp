// What a build of the core plays beyond ordinary chess.
#pragma once

#ifndef STACKMATE_CHESS960
#define STACKMATE_CHESS960 1
#endif

namespace stackmate {

/// Castling with any king and rook files, as Chess960 has it (FIDE Laws of Chess 2023, Guidelines II). A build that has no
/// flash for it defines STACKMATE_CHESS960 as 0 for all its files; ordinary chess is played by the same code either way.
inline constexpr bool plays_chess960 = STACKMATE_CHESS960 != 0;

}  // namespace stackmate
