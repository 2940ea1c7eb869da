// What a search is asked for.
#pragma once

#include "core/cpp20.hpp"

#include <cstdint>

namespace stackmate {

/// Everything that UCI's `go` can say, and what ends the search. All zero: search until stopped.
struct Limits {
    std::uint64_t nodes = 0;             ///< moves made in the tree; 0: no limit
    std::uint32_t time_ms[2] = {};       ///< on the clocks, by index(Color)
    std::uint32_t increment_ms[2] = {};  ///< by index(Color)
    std::uint32_t move_time_ms = 0;
    std::uint16_t moves_to_go = 0;  ///< to the next time control; 0: there is none ahead
    std::uint8_t depth = 0;         ///< plies; 0: no limit
    std::uint8_t mate = 0;          ///< stop when a mate in this many moves is found; 0: no such limit
    bool clock[2] = {};             ///< time_ms was given
    bool has_move_time = false;
    bool infinite = false;   ///< the answer waits for stop
    bool ponder = false;     ///< the answer waits for stop or ponder hit
    bool has_timer = false;  ///< a timer raises the stop flag at the hard limit, so no slice can end after it
};

}  // namespace stackmate
