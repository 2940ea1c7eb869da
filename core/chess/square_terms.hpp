// What a piece on a square adds to the keys of the position, in the order of the 0x88 board.
#pragma once

#include "core/chess/types.hpp"
#include "core/chess/zobrist.hpp"

#include <array>

namespace stackmate {

class SquareTerm {
public:
    constexpr SquareTerm() = default;
    constexpr explicit SquareTerm(Key key) : key_(key) {}

    [[nodiscard]] constexpr Key key() const { return key_; }
    [[nodiscard]] constexpr std::uint32_t pawn_key() const { return static_cast<std::uint32_t>(key_ >> 32); }

private:
    Key key_ = 0;
};

namespace detail {
constexpr std::array<SquareTerm, std::size_t{6} * 128> make_square_terms() {
    std::array<SquareTerm, std::size_t{6} * 128> terms{};
    for (unsigned type = 1; type <= 6; ++type)
        for (unsigned sq = 0; sq < 64; ++sq)
            for (unsigned color = 0; color < 2; ++color) {
                const Square s = from_index64(sq);
                const Piece p = make_piece(static_cast<Color>(color), static_cast<PieceType>(type));
                terms[(type - 1) * 128 + index(s) + color * 8] = SquareTerm(zobrist::of(p, s));
            }
    return terms;
}
}  // namespace detail

// White's terms are at the 64 on-board indices, Black's in the off-board half beside them.
inline constexpr std::array<SquareTerm, std::size_t{6} * 128> square_terms = detail::make_square_terms();

/// `square_term` of what lies on a cell of a position, by the square's index.
constexpr const SquareTerm* row_of(std::uint8_t cell) {
    return &square_terms[((cell >> 5) - 1u) * 128 + (cell >> 1 & 8u)];
}

constexpr const SquareTerm& square_term(Piece p, Square s) {
    return square_terms[(index(type_of(p)) - 1) * 128 + index(s) + (index(p) & 8u)];
}

}  // namespace stackmate
