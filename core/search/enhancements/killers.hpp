#pragma once

#include "core/search/hooks.hpp"
#include "core/search/move_kind.hpp"
#include "core/types.hpp"

#include <array>
#include <cstddef>
#include <cstdint>

namespace stackmate {

/// Killers: a quiet move that refuted one move at this ply often refutes the next as well. `per_ply` of them are kept,
/// two bytes each. Source: Huberman, "A program to play chess end games", 1968; Gillogly, "The technology chess
/// program", 1972.
/// Worth in Elo: 50 +- 25 in Full at 5,000 nodes a move, 36 +- 24 in Tiny at 2,000.
template <int max_ply, unsigned per_ply>
class Killers {
public:
    template <class S, class F>
    Move propose(S& s, F&, unsigned n) const {
        return n < per_ply ? moves_[static_cast<std::size_t>(s.ply())][n] : Move{};
    }

    template <class S, class F>
    void cutoff(S& s, F& f) {
        if (f.quiescing() || is_noisy(s.position(), f.move)) return;
        auto& here = moves_[static_cast<std::size_t>(s.ply())];
        if (here[0] == f.move) return;
        for (std::size_t i = per_ply - 1; i != 0; --i) here[i] = here[i - 1];
        here[0] = f.move;
    }

private:
    std::array<std::array<Move, per_ply>, static_cast<std::size_t>(max_ply)> moves_{};
};

/// History: quiet moves that failed high anywhere come before those that never did, by piece and target square.
/// 2 bytes for each of 12 x 64. Source: Schaeffer, "The history heuristic", 1983.
/// Worth in Elo: 52 +- 26 in Full at 5,000 nodes a move.
class History {
public:
    template <class S, class F>
    int rank(S& s, F&, Move m) const {
        return worth_[slot(s.position(), m)];
    }

    template <class S, class F>
    void cutoff(S& s, F& f) {
        if (f.quiescing() || is_noisy(s.position(), f.move)) return;
        std::int16_t& worth = worth_[slot(s.position(), f.move)];
        const int bonus = f.depth * f.depth;
        worth = static_cast<std::int16_t>(worth + bonus - worth * bonus / 4096);  // approaches 4096, never passes it
    }

private:
    template <class P>
    static std::size_t slot(const P& p, Move m) {
        const Piece piece = p.at(m.from());
        return (index(type_of(piece)) - 1 + 6 * index(color_of(piece))) * 64 + index64(m.to());
    }
    std::array<std::int16_t, std::size_t{12} * 64> worth_{};
};

}  // namespace stackmate
