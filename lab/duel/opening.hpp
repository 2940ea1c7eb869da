// Balanced openings out of thin air: random moves that a search finds level.
#pragma once

#include "lab/duel/player.hpp"

#include <cstdint>
#include <vector>

namespace stackmate::duel {

/// The legal moves, in the order in which they are generated.
std::vector<Move> legal_moves(const Position& p);

/// Six to nine random half moves from the start position, taken again until `judge` thinks neither side is
/// ahead by more than about half a pawn. The same for the same seed, number and judge.
std::vector<Move> opening(std::uint64_t seed, std::uint64_t number, Player& judge);

}  // namespace stackmate::duel
