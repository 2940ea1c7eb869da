// Taps: a square that changes and changes back, and nothing else meanwhile. So the squares of a menu work whatever stands
// on them.
#pragma once

#include "firmware/squares/tracker.hpp"

#include <bit>
#include <cstdint>

namespace stackmate::firmware {

class TapReader {
public:
    static constexpr unsigned none = 64;

    /// What has changed so far is no part of a tap.
    constexpr void reset() { square_ = none; }
    /// The tap that was told was none: the board went on changing.
    constexpr void spoil() { square_ = spoiled; }

    /// The board has changed from `before` to `after`; both debounced. The square (0 a1 to 63 h8) that has been tapped now,
    /// or `none`. A piece may be held for long; one that stays away for `forgotten_ms` keeps no others from being tapped.
    constexpr unsigned update(SquareSet before, SquareSet after, std::uint32_t now_ms) {
        const SquareSet flips = before ^ after;
        const std::uint32_t passed = now_ms - changed_at_;
        changed_at_ = now_ms;
        if (!std::has_single_bit(flips)) {
            square_ = spoiled;
            return none;
        }
        const auto square = static_cast<std::uint8_t>(std::countr_zero(flips));
        if (square == square_) {
            square_ = none;
            return square;
        }
        const bool is_free = square_ == none || passed >= (square_ == spoiled ? rest_ms : forgotten_ms);
        square_ = is_free ? square : spoiled;
        return none;
    }

private:
    static constexpr std::uint8_t spoiled = 65;  ///< more than one square has changed
    static constexpr std::uint32_t rest_ms = 300, forgotten_ms = 2000;

    std::uint8_t square_ = none;  ///< that has changed once
    std::uint32_t changed_at_ = 0;
};

}  // namespace stackmate::firmware
