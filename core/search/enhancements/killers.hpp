#pragma once

#include "core/search/hooks.hpp"
#include "core/search/move_kind.hpp"
#include "core/search/ply_table.hpp"
#include "core/chess/types.hpp"

#include <array>
#include <cstddef>

namespace stackmate {

// shown: killers
/// Killers: a quiet move that refuted one move at this ply often refutes the next as well. `per_ply` such moves are kept for
/// each ply. Source: Huberman, "A program to play chess end games", 1968; Gillogly, "The technology chess program", 1972.
template <int max_ply, unsigned per_ply, class Move = stackmate::Move>
class Killers {
public:
    template <class S, class F>
    Move propose(S& s, F&, unsigned n) const {
        return n < per_ply ? moves_.at(s)[n] : Move{};
    }

    template <class S, class F>
    void cutoff(S& s, F& f) {
        if (f.quiescing() || is_noisy(s.position(), f.move)) return;
        auto& here = moves_.at(s);
        if (here[0] == f.move) return;
        for (std::size_t i = per_ply - 1; i != 0; --i) here[i] = here[i - 1];
        here[0] = f.move;
    }

    /// The next search begins two plies later.
    void new_search() { moves_.advance(2); }

private:
    PlyTable<std::array<Move, per_ply>, max_ply> moves_;
};
// end

}  // namespace stackmate
