#pragma once

#include "core/search/hooks.hpp"

namespace stackmate {

/// Each iteration at the root opens with a narrow window around the last score. Source: said to be
/// Slate and Atkin, "Chess 4.5", 1977; not checked.
template <int half_width>
struct Aspiration {
    static constexpr int aspiration = half_width;
};

}  // namespace stackmate
