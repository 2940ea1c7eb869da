// The 35 endings of three and four men, and how their positions are numbered. White has the first piece, or both.
#pragma once

#include "core/chess/types.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>

namespace stackmate::endings {

/// Two kings and one or two pieces, in this order: White's king, Black's king, first piece, second piece. Of one colour the
/// stronger piece is the first. Of two colours White's is at least as strong as Black's.
struct Material {
    PieceType first = PieceType::none;
    PieceType second = PieceType::none;  ///< `none` in an ending of three men
    bool shared = false;                 ///< the second piece is Black's

    friend constexpr bool operator==(Material, Material) = default;

    [[nodiscard]] constexpr unsigned men() const { return second == PieceType::none ? 3 : 4; }
    [[nodiscard]] constexpr bool pawns() const { return first == PieceType::pawn || second == PieceType::pawn; }
    [[nodiscard]] constexpr PieceType type(unsigned man) const {
        return man < 2 ? PieceType::king : man == 2 ? first : second;
    }
    [[nodiscard]] constexpr Color color(unsigned man) const {
        return man == 1 || (man == 3 && shared) ? Color::black : Color::white;
    }
};

inline constexpr unsigned ending_count = 35;

/// In the order in which they can be solved: captures and promotions lead to earlier ones.
inline constexpr std::array<Material, ending_count> all_endings = [] {
    std::array<Material, ending_count> all{};
    std::size_t count = 0;
    for (unsigned t = index(PieceType::queen); t >= index(PieceType::pawn); --t)
        all[count++] = {static_cast<PieceType>(t), PieceType::none, false};
    for (unsigned pawns = 0; pawns <= 2; ++pawns)
        for (const bool shared : {false, true})
            for (unsigned a = index(PieceType::queen); a >= index(PieceType::pawn); --a)
                for (unsigned b = a; b >= index(PieceType::pawn); --b)
                    if ((a == 1 ? 1u : 0u) + (b == 1 ? 1u : 0u) == pawns)
                        all[count++] = {static_cast<PieceType>(a), static_cast<PieceType>(b), shared};
    return all;
}();
static_assert(all_endings.back() == Material{PieceType::pawn, PieceType::pawn, true});

namespace detail {
inline constexpr auto numbers = [] {
    std::array<std::uint8_t, 128> all{};
    all.fill(ending_count);
    for (unsigned n = 0; n < ending_count; ++n)
        all[index(all_endings[n].first) * 16 + index(all_endings[n].second) * 2 + (all_endings[n].shared ? 1 : 0)] =
            static_cast<std::uint8_t>(n);
    return all;
}();
}  // namespace detail

/// The number of an ending in `all_endings`; `ending_count` if it is none of them.
constexpr unsigned number_of(Material m) {
    return detail::numbers[index(m.first) * 16 + index(m.second) * 2 + (m.shared ? 1 : 0)];
}

/// The squares of the men, 0..63, a1 = 0, h1 = 7.
using Men = std::array<std::uint8_t, 4>;

/// Reflects the board so that White's king is on the files a to d and, without pawns, on the ranks 1 to 4. No position but
/// itself is its own image, so that every position is counted once.
constexpr Men reflected(Material m, Men men) {
    const unsigned mirror = ((men[0] & 4u) != 0 ? 7u : 0u) | (!m.pawns() && (men[0] & 32u) != 0 ? 56u : 0u);
    for (auto& s : men) s = static_cast<std::uint8_t>(s ^ mirror);
    return men;
}

/// One of all the positions that are the same: `reflected`, without pawns also about the long diagonal, and with the first of two
/// equal men on the lower square.
constexpr Men standard(Material m, Men men) {
    men = reflected(m, men);
    if (!m.pawns()) {
        for (unsigned i = 0; i < m.men(); ++i) {
            const unsigned rank = men[i] / 8u, file = men[i] % 8u;
            if (rank == file) continue;
            if (rank > file)
                for (auto& s : men) s = static_cast<std::uint8_t>(s % 8u * 8u + s / 8u);
            break;
        }
    }
    if (!m.shared && m.first == m.second && men[2] > men[3]) {
        const auto first = men[2];
        men[2] = men[3];
        men[3] = first;
    }
    return men;
}

/// How many numbers there are for one side to move. Some of them are of no legal position.
constexpr std::size_t positions(Material m) { return (m.pawns() ? 32u : 16u) * (m.men() == 3 ? 4096u : 262144u); }

/// Of `reflected` men.
constexpr std::size_t number_of(Material m, const Men& men) {
    std::size_t n = (men[0] / 8u * 4u + men[0] % 4u) * 64u + men[1];
    n = n * 64 + men[2];
    return m.men() == 3 ? n : n * 64 + men[3];
}

constexpr Men men_of(Material m, std::size_t n) {
    Men men{};
    if (m.men() == 4) men[3] = static_cast<std::uint8_t>(n & 63u), n >>= 6;
    men[2] = static_cast<std::uint8_t>(n & 63u);
    men[1] = static_cast<std::uint8_t>(n >> 6 & 63u);
    n >>= 12;
    men[0] = static_cast<std::uint8_t>(n / 4 * 8 + n % 4);
    return men;
}

/// A man as it stands on a board, of whatever ending.
struct Man {
    PieceType type;
    Color color;
    std::uint8_t square;
};

/// A position as one of an ending.
struct Place {
    unsigned ending;  ///< `ending_count`: the kings are alone
    Men men;
    Color side;
};

/// There are at most two pieces besides the kings.
constexpr Place place(const Man* men, unsigned count, Color side) {
    std::array<std::uint8_t, 2> kings{};
    Man first{PieceType::none, Color::white, 0}, second = first;
    for (const Man* man = men; man != men + count; ++man) {
        if (man->type == PieceType::king)
            kings[index(man->color)] = man->square;
        else if (index(man->type) > index(first.type))
            second = std::exchange(first, *man);
        else
            second = *man;
    }
    if (count == 2) return {ending_count, {}, side};
    const bool shared = count == 4 && first.color != second.color;
    const bool same = shared && first.type == second.type;
    if (same && first.color == Color::black) std::swap(first, second);
    const Color strong = first.color;
    const unsigned flip = strong == Color::black ? 56 : 0;
    const auto square = [flip](unsigned s) { return static_cast<std::uint8_t>(s ^ flip); };
    return {number_of({first.type, second.type, shared}),
            {square(kings[index(strong)]), square(kings[index(~strong)]), square(first.square), square(second.square)},
            strong == Color::white ? side : ~side};
}

}  // namespace stackmate::endings
