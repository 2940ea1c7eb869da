#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

// A position as the evaluation terms see it: from one side, which always plays up the board. A term written
// for one View is right for both colours, so no term ever mentions White or Black.

namespace stackmate::tune {

/// A set of squares; bit = rank * 8 + file, a1 = 0.
using Squares = std::uint64_t;

enum PieceType : int { pawn, knight, bishop, rook, queen, king, piece_types };

inline constexpr Squares file_a = 0x0101010101010101ULL;
inline constexpr Squares rank_1 = 0xFFULL;

constexpr int file_of(int square) { return square & 7; }
constexpr int rank_of(int square) { return square >> 3; }
constexpr Squares bit(int square) { return 1ULL << square; }
constexpr Squares file_set(int file) { return file_a << file; }
constexpr Squares rank_set(int rank) { return rank_1 << (8 * rank); }
constexpr Squares east(Squares s) { return (s & ~file_set(7)) << 1; }
constexpr Squares west(Squares s) { return (s & ~file_set(0)) >> 1; }
constexpr Squares up(Squares s) { return s << 8; }
constexpr Squares down(Squares s) { return s >> 8; }
constexpr int count(Squares s) { return std::popcount(s); }
constexpr Squares up_attacks(Squares pawns) { return up(east(pawns) | west(pawns)); }
constexpr Squares down_attacks(Squares pawns) { return down(east(pawns) | west(pawns)); }

/// All squares above (further up the board than) the given ones, on the same files.
constexpr Squares above(Squares s) {
    s = up(s);
    s |= s << 8;
    s |= s << 16;
    s |= s << 32;
    return s;
}

/// All squares below the given ones, on the same files.
constexpr Squares below(Squares s) {
    s = down(s);
    s |= s >> 8;
    s |= s >> 16;
    s |= s >> 32;
    return s;
}

/// Squares of a square's file and its neighbour files.
constexpr Squares three_files(int file) { return file_set(file) | east(file_set(file)) | west(file_set(file)); }

/// What an officer attacks; sliders up to and including the first occupied square.
Squares attacks_of(PieceType type, int square, Squares occupied);

/// King moves between two squares on an empty board.
int king_distance(int a, int b);

/// Calls f(square) for every member, lowest square first.
template <class F>
void for_each_square(Squares s, F&& f) {
    for (; s != 0; s &= s - 1) f(std::countr_zero(s));
}

/// One officer (not a pawn) with the squares it attacks, own pieces' squares included.
struct Officer {
    PieceType type;
    int square;
    Squares attacks;
};

struct View {
    std::array<Squares, piece_types> own{};
    std::array<Squares, piece_types> foe{};
    Squares own_all = 0;
    Squares foe_all = 0;
    Squares own_pawn_attacks = 0;
    Squares foe_pawn_attacks = 0;
    Squares own_attacks = 0;  ///< of all own pieces
    Squares foe_attacks = 0;
    Squares own_passed = 0;  ///< no enemy pawn ahead on three files, no own pawn ahead on the same
    Squares foe_passed = 0;
    std::array<Officer, 64> officers{};  ///< own ones, king included
    std::size_t officer_count = 0;
    int own_king = 0;
    int foe_king = 0;
    bool to_move = false;
    bool may_castle_short = false;
    bool may_castle_long = false;

    std::span<const Officer> own_officers() const { return {officers.data(), officer_count}; }
    Squares occupied() const { return own_all | foe_all; }
};

/// The position twice: `[0]` as White sees it, `[1]` as Black sees it (ranks flipped, files kept).
using Views = std::array<View, 2>;

/// `castling` is the FEN field.
void make_views(const std::array<std::int8_t, 64>& board, bool white_to_move, std::string_view castling, Views& views);

/// 24 with all pieces on the board, 0 with pawns and kings only: N = B = 1, R = 2, Q = 4, clamped at 24.
int game_phase(const View& view);

}  // namespace stackmate::tune
