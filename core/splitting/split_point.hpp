// A split point: what leader and helper share about a node that both search (core/splitting/splitting.hpp says how).
// Each word is written by one core and read by the other, with plain loads and stores. Neither core waits for the other.
#pragma once

#include "core/chess/types.hpp"

#include <array>
#include <atomic>
#include <cstdint>

namespace stackmate {

/// What the two share about one node.
struct SplitPoint {
    static constexpr std::uint32_t capacity = 48;  ///< moves in a list; the helper takes no more
    static constexpr Score not_searched = score_none;

    // The leader writes.
    std::atomic<std::uint32_t> open;  ///< 1: the leader is at the node; 0: it needs no more results
    std::atomic<std::int32_t> alpha;
    std::atomic<std::uint32_t> leaders_count;
    std::array<std::atomic<std::uint16_t>, capacity> leaders;  ///< moves since the split
    // The helper writes.
    std::atomic<std::uint32_t> taken;                          ///< moves begun
    std::atomic<std::uint32_t> done;                           ///< moves with a result: all, or all but the last
    std::array<std::atomic<std::uint32_t>, capacity> helpers;  ///< the move in the low half, the score in the high half
    // Used by the leader only.
    std::uint32_t merged;  ///< results that have been taken over
    std::int8_t ply;

    static Move move_of(std::uint32_t word) { return Move::from_bits(static_cast<std::uint16_t>(word)); }
    static Score score_of(std::uint32_t word) { return static_cast<std::int16_t>(word >> 16); }

    [[nodiscard]] bool helper_has(Move m) const {
        const std::uint32_t n = taken.load(std::memory_order_acquire);
        for (std::uint32_t i = 0; i < n; ++i)
            if (move_of(helpers[i].load(std::memory_order_relaxed)) == m) return true;
        return false;
    }
    [[nodiscard]] bool leader_has(Move m) const {
        const std::uint32_t n = leaders_count.load(std::memory_order_acquire);
        for (std::uint32_t i = 0; i < n; ++i)
            if (leaders[i].load(std::memory_order_relaxed) == m.bits()) return true;
        return false;
    }
    void leader_takes(Move m) {
        const std::uint32_t n = leaders_count.load(std::memory_order_relaxed);
        if (n == capacity) return;  // the helper may take it as well
        leaders[n].store(m.bits(), std::memory_order_relaxed);
        leaders_count.store(n + 1, std::memory_order_release);
    }
};

/// All that the two share.
struct SplitBoard {
    std::atomic<bool> busy{false};       ///< the helper's core owns the helper's search; the leader raises it
    std::atomic<bool> halt{false};       ///< stops the helper's search; written by the core that owns it
    std::atomic<std::uint32_t> news{0};  ///< counts the helper's reports
    std::array<SplitPoint, 6> points{};  ///< from the root down; if the helper is at one, it is the last

    void ring() { news.store(news.load(std::memory_order_relaxed) + 1, std::memory_order_release); }
};

}  // namespace stackmate
