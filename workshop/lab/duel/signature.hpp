// Which engine it is that plays.
#pragma once

#include "workshop/lab/duel/player.hpp"

#include <cstdint>

namespace stackmate::duel {

/// Nodes that `bench` counts to this depth with the version's own table: another engine has other ones.
std::uint64_t signature(const VersionInfo& version, Depth depth);

}  // namespace stackmate::duel
