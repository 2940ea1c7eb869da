// Packs how many moves won endings take.
#pragma once

#include "endings/distances.hpp"
#include "workshop/endings/solver.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace stackmate::endings {

/// A file, see `Distances`. The solver must have solved its endings. `sizes`: gets the bytes of each, in words.
std::vector<std::uint8_t> pack_distances(const Solver& solver, std::string* sizes = nullptr);

/// The moves to mate of a won or lost position of this value.
constexpr int moves_of(Value v) { return v > 0 ? v / 2 : (-1 - v) / 2; }

/// How many positions of an ending have another number in the file than the solver's, of each `stride`-th position, either side to move.
std::size_t unlike(const Solver& solver, const Distances& distances, unsigned ending, std::size_t stride);

}  // namespace stackmate::endings
