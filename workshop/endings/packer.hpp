// Packs solved endings.
#pragma once

#include "endings/probe.hpp"
#include "workshop/endings/solver.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace stackmate::endings {

struct PackedEnding {
    std::vector<std::uint8_t> data;
    std::size_t positions = 0;  ///< that have to be told
    std::size_t leaves = 0;
    std::size_t wrong = 0;  ///< of them, by the tree alone
    std::size_t tree_bytes = 0;
    unsigned depth = 0;  ///< the longest way down the tree
};

/// Is the table told this side to move? The other one is found by a look at the moves.
bool is_packed(Material m, Color side);

/// `sample`: the tree is grown for about so many positions.
PackedEnding pack(const Solver& solver, unsigned ending, Color side, std::size_t sample);

/// A file of endings, see `Table`. `add` them in any order, then `finish`.
class FileOfEndings {
public:
    std::vector<std::uint8_t> bytes = std::vector<std::uint8_t>(Table::header);
    void add(unsigned ending, Color side, const std::vector<std::uint8_t>& data);
    void finish();
};

/// How many positions are unpacked otherwise than they were solved.
std::size_t unlike(const Solver& solver, unsigned ending, Color side, const std::vector<std::uint8_t>& data);

}  // namespace stackmate::endings
