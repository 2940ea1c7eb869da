// A move list for each ply, as most engines have it, to be compared with the arena that all plies share.
#pragma once

#include "core/search/pickers.hpp"

#include <cstddef>
#include <cstdint>

namespace stackmate {

/// As ArenaPicker, but every ply's moves begin at a place of their own. `room`: moves for each ply, more than any reachable
/// position has.
template <std::size_t plies, std::size_t room>
class ListPicker : public ArenaPicker<plies * room> {
public:
    template <class F>
    static void open_child(const F& f, F& child) {
        child.first = child.next = child.end = static_cast<std::uint16_t>(f.first + room);
    }
};

}  // namespace stackmate
