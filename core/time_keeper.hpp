// When to answer: the budget of a move, what became of it when the search has come so far, and whether the answer may
// be given at all. Knows no search and reads no clock: both are told to it.
#pragma once

#include "core/limits.hpp"
#include "core/types.hpp"

#include <cstdint>

namespace stackmate {

/// How the soft limit bends, in percent of it.
struct TimePolicy {
    static constexpr std::uint32_t new_move = 140;  ///< the last iteration brought another best move
    static constexpr std::uint32_t known_move = 100;
    static constexpr std::uint32_t settled_move = 70;   ///< the best move has been the same for `settled` iterations
    static constexpr std::uint32_t falling_score = 60;  ///< added where the score fell by more than `fall`
    static constexpr unsigned settled = 3;
    static constexpr Score fall = 25;
};

class TimeKeeper {
public:
    using Policy = TimePolicy;

    /// What the way from the answer to the opponent's clock costs.
    void set_overhead(std::uint32_t ms) { overhead_ms_ = ms; }

    void begin(const Limits& limits, Color side, std::uint32_t now_ms) {
        budget_ = time_budget(limits, side, overhead_ms_);
        start_ms_ = clock_start_ms_ = now_ms;
        infinite_ = limits.infinite;
        pondering_ = limits.ponder;
        whole_time_ = limits.has_move_time;
        changed_ = false;
        unchanged_ = 0;
        score_ = -score_infinite;
    }
    /// The clock runs from now, if it was waiting for that.
    void ponder_hit(std::uint32_t now_ms) {
        if (!pondering_) return;
        pondering_ = false;
        clock_start_ms_ = now_ms;
    }

    /// There is no answer before stop, or before the ponder hit.
    [[nodiscard]] bool must_wait() const { return infinite_ || pondering_; }
    /// From go, or from the ponder hit; `no_limit` where nothing is to end the search.
    [[nodiscard]] std::uint32_t hard_limit_ms() const { return must_wait() ? no_limit : budget_.hard_ms; }
    /// The hard limit is what was asked for, all of it: movetime.
    [[nodiscard]] bool whole_time() const { return whole_time_; }
    [[nodiscard]] std::uint32_t start_ms() const { return start_ms_; }
    [[nodiscard]] std::uint32_t since_go(std::uint32_t now_ms) const { return now_ms - start_ms_; }

    /// The iteration that runs has found another best move.
    void new_best_move() { changed_ = true; }
    /// An iteration is done, with this score.
    void iteration_done(Score score) {
        unchanged_ = changed_ ? std::uint8_t{0} : static_cast<std::uint8_t>(unchanged_ + 1);
        changed_ = false;
        falling_ = score < score_ - Policy::fall;
        score_ = static_cast<std::int16_t>(score);
    }

    /// Between two iterations: is the next one not worth its time? `clear`: thinking on cannot change the answer.
    [[nodiscard]] bool enough(bool clear, std::uint32_t now_ms) const {
        if (must_wait() || budget_.soft_ms == no_limit) return false;
        const std::uint32_t elapsed = now_ms - clock_start_ms_;
        if (whole_time_) return elapsed >= budget_.soft_ms;
        return clear || std::uint64_t{elapsed} * 100 >= std::uint64_t{budget_.soft_ms} * percent();
    }

private:
    /// Of the soft limit: a best move that stays shortens, a new one or a falling score lengthens.
    [[nodiscard]] std::uint32_t percent() const {
        const std::uint32_t part = unchanged_ == 0                ? Policy::new_move
                                   : unchanged_ < Policy::settled ? Policy::known_move
                                                                  : Policy::settled_move;
        return part + (falling_ ? Policy::falling_score : 0);
    }

    TimeBudget budget_;
    std::uint32_t start_ms_ = 0;        ///< of the search
    std::uint32_t clock_start_ms_ = 0;  ///< of our time: the same, or the ponder hit
    std::uint32_t overhead_ms_ = 10;
    std::int16_t score_ = 0;      ///< of the last iteration
    std::uint8_t unchanged_ = 0;  ///< iterations done since the best move changed
    bool changed_ = false;        ///< it did in the iteration that runs
    bool falling_ = false;        ///< its score is lower than that of the one before
    bool infinite_ = false;
    bool pondering_ = false;
    bool whole_time_ = false;
};

}  // namespace stackmate
