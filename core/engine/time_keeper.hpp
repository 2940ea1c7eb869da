// When to answer. The time keeper adjusts the soft limit of a move to what the search reports, and says whether the answer is
// due and may be given. It knows no search and reads no clock: its caller passes the results and the time.
#pragma once

#include "core/chess/types.hpp"
#include "core/engine/limits.hpp"
#include "core/engine/time_budget.hpp"

#include <cstdint>

namespace stackmate {

/// How the soft limit is adjusted, in percent of it.
/// Worth in Elo, all of it, against a soft limit that is checked between iterations only (140 % for a new move, 100 % for a
/// known one, 70 % for a settled one, regardless of shares): 14 +- 12 in Tiny, -3 +- 19 in Full. Conditions: a clock of 60+0.6
/// at twice the speed, some 3,000 nodes a move. The first 900 of Tiny's 1,962 games were also used to choose the numbers.
struct TimePolicy {
    static constexpr std::uint32_t planned = moves_planned;  ///< see time_budget()
    static constexpr std::uint32_t new_move = 150;  ///< the best move changed in the last iteration or in this one
    static constexpr std::uint32_t known_move = 120;
    static constexpr std::uint32_t settled_move = 110;  ///< the best move has been the same for `settled` iterations
    static constexpr unsigned settled = 3;
    static constexpr std::uint32_t falling_score = 60;  ///< added if the score falls by more than `fall`
    static constexpr Score fall = 25;
    static constexpr unsigned fall_since = 1;  ///< compared with this many iterations ago
    /// The sum is multiplied by `effort` minus the best move's share of the last iteration (both in percent), within these
    /// bounds.
    static constexpr std::uint32_t effort = 160;
    static constexpr std::uint32_t least_effort = 60;
    static constexpr std::uint32_t most_effort = 150;
    static constexpr std::uint32_t this_iteration = 250;  ///< this part of the result ends the running iteration
    static constexpr std::uint32_t next_iteration = 65;   ///< after this part of it no further iteration begins
    static constexpr std::uint32_t max_total = 350;       ///< upper bound of all this
};

template <class Policy>
class TimeKeeper {
    static_assert(Policy::effort >= 100, "a share is up to 100 percent");

public:
    /// The time from the answer until the opponent's clock runs.
    void set_overhead(std::uint16_t ms) { overhead_ms_ = ms; }

    void begin(const Limits& limits, Color side, std::uint32_t now_ms) {
        budget_ = time_budget<Policy::planned>(limits, side, overhead_ms_);
        start_ms_ = clock_start_ms_ = now_ms;
        first_slice_begins(now_ms);
        infinite_ = limits.infinite;
        pondering_ = limits.ponder;
        whole_time_ = limits.has_move_time;
        has_timer_ = limits.has_timer;
        settled_at_hit_ = changed_ = falling_ = false;
        unchanged_ = 0;
        for (std::int16_t& score : scores_) score = -score_infinite;
        share_ = 100;
    }
    /// The clock runs from now, if the search was pondering. If the best move has settled in the opponent's time, and that was
    /// as long as our soft limit, the answer is due at once.
    void ponder_hit(std::uint32_t now_ms) {
        if (!pondering_) return;
        pondering_ = false;
        settled_at_hit_ = is_settled() && !falling_ && now_ms - start_ms_ >= budget_.soft_ms;
        clock_start_ms_ = now_ms;
        first_slice_begins(now_ms);  // before, the caller may have had time for other work
    }

    /// The answer waits for stop or for the ponder hit.
    [[nodiscard]] bool must_wait() const { return infinite_ || pondering_; }
    /// From go, or from the ponder hit; `no_limit` if time does not end the search.
    [[nodiscard]] std::uint32_t hard_limit_ms() const { return must_wait() ? no_limit : budget_.hard_ms; }
    /// The time was given as movetime: all of it is used.
    [[nodiscard]] bool whole_time() const { return whole_time_; }
    [[nodiscard]] std::uint32_t since_go(std::uint32_t now_ms) const { return now_ms - start_ms_; }

    /// The first slice of the search is about to begin; the time before it counts as none.
    void first_slice_begins(std::uint32_t now_ms) {
        slice_began_ms_ = static_cast<std::uint16_t>(now_ms);
        longest_slice_ms_ = 0;
    }
    /// Another slice is about to begin. How long the one before took is seen here, with the caller's other work.
    void slice_begins(std::uint32_t now_ms) {
        const auto took = static_cast<std::uint16_t>(now_ms - slice_began_ms_);
        slice_began_ms_ = static_cast<std::uint16_t>(now_ms);
        if (took > longest_slice_ms_) longest_slice_ms_ = took;
    }

    /// The running iteration has found another best move.
    void new_best_move() { changed_ = true; }
    /// The score of the running iteration is below the window.
    void failed_low() { falling_ = falling_ || Policy::fall_since == 1; }
    /// An iteration is done, with this score. `share`: of its best move, in percent of the iteration.
    void iteration_done(Score score, unsigned share) {
        unchanged_ = changed_ ? std::uint8_t{0} : static_cast<std::uint8_t>(unchanged_ + 1);
        changed_ = false;
        falling_ = score < scores_[Policy::fall_since - 1] - Policy::fall;
        for (unsigned i = Policy::fall_since - 1; i != 0; --i) scores_[i] = scores_[i - 1];
        scores_[0] = static_cast<std::int16_t>(score);
        share_ = static_cast<std::uint8_t>(share);
    }

    /// Before a slice: is the answer due? Without a timer it is if the slice would end after the hard limit, were it as long
    /// as the longest before it. `clear`: further search cannot change the answer.
    [[nodiscard]] bool is_over(bool clear, std::uint32_t now_ms) const {
        return is_spent(Policy::this_iteration, clear, now_ms);
    }
    /// Between two iterations: is the next one not worth its time?
    [[nodiscard]] bool is_enough(bool clear, std::uint32_t now_ms) const {
        return is_spent(Policy::next_iteration, clear, now_ms);
    }

private:
    [[nodiscard]] bool is_settled() const { return !changed_ && unchanged_ >= Policy::settled; }

    /// Are `part` percent of the adjusted soft limit used up?
    [[nodiscard, gnu::noinline]] bool is_spent(std::uint32_t part, bool clear, std::uint32_t now_ms) const {
        if (must_wait() || budget_.soft_ms == no_limit) return false;
        const std::uint32_t elapsed = now_ms - clock_start_ms_;
        if (elapsed >= budget_.hard_ms) return true;
        if (!has_timer_ && budget_.hard_ms - elapsed < longest_slice_ms_) return true;
        if (whole_time_) return false;
        if (clear || (settled_at_hit_ && is_settled())) return true;
        const std::uint32_t adjusted = percent() * part / 100;
        return std::uint64_t{elapsed} * 100
               >= std::uint64_t{budget_.soft_ms} * (adjusted < Policy::max_total ? adjusted : Policy::max_total);
    }

    /// The adjusted soft limit, in percent of the soft limit.
    [[nodiscard]] std::uint32_t percent() const {
        const std::uint32_t move = changed_ || unchanged_ == 0 ? Policy::new_move
                                   : is_settled()              ? Policy::settled_move
                                                               : Policy::known_move;
        const std::uint32_t effort = Policy::effort - share_;
        const std::uint32_t bounded = effort < Policy::least_effort  ? Policy::least_effort
                                      : effort > Policy::most_effort ? Policy::most_effort
                                                                     : effort;
        return (move + (falling_ ? Policy::falling_score : 0)) * bounded / 100;
    }

    TimeBudget budget_;
    std::uint32_t start_ms_ = 0;        ///< of the search
    std::uint32_t clock_start_ms_ = 0;  ///< when our clock began to run: the same, or the ponder hit
    std::uint16_t overhead_ms_ = 10;
    std::uint16_t slice_began_ms_ = 0;              ///< the low bits suffice for a slice
    std::uint16_t longest_slice_ms_ = 0;            ///< of this search, or since the ponder hit
    std::int16_t scores_[Policy::fall_since] = {};  ///< of the last iterations, the newest first
    std::uint8_t unchanged_ = 0;                    ///< iterations done since the best move changed
    std::uint8_t share_ = 100;                      ///< of the best move in the last iteration, in percent
    bool changed_ : 1 = false;                      ///< the best move, in the running iteration
    bool falling_ : 1 = false;         ///< the last score fell, or the running iteration is below the window
    bool settled_at_hit_ : 1 = false;  ///< the best move had settled at the ponder hit
    bool infinite_ : 1 = false;
    bool pondering_ : 1 = false;
    bool whole_time_ : 1 = false;
    bool has_timer_ : 1 = false;
};

}  // namespace stackmate
