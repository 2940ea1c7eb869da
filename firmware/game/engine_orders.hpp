// The rules between a game and an engine that works beside it: one search at a time, one answer to each, none to a search
// that was cancelled or replaced, however orders and answers cross on their way.
#pragma once

#include "core/engine/limits.hpp"
#include "firmware/engine/levels.hpp"
#include "firmware/game/types.hpp"

#include <cstdint>
#include <optional>

namespace stackmate::firmware {

inline constexpr std::uint32_t hint_ms = 1500;

/// How long and how deep a search is to be. `level`, `mover` and `reading` are those of the game.
[[nodiscard]] inline Limits limits_of(Purpose purpose, const Level& level, Color mover, const ClockReading& reading) {
    Limits limits;
    switch (purpose) {
    case Purpose::move: return limits_for(level, mover, reading);
    case Purpose::hint:
        limits.has_move_time = true;
        limits.move_time_ms = hint_ms;
        break;
    case Purpose::analysis: limits.infinite = true; break;
    }
    return limits;
}

class EngineOrders {
public:
    /// A search is wanted, and its answer has not come.
    [[nodiscard]] bool searching() const { return searching_; }
    /// Of the search that is wanted, or was last.
    [[nodiscard]] Purpose purpose() const { return purpose_; }
    /// The search is one of another position, or of another level: it will not do any more.
    [[nodiscard]] bool stale() const { return stale_; }
    void outdate() { stale_ = true; }
    /// The search is for the engine's own move.
    [[nodiscard]] bool looks_for_move() const { return searching_ && purpose_ == Purpose::move; }
    /// What is searched is what is wanted; none: nothing is.
    [[nodiscard]] bool serves(std::optional<Purpose> wanted) const {
        return wanted ? searching_ && purpose_ == *wanted && !stale_ : !searching_;
    }

    /// A new search, in place of the one that runs.
    void think(Purpose purpose, const Limits& limits) {
        order_.kind = EngineOrder::Kind::think;
        order_.purpose = purpose_ = purpose;
        order_.limits = limits;
        searching_ = true;
        stale_ = stop_wanted_ = false;
    }
    /// The answer is wanted now. Ordered once for each search.
    void stop() {
        if (!searching_ || stop_wanted_) return;
        stop_wanted_ = true;
        if (order_.kind == EngineOrder::Kind::none) order_.kind = EngineOrder::Kind::stop;
    }
    /// The order to stop has not reached the search: it may be given again.
    void let_stop_again() { stop_wanted_ = false; }
    /// The answer is not wanted any more.
    void cancel() {
        searching_ = stop_wanted_ = false;
        order_ = {};
        if (runs_) order_.kind = EngineOrder::Kind::cancel;
    }

    /// The engine's side: what it is to do now.
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
    /// What the engine tells now is about the search that is wanted.
    [[nodiscard]] bool listening() const {
        return runs_ && order_.kind != EngineOrder::Kind::think && order_.kind != EngineOrder::Kind::cancel;
    }
    /// The engine has answered. False: the answer is to a search that nobody wants any more, or that nobody ordered.
    [[nodiscard]] bool answered() {
        const bool wanted = listening();
        if (runs_ && order_.kind != EngineOrder::Kind::think) order_ = {};
        runs_ = false;
        if (wanted) searching_ = false;
        return wanted;
    }

private:
    EngineOrder order_{};
    Purpose purpose_ = Purpose::move;
    bool searching_ = false;
    bool stale_ = false;
    bool stop_wanted_ = false;
    bool runs_ = false;  ///< a think has been taken, and neither its answer has come nor a cancel been taken
};

}  // namespace stackmate::firmware
