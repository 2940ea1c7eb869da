// A tap is a square that changes and changes back, while nothing else changes meanwhile or soon after. So the squares
// of a menu work whatever stands on them.
#pragma once

#include "firmware/squares/square_set.hpp"

#include <bit>
#include <cstdint>
#include <utility>

namespace stackmate::firmware {

class TapReader {
public:
    static constexpr unsigned none = 64;

    /// What has changed so far is not part of a tap.
    constexpr void reset() { square_ = touched_ = none; }

    /// Whether there may be a tap soon if nothing more changes.
    [[nodiscard]] constexpr bool may_become_tap(std::uint32_t now_ms) const {
        return touched_ != none && now_ms - changed_at_ < 2 * longest_tap_ms;
    }

    /// To be called every turn: `before` is the board of the turn before, `after` the board now, both debounced.
    /// Returns the square that was tapped (0 a1 to 63 h8), once, or `none`. A tap counts when nothing has changed for
    /// half a second. If 1.5 times the time for which the square was changed is longer, it must rest that long, but no
    /// longer than 1.5 s. A contact that opens and closes evenly never rests that long. A piece may be held for long;
    /// after `forgotten_ms` in the air it no longer keeps other squares from being tapped.
    constexpr unsigned update(SquareSet before, SquareSet after, std::uint32_t now_ms) {
        if (before != after) {
            touched_ = static_cast<std::uint8_t>(read(before ^ after, now_ms));
        }
        const std::uint32_t rest = now_ms - changed_at_;
        const bool may_go_on = rest < tap_ms || (rest < longest_tap_ms && rest < kept_ms_ + kept_ms_ / 2);
        return touched_ == none || may_go_on ? unsigned{none} : std::exchange(touched_, std::uint8_t{none});
    }

private:
    static constexpr std::uint8_t spoiled = 65;  ///< more than one square has changed
    static constexpr std::uint32_t rest_ms = 300, forgotten_ms = 2000;
    static constexpr std::uint32_t tap_ms = 500, longest_tap_ms = 1500;

    /// The square that was tapped if nothing more changes.
    constexpr unsigned read(SquareSet flips, std::uint32_t now_ms) {
        const std::uint32_t passed = kept_ms_ = now_ms - changed_at_;
        changed_at_ = now_ms;
        if (touched_ != none) {
            square_ = spoiled;  // the board goes on changing
        }
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

    std::uint8_t square_ = none;   ///< the square that has changed once
    std::uint8_t touched_ = none;  ///< the square that was tapped if nothing more changes
    std::uint32_t changed_at_ = 0;
    std::uint32_t kept_ms_ = 0;  ///< how long the board had kept still before the last change
};

}  // namespace stackmate::firmware
