// Before the iterations, a glance at each of the root's moves, for an answer that is due before an iteration can end. From a
// position full of queens, quiescence alone takes a hundred thousand nodes.
#pragma once

#include "core/chess/exchange.hpp"
#include "core/search/search.hpp"

#include <cstdint>

namespace stackmate {

/// A search of chess that can glance. The search itself knows nothing of it.
template <class V>
class GlancingSearch : public Search<V> {
    using Base = Search<V>;

public:
    using Base::Base, Base::position, Base::stop_raised;

    /// In place of run(), after start(): one node for each move. The best move is the one with the best static value, of those
    /// that lose no material by exchange.
    SearchStatus glance(std::uint32_t budget);

protected:
    using Base::budget_, Base::line_, Base::evaluation_;
};

template <class V>
SearchStatus GlancingSearch<V>::glance(std::uint32_t budget) {
    auto& f = *Base::begin_slice(budget);
    if (f.count == 0) f.best_score = -score_infinite;
    while (!stop_raised()) {
        if (budget_ == 0) return SearchStatus::running;
        const Move m = f.cursor.next(position());
        if (!m) return Base::end_root(f.best_score);
        if (!Base::root_allows(m) || !exchange_wins(position(), m, 0) || !position().legal(m, f.check())) continue;
        f.move = m;
        position().make(m, f.undo);
        --budget_;
        ++f.count;
        child(f).passed = false;
        evaluation_.follow(position(), child(f));
        const Score score = -evaluation_.value(position(), child(f));
        position().unmake(m, f.undo);
        if (score <= f.best_score) continue;
        f.best_score = static_cast<std::int16_t>(score);
        line_.clear(1);
        line_.take(0, m);
    }
    return SearchStatus::stopped;
}

}  // namespace stackmate
