// Where a game stands by the rules: going on, won, or drawn.
#pragma once

#include "core/game/key_history.hpp"
#include "core/chess/position.hpp"

#include <cstdint>
#include <string_view>

namespace stackmate {

enum class GameState : std::uint8_t {
    playing,
    check,      ///< playing, and the king of the side to move is attacked
    checkmate,  ///< the side to move has lost
    stalemate,
    threefold_repetition,   ///< a draw if claimed (FIDE 9.2)
    fifty_moves,            ///< a draw if claimed (9.3): 100 half moves without capture or pawn move
    seventy_five_moves,     ///< a draw at once (9.6.2): 150 of them
    insufficient_material,  ///< a draw at once (5.2.2), see `Position::insufficient_material`
    fivefold_repetition,    ///< a draw at once (9.6.1)
};

/// `history`: keys of the positions before `p`, each pushed as it was left. Mate and stalemate come before
/// every draw, draws at once before draws to be claimed, and all of them before `check`. A repetition more
/// than `KeyHistory::capacity` half moves old is not seen. By then fifty moves are over, so a draw may be claimed all the
/// same; but a fifth time that far from the first does not end the game.
GameState state_of(const Position& p, const KeyHistory& history);

/// Plays a legal move of a game; the position that it leaves goes to the history. Where the game is over and played on
/// all the same, the half-move clock stands still (`Position::hold_counts`), and no repetition is forgotten.
inline void play(Position& p, KeyHistory& history, Move m) {
    history.push(p.key(), p.halfmove());
    Undo undo;
    p.make(m, undo);
    p.hold_counts();
}

/// Has the game ended with no claim needed? No move may follow then.
constexpr bool is_over(GameState s) {
    return s == GameState::checkmate || s == GameState::stalemate || s == GameState::seventy_five_moves
           || s == GameState::insufficient_material || s == GameState::fivefold_repetition;
}

/// May the side to move claim a draw, or is it one already?
constexpr bool is_draw(GameState s) { return s >= GameState::stalemate; }

/// A few words without a full stop: "checkmate", "draw by fifty moves".
std::string_view to_text(GameState state);

}  // namespace stackmate
