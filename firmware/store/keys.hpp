// Which keys of the store belong to what: the only place that gives them out.
#pragma once

#include <algorithm>
#include <array>

#include "firmware/engine/levels.hpp"
#include "hal/chess_concepts.hpp"

namespace stackmate::firmware {

struct StoreKeys {
    unsigned first;
    unsigned count;

    [[nodiscard]] constexpr unsigned end() const { return first + count; }
};

inline constexpr StoreKeys settings_keys{0, 1}, game_keys{1, 1};
inline constexpr StoreKeys another_game_keys{2, 2};  ///< its moves, and whether it was played last
inline constexpr StoreKeys mistake_keys{4, has_exercises ? 8 : 0};
/// Of a board without flash for them. Stores of boards without exercises have had them from 7 on since before there were any.
inline constexpr StoreKeys past_game_keys{has_exercises ? 12 : 7, 8};
/// Of a board whose sensors have levels. Where past games have flash of their own, or none, their keys are free.
template <class Board>
inline constexpr StoreKeys calibration_keys{past_game_keys.first, 2};
template <class Board>
    requires(Board::games_in_store > 0)
inline constexpr StoreKeys calibration_keys<Board>{past_game_keys.end(), 2};
/// The last one: its value is there only while the store is tested.
template <hal::NvStore Store>
inline constexpr StoreKeys self_test_keys{Store::keys - 1, 1};

/// The store has these keys, and its self-test uses none of them.
template <hal::NvStore Store>
[[nodiscard]] constexpr bool has_keys(StoreKeys keys) {
    return keys.end() <= self_test_keys<Store>.first;
}

static_assert(
    [] {
        constexpr std::array all{settings_keys, game_keys, another_game_keys, mistake_keys, past_game_keys};
        return std::ranges::adjacent_find(all, [](StoreKeys a, StoreKeys b) { return a.end() > b.first; }) == all.end();
    }(),
    "they rise, and no key belongs to two");

}  // namespace stackmate::firmware
