#pragma once

#include "core/search/versions.hpp"
#include "workshop/lab/evaluation/material_pst.hpp"

namespace stackmate::versions {

/// Alpha-beta, quiescence, iterative deepening and nothing else.
struct Plain {
    using Evaluation = MaterialPst;
    using Picker = CursorPicker;
    using Enhancements = stackmate::Enhancements<Interrupt, Draws>;
    static constexpr int max_ply = 40;
    static constexpr std::size_t line_plies = 8;
};

}  // namespace stackmate::versions
