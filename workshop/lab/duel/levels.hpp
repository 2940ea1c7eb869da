// Players of the firmware's levels, and two yardsticks that every beginner beats one day.
#pragma once

#include "workshop/lab/duel/player.hpp"

#include <cstddef>
#include <string_view>
#include <vector>

namespace stackmate::duel {

/// level1 to level8 are the steps of strength, depth1 to depth8 the fixed depths: nodes given to them do not count.
/// below1 is the step of UCI_Elo under strength 1. material1 looks one ply ahead and counts nothing but
/// material; random plays any legal move.
std::vector<VersionInfo> level_players();
/// "elo" and a number: a player of so much on the scale of docs/LEVELS.md. Null for any other name.
const VersionInfo* elo_player(std::string_view name);
/// The Elo that the adaptive level has found after so many games against `opponent`, once for each trial.
std::vector<unsigned> found_elo(const VersionInfo& opponent, std::size_t trials, std::size_t games);

}  // namespace stackmate::duel
