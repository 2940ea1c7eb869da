#pragma once

#include "core/search/hooks.hpp"
#include "core/search/move_kind.hpp"
#include "core/chess/types.hpp"

#include <array>
#include <cstddef>
#include <cstdint>

namespace stackmate {

/// Under what the history keeps a quiet move in chess: piece and target square, 12 x 64.
struct PieceAndTarget {
    static constexpr std::size_t slots = std::size_t{6} * 128;

    static std::size_t slot(const Position& p, Move m) { return slot_of(p.at(m.from()), m.to()); }
    /// The same for the move that was made last.
    static std::size_t slot_made(const Position& p, Move m) { return slot_of(p.at(m.to()), m.to()); }
    /// Is a move from the picker's memory quiet? Captures may be there, too.
    static bool counts(const Position& p, Move m) { return p.empty(index(m.to())); }

private:
    static std::size_t slot_of(Piece piece, Square to) {
        // White's entries are at the 64 on-board indices, Black's in the off-board half beside them.
        return (index(type_of(piece)) - 1) * 128 + index(to) + (index(piece) & 8u);
    }
};

/// History: quiet moves that have failed high anywhere come before those that were tried in vain. Takes 2 bytes for each kind
/// of move that `Kind` distinguishes. In the next search what was learnt counts half. Source: Schaeffer, "The history
/// heuristic", 1983; for counting failures as well: Hartmann, "Butterfly boards", 1988; Winands et al., "The relative history
/// heuristic", 2004.
/// Reductions use it, too.
template <class Kind>
class HistoryOf {
public:
    static constexpr int max_rank = 4096;  ///< ranks lie between minus this and this

    template <class S, class F>
    int rank(S& s, F&, typename F::Move m) const {
        return worth_[Kind::slot(s.position(), m)];
    }

    /// The rank of `f.move`, which has been made already.
    template <class S, class F>
    int rank_made(S& s, F& f) const {
        return worth_[Kind::slot_made(s.position(), f.move)];
    }

    /// What failed before is known by the picker's memory only. So the hash move and the moves that enhancements propose lose
    /// nothing when they fail.
    template <class S, class F>
    void cutoff(S& s, F& f) {
        if (f.quiescing() || is_noisy(s.position(), f.move)) return;
        const int bonus = f.depth < 14 ? 4 * f.depth * f.depth + 32 * f.depth : 1232;
        learn(worth_[Kind::slot(s.position(), f.move)], bonus);
        s.picker().each_tried(f, [&](typename F::Move m) {
            if (m != f.move && Kind::counts(s.position(), m)) learn(worth_[Kind::slot(s.position(), m)], -bonus);
        });
    }

    void new_search() {
        for (std::int16_t& worth : worth_) worth = static_cast<std::int16_t>(worth / 2);
    }

private:
    /// Approaches `max_rank` or `-max_rank`, and never exceeds it.
    static void learn(std::int16_t& worth, int bonus) {
        const int size = bonus < 0 ? -bonus : bonus;
        worth = static_cast<std::int16_t>(worth + bonus - worth * size / max_rank);
    }
    std::array<std::int16_t, Kind::slots> worth_{};
};
using History = HistoryOf<PieceAndTarget>;

}  // namespace stackmate
