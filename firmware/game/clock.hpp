// The chess clock of a game: two times, increments, a second stage. Callers pass the time; it never reads a timer.
#pragma once

#include "core/chess/types.hpp"
#include "firmware/engine/levels.hpp"

#include <cstdint>

namespace stackmate::firmware {

/// All times in milliseconds. `now_ms` may wrap; call `settle` at least once in 24 days while a side's time runs.
class GameClock {
public:
    /// Starts a new game. With `start_ms` 0 there is no clock, and no time runs out.
    constexpr void set(const TimeControl& control) {
        control_ = control;
        running_ = false;
        for (const unsigned side : {0u, 1u}) {
            reading_.left_ms[side] = control.start_ms;
            reading_.moves_made[side] = 0;
        }
    }
    /// For a game that continues after a restart. Does nothing without a clock.
    constexpr void restore(const ClockReading& reading) {
        if (active()) reading_ = reading;
    }

    [[nodiscard]] constexpr bool active() const { return control_.start_ms != 0; }
    [[nodiscard]] constexpr bool running() const { return running_; }
    /// Whose clock runs, if any does.
    [[nodiscard]] constexpr Color side() const { return side_; }

    /// From now on the clock of `side` runs, and the other's does not.
    constexpr void run(Color side, std::uint32_t now_ms) {
        settle(now_ms);
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
        const std::uint32_t passed = now_ms - since_ms_;
        left = left > passed ? left - passed : 0;
        since_ms_ = now_ms;
    }
    /// `side` has completed a move: its increment is added, and the time of the second stage when that begins. The
    /// running clock does not change.
    constexpr void moved(Color side) {
        if (!active()) return;
        const unsigned i = index(side);
        add(reading_.left_ms[i], control_.increment_ms);
        if (reading_.moves_made[i] != 0xffff && ++reading_.moves_made[i] == control_.stage_moves)
            add(reading_.left_ms[i], control_.second_ms);
    }
    /// A move of `side` has been taken back: it no longer counts. The time it took is not given back.
    constexpr void taken_back(Color side) {
        std::uint16_t& made = reading_.moves_made[index(side)];
        if (!active() || made == 0) return;
        std::uint32_t& left = reading_.left_ms[index(side)];
        std::uint32_t added = control_.increment_ms;
        if (made-- == control_.stage_moves) added += control_.second_ms;
        left = left > added + 1 ? left - added : 1;
    }

    /// As of the last `settle`, in milliseconds.
    [[nodiscard]] constexpr const ClockReading& reading() const { return reading_; }
    [[nodiscard]] constexpr std::uint32_t left_ms(Color side) const { return reading_.left_ms[index(side)]; }
    /// Whether the side whose clock runs has no time left.
    [[nodiscard]] constexpr bool flag_fell() const { return running_ && left_ms(side_) == 0; }

private:
    static constexpr std::uint32_t longest_ms = 359'999'000;  ///< 99:59:59
    static constexpr void add(std::uint32_t& time, std::uint32_t more) {
        time = longest_ms - time < more ? longest_ms : time + more;
    }

    TimeControl control_{};
    ClockReading reading_{};
    std::uint32_t since_ms_ = 0;
    Color side_ = Color::white;
    bool running_ = false;
};

}  // namespace stackmate::firmware
