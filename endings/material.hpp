// The 35 endings of three and four men, and how their positions are numbered. White has the first piece, or both.
#pragma once

#include "core/chess/types.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>

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

/// The number of an ending in `all_endings`; `ending_count` if it is none of them.
constexpr unsigned number_of(Material m) {
    constexpr auto numbers = [] {
        std::array<std::uint8_t, 128> all{};
        all.fill(ending_count);
        for (unsigned n = 0; n < ending_count; ++n)
            all[index(all_endings[n].first) * 16 + index(all_endings[n].second) * 2 + (all_endings[n].shared ? 1 : 0)] =
                static_cast<std::uint8_t>(n);
        return all;
    }();
    return numbers[index(m.first) * 16 + index(m.second) * 2 + (m.shared ? 1 : 0)];
}

inline std::string name_of(Material m) {
    constexpr char letters[] = "-PNBRQK";
    std::string name = std::string("K") + letters[index(m.first)];
    if (m.shared) name += 'K';
    if (m.second != PieceType::none) name += letters[index(m.second)];
    if (!m.shared) name += 'K';
    return name;
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

}  // namespace stackmate::endings
