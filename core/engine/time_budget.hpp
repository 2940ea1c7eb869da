// How the clock is shared: from what `go` says to the two limits of a move.
#pragma once

#include "core/chess/types.hpp"
#include "core/engine/limits.hpp"

#include <cstdint>

namespace stackmate {

/// "No such limit", in milliseconds.
inline constexpr std::uint32_t no_limit = 0xffffffff;

/// Milliseconds from the start of the search.
struct TimeBudget {
    std::uint32_t soft_ms = no_limit;  ///< what a move should take; core/engine/time_keeper.hpp adjusts it
    std::uint32_t hard_ms = no_limit;  ///< the answer is due
};

/// The moves to come among which the clock is shared if no time control is ahead.
inline constexpr std::uint32_t moves_planned = 30;

/// Whether only the other side has a clock, and nothing else ends the search: it would never end.
constexpr bool lacks_clock(const Limits& limits, Color side) {
    return !limits.clock[index(side)] && limits.clock[index(~side)] && limits.nodes == 0 && limits.depth == 0
           && limits.mate == 0 && !limits.has_move_time && !limits.infinite;
}

/// The time for one move of `side`: move time or a share of its clock, whichever is less. The hard limit of the share is at
/// least 1 ms, and never more than what is left on the clock after the overhead. If `side` lacks a clock, that is empty.
template <std::uint32_t planned = moves_planned>
constexpr TimeBudget time_budget(const Limits& limits, Color side, std::uint16_t overhead_ms) {
    TimeBudget budget;
    if (limits.has_move_time) {
        budget.hard_ms = limits.move_time_ms;
        budget.soft_ms = budget.hard_ms;
    }
    const bool has_clock = limits.clock[index(side)];
    if (!has_clock && !lacks_clock(limits, side)) return budget;
    const std::uint32_t time = has_clock ? limits.time_ms[index(side)] : 0;
    const std::uint32_t increment = limits.increment_ms[index(side)];
    const std::uint32_t left = time > overhead_ms + 1u ? time - overhead_ms : 1;
    // With a time control ahead the clock is shared among the moves up to it, and a reserve is kept.
    const std::uint32_t moves = limits.moves_to_go == 0 || limits.moves_to_go > planned ? planned : limits.moves_to_go;
    const std::uint32_t reserve = moves == 1 ? left / 8 : left / 4;
    // Each move to come costs the overhead, too, unless the increment pays for it. That is set aside for ten moves more than
    // the clock is shared among; otherwise too little is left at the end of a long game.
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
