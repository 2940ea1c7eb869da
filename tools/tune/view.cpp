#include "tools/tune/view.hpp"

#include <algorithm>
#include <cstdlib>

namespace stackmate::tune {

namespace {

constexpr std::array<std::array<int, 2>, 8> directions{
    {{1, 0}, {-1, 0}, {0, 1}, {0, -1}, {1, 1}, {1, -1}, {-1, 1}, {-1, -1}}};
constexpr std::array<std::array<int, 2>, 8> knight_jumps{
    {{1, 2}, {2, 1}, {2, -1}, {1, -2}, {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}}};

Squares step(int square, std::array<int, 2> d) {
    const int file = file_of(square) + d[0];
    const int rank = rank_of(square) + d[1];
    return file < 0 || file > 7 || rank < 0 || rank > 7 ? 0 : bit(rank * 8 + file);
}

Squares ray(int square, std::array<int, 2> d, Squares occupied) {
    Squares reached = 0;
    for (Squares next = step(square, d); next != 0; next = step(square, d)) {
        reached |= next;
        if ((next & occupied) != 0) break;
        square = std::countr_zero(next);
    }
    return reached;
}

/// Ranks upside down.
Squares flip(Squares s) {
    Squares flipped = 0;
    for (int rank = 0; rank < 8; ++rank) flipped |= ((s >> (8 * rank)) & rank_1) << (8 * (7 - rank));
    return flipped;
}

}  // namespace

Squares attacks_of(PieceType type, int square, Squares occupied) {
    Squares reached = 0;
    if (type == knight) {
        for (const auto& d : knight_jumps) reached |= step(square, d);
    } else if (type == king) {
        for (const auto& d : directions) reached |= step(square, d);
    } else {
        const std::size_t first = type == bishop ? 4 : 0;
        const std::size_t last = type == rook ? 4 : 8;
        for (std::size_t i = first; i < last; ++i) reached |= ray(square, directions[i], occupied);
    }
    return reached;
}

int king_distance(int a, int b) {
    return std::max(std::abs(file_of(a) - file_of(b)), std::abs(rank_of(a) - rank_of(b)));
}

void make_views(const std::array<std::int8_t, 64>& board, bool white_to_move, std::string_view castling, Views& views) {
    for (std::size_t side = 0; side < 2; ++side) {
        View& v = views[side];
        v = View{};
        v.to_move = white_to_move == (side == 0);
        for (std::size_t i = 0; i < 64; ++i) {
            const int code = side == 0 ? board[i] : -board[i];
            const int square = static_cast<int>(side == 0 ? i : i ^ 56U);
            if (code > 0) v.own[static_cast<std::size_t>(code - 1)] |= bit(square);
            if (code < 0) v.foe[static_cast<std::size_t>(-code - 1)] |= bit(square);
        }
        for (const Squares s : v.own) v.own_all |= s;
        for (const Squares s : v.foe) v.foe_all |= s;
        v.own_king = std::countr_zero(v.own[king]);
        v.foe_king = std::countr_zero(v.foe[king]);
        v.own_pawn_attacks = up_attacks(v.own[pawn]);
        v.foe_pawn_attacks = down_attacks(v.foe[pawn]);
        v.may_castle_short = castling.find(side == 0 ? 'K' : 'k') != std::string_view::npos;
        v.may_castle_long = castling.find(side == 0 ? 'Q' : 'q') != std::string_view::npos;
        Squares stopped = below(v.foe[pawn]);
        stopped |= east(stopped) | west(stopped);
        v.own_passed = v.own[pawn] & ~stopped & ~below(v.own[pawn]);
        v.own_attacks = v.own_pawn_attacks;
        for (std::size_t t = knight; t < piece_types; ++t) {
            const auto type = static_cast<PieceType>(t);
            for_each_square(v.own[t], [&](int square) {
                const Squares attacks = attacks_of(type, square, v.occupied());
                v.officers[v.officer_count++] = {type, square, attacks};
                v.own_attacks |= attacks;
            });
        }
    }
    for (std::size_t side = 0; side < 2; ++side) {
        views[side].foe_attacks = flip(views[1 - side].own_attacks);
        views[side].foe_passed = flip(views[1 - side].own_passed);
    }
}

int game_phase(const View& v) {
    const auto weigh = [](const std::array<Squares, piece_types>& side) {
        return count(side[knight]) + count(side[bishop]) + 2 * count(side[rook]) + 4 * count(side[queen]);
    };
    return std::min(24, weigh(v.own) + weigh(v.foe));
}

}  // namespace stackmate::tune
