// Puzzles from the engine's own games, each with one clear solution: reads the packed file where it lies. No heap, no recursion.
#pragma once

#include "core/chess/movegen.hpp"
#include "core/chess/position.hpp"
#include "core/chess/types.hpp"
#include "endings/packed_file.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace stackmate::puzzles {

inline constexpr unsigned classes = 8, fewest_men = 3, most_men = 16, longest = 7;

struct Puzzle {
    Position position;                  ///< the solver is to move; no castling, no en passant
    std::array<Move, longest> moves{};  ///< the solver's, the best reply, the solver's and so on
    std::uint8_t length = 0;            ///< of `moves`, an odd number
    std::uint8_t rating = 0;            ///< 0, the easiest, to classes - 1
};

/// Puzzles with the same rating, number of men and length, which take the same number of bytes.
struct Group {
    unsigned rating, men, length;

    static constexpr unsigned lengths = (longest + 1) / 2, per_class = (most_men - fewest_men + 1) * lengths;
    static constexpr unsigned count = classes * per_class;
    static constexpr Group of(unsigned n) {
        return {n / per_class, n % per_class / lengths + fewest_men, n % lengths * 2 + 1};
    }
    [[nodiscard]] constexpr unsigned number() const {
        return rating * per_class + (men - fewest_men) * lengths + length / 2;
    }
    /// A bit for each square, a8 to h8, a7 to h7 and so on; half a byte for each man on them: type and colour as in `Piece`,
    /// but of the king that is to move the lowest three bits are set; a byte for each move, its number among the legal ones.
    [[nodiscard]] constexpr unsigned bytes() const { return 8 + (men + 1) / 2 + length; }
};

/// Moves are counted from 0 in the order of their bits, so that the order of generation does not matter. None if there are fewer.
inline Move legal_move(const Position& p, unsigned number) {
    const Square checker = p.checker();
    unsigned last = 0;
    for (;; --number) {
        unsigned least = ~0u;
        Cursor cursor(checker);
        while (const Move m = cursor.next(p))
            if (m.bits() > last && m.bits() < least && p.legal(m, checker)) least = m.bits();
        if (least == ~0u) return {};
        if (number == 0) return Move::from_bits(static_cast<std::uint16_t>(least));
        last = least;
    }
}

/// The file: its head (endings/packed_file.hpp), the number of puzzles in each group (16 bits), the puzzles group by group.
class Table {
public:
    static constexpr std::uint32_t format = 'S' | 'm' << 8 | 'P' << 16 | 1u << 24;
    static constexpr unsigned header = packed_file::head + 2 * Group::count;

    constexpr explicit Table(const std::uint8_t* data) : data_(data) {}

    /// Is that a file of this format, and as it was written? Looks at all of it.
    [[nodiscard]] static constexpr bool sound(const std::uint8_t* data) {
        return packed_file::sound(data, format, header);
    }

    /// Puzzles are in the order of their ratings, and of each rating those with few men come first.
    [[nodiscard]] constexpr unsigned count() const { return first(classes); }
    /// The number of the first puzzle with that rating or a higher one; first(rating + 1) is the end.
    [[nodiscard]] constexpr unsigned first(unsigned rating) const {
        unsigned sum = 0;
        for (unsigned g = 0; g < rating * Group::per_class; ++g) sum += in_group(g);
        return sum;
    }

    /// `number`: below count(). False if the file is not sound.
    [[nodiscard]] bool puzzle(unsigned number, Puzzle& puzzle) const {
        const std::uint8_t* at = data_ + header;
        for (unsigned g = 0; g < Group::count; ++g) {
            const Group group = Group::of(g);
            if (number < in_group(g)) return unpack(at + number * group.bytes(), group, puzzle);
            number -= in_group(g);
            at += in_group(g) * group.bytes();
        }
        return false;
    }

private:
    [[nodiscard]] constexpr unsigned in_group(unsigned g) const {
        const std::uint8_t* const at = data_ + packed_file::head + 2 * g;
        return at[0] | static_cast<unsigned>(at[1]) << 8;
    }
    static bool unpack(const std::uint8_t* at, const Group& group, Puzzle& puzzle) {
        puzzle.rating = static_cast<std::uint8_t>(group.rating);
        puzzle.length = static_cast<std::uint8_t>(group.length);
        if (!unpack_position(at, group.men, puzzle.position)) return false;
        Position p = puzzle.position;
        Undo undo;
        for (unsigned i = 0; i < group.length; ++i) {
            const Move m = legal_move(p, at[8 + (group.men + 1) / 2 + i]);
            if (!m) return false;
            puzzle.moves[i] = m;
            p.make(m, undo);
        }
        return true;
    }
    static bool unpack_position(const std::uint8_t* at, unsigned men, Position& position) {
        Placement on = {};
        Color side = Color::white;
        unsigned man = 0;
        for (unsigned row = 0; row < 8; ++row)
            for (unsigned file = 0; file < 8; ++file) {
                if ((at[row] >> file & 1u) == 0) continue;
                if (man == men) return false;
                const unsigned code = at[8 + man / 2] >> man % 2 * 4 & 15u;
                const Color color = code < 8 ? Color::white : Color::black;
                const bool is_movers_king = code % 8 == 7;
                if (is_movers_king) side = color;
                on[8 * (7 - row) + file] =
                    make_piece(color, is_movers_king ? PieceType::king : static_cast<PieceType>(code % 8));
                ++man;
            }
        return man == men && position.read_men(on, side) == FenError::none;
    }

    const std::uint8_t* data_;
};

}  // namespace stackmate::puzzles
