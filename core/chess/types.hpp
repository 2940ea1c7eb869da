// The types of the core: squares, pieces, moves, scores. They are strong types, so that mixing them up does not compile.
#pragma once

#include "core/chess/rules.hpp"

#include <cstddef>
#include <cstdint>

namespace stackmate {

enum class Color : std::uint8_t { white, black };

constexpr Color operator~(Color c) { return static_cast<Color>(static_cast<unsigned>(c) ^ 1u); }
constexpr unsigned index(Color c) { return static_cast<unsigned>(c); }

enum class PieceType : std::uint8_t { none, pawn, knight, bishop, rook, queen, king };

constexpr unsigned index(PieceType t) { return static_cast<unsigned>(t); }

/// Bits 0..2 the type, bit 3 the colour; `empty` is all zero.
enum class Piece : std::uint8_t { empty = 0 };

constexpr unsigned index(Piece p) { return static_cast<unsigned>(p); }
constexpr Piece make_piece(Color c, PieceType t) { return static_cast<Piece>(index(t) | (index(c) << 3)); }
constexpr PieceType type_of(Piece p) { return static_cast<PieceType>(index(p) & 7u); }
/// Only for an occupied square: `empty` would read as white.
constexpr Color color_of(Piece p) { return static_cast<Color>(index(p) >> 3); }

/// 0x88 index: bits 0..2 file, bits 4..6 rank. An index with bit 3 or bit 7 set lies outside the board.
enum class Square : std::uint8_t { a1 = 0x00, e1 = 0x04, h1 = 0x07, a8 = 0x70, e8 = 0x74, h8 = 0x77, none = 0x7f };

constexpr unsigned index(Square s) { return static_cast<unsigned>(s); }
constexpr unsigned file_of(Square s) { return index(s) & 7u; }
constexpr unsigned rank_of(Square s) { return index(s) >> 4; }
constexpr bool is_light(Square s) { return ((index(s) ^ index(s) >> 4) & 1u) != 0; }
constexpr Square make_square(unsigned file, unsigned rank) { return static_cast<Square>((rank << 4) | file); }
constexpr bool on_board(unsigned raw) { return (raw & 0x88u) == 0; }
/// 0..63, a1 = 0, h1 = 7, a8 = 56.
constexpr unsigned index64(Square s) { return (index(s) + (index(s) & 7u)) >> 1; }
constexpr Square from_index64(unsigned i) { return static_cast<Square>(i + (i & ~7u)); }

/// A move in sixteen bits. Whether it is a capture, castling or en passant follows from the position.
///
///      15 ....... 9 | 8 7   | 6 5 4     | 3        | 2 1 0
///        to (0x88)  | piece | from rank | promotes | from file
///
/// If `promotes` is set, a pawn becomes the piece: 0 knight, 1 bishop, 2 rook, 3 queen. In all other moves both are 0, except
/// in castling in Chess960: it goes from the king's square to its target and has 1 for the piece, because the king may also
/// stay where it is or move to the next square. Bit 3 is free because no square has it. The value 0 (a1 to a1) is no move.
class Move {
public:
    constexpr Move() = default;
    constexpr Move(Square from, Square to) : bits_(static_cast<std::uint16_t>(index(from) | (index(to) << 9))) {}
    constexpr Move(Square from, Square to, PieceType promotion)
        : bits_(static_cast<std::uint16_t>(Move(from, to).bits_ | promotes_bit | ((index(promotion) - 2u) << 7))) {}

    /// Castling in Chess960, by the king's squares. In ordinary chess castling is the king's move by two squares,
    /// `Move(from, to)`.
    static constexpr Move castling(Square from, Square to) {
        return from_bits(static_cast<std::uint16_t>(Move(from, to).bits_ | castles_bit));
    }

    static constexpr Move from_bits(std::uint16_t bits) {
        Move m;
        m.bits_ = bits;
        return m;
    }
    [[nodiscard]] constexpr std::uint16_t bits() const { return bits_; }
    [[nodiscard]] constexpr Square from() const { return static_cast<Square>(bits_ & 0x77u); }
    [[nodiscard]] constexpr Square to() const { return static_cast<Square>(bits_ >> 9); }
    /// Is it a pawn's move to the last rank?
    [[nodiscard]] constexpr bool promotes() const { return (bits_ & promotes_bit) != 0; }
    /// What the pawn becomes. Only if the move `promotes`.
    [[nodiscard]] constexpr PieceType promotion() const { return static_cast<PieceType>((bits_ >> 7 & 3u) + 2u); }
    /// Is it the castling of Chess960?
    [[nodiscard]] constexpr bool castles() const { return plays_chess960 && (bits_ & castles_bit) != 0 && !promotes(); }
    /// All 0 in a move that neither promotes nor `castles`.
    static constexpr std::uint16_t promotion_bits = 0x188;
    constexpr explicit operator bool() const { return bits_ != 0; }
    friend constexpr bool operator==(Move, Move) = default;

private:
    static constexpr unsigned promotes_bit = 8;
    static constexpr unsigned castles_bit = 0x80;

    std::uint16_t bits_ = 0;
};
static_assert(sizeof(Move) == 2, "frames, table entries and game records rely on two bytes a move");

/// Centipawns from the mover's view. Mates are counted in plies from the root; in the transposition table, from the node.
using Score = int;
using Depth = int;

inline constexpr Score score_none = -32001;     ///< no score is known; below every real score
inline constexpr Score score_unknown = -32002;  ///< not computed yet
inline constexpr Score score_infinite = 32000;
inline constexpr Score score_mate = 31000;                   ///< mate now; mate in n plies is score_mate - n
inline constexpr Score score_mate_bound = score_mate - 256;  ///< a score beyond it is a forced mate
inline constexpr Score score_draw = 0;

constexpr Score mated_in(int plies) { return plies - score_mate; }
constexpr bool is_mate(Score s) { return s >= score_mate_bound || s <= -score_mate_bound; }

/// Zobrist key of a position. Two positions that FIDE calls the same have the same key.
using Key = std::uint64_t;

}  // namespace stackmate
