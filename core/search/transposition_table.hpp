// The transposition table. It is small, lies in the caller's memory and can be shared without locks.
#pragma once

#include "core/chess/arm.hpp"
#include "core/chess/types.hpp"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <span>

namespace stackmate {

enum class Bound : std::uint8_t { none, upper, lower, exact };

/// Eight bytes in two words:
///
///      31 ........... 16 | 15 ....... 0        31 .. 26 | 25 24 | 23 ... 16 | 15 ...... 0
///      key check ^ other |     move              age    | bound |   depth   |    score
///
/// The check is the top sixteen bits of the key, mixed with the second word (Hyatt and Mann's lockless hashing, 2002,
/// narrowed to 32-bit words). With a second searcher an entry may be torn: its first word comes from one result, its second
/// from another. That needs two stores within a few cycles, and then one such pair in some thousands passes the check. The
/// result is a wrong hit, as it happens anyway once in 2^16: move and score are valid values, and the move is checked against
/// the position before it is made. The order in which the two words are seen does not matter.
struct TtEntry {
    std::atomic<std::uint32_t> first;
    std::atomic<std::uint32_t> second;
};
static_assert(sizeof(TtEntry) == 8);

/// The result of a probe. Mate scores are counted from the node.
template <class Move>
struct TtHitOf {
    Move move;
    Score score = 0;
    Depth depth = 0;
    Bound bound = Bound::none;
};
using TtHit = TtHitOf<Move>;

/// A replacement policy: how much an entry of a full bucket is worth keeping. The one worth least is replaced. Here that is its
/// depth minus `per_search` for each search since.
template <int per_search>
struct DepthLessAge {
    static int worth(Depth depth, int searches_ago, std::uint32_t) { return depth - per_search * searches_ago; }
};
class TranspositionTable {
public:
    static constexpr std::size_t bucket_size = 4;
    static constexpr std::size_t min_bytes = 256;

    constexpr TranspositionTable() = default;

    /// Uses as many whole buckets as fit, and clears them. Below `min_bytes` the table is off.
    void use(std::span<TtEntry> memory);
    void clear();
    /// Entries of earlier searches are now replaced first.
    void new_search() { age_ = static_cast<std::uint8_t>((age_ + 1) & 63u); }

    /// Empty (`Bound::none`) if nothing is known.
    template <class Move = stackmate::Move>
    [[nodiscard]] TtHitOf<Move> probe(Key key) const {
        TtHitOf<Move> hit;
        if (entries_ == nullptr) return hit;
        const TtEntry* e = bucket(key);
#pragma GCC unroll 4
        for (std::size_t i = 0; i < bucket_size; ++i, ++e) {
            const std::uint32_t first = e->first.load(std::memory_order_relaxed);
            const std::uint32_t second = e->second.load(std::memory_order_relaxed);
            if (check(key, second) != first >> 16 || bound_of(second) == Bound::none) continue;
            hit.move = Move::from_bits(static_cast<std::uint16_t>(first));
            hit.score = static_cast<std::int16_t>(second);
            hit.depth = static_cast<std::int8_t>(second >> 16);
            hit.bound = bound_of(second);
            break;
        }
        return hit;
    }

    /// Replaces the entry of the same position; if there is none, an empty entry of its bucket; if there is none, the one worth
    /// least. If the new result has no move, the move of the same position is kept.
    template <class Replacement = DepthLessAge<4>, class Move = stackmate::Move>
    [[gnu::always_inline]] void store(Key key, Move move, Score score, Depth depth, Bound bound) {
        if (entries_ == nullptr) return;
        TtEntry* const begin = bucket(key);
        TtEntry* victim = begin;
        int least = 1 << 20;
        for (std::size_t i = 0; i < bucket_size; ++i) {
            TtEntry& e = begin[i];
            const std::uint32_t first = e.first.load(std::memory_order_relaxed);
            const std::uint32_t second = e.second.load(std::memory_order_relaxed);
            if (bound_of(second) != Bound::none && check(key, second) == first >> 16) {
                victim = &e;
                if (!move) move = Move::from_bits(static_cast<std::uint16_t>(first));
                break;
            }
            const int searches_ago = static_cast<int>((age_ - (second >> 26)) & 63u);
            const int worth =
                bound_of(second) == Bound::none
                    ? -1000
                    : Replacement::worth(static_cast<std::int8_t>(second >> 16), searches_ago, second ^ first);
            if (worth < least) {
                least = worth;
                victim = &e;
            }
        }
        const std::uint32_t second =
            static_cast<std::uint16_t>(score) | (static_cast<std::uint32_t>(static_cast<std::uint8_t>(depth)) << 16)
            | (static_cast<std::uint32_t>(bound) << 24) | (static_cast<std::uint32_t>(age_) << 26);
        victim->second.store(second, std::memory_order_relaxed);
        victim->first.store(move.bits() | check(key, second) << 16, std::memory_order_relaxed);
    }

    [[nodiscard]] std::size_t size_bytes() const { return std::size_t{buckets_} * bucket_size * sizeof(TtEntry); }
    /// The share of entries that the current search has written, per mille, from a sample.
    [[nodiscard]] unsigned hashfull() const;

private:
    static Bound bound_of(std::uint32_t second) { return static_cast<Bound>(second >> 24 & 3u); }
    static std::uint32_t check(Key key, std::uint32_t second) {
        // Shifting by 9 mixes depth and bound with the middle bits of the score: two scores of a position differ in the lowest
        // bits and in the sign. With scores 40 apart, one torn pair in 8,500 passes; with a shift by 16, one in 440.
        return (static_cast<std::uint32_t>(key >> 48) ^ second ^ second >> 9) & 0xffffu;
    }
    /// The lower half of the key, as a fraction of 2^32, of the number of buckets. Source: Lemire, "Fast random integer
    /// generation in an interval", 2019.
    [[nodiscard]] TtEntry* bucket(Key key) const {
        return entries_ + std::size_t{high_product(static_cast<std::uint32_t>(key), buckets_)} * bucket_size;
    }

    TtEntry* entries_ = nullptr;
    std::uint32_t buckets_ = 0;
    std::uint8_t age_ = 0;
};

}  // namespace stackmate
