#pragma once

#include "core/search/hooks.hpp"
#include "core/chess/types.hpp"

namespace stackmate {

/// A move that gives check costs no depth, because there are few replies and they should be searched to the end. Not in
/// quiescence.
/// Source: not traced to one author; the oldest text seen is Levy, Broughton, Taylor, "The SEX
/// algorithm in computer chess", 1989.
struct CheckExtension {
    template <class S, class F>
    static Depth extend(S&, F& f) {
        return f.depth > 0 && child(f).in_check() ? 1 : 0;
    }
};

}  // namespace stackmate
