// What pickers share whose moves of all plies lie in one stack.
#pragma once

namespace stackmate {

/// A ply keeps in its frame where its moves begin (`first`), which comes next (`next`) and where they end (`end`); those
/// of its child begin there.
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
    /// An iteration over the node's moves begins: none are there yet.
    template <class F>
    static void begin_part(F& f) {
        f.next = f.end = f.first;
    }
};

}  // namespace stackmate
