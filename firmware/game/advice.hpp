// What the engine has said: while it looks, when it has answered, and of its own last move. Nothing is asked of it here (see
// firmware/game/engine_orders.hpp), and nothing is told to anybody.
#pragma once

#include <cstddef>

#include "core/notation/move_text.hpp"
#include "core/chess/position.hpp"
#include "core/chess/types.hpp"

namespace stackmate::firmware {

/// Scores are centipawns. Moves are legal in the position they were said of, or none.
class Advice {
public:
    /// The best move so far in `p`, and the score from the mover's view. True if either is another than before.
    bool consider(const Position& p, Move best, Score score) noexcept {
        const bool other = best != candidate_ || score != score_;
        if (best != candidate_) {
            candidate_ = is_legal(p, best) ? best : Move{};
        }
        hear(score);
        return other;
    }
    /// The search has ended with this.
    void answer(Move best, Score score) noexcept {
        answer_ = best;
        hear(score);
    }
    /// The answer is the engine's own move; `p` is where it is to move. None: it is not legal there.
    [[nodiscard]] Move take_move(const Position& p) noexcept {
        white_score_ = p.side() == Color::white ? score_ : -score_;
        has_white_score_ = true;
        return is_legal(p, answer_) ? answer_ : Move{};
    }
    /// The answer is advice to a person, and the search of `p` has come to its end.
    Move take_hint(const Position& p) noexcept {
        hint_ = is_legal(p, answer_) ? answer_ : Move{};
        analysed_ = true;
        return hint_;
    }

    /// Another position: hint and candidate were of the one before.
    void forget_position() noexcept {
        hint_ = candidate_ = {};
        analysed_ = false;
    }
    /// Another search, or none.
    void forget_candidate() noexcept { candidate_ = {}; }
    /// Another game.
    void forget_score() noexcept { has_score_ = has_white_score_ = false; }
    /// The engine's last move may be taken back.
    void forget_last_move() noexcept { has_white_score_ = false; }

    /// The move the engine would play now.
    [[nodiscard]] Move candidate() const noexcept { return candidate_; }
    [[nodiscard]] Move hint() const noexcept { return hint_; }
    /// The analysis of this position has come to its end.
    [[nodiscard]] bool analysed() const noexcept { return analysed_; }
    [[nodiscard]] bool has_score() const noexcept { return has_score_; }
    /// The mover's view, of the search that runs or ran last.
    [[nodiscard]] Score score() const noexcept { return score_; }
    /// The engine, which has this side, claims a draw that it may claim.
    [[nodiscard]] bool claims_draw(Color side) const noexcept { return has_white_score_ && seen_by(side) <= 0; }
    /// It agrees to one when it is worse, or when nothing has come of a game as long as this; `plies` half moves.
    [[nodiscard]] bool agrees_to_draw(Color side, std::size_t plies) const noexcept {
        return has_white_score_ && (seen_by(side) <= -50 || (plies >= 100 && seen_by(side) <= 10));
    }

private:
    [[nodiscard]] Score seen_by(Color side) const noexcept {
        return side == Color::white ? white_score_ : -white_score_;
    }
    void hear(Score score) noexcept {
        score_ = score;
        has_score_ = true;
    }

    Score score_ = 0;
    Score white_score_ = 0;  ///< White's view, of the engine's last move
    Move candidate_{};
    Move answer_{};
    Move hint_{};
    bool analysed_ = false;
    bool has_score_ = false;
    bool has_white_score_ = false;
};

}  // namespace stackmate::firmware
