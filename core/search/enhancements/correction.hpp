#pragma once

#include "core/search/hooks.hpp"
#include "core/search/move_kind.hpp"
#include "core/chess/types.hpp"

#include <array>
#include <cstddef>
#include <cstdint>

namespace stackmate {

/// Correction by pawn structure: if the search has found positions with the same pawns better or worse than their static
/// value, the static value of the next such position is corrected. Takes 2 bytes for each of `size` structures a side.
/// Source: the engine Caissa; "static evaluation correction history" in Stockfish (Chaly, December 2023).
template <std::size_t size>
class PawnCorrection {
    static_assert((size & (size - 1)) == 0);

public:
    template <class S, class F>
    Score adjust(S& s, F&, Score score) const {
        return score + of(s.position()) / unit;
    }

    template <class S, class F>
    void store(S& s, F& f) {
        if (f.target <= 0 || f.in_check() || is_mate(f.best_score)) return;
        // A bound says nothing if the static value is within it. Nor does a capture, which changes what the structure is worth.
        if (f.best_score >= f.beta ? f.best_score <= f.static_eval : !f.best && f.best_score >= f.static_eval) return;
        if (f.best && is_noisy(s.position(), f.best)) return;
        const int wrong_by = (f.best_score - f.static_eval) * f.depth / 8;
        const int bonus = wrong_by > limit / 4 ? limit / 4 : wrong_by < -limit / 4 ? -limit / 4 : wrong_by;
        std::int16_t& entry = of(s.position());
        entry = static_cast<std::int16_t>(entry + bonus - entry * (bonus < 0 ? -bonus : bonus) / limit);
    }

private:
    static constexpr int limit = 1024;  ///< entries lie between minus this and this
    static constexpr int unit = 16;     ///< at most 64 centipawns

    template <class P>
    static std::size_t slot(const P& p) {
        return (p.pawn_key() & (size - 1)) + size * index(p.side());
    }
    const std::int16_t& of(const auto& p) const { return entries_[slot(p)]; }
    std::int16_t& of(const auto& p) { return entries_[slot(p)]; }

    std::array<std::int16_t, 2 * size> entries_{};
};

}  // namespace stackmate
