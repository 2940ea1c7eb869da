// Versions made from the standard ones by taking enhancements out and putting others in, for
// lab/experiments. They follow core/search/versions.hpp by themselves.
#pragma once

#include "lab/duel/player.hpp"

#include <span>

namespace stackmate::duel {

/// large-without-X and small-without-X for every enhancement X of theirs but the interrupt.
std::span<const VersionInfo> large_without();
std::span<const VersionInfo> small_without();

/// large-with-X and small-with-X for enhancements that neither has.
std::span<const VersionInfo> with_more();

/// large-but-X and large-but-X-Y for the eight strongest of its enhancements.
std::span<const VersionInfo> pairs();

/// What lab/sweep has written: large-V or small-V, with the value V in one enhancement.
std::span<const VersionInfo> swept();

/// large-iid-X and small-iid-X: the way of internal iterative deepening exchanged.
std::span<const VersionInfo> large_iid();
std::span<const VersionInfo> small_iid();
std::span<const VersionInfo> replacements();

/// large-shared-table, large-abdada, large-splitting: on two cores.
std::span<const VersionInfo> processors();

/// ladder-01-minimax to ladder-NN-X, which is Full.
std::span<const VersionInfo> ladder_versions();
/// NAME-direct, which searches each depth without those before it; NAME-line and NAME-root, which use more of what the
/// last iteration has brought.
std::span<const VersionInfo> deepening_versions();
/// large-clock-X and small-clock-X: other rules for the time of a move.
std::span<const VersionInfo> clock_versions();

/// For the experiments with IID alone: every form of it in a search with the least of move ordering, and with more of it
/// step by step, and in the two configurations; and the sweeps of their numbers.
std::span<const VersionInfo> as_generated_iid();
std::span<const VersionInfo> mvv_lva_iid();
std::span<const VersionInfo> killers_iid();
std::span<const VersionInfo> history_iid();
std::span<const VersionInfo> full_iid();
std::span<const VersionInfo> tiny_iid();

}  // namespace stackmate::duel
