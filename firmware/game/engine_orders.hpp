// The rules between a game and an engine that works beside it: one search at a time, one answer to each, and none to a
// search that was cancelled or replaced, even when orders and answers cross.
#pragma once

#include "core/engine/limits.hpp"
#include "firmware/engine/levels.hpp"
#include "firmware/game/types.hpp"

#include <cstdint>
#include <optional>

namespace stackmate::firmware {

inline constexpr std::uint32_t hint_ms = 1500;

/// The limits of a search. `level`, `mover` and `reading` are those of the game.
[[nodiscard]] inline Limits limits_of(Purpose purpose, const Level& level, Color mover, const ClockReading& reading) {
    Limits limits;
    switch (purpose) {
    case Purpose::move: return limits_for(level, mover, reading);
    case Purpose::hint:
        limits.has_move_time = true;
        limits.move_time_ms = hint_ms;
        break;
    case Purpose::analysis: limits.infinite = true; break;
    case Purpose::grade: break;  // the coach says
    }
    return limits;
}

class EngineOrders {
public:
    /// Whether a search is wanted whose answer has not come.
    [[nodiscard]] bool searching() const { return searching_; }
    /// Of the search that is wanted, or of the last one.
    [[nodiscard]] Purpose purpose() const { return purpose_; }
    /// Whether the search is for an earlier position or level, and so useless.
    [[nodiscard]] bool stale() const { return stale_; }
    void outdate() { stale_ = true; }
    /// Whether the search is for the engine's own move.
    [[nodiscard]] bool looks_for_move() const { return searching_ && purpose_ == Purpose::move; }
    /// Whether the running search is the wanted one; with none, whether nothing is searched.
    [[nodiscard]] bool serves(std::optional<Purpose> wanted) const {
        return wanted ? searching_ && purpose_ == *wanted && !stale_ : !searching_;
    }

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
    /// Whether what the engine reports now belongs to the wanted search.
    [[nodiscard]] bool listening() const {
        return runs_ && order_.kind != EngineOrder::Kind::think && order_.kind != EngineOrder::Kind::cancel;
    }
    /// The engine has answered. Returns false if the answer belongs to a search that is no longer wanted, or was never
    /// ordered.
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
    bool runs_ = false;  ///< `think` has been taken; its answer has not come, and no `cancel` has been taken since
};

}  // namespace stackmate::firmware
