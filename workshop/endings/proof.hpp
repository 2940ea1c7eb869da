// Checks solved endings with the core's rules, which the solver does not use. Every value must follow from the values after the
// legal moves; `Value` says why nothing else is needed to know that all are true.
#pragma once

#include "core/chess/position.hpp"
#include "workshop/endings/solver.hpp"

#include <cstddef>
#include <optional>
#include <string>

namespace stackmate::endings {

/// The position, or nothing if the core refuses it.
std::optional<Position> position_of(Material m, const Men& men, Color side);

struct Proof {
    std::size_t checked = 0;   ///< positions
    std::size_t unlike = 0;    ///< positions that one side takes for legal and the other does not
    std::size_t unproven = 0;  ///< values that do not follow
    std::string first;         ///< the FEN of the first such position
};

/// Looks at every `stride`-th position of an ending, from the first.
Proof prove(const Solver& solver, unsigned ending, std::size_t stride = 1);

/// The value to the side to move, en passant included; the solver must have solved the ending.
Result result_of(const Solver& solver, const Position& p);

}  // namespace stackmate::endings
