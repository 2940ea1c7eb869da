// What is searched now, and why: the search that a state wants, the orders to an engine that works beside the game, and
// what the engine has said. One search at a time, one answer to each, and none to a search that was cancelled or
// replaced, even when orders and answers cross. Nothing is reported to others here.
#pragma once

#include "core/chess/position.hpp"
#include "core/chess/types.hpp"
#include "core/engine/limits.hpp"
#include "core/notation/move_text.hpp"
#include "firmware/engine/levels.hpp"
#include "firmware/game/at_work.hpp"
#include "firmware/game/clock.hpp"
#include "firmware/game/states.hpp"
#include "firmware/game/types.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>

namespace stackmate::firmware {

/// What the search of a state depends on besides the state.
struct SearchFacts {
    bool analysed = false;   ///< the analysis of this position has ended
    bool moves_now = false;  ///< the engine is searching for its move in this position
    bool grades = false;     ///< the coach has something to search
};
/// The search that a state wants; none if none should run.
[[nodiscard]] constexpr std::optional<Purpose> search_in(states::State state, SearchFacts facts) noexcept {
    switch (at_work(state).engine) {
    case AtWork::Engine::rests: break;
    case AtWork::Engine::watches: return facts.grades ? std::optional{Purpose::grade} : std::nullopt;
    case AtWork::Engine::moves: return facts.grades ? Purpose::grade : Purpose::move;
    case AtWork::Engine::advises: return Purpose::hint;
    case AtWork::Engine::analyses: return facts.analysed ? std::nullopt : std::optional{Purpose::analysis};
    case AtWork::Engine::goes_on: return facts.moves_now ? std::optional{Purpose::move} : std::nullopt;
    }
    return std::nullopt;
}

inline constexpr std::uint32_t hint_ms = 1500;

/// The limits of a search. `level`, `mover` and `clock` are those of the game.
[[nodiscard]] inline Limits limits_of(Purpose purpose, const Level& level, Color mover, const GameClock& clock) {
    Limits limits;
    switch (purpose) {
    case Purpose::move: return limits_for(level, mover, clock.reading(), clock.controls());
    case Purpose::hint:
        limits.has_move_time = true;
        limits.move_time_ms = hint_ms;
        break;
    case Purpose::analysis: limits.infinite = true; break;
    case Purpose::grade: break;  // the coach says
    }
    return limits;
}

/// Scores are centipawns. Every move is none, or legal in the position it was given for.
class Searching {
public:
    // ------------------------------------------------------------------ what is to be searched

    /// Makes the search that runs the one that `state` wants: cancels it, or calls `begin(purpose)`, which orders the next
    /// one by `think`. `engines_turn`: the engine is to move in a game that goes on. `grades`: the coach has something
    /// to search.
    template <class Begin>
    void follow(states::State state, bool engines_turn, bool grades, Begin begin) {
        const bool moves_now = looks_for_move() && !stale_ && engines_turn;
        const std::optional<Purpose> wanted =
            search_in(state, {.analysed = analysed_, .moves_now = moves_now, .grades = grades});
        if (serves(wanted)) return;
        candidate_ = {};
        wanted ? begin(*wanted) : cancel();
    }
    /// Whether the running search is the wanted one; with none, whether nothing is searched.
    [[nodiscard]] bool serves(std::optional<Purpose> wanted) const {
        return wanted ? searching_ && purpose_ == *wanted && !stale_ : !searching_;
    }
    /// Whether a search is wanted whose answer has not come.
    [[nodiscard]] bool is_wanted() const { return searching_; }
    /// Of the search that is wanted, or of the last one.
    [[nodiscard]] Purpose purpose() const { return purpose_; }
    /// Whether the search is for the engine's own move.
    [[nodiscard]] bool looks_for_move() const { return searching_ && purpose_ == Purpose::move; }
    /// Whether the search is for an earlier position or level, and so useless.
    [[nodiscard]] bool stale() const { return stale_; }
    void outdate() { stale_ = true; }
    /// The position has changed: search, hint and candidate belonged to the previous one.
    void forget_position() {
        hint_ = candidate_ = {};
        analysed_ = has_current_ = moved_ = draw_offered_ = false;
        outdate();
    }
    /// The engine's move has been made: its score is that of the position after it, too.
    void has_moved() { moved_ = has_white_score_; }

    // ------------------------------------------------------------------ orders

    /// Orders a new search, in place of the running one.
    void think(Purpose purpose, const Limits& limits, Move only = {}) {
        order_.kind = EngineOrder::Kind::think;
        order_.purpose = purpose_ = purpose;
        order_.only = only;
        order_.limits = limits;
        searching_ = true;
        stale_ = stop_wanted_ = false;
    }
    /// Orders the answer now. Takes effect once for each search.
    void stop() {
        if (!searching_ || stop_wanted_) return;
        stop_wanted_ = true;
        if (order_.kind == EngineOrder::Kind::none) order_.kind = EngineOrder::Kind::stop;
    }
    /// The stop order did not reach the search: it may be given again.
    void let_stop_again() { stop_wanted_ = false; }
    /// The answer is no longer wanted.
    void cancel() {
        searching_ = stop_wanted_ = false;
        order_ = {};
        if (runs_) order_.kind = EngineOrder::Kind::cancel;
    }
    /// The engine's side: the order to carry out now.
    EngineOrder take() {
        const EngineOrder order = order_;
        order_ = {};
        if (order.kind == EngineOrder::Kind::think) {
            runs_ = true;
            if (stop_wanted_) order_.kind = EngineOrder::Kind::stop;
        } else if (order.kind == EngineOrder::Kind::cancel) {
            runs_ = false;
        }
        return order;
    }

    // ------------------------------------------------------------------ what the engine says

    /// Whether what the engine reports now belongs to the wanted search.
    [[nodiscard]] bool listening() const {
        return runs_ && order_.kind != EngineOrder::Kind::think && order_.kind != EngineOrder::Kind::cancel;
    }
    /// The best move so far in `p`, and the score from the mover's view. Returns true if a picture would show another
    /// move or score.
    bool consider(const Position& p, Move best, Score score) {
        if (!listening() || purpose_ == Purpose::grade) return false;
        const bool other = best != candidate_ || score != score_;
        if (best != candidate_) candidate_ = is_legal(p, best) ? best : Move{};
        hear(score);
        return other;
    }
    /// The search has ended with this result. Returns false if it belongs to a search that is no longer wanted, or was
    /// never ordered. The score of a grade is the coach's.
    [[nodiscard]] bool answered(Move best, Score score) {
        const bool wanted = listening();
        if (runs_ && order_.kind != EngineOrder::Kind::think) order_ = {};
        runs_ = false;
        if (!wanted) return false;
        searching_ = false;
        if (purpose_ != Purpose::grade) {
            answer_ = best;
            hear(score);
        }
        return true;
    }
    /// Takes the answer as the engine's own move in `p`. Returns none if it is not legal there.
    [[nodiscard]] Move take_move(const Position& p) {
        white_score_ = p.side() == Color::white ? score_ : -score_;
        has_white_score_ = true;
        return is_legal(p, answer_) ? answer_ : Move{};
    }
    /// Takes the answer as advice to a person; the search of `p` has ended.
    Move take_hint(const Position& p) {
        hint_ = is_legal(p, answer_) ? answer_ : Move{};
        analysed_ = true;
        return hint_;
    }
    /// Another game begins.
    void forget_score() { has_score_ = has_white_score_ = draw_offered_ = false; }
    /// Whether an offer of a draw waits for what the engine says of this position.
    [[nodiscard]] bool is_draw_offered() const { return draw_offered_; }
    void offer_draw(bool offered) { draw_offered_ = offered; }
    /// The engine's last move may have been taken back.
    void forget_last_move() { has_white_score_ = false; }

    /// The move the engine would play now, while it searches.
    [[nodiscard]] Move candidate() const { return searching_ ? candidate_ : Move{}; }
    [[nodiscard]] Move hint() const { return hint_; }
    /// Whether the analysis of this position has ended.
    [[nodiscard]] bool analysed() const { return analysed_; }
    [[nodiscard]] bool has_score() const { return has_score_; }
    /// From the mover's view; of the search that runs or the last one.
    [[nodiscard]] Score score() const { return score_; }
    /// Whether the engine, which plays `side`, claims a draw when it may.
    [[nodiscard]] bool claims_draw(Color side) const { return has_white_score_ && seen_by(side) <= 0; }
    /// Whether a score of the position that stands is known. Only such a one decides about a draw.
    [[nodiscard]] bool knows_position() const { return has_current_ || moved_; }
    /// Whether it agrees to a draw where `mover` is to move: when it is worse, or when a game of `plies` half moves is long
    /// and about even.
    [[nodiscard]] bool agrees_to_draw(Color side, Color mover, std::size_t plies) const {
        const Score score = !has_current_ ? seen_by(side) : side == mover ? score_ : -score_;
        return knows_position() && (score <= -50 || (plies >= 100 && score <= 10));
    }

private:
    [[nodiscard]] Score seen_by(Color side) const { return side == Color::white ? white_score_ : -white_score_; }
    void hear(Score score) {
        score_ = score;
        has_score_ = has_current_ = true;
    }

    Score score_ = 0;
    Score white_score_ = 0;  ///< White's view, at the engine's last move
    Move candidate_{};
    Move answer_{};
    Move hint_{};
    bool analysed_ = false;
    bool has_score_ = false;
    bool has_white_score_ = false;
    bool has_current_ = false;  ///< `score_` is that of the position that stands
    bool draw_offered_ = false;
    bool moved_ = false;  ///< `white_score_` is that of the position that stands
    Purpose purpose_ = Purpose::move;
    bool searching_ = false;
    bool stale_ = false;
    bool stop_wanted_ : 1 = false;
    bool runs_ : 1 = false;  ///< `think` has been taken; its answer has not come, and no `cancel` has been taken since
    EngineOrder order_{};
};

}  // namespace stackmate::firmware
