// Finds out by search whether a position is a puzzle, and its solution.
#pragma once

#include "core/chess/position.hpp"
#include "core/chess/types.hpp"
#include "core/engine/config.hpp"
#include "core/engine/engine.hpp"

#include <atomic>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace stackmate::puzzles {

struct Found {
    Move move;
    Score score = -score_infinite;
    Depth depth = 0;  ///< of the iteration from which on the move was best and won; 0 if it does not or only just does
};

struct Solution {
    std::vector<Move> moves;  ///< an odd number
    Found first;
    Score second = 0;  ///< of all other moves than the first
};

class PuzzleJudge {
public:
    PuzzleJudge();
    /// A search with an empty table. `only` as for Engine::go.
    Found search(const Position& p, std::uint64_t nodes, std::span<const Move> only = {});
    /// A quick search that forgets nothing, for the moves of a game.
    Found glance(const Position& p, std::uint64_t nodes, std::span<const Move> only = {});
    void forget() { engine_.new_game(); }
    /// Nothing if there is no clear solution.
    std::optional<Solution> solve(const Position& p, std::uint64_t nodes);

private:
    std::vector<TtEntry> table_;
    std::atomic<bool> stop_{false};
    Engine<Full> engine_;
};

inline constexpr Score winning = 200, not_winning = 80, short_of_mate = 400;

/// The solved endings know better than a search which moves win: as far as `solution`, the reply to it, or another move leaves
/// at most four men, does it win, and no other move?
bool endings_agree(const Position& p, Move solution);

/// Is the first move the only one that wins? For the first move of a solution a mate is clear only against less than
/// `short_of_mate`; later any move that does not mate will do, for so much may have been won.
bool is_clear(Score first, Score second, bool later = false);

/// Not worth setting up: takes what is undefended, or takes or makes a queen and is seen at once; and does not mate.
bool is_plain(const Position& p, const Found& found);

inline std::vector<Move> without(std::vector<Move> moves, Move m) {
    std::erase(moves, m);
    return moves;
}
inline Position after(Position p, Move m) {
    Undo undo;
    p.make(m, undo);
    return p;
}

}  // namespace stackmate::puzzles
