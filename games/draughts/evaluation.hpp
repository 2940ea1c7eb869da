// The value of a quiet position of draughts: pieces, how far the men have advanced, who guards the first row, and a
// bonus for exchanges to the side that is ahead.
#pragma once

#include "core/chess/types.hpp"
#include "games/draughts/position.hpp"
#include "games/draughts/rules.hpp"

#include <bit>

namespace stackmate::draughts {

/// In hundredths of a man.
struct Weights {
    int man = 100;
    int king;
    int row;     ///< for each man, per row advanced
    int guard;   ///< for a man still on the first row
    int centre;  ///< for a piece away from the sides
    int tempo;   ///< for the side to move
};
template <Rules R>
inline constexpr Weights weights =
    R::flying_kings ? Weights{.king = 280, .row = 1, .guard = 3, .centre = 3, .tempo = 2}
                    : Weights{.king = 150, .row = 2, .guard = 6, .centre = 3, .tempo = 2};

/// Computed from scratch each time: sets are counted fast, and nothing is kept for each ply. The terms are the cheapest
/// ones of Samuel, "Some studies in machine learning using the game of checkers", 1959 (advancement, back row bridge,
/// centre control, exchange when ahead). The weights are guesses.
template <Rules R>
struct Material {
    struct PerPly {};

    static void begin(const Position<R>&, PerPly&) {}
    static void follow(const Position<R>&, PerPly&) {}
    static Score value(const Position<R>& p, const PerPly&) {
        const int lead = worth(p, p.side()) - worth(p, ~p.side());
        const int all = std::popcount(p.pieces(Color::white) | p.pieces(Color::black));
        const int gone = 2 * static_cast<int>(men_of_a_side<R>) - all;
        return lead + lead * gone / 64 + weights<R>.tempo;
    }

private:
    using Board = typename Position<R>::Board;
    static constexpr unsigned size = R::board_size;

    static constexpr Set inner = [] {
        Set set = 0;
        for (unsigned n = 1; n <= Board::count; ++n) {
            const unsigned row = (n - 1) / Board::columns;
            const unsigned column = 2 * ((n - 1) % Board::columns) + (row % 2 == 0 ? 1 : 0);
            if (column >= 2 && column < size - 2 && row >= 2 && row < size - 2) set |= set_of(Board::from_number(n));
        }
        return set;
    }();

    static int worth(const Position<R>& p, Color c) {
        constexpr const Weights& w = weights<R>;
        const Set kings = p.pieces(c) & p.kings(), men = p.pieces(c) & ~kings;
        const unsigned first = c == Color::white ? size - 1 : 0;
        int sum =
            w.man * std::popcount(men) + w.king * std::popcount(kings) + w.centre * std::popcount(p.pieces(c) & inner);
        sum += w.guard * std::popcount(men & Board::row(first));
        for (unsigned left = 1; left < size - 1; ++left)
            sum += w.row * static_cast<int>(left)
                   * std::popcount(men & Board::row(first > left ? first - left : first + left));
        return sum;
    }
};

}  // namespace stackmate::draughts
