// An opening book: positions that long searches judged, four bytes each, sorted and searched in place.
//
// The book holds no moves. A move is in it if the position it leads to is: so what it plays comes out of the move
// generator and is legal whatever the entries say, and transpositions are found without a word about them.
//
//      31 ............... 6 | 5 | 4 ...... 0
//      high bits of the key | A |   rating
//
// A: the book answers here; else it only says what the position is worth. Rating: of the position, for the side that
// has just moved (`book::rating`); 0 is too poor to be played.
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

inline constexpr Score worst = -60;    ///< centipawns; what is worse for its mover is not played
inline constexpr Score step = 10;      ///< centipawns between two ratings
inline constexpr unsigned spread = 3;  ///< ratings behind the best move of a position; what is further is not played

constexpr unsigned rating(Score score) {
    if (score < worst) return 0;
    const unsigned steps = 1 + static_cast<unsigned>((score - worst) / step);
    return steps < rating_mask ? steps : rating_mask;
}
/// The middle of what has this rating, which is neither 0 nor the highest.
constexpr Score score_of(unsigned rating) { return worst + static_cast<Score>(rating - 1) * step + step / 2; }
/// In the lot: twice as many for each rating more, none for what is not played.
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
    std::uint8_t tickets;  ///< 1 to 8; a move is chosen as often as its share of all
};

/// Entries in rising order, no two with the same key.
class Book {
public:
    static constexpr std::size_t max_moves = 16;  ///< of a position; further ones are not seen

    constexpr explicit Book(std::span<const std::uint32_t> entries) : entries_(entries) {}

    /// The moves it plays here, in the generator's order, in `memory`, which holds max_moves. None where it does not
    /// answer.
    [[nodiscard]] std::span<const BookMove> moves(const Position& p, std::span<BookMove> memory) const;
    /// One of them by lot: always the same for the same position and seed; none where it does not answer.
    [[nodiscard]] Move choose(const Position& p, std::uint32_t seed) const;

    /// What the position is worth to the side that has just moved; 0: unknown, or too poor.
    [[nodiscard]] unsigned rating(const Position& p) const { return find(p.key()) & book::rating_mask; }

    [[nodiscard]] std::span<const std::uint32_t> entries() const { return entries_; }

private:
    /// The position's entry; 0 where there is none: an entry that neither answers nor is played would say nothing.
    [[nodiscard]] std::uint32_t find(Key key) const;

    std::span<const std::uint32_t> entries_;
};

/// What training/book has made: core/engine/books/openings.hpp. An image that does not ask for it does not hold it.
extern const Book opening_book;

}  // namespace stackmate
