// The watchdog of a board that plays, and the longest time between two feedings.
#pragma once

#include <algorithm>
#include <cstdint>

#include "firmware/engine/stand_in.hpp"
#include "firmware/store/last_games.hpp"

namespace stackmate::firmware {

inline constexpr std::uint32_t watchdog_ms = 4000;

/// The searches in one turn: a millisecond for each node. The slowest board needs less than a tenth of that for a usual
/// node.
template <class Config>
inline constexpr std::uint32_t longest_slice_us = (Config::slice_nodes + stand_in_nodes<Config>)*1000;

/// Everything in one turn except search and flash. Most of it is waiting for a line: 2,000 characters at 115,200 baud
/// take 174 ms, and no answer has a thousand; a USB host that takes nothing is given up after half a second. Squares,
/// lights and rules take less than 10 ms (docs/TIMING.md).
inline constexpr std::uint32_t longest_rest_us = 1'500'000;

/// The memory's longest work between two feedings, by its data sheet.
template <class Board>
[[nodiscard]] consteval std::uint32_t longest_silence_us() noexcept {
    using Store = decltype(Board::store);
    using Games = GamesOf<Board>;
    if constexpr (Games::places == 0) {
        return Store::longest_silence_us;
    } else {
        return std::max<std::uint32_t>(Store::longest_silence_us, Games::longest_silence_us);
    }
}

/// The watchdog's tolerance is not part of the sum: it never resets before its time, only after it (hal::Watchdog).
template <class Config, class Board>
inline constexpr bool watchdog_is_fed_in_time =
    longest_slice_us<Config> + longest_silence_us<Board>() + longest_rest_us
    < std::min<std::uint32_t>(watchdog_ms, decltype(Board::watchdog)::longest_ms) * 1000;

}  // namespace stackmate::firmware
