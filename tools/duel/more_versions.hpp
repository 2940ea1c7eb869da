// Versions made from the standard ones by taking enhancements out and putting others in, for
// tools/experiments. They follow core/search/versions.hpp by themselves.
#pragma once

#include "tools/duel/player.hpp"

#include <span>

namespace stackmate::duel {

/// large-without-X and small-without-X for every enhancement X of theirs but the interrupt.
std::span<const VersionInfo> large_without();
std::span<const VersionInfo> small_without();

/// large-iid-X and small-iid-X: the way of internal iterative deepening exchanged.
std::span<const VersionInfo> large_iid();
std::span<const VersionInfo> small_iid();
std::span<const VersionInfo> replacements();

/// large-shared-table, large-abdada, large-splitting: on two cores.
std::span<const VersionInfo> processors();

}  // namespace stackmate::duel
