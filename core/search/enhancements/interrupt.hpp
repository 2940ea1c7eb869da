#pragma once

#include "core/search/hooks.hpp"

namespace stackmate {

/// Parks the search at the next node when its slice of nodes is used up or someone has raised the stop flag. The flag is read
/// at every node: on a microcontroller that is one load, and the answer to `stop` comes at once.
struct Interrupt {
    template <class S, class F>
    static bool interrupt(S& s, F&) {
        return s.budget_spent() || s.stop_raised();
    }
};

}  // namespace stackmate
