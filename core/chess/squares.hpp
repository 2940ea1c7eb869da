// Geometry of the 0x88 board: steps, and one table, indexed by the difference of two squares, of the pieces that could attack
// from one to the other and of the step between them. The oldest texts seen: Kuipers, "Tiny Chess 86", 1981, for the board;
// Wiereyn, "Inventive problem solving", 1985, for a table of differences.
#pragma once

#include "core/chess/types.hpp"

#include <array>

namespace stackmate {

/// Differences of 0x88 indices. North is towards rank 8.
enum Step : int { north = 16, south = -16, east = 1, west = -1 };

inline constexpr std::array<std::int8_t, 8> king_steps = {north,        south,        east,         west,
                                                          north + east, north + west, south + east, south + west};
inline constexpr std::array<std::int8_t, 8> knight_steps = {31, 33, 14, 18, -31, -33, -14, -18};
// The first four of king_steps are the rook's, the last four the bishop's.

constexpr int pawn_step(Color c) { return c == Color::white ? north : south; }
constexpr unsigned relative_rank(Color c, Square s) { return c == Color::white ? rank_of(s) : 7u - rank_of(s); }

/// Which pieces on `from` could attack `to` if nothing stood between, and the step that leads there.
struct Ray {
    std::uint8_t attackers;  ///< bit n: a piece of PieceType n; pawns: bit 0 black (southward), bit 1 white (northward)
    std::int8_t step;        ///< 0 if no line joins the two squares (as with a knight's move)
};

namespace detail {
constexpr std::size_t ray_index(int from, int to) { return static_cast<std::size_t>(to - from + 0x77); }

constexpr std::array<Ray, 0xf0> make_rays() {
    std::array<Ray, 0xf0> rays{};
    for (int step : knight_steps) rays[ray_index(0, step)].attackers = 1u << index(PieceType::knight);
    for (std::size_t d = 0; d < king_steps.size(); ++d) {
        const int step = king_steps[d];
        const auto slider = d < 4 ? PieceType::rook : PieceType::bishop;
        for (int n = 1; n <= 7; ++n) {
            Ray& ray = rays[ray_index(0, step * n)];
            const unsigned king = n == 1 ? 1u << index(PieceType::king) : 0;
            ray.attackers = static_cast<std::uint8_t>((1u << index(slider)) | (1u << index(PieceType::queen)) | king);
            ray.step = static_cast<std::int8_t>(step);
        }
    }
    for (int side : {east, west}) {
        rays[ray_index(0, north + side)].attackers ^= 2;
        rays[ray_index(0, south + side)].attackers ^= 1;
    }
    return rays;
}

/// As `Ray::attackers`, for pieces that could attack the other square after one move.
constexpr std::array<std::uint8_t, 0xf0> make_moves_to_attack() {
    constexpr auto bit = [](PieceType t) { return static_cast<std::uint8_t>(1u << index(t)); };
    std::array<std::uint8_t, 0xf0> found{};
    for (int ranks = -7; ranks <= 7; ++ranks)
        for (int files = -7; files <= 7; ++files) {
            std::uint8_t& here = found[ray_index(0, 16 * ranks + files)];
            here = bit(PieceType::rook) | bit(PieceType::queen);
            if ((ranks + files) % 2 == 0) here |= bit(PieceType::bishop);
            if (files == 1 || files == -1) {
                if (ranks == 2 || ranks == 3) here |= 2;
                if (ranks == -2 || ranks == -3) here |= 1;
            }
        }
    for (const int first : knight_steps)
        for (const int second : knight_steps) found[ray_index(0, first + second)] |= bit(PieceType::knight);
    return found;
}
}  // namespace detail

inline constexpr std::array<Ray, 0xf0> rays = detail::make_rays();
inline constexpr std::array<std::uint8_t, 0xf0> moves_to_attack = detail::make_moves_to_attack();

constexpr const Ray& ray(Square from, Square to) {
    return rays[detail::ray_index(static_cast<int>(index(from)), static_cast<int>(index(to)))];
}

/// The bit of `Ray::attackers` that stands for such a piece.
constexpr unsigned attacker_bit(PieceType type, Color c) {
    return type == PieceType::pawn ? 2u >> index(c) : 1u << index(type);
}

constexpr unsigned attacker_bit(Piece p) { return attacker_bit(type_of(p), color_of(p)); }

/// Could such a piece on `from`, not a king, attack `target` after one move that captures nothing? Judged by geometry only,
/// without regard to pieces between.
constexpr bool may_come_to_attack(PieceType type, Color c, Square from, Square target) {
    const auto difference = detail::ray_index(static_cast<int>(index(from)), static_cast<int>(index(target)));
    return (moves_to_attack[difference] & attacker_bit(type, c)) != 0;
}

/// Where castling puts the rook, by the king's target.
constexpr unsigned rook_target(unsigned king_to) { return (king_to & 7u) == 6 ? king_to - 1 : king_to + 1; }

static_assert(ray(Square::a1, Square::h8).step == north + east);
static_assert(ray(Square::h8, Square::a1).step == south + west);
static_assert(ray(Square::a1, static_cast<Square>(0x21)).attackers == 1u << index(PieceType::knight));
static_assert(ray(Square::a1, static_cast<Square>(0x32)).attackers == 0);
static_assert(may_come_to_attack(PieceType::pawn, Color::white, Square::e1, static_cast<Square>(0x33)));
static_assert(!may_come_to_attack(PieceType::pawn, Color::black, Square::e1, static_cast<Square>(0x33)));
static_assert(may_come_to_attack(PieceType::knight, Color::white, Square::a1, static_cast<Square>(0x33)));
static_assert(!may_come_to_attack(PieceType::knight, Color::white, Square::a1, static_cast<Square>(0x34)));
static_assert(!may_come_to_attack(PieceType::bishop, Color::white, Square::a1, Square::a8));
static_assert(!may_come_to_attack(PieceType::king, Color::white, Square::a1, static_cast<Square>(0x02)));

}  // namespace stackmate
