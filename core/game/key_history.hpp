// The positions a game has been through since the last capture or pawn move, for draws by repetition.
#pragma once

#include "core/chess/types.hpp"

#include <array>
#include <cstddef>
#include <cstdint>

namespace stackmate {

/// The last `capacity` keys, 32 bits of each: two different positions of one game, the same side to move, are
/// taken for one another about once in a million games. After a hundred half moves without capture or pawn move
/// the game is a draw that may be claimed, so more keys find no other draws. They would find the fifth time of a
/// position, which ends a game at once, wherever it comes (see `state_of`), and take 200 bytes more.
class KeyHistory {
public:
    static constexpr std::size_t capacity = 100;

    constexpr void clear() { size_ = 0; }

    /// The position that is about to be left. `halfmove`: its half moves since the last capture or pawn move;
    /// what lies before can never come again and is forgotten, and so is the oldest key when the history is
    /// full.
    constexpr void push(Key key, unsigned halfmove) {
        if (halfmove < size_) drop(size_ - halfmove);
        if (size_ == capacity) drop(1);
        keys_[size_++] = static_cast<std::uint32_t>(key);
    }

    [[nodiscard]] constexpr std::size_t size() const { return size_; }

    /// How often `key` is among the newest `reach` keys, looking at every second one from number `first` on
    /// (0 is the newest): at those with the same side to move, if `first` is one of them. For the position
    /// that follows the newest key: `first` 1, `reach` its half moves since the last capture or pawn move.
    /// For one n moves further down a search: `first` 1 if n is even, else 0, or more by a multiple of 2;
    /// `reach` n less, not below 0.
    [[nodiscard]] constexpr unsigned count(Key key, unsigned first, unsigned reach) const {
        unsigned found = 0;
        for (unsigned back = first; back < reach && back < size_; back += 2)
            found += keys_[size_ - 1 - back] == static_cast<std::uint32_t>(key) ? 1u : 0u;
        return found;
    }

    /// The same keys kept.
    friend constexpr bool operator==(const KeyHistory& a, const KeyHistory& b) {
        for (std::size_t i = 0; i < a.size_ && a.size_ == b.size_; ++i)
            if (a.keys_[i] != b.keys_[i]) return false;
        return a.size_ == b.size_;
    }

private:
    constexpr void drop(std::size_t n) {
        for (std::size_t i = n; i < size_; ++i) keys_[i - n] = keys_[i];
        size_ -= n;
    }

    std::size_t size_ = 0;
    std::array<std::uint32_t, capacity> keys_{};
};

}  // namespace stackmate
