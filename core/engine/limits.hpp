// What a search is asked for, and what that means in time.
#pragma once

#include "core/chess/types.hpp"

#include <cstdint>

namespace stackmate {

/// "No such limit", in milliseconds.
inline constexpr std::uint32_t no_limit = 0xffffffff;

/// Everything that UCI's `go` can say. All zero: search until stopped.
struct Limits {
    std::uint64_t nodes = 0;             ///< moves made in the tree; 0: no limit
    std::uint32_t time_ms[2] = {};       ///< on the clocks, by index(Color)
    std::uint32_t increment_ms[2] = {};  ///< by index(Color)
    std::uint32_t move_time_ms = 0;
    std::uint16_t moves_to_go = 0;  ///< to the next time control; 0: the clock is for the rest of the game
    std::uint8_t depth = 0;         ///< plies; 0: no limit
    std::uint8_t mate = 0;          ///< stop when a mate in so many moves is found; 0: no such wish
    bool clock[2] = {};             ///< time_ms was given
    bool has_move_time = false;
    bool infinite = false;  ///< no answer before stop
    bool ponder = false;    ///< no answer before stop or ponder hit
};

/// Milliseconds from the start of the search.
struct TimeBudget {
    std::uint32_t soft_ms = no_limit;  ///< what a move should take; core/engine/time_keeper.hpp bends it
    std::uint32_t hard_ms = no_limit;  ///< the answer is due
};

/// Moves to come that are planned for where no control is ahead.
inline constexpr std::uint32_t moves_planned = 30;

/// The clock's share for one move. Hard is never more than what is left after the overhead, and at least 1 ms.
template <std::uint32_t planned = moves_planned>
constexpr TimeBudget time_budget(const Limits& limits, Color side, std::uint32_t overhead_ms) {
    TimeBudget budget;
    if (limits.has_move_time) {
        budget.hard_ms = limits.move_time_ms;
        budget.soft_ms = budget.hard_ms;
    }
    if (!limits.clock[index(side)]) return budget;
    const std::uint32_t time = limits.time_ms[index(side)];
    const std::uint32_t increment = limits.increment_ms[index(side)];
    const std::uint32_t left = time > overhead_ms + 1 ? time - overhead_ms : 1;
    // Without a control ahead, plan for so many more moves; with one, spread to it and keep a little for the last.
    const std::uint32_t moves = limits.moves_to_go == 0 || limits.moves_to_go > planned ? planned : limits.moves_to_go;
    const std::uint32_t reserve = moves == 1 ? left / 8 : left / 4;
    // Each move to come costs the overhead as well, unless the increment pays for it. Ten moves more are planned for
    // than the share is: at the end of a long game little else would be left.
    const std::uint32_t lost = increment < overhead_ms ? overhead_ms - increment : 0;
    constexpr std::uint32_t to_come = planned + 10;
    const std::uint32_t to_lose =
        lost * (limits.moves_to_go == 0 || limits.moves_to_go > to_come ? to_come : limits.moves_to_go - 1);
    const std::uint32_t plan = left - left / 4 > to_lose ? left - to_lose : left / 4;
    const std::uint32_t part = plan / (moves == 1 ? 2 : moves + 1);
    const std::uint32_t share =
        (part != 0 ? part : 1) + (increment - increment / 4 < left / 2 ? increment - increment / 4 : left / 2);
    const std::uint32_t most = left - reserve > 0 ? left - reserve : 1;
    std::uint32_t soft = share < most ? share : most;
    std::uint32_t hard = share > most / 4 ? most : share * 4;
    if (hard == 0) hard = 1;
    if (soft > hard) soft = hard;
    if (hard < budget.hard_ms) budget.hard_ms = hard;
    if (soft < budget.soft_ms) budget.soft_ms = soft;
    return budget;
}

}  // namespace stackmate
