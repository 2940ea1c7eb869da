#include "workshop/training/selfplay/tree_samples.hpp"

#include "core/chess/exchange.hpp"
#include "core/search/move_kind.hpp"
#include "workshop/lab/duel/opening.hpp"

#include <algorithm>
#include <cstdlib>

namespace stackmate::selfplay {

namespace {

/// The trainer leaves out what is beyond.
constexpr Score most_taken = 1500;

/// Exchanges count a promotion as a pawn's move: it wins material if the pawn is not lost.
bool wins_material(const Position& p, Move m) { return is_noisy(p, m) && exchange_wins(p, m, m.promotes() ? 0 : 1); }

}  // namespace

void TreeSamples::take(const Position& p, Score value) {
    if (std::abs(value) > most_taken || taken_.contains(p.key())) return;
    if (std::ranges::any_of(duel::legal_moves(p), [&](Move m) { return wins_material(p, m); })) return;
    taken_.emplace(p.key(), Sample{p, p.side() == Color::white ? value : -value});
}

}  // namespace stackmate::selfplay
