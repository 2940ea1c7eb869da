#pragma once

#include "core/cpp20.hpp"

#include <array>
#include <cstddef>

namespace stackmate {

/// The tree of search `S` has at most `plies` plies.
template <class S, int plies>
concept NoDeeperThan = S::max_ply <= plies;

/// What an enhancement remembers for each of `max_ply` plies, a `T` each. A version with a deeper tree does not compile.
template <class T, int max_ply>
class PlyTable {
public:
    /// At the current ply of the search.
    T& at(const NoDeeperThan<max_ply> auto& s) { return plies_[static_cast<std::size_t>(s.ply())]; }
    const T& at(const NoDeeperThan<max_ply> auto& s) const { return plies_[static_cast<std::size_t>(s.ply())]; }

    /// The new root is `plies` below the old one.
    void advance(std::size_t plies) {
        for (std::size_t ply = plies; ply < plies_.size(); ++ply) plies_[ply - plies] = plies_[ply];
    }

private:
    std::array<T, static_cast<std::size_t>(max_ply)> plies_{};
};

}  // namespace stackmate
