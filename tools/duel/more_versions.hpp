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

/// ladder-01-minimax to ladder-NN-X, which is Full.
std::span<const VersionInfo> ladder_versions();
/// NAME-direct, which searches each depth without those before it; NAME-line and NAME-root, which use more of what the
/// last iteration has brought.
std::span<const VersionInfo> deepening_versions();
/// large-clock-X and small-clock-X: other rules for the time of a move.
std::span<const VersionInfo> clock_versions();

}  // namespace stackmate::duel
