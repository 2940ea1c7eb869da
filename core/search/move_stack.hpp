// What pickers share that keep the moves of all plies on one stack.
#pragma once

#include "core/cpp20.hpp"

namespace stackmate {

/// The frame of a ply says where its moves begin (`first`), which is searched next (`next`) and where they end (`end`). The
/// moves of its child begin at `end`.
class MoveStack {
public:
    template <class F>
    static void open_root(F& f) {
        f.first = f.next = f.end = 0;
    }
    template <class F>
    static void open_child(const F& f, F& child) {
        child.first = child.next = child.end = f.end;
    }

protected:
    /// An iteration over the node's moves begins, with none on the stack yet.
    template <class F>
    static void begin_part(F& f) {
        f.next = f.end = f.first;
    }
};

}  // namespace stackmate
