// Squares, sets of squares and moves. The dark squares are numbered as in print, from 1 at the top left; a set has a
// bit for each, and one more at the end of every second row:
//
//      .  0  .  1  .  2  .  3  .  4
//      5  .  6  .  7  .  8  .  9  . (10)
//      . 11  . 12  . 13  . 14  . 15
//     16  . 17  . 18  . 19  . 20  . (21)   and so on: the board of ten rows
//
// So a step in one direction is the same shift everywhere, and a piece that would leave the board at a side reaches
// such an extra bit.
#pragma once

#include "core/chess/bits.hpp"
#include "core/chess/types.hpp"

#include <array>
#include <cstdint>

namespace stackmate::draughts {

/// The number of the square's bit.
enum class Square : std::uint8_t { none = 63 };

constexpr unsigned index(Square s) { return static_cast<unsigned>(s); }

using Set = std::uint64_t;

constexpr Set set_of(Square s) { return Set{1} << index(s); }
/// `set` must not be empty.
constexpr Square lowest(Set set) {
    const auto low = static_cast<std::uint32_t>(set);
    return static_cast<Square>(low != 0 ? lowest_bit(low) : 32 + lowest_bit(static_cast<std::uint32_t>(set >> 32)));
}

enum class Direction : std::uint8_t { up_left, up_right, down_left, down_right };

inline constexpr unsigned directions = 4;
constexpr bool is_forward(Direction d, Color c) { return static_cast<unsigned>(d) >> 1 == index(c); }
constexpr Direction opposite(Direction d) { return static_cast<Direction>(3 - static_cast<unsigned>(d)); }
constexpr Direction& operator++(Direction& d) { return d = static_cast<Direction>(static_cast<unsigned>(d) + 1); }
inline constexpr std::array<Direction, directions> all_directions = {Direction::up_left, Direction::up_right,
                                                                     Direction::down_left, Direction::down_right};

template <unsigned size>
struct Board {
    static_assert(size % 2 == 0 && size >= 4 && size <= 10, "a set has 64 bits, and Square::none is one of them");
    static constexpr unsigned columns = size / 2;  ///< dark squares in a row
    static constexpr unsigned count = size * columns;
    static constexpr unsigned bits = count + columns - 1;

    static constexpr Square from_number(unsigned number) {  // 1 .. count
        return static_cast<Square>(number - 1 + (number - 1) / size);
    }
    static constexpr unsigned number(Square s) { return index(s) - index(s) / (size + 1) + 1; }

    static constexpr Set row(unsigned r) { return ((Set{1} << columns) - 1) << (r * columns + r / 2); }
    static constexpr Set squares = [] {
        Set set = 0;
        for (unsigned r = 0; r < size; ++r) set |= row(r);
        return set;
    }();
    /// Where a man of this colour becomes a king.
    static constexpr Set last_row(Color c) { return row(c == Color::white ? 0 : size - 1); }
    /// The first rows of a side: where its men begin.
    static constexpr Set first_rows(Color c) {
        Set set = 0;
        for (unsigned r = 0; r < columns - 1; ++r) set |= row(c == Color::white ? size - 1 - r : r);
        return set;
    }

    /// Moves every square of the set one step; those that would leave the board vanish.
    static constexpr Set step(Set set, Direction d) {
        switch (d) {
        case Direction::up_left: return set >> (columns + 1) & squares;
        case Direction::up_right: return set >> columns & squares;
        case Direction::down_left: return set << columns & squares;
        case Direction::down_right: return set << (columns + 1) & squares;
        }
        return 0;
    }
};

static_assert(Board<10>::number(Board<10>::from_number(50)) == 50 && Board<10>::bits == 54);
static_assert(Board<8>::number(Board<8>::from_number(9)) == 9 && Board<8>::bits == 35);
static_assert(Board<10>::step(set_of(Board<10>::from_number(28)), Direction::up_right)
              == set_of(Board<10>::from_number(23)));
static_assert(Board<10>::step(set_of(Board<10>::from_number(26)), Direction::down_left) == 0);
static_assert(Board<8>::step(set_of(Board<8>::from_number(4)), Direction::down_right) == 0);

/// A move, in the position in which it is made:
///
///      31 ........ 12 | 11 ........ 6 | 5 ......... 0
///      route          |      to       |     from
///
/// `route` is 0 for a move that captures nothing. Captures of one piece that end on the same square differ in what they
/// capture: the first one that `CaptureWalk` finds has route 1, and so on. Captures of the same pieces have the number
/// of the first of them. A piece may return to its origin. The value 0 is no move.
class Move {
public:
    constexpr Move() = default;
    constexpr Move(Square from, Square to, unsigned route = 0)
        : bits_(index(from) | index(to) << 6 | static_cast<std::uint32_t>(route) << 12) {}

    [[nodiscard]] constexpr Square from() const { return static_cast<Square>(bits_ & 63u); }
    [[nodiscard]] constexpr Square to() const { return static_cast<Square>(bits_ >> 6 & 63u); }
    [[nodiscard]] constexpr unsigned route() const { return bits_ >> 12; }
    [[nodiscard]] constexpr bool takes() const { return route() != 0; }

    /// What a table stores. Routes above 15 become 15: possibly another legal move.
    [[nodiscard]] constexpr std::uint16_t bits() const {
        return static_cast<std::uint16_t>(route() > 15 ? (bits_ & 0xfffu) | 0xf000u : bits_);
    }
    static constexpr Move from_bits(std::uint16_t bits) {
        Move m;
        m.bits_ = bits;
        return m;
    }

    constexpr explicit operator bool() const { return bits_ != 0; }
    friend constexpr bool operator==(Move, Move) = default;

private:
    std::uint32_t bits_ = 0;
};

}  // namespace stackmate::draughts
