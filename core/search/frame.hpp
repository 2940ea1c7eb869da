// One ply of the search. The whole state of a search is an array of these, so it can stop after any node and go on.
#pragma once

#include "core/chess/game_concept.hpp"
#include "core/chess/types.hpp"
#include "core/search/transposition_table.hpp"

#include <cstdint>

namespace stackmate {

/// Why the child was searched, and so where the loop goes on when it has returned its score.
enum class Resume : std::uint8_t {
    after_null,     ///< the mover passed
    after_reduced,  ///< a late move was tried with less depth and a null window
    after_scout,    ///< a move was tried with full depth and a null window
    after_full,     ///< full depth and full window: its score counts
};

/// The bases are what the move picker and the evaluation keep for each ply, which may be nothing.
template <class PickerPly, class EvaluationPly, Game G = Chess>
struct PlyFrame : PickerPly, EvaluationPly {
    using Game = G;
    using Move = typename G::Move;

    typename G::Undo undo;
    typename G::Cursor cursor;
    Move move;           ///< the move that is being searched
    Move best;           ///< of this iteration; none before a move has raised alpha
    Move hash_move;      ///< tried first: from the table, or from the last internal iteration
    std::int16_t alpha;  ///< the window, from the mover's view; alpha rises as moves are searched
    std::int16_t beta;
    std::int16_t best_score;   ///< fail-soft; before the moves, the table's score if there is a `table_bound`
    std::int16_t static_eval;  ///< of the position; score_none in check, score_unknown until it is evaluated
    std::int8_t depth;         ///< plies left in this internal iteration; 0 and below is quiescence
    std::int8_t target;        ///< plies left in the last one
    std::uint8_t count;        ///< legal moves searched so far
    Resume resume : 3;
    bool pv : 1;            ///< the window was open when the node began
    bool passed : 1;        ///< a null move led here
    Bound table_bound : 2;  ///< of the table's score; none also for mates

    void note_table(Score score, Bound bound) {
        best_score = static_cast<std::int16_t>(score);
        table_bound = bound;
    }

    /// What restricts the mover, in the words of the game: see core/chess/game_concept.hpp.
    [[nodiscard]] typename G::Check check() const { return G::check(cursor); }
    [[nodiscard]] bool in_check() const { return check() != G::no_check; }
    [[nodiscard]] bool quiescing() const { return depth <= 0; }
};

// Frames lie in order of ply.

/// The frame of the position that `f.move` leads to.
template <class F>
constexpr F& child(F& f) {
    return *(&f + 1);
}
/// The frame `plies` nearer to the root.
template <class F>
constexpr F& ancestor(F& f, unsigned plies) {
    return *(&f - plies);
}
template <class F>
constexpr F& parent(F& f) {
    return ancestor(f, 1);
}

}  // namespace stackmate
