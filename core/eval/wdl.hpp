// How probable a win, a draw and a loss are with a score, for programs that show it (UCI_ShowWDL).
#pragma once

#include "core/chess/types.hpp"

#include <array>
#include <cstdint>

namespace stackmate {

/// Per mille. The sum is 1000.
struct Wdl {
    std::uint16_t win;
    std::uint16_t draw;
    std::uint16_t loss;
    friend bool operator==(const Wdl&, const Wdl&) = default;
};

namespace detail {
inline constexpr int wdl_even = 70;  ///< centipawns
inline constexpr int wdl_scale = 76;

/// 1000 / (1 + e^-n/2), for n = 0..14, by a series, at compile time.
constexpr std::array<std::uint16_t, 15> make_logistic() {
    std::array<std::uint16_t, 15> table{};
    for (std::size_t n = 0; n < table.size(); ++n) {
        double term = 1, power = 1;  // e^(n/2)
        for (int i = 1; i < 60; ++i) {
            term *= static_cast<double>(n) / 2 / i;
            power += term;
        }
        table[n] = static_cast<std::uint16_t>(1000 * power / (1 + power) + 0.5);
    }
    return table;
}
inline constexpr std::array<std::uint16_t, 15> logistic = make_logistic();

/// The logistic curve, from the table with linear interpolation. `half_step`: what an x of 1/2 is in units of `numerator`.
[[gnu::cold, gnu::noinline]] inline unsigned logistic_at(int numerator, int half_step) {
    const unsigned size = static_cast<unsigned>(numerator < 0 ? -numerator : numerator);
    const unsigned step = static_cast<unsigned>(half_step);
    const unsigned at = size / step;
    unsigned value = 1000;
    if (at + 1 < logistic.size()) value = logistic[at] + (logistic[at + 1] - logistic[at]) * (size % step) / step;
    return numerator < 0 ? 1000 - value : value;
}
}  // namespace detail

/// For games in which both sides play on as well as the engine does against itself. The mover wins with the probability 1 /
/// (1 + e^((even - score) / scale)), loses with the same of -score, and draws otherwise. A mate is certain. `even`, the score
/// with which the mover wins every second game, and `scale` are fitted: see docs/DESIGN.md. The number of pieces is not part
/// of the model.
[[gnu::cold, gnu::noinline]] inline Wdl wdl_of(Score score) {
    if (is_mate(score)) return score > 0 ? Wdl{1000, 0, 0} : Wdl{0, 0, 1000};
    const unsigned win = detail::logistic_at(score - detail::wdl_even, detail::wdl_scale / 2);
    const unsigned loss = detail::logistic_at(-score - detail::wdl_even, detail::wdl_scale / 2);
    return {static_cast<std::uint16_t>(win), static_cast<std::uint16_t>(1000 - win - loss),
            static_cast<std::uint16_t>(loss)};
}

}  // namespace stackmate
