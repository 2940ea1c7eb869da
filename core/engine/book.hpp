// An opening book: positions that long searches judged, four bytes each, sorted and searched in place.
//
// The book holds no moves. A move is in the book if the position after it is. So the moves that it plays come from the move
// generator and are legal whatever the entries say, and transpositions need no special handling.
//
//      31 ............... 6 | 5 | 4 ...... 0
//      high bits of the key | A |   rating
//
// A: the book answers in this position; otherwise the entry only rates it. The rating (`book::rating`) is that of the position
// for the side that has just moved; with 0 the move to it is not played.
#pragma once

#include "core/chess/position.hpp"
#include "core/chess/types.hpp"

#include <cstddef>
#include <cstdint>
#include <span>

namespace stackmate {

namespace book {

inline constexpr std::size_t max_bytes = 32768;
inline constexpr unsigned key_shift = 6;
inline constexpr std::uint32_t answered = 1u << 5;
inline constexpr unsigned rating_mask = 31;

inline constexpr Score worst = -60;    ///< centipawns; a move to a position worth less is not played
inline constexpr Score step = 10;      ///< centipawns from one rating to the next
inline constexpr unsigned spread = 3;  ///< a move whose rating is further below the best one is not played

constexpr unsigned rating(Score score) {
    if (score < worst) return 0;
    const unsigned steps = 1 + static_cast<unsigned>((score - worst) / step);
    return steps < rating_mask ? steps : rating_mask;
}
/// The middle of the scores with this rating, which is neither 0 nor the highest.
constexpr Score score_of(unsigned rating) { return worst + static_cast<Score>(rating - 1) * step + step / 2; }
/// A move's weight in the random choice: twice as much for each step of the rating, 0 if it is not played.
constexpr unsigned tickets(unsigned rating, unsigned best) {
    return rating == 0 || rating + spread < best ? 0 : 1u << (rating + spread - best);
}
constexpr std::uint32_t key_bits(Key key) { return static_cast<std::uint32_t>(key >> 32) >> key_shift << key_shift; }
constexpr std::uint32_t entry(Key key, bool is_answered, unsigned rating) {
    return key_bits(key) | (is_answered ? answered : 0) | rating;
}

}  // namespace book

struct BookMove {
    Move move;
    std::uint8_t tickets;  ///< 1 to 8: the move's weight in the random choice
};

/// Entries are in ascending order, no two with the same key.
class Book {
public:
    static constexpr std::size_t max_moves = 16;  ///< of a position; more are ignored

    constexpr explicit Book(std::span<const std::uint32_t> entries) : entries_(entries) {}

    /// The moves that the book plays in this position, in the generator's order. None if it does not answer. `memory` has
    /// space for max_moves.
    [[nodiscard]] std::span<const BookMove> moves(const Position& p, std::span<BookMove> memory) const;
    /// One of them at random: always the same for the same position and seed. None if the book does not answer.
    [[nodiscard]] Move choose(const Position& p, std::uint32_t seed) const;

    /// The rating of the position for the side that has just moved; 0: unknown, or too low to be played.
    [[nodiscard]] unsigned rating(const Position& p) const { return find(p.key()) & book::rating_mask; }

    [[nodiscard]] std::span<const std::uint32_t> entries() const { return entries_; }

private:
    /// The position's entry, or 0, which no entry is.
    [[nodiscard]] std::uint32_t find(Key key) const;

    std::span<const std::uint32_t> entries_;
};

/// The book in core/engine/books/openings.hpp. Only an image that uses it contains it.
extern const Book opening_book;

}  // namespace stackmate
