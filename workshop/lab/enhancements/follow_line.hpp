#pragma once

#include "core/search/hooks.hpp"
#include "core/chess/types.hpp"

#include <array>
#include <cstddef>
#include <cstdint>

namespace stackmate {

/// The last iteration's best line is tried first below the root as well, where the table has no move: an iteration begins
/// with the whole line of the one before. Two bytes for each of `plies`. For a search with a small table or none; it must
/// come after the table in the list. Source: not traced to one author; Moreland, "Iterative deepening" (Programming
/// Topics), tells it.
/// Worth in nodes: workshop/lab/pages/DEEPENING.md; no version uses it.
template <std::size_t plies, class Move = stackmate::Move>
class FollowLine {
public:
    void new_search() { size_ = 0; }

    template <class S, class F>
    Score lookup(S& s, F& f) const {
        const auto ply = static_cast<std::size_t>(s.ply());
        if (f.pv && !f.hash_move && ply < size_ && follows(f, ply)) f.hash_move = line_[ply];
        return score_none;
    }

    /// The root is done: keeps its line, unless every move failed low.
    template <class S, class F>
    void store(S& s, F& f) {
        if (s.ply() != 0 || !f.best) return;
        size_ = 0;
        for (const Move m : s.line())
            if (size_ < plies) line_[size_++] = m;
    }

private:
    /// Are the moves that lead here the line's?
    template <class F>
    [[nodiscard]] bool follows(F& f, std::size_t ply) const {
        for (std::size_t back = 1; back <= ply; ++back)
            if (ancestor(f, static_cast<unsigned>(back)).move != line_[ply - back]) return false;
        return true;
    }

    std::array<Move, plies> line_{};
    std::uint8_t size_ = 0;
};

}  // namespace stackmate
