// The chess clock of a game: two times, what a move adds to them, a second stage. Callers pass the time; it never reads a timer.
#pragma once

#include "core/chess/types.hpp"
#include "firmware/engine/levels.hpp"

#include <cstdint>

namespace stackmate::firmware {

namespace detail {

/// What the rules of one's own clocks ask of a turn: how much of it has been used.
class Turn {
public:
#if STACKMATE_EXERCISES
    constexpr void begin() { spent_ms_ = 0; }
    /// Time has passed: what of it is to be paid.
    constexpr std::uint32_t charged(std::uint32_t passed_ms, const TimeControl& control) {
        const std::uint32_t before = spent_ms_;
        spent_ms_ = before + passed_ms < before ? before : before + passed_ms;
        return paid(spent_ms_, control) - paid(before, control);
    }
    /// Whether time passes that costs nothing.
    [[nodiscard]] constexpr bool is_free(const TimeControl& control) const {
        return control.rule == TimeRule::delay && spent_ms_ < control.increment_ms;
    }
    /// What a move adds. A takeback asks when the turn has begun anew: what Bronstein's clock has added was used before.
    [[nodiscard]] constexpr std::uint32_t added(const TimeControl& control) const {
        if (control.rule == TimeRule::bronstein && spent_ms_ < control.increment_ms) return spent_ms_;
        return control.rule == TimeRule::increment || control.rule == TimeRule::bronstein ? control.increment_ms : 0;
    }

private:
    static constexpr std::uint32_t paid(std::uint32_t spent_ms, const TimeControl& control) {
        if (control.rule != TimeRule::delay) return spent_ms;
        return spent_ms > control.increment_ms ? spent_ms - control.increment_ms : 0;
    }

    std::uint32_t spent_ms_ = 0;
#else
    constexpr void begin() {}
    static constexpr std::uint32_t charged(std::uint32_t passed_ms, const TimeControl&) { return passed_ms; }
    static constexpr bool is_free(const TimeControl&) { return false; }
    static constexpr std::uint32_t added(const TimeControl& control) { return control.increment_ms; }
#endif
};

}  // namespace detail

/// All times in milliseconds. `now_ms` may wrap; call `settle` at least once in 24 days while a side's time runs.
class GameClock {
public:
    /// Starts a new game. With `start_ms` 0 there is no clock, and no time runs out.
    constexpr void set(const TimeControls& controls) {
        controls_ = controls;
        running_ = false;
        turn_.begin();
        for (const Color side : {Color::white, Color::black}) {
            reading_.left_ms[index(side)] = control_of(controls, side).start_ms;
            reading_.moves_made[index(side)] = 0;
        }
    }
    /// For a game that continues after a restart. Does nothing without a clock.
    constexpr void restore(const ClockReading& reading) {
        if (active()) reading_ = reading;
    }

    [[nodiscard]] constexpr bool active() const { return control_of(controls_, Color::white).start_ms != 0; }
    [[nodiscard]] constexpr const TimeControls& controls() const { return controls_; }
    [[nodiscard]] constexpr bool running() const { return running_; }
    /// Whose clock runs, if any does.
    [[nodiscard]] constexpr Color side() const { return side_; }

    /// From now on the clock of `side` runs, and the other's does not.
    constexpr void run(Color side, std::uint32_t now_ms) {
        settle(now_ms);
        if (side != side_) turn_.begin();
        running_ = active();
        side_ = side;
        since_ms_ = now_ms;
    }
    constexpr void stop(std::uint32_t now_ms) {
        settle(now_ms);
        running_ = false;
    }
    /// Subtracts the elapsed time from the side whose clock runs.
    constexpr void settle(std::uint32_t now_ms) {
        if (!running_) return;
        std::uint32_t& left = reading_.left_ms[index(side_)];
        const std::uint32_t passed = turn_.charged(now_ms - since_ms_, control_of(controls_, side_));
        const std::uint32_t used = left > passed ? passed : left;
        left -= used;
        if (has_own_clock && rule() == TimeRule::hourglass) add(reading_.left_ms[index(~side_)], used);
        since_ms_ = now_ms;
    }
    /// `side` has completed a move: it gets what its clock's rule adds, and the time of the second stage when that begins.
    /// The running clock does not change.
    constexpr void moved(Color side) {
        if (!active()) return;
        const TimeControl& control = control_of(controls_, side);
        std::uint32_t& left = reading_.left_ms[index(side)];
        add(left, turn_.added(control));
        if (has_own_clock && control.rule == TimeRule::each_move) left = control.start_ms;
        std::uint16_t& made = reading_.moves_made[index(side)];
        if (made != 0xffff && ++made == control.stage_moves) add(left, control.second_ms);
        turn_.begin();
    }
    /// A move of `side` has been taken back: it no longer counts. The time it took is not given back.
    constexpr void taken_back(Color side) {
        turn_.begin();
        std::uint16_t& made = reading_.moves_made[index(side)];
        if (!active() || made == 0) return;
        const TimeControl& control = control_of(controls_, side);
        std::uint32_t& left = reading_.left_ms[index(side)];
        std::uint32_t taken = turn_.added(control);
        if (made-- == control.stage_moves) taken += control.second_ms;
        left = left > taken + 1 ? left - taken : 1;
        if (has_own_clock && control.rule == TimeRule::each_move)
            for (const Color each : {side, ~side}) reading_.left_ms[index(each)] = control_of(controls_, each).start_ms;
    }
    /// `side` has lost on time.
    [[gnu::cold]] constexpr void run_out(Color side) { reading_.left_ms[index(side)] = 0; }
    /// A loss on time has been taken back. A side without time gets a minute, or what it began with if that is less.
    [[gnu::cold]] constexpr void give_time() {
        constexpr std::uint32_t minute = 60'000;
        for (const Color side : {Color::white, Color::black})
            if (const std::uint32_t start = control_of(controls_, side).start_ms; left_ms(side) <= 1)
                reading_.left_ms[index(side)] = start < minute ? start : minute;
    }

    /// As of the last `settle`, in milliseconds.
    [[nodiscard]] constexpr const ClockReading& reading() const { return reading_; }
    [[nodiscard]] constexpr std::uint32_t left_ms(Color side) const { return reading_.left_ms[index(side)]; }
    /// Whether the side whose clock runs has no time left.
    [[nodiscard]] constexpr bool flag_fell() const {
        return running_ && left_ms(side_) == 0 && !turn_.is_free(control_of(controls_, side_));
    }

private:
    static constexpr std::uint32_t longest_ms = 359'999'000;  ///< 99:59:59
    static constexpr void add(std::uint32_t& time, std::uint32_t more) {
        time = longest_ms - time < more ? longest_ms : time + more;
    }

    [[nodiscard]] constexpr TimeRule rule() const { return control_of(controls_, side_).rule; }

    TimeControls controls_{};
    ClockReading reading_{};
    [[no_unique_address]] detail::Turn turn_{};
    std::uint32_t since_ms_ = 0;
    Color side_ = Color::white;
    bool running_ = false;
};

}  // namespace stackmate::firmware
