#pragma once

#include "core/search/hooks.hpp"

namespace stackmate {

/// Principal variation search: after a node's first move, the others are searched with a null window, to show that they are
/// no better. One that is better is searched again. Source: Pearl, "Scout", 1980; Finkel, Fishburn, "Parallel alpha-beta
/// search on Arachne", 1980; Marsland, Campbell, "Parallel search of strongly ordered game trees", 1982.
/// Without it there are no reductions either.
struct Scout {
    static constexpr bool scouts = true;
};

}  // namespace stackmate
