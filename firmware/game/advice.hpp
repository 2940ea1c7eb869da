// What the engine has said: during a search, in its answer, and about its own last move. Orders to the engine are not
// given here (see firmware/game/engine_orders.hpp), and nothing is reported to others.
#pragma once

#include <cstddef>

#include "core/notation/move_text.hpp"
#include "core/chess/position.hpp"
#include "core/chess/types.hpp"

namespace stackmate::firmware {

/// Scores are centipawns. Every move is none, or legal in the position it was given for.
class Advice {
public:
    /// The best move so far in `p`, and the score from the mover's view. Returns true if either has changed.
    bool consider(const Position& p, Move best, Score score) noexcept {
        const bool other = best != candidate_ || score != score_;
        if (best != candidate_) {
            candidate_ = is_legal(p, best) ? best : Move{};
        }
        hear(score);
        return other;
    }
    /// The search has ended with this result.
    void answer(Move best, Score score) noexcept {
        answer_ = best;
        hear(score);
    }
    /// Takes the answer as the engine's own move in `p`. Returns none if it is not legal there.
    [[nodiscard]] Move take_move(const Position& p) noexcept {
        white_score_ = p.side() == Color::white ? score_ : -score_;
        has_white_score_ = true;
        return is_legal(p, answer_) ? answer_ : Move{};
    }
    /// Takes the answer as advice to a person; the search of `p` has ended.
    Move take_hint(const Position& p) noexcept {
        hint_ = is_legal(p, answer_) ? answer_ : Move{};
        analysed_ = true;
        return hint_;
    }

    /// The position has changed: hint and candidate belonged to the previous one.
    void forget_position() noexcept {
        hint_ = candidate_ = {};
        analysed_ = false;
    }
    /// Another search begins, or none runs.
    void forget_candidate() noexcept { candidate_ = {}; }
    /// Another game begins.
    void forget_score() noexcept { has_score_ = has_white_score_ = false; }
    /// The engine's last move may have been taken back.
    void forget_last_move() noexcept { has_white_score_ = false; }

    /// The move the engine would play now.
    [[nodiscard]] Move candidate() const noexcept { return candidate_; }
    [[nodiscard]] Move hint() const noexcept { return hint_; }
    /// Whether the analysis of this position has ended.
    [[nodiscard]] bool analysed() const noexcept { return analysed_; }
    [[nodiscard]] bool has_score() const noexcept { return has_score_; }
    /// From the mover's view; of the search that runs or the last one.
    [[nodiscard]] Score score() const noexcept { return score_; }
    /// Whether the engine, which plays `side`, claims a draw when it may.
    [[nodiscard]] bool claims_draw(Color side) const noexcept { return has_white_score_ && seen_by(side) <= 0; }
    /// Whether it agrees to a draw: when it is worse, or when a game of `plies` half moves is long and about even.
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
    Score white_score_ = 0;  ///< White's view, at the engine's last move
    Move candidate_{};
    Move answer_{};
    Move hint_{};
    bool analysed_ = false;
    bool has_score_ = false;
    bool has_white_score_ = false;
};

}  // namespace stackmate::firmware
