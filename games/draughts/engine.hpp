// Game, search, iterative deepening and clock together, as in core/engine/engine.hpp for chess. Everything is the
// core's except the search's version, the position and what only chess has (the glance, helpers).
#pragma once

#include "core/engine/iterative_deepening.hpp"
#include "core/game/key_history.hpp"
#include "core/engine/limits.hpp"
#include "core/search/search.hpp"
#include "core/engine/time_keeper.hpp"
#include "core/search/transposition_table.hpp"
#include "games/draughts/position.hpp"
#include "games/draughts/versions.hpp"

#include <atomic>
#include <cstdint>
#include <span>

namespace stackmate::draughts {

enum class Event : std::uint8_t {
    none,
    info,      ///< a new report is available
    finished,  ///< the answer is due: best_move()
};

/// A position with the keys of those before it.
template <Rules R>
struct Line {
    Position<R> position;
    KeyHistory history;

    void set_start() {
        position.set_start();
        history.clear();
    }
    /// `m` must be legal.
    void make(Move m) {
        Undo undo;
        history.push(position.key(), position.halfmove());
        position.make(m, undo);
    }
    /// The position has occurred for the third time, or too many king moves were made without a capture.
    [[nodiscard]] bool drawn() const {
        return position.halfmove() >= R::draw_after || history.count(position.key(), 1, position.halfmove()) >= 2;
    }
};

template <Rules R, class Version = Player<R>>
class Engine {
public:
    Engine() : search_(typename Search<Version>::Context{line_.position, line_.history, table_, stop_}) {
        line_.set_start();
    }
    Engine(const Engine&) = delete;
    Engine& operator=(const Engine&) = delete;

    // Not to be called during a search.
    void use_table(std::span<TtEntry> memory) { table_.use(memory); }
    void new_game() {
        line_.set_start();
        table_.clear();
        search_.clear();
    }
    void set_line(const Line<R>& line) { line_ = line; }
    [[nodiscard]] const Line<R>& line() const { return line_; }

    /// Begins a search of the line's last position.
    void go(const Limits& limits, std::uint32_t now_ms) {
        stop_.store(false, std::memory_order_relaxed);
        most_nodes_ = limits.nodes;
        time_.begin(limits, line_.position.side(), now_ms);
        table_.new_search();
        search_.begin();
        searching_ = true;
        done_ = !deepening_.begin(limits, line_.position, {});
        if (!done_) deepening_.start(search_, 1);
    }
    [[nodiscard]] bool searching() const { return searching_; }
    /// The next run() ends the search.
    void stop() { stop_.store(true, std::memory_order_relaxed); }

    /// Searches at most `node_budget` nodes. If they could end after the hard limit, it finishes instead; see
    /// stackmate::Engine::run().
    Event run(std::uint32_t node_budget, std::uint32_t now_ms) {
        if (!searching_) return Event::none;
        time_.slice_begins(now_ms);
        if (!done_ && time_.is_over(deepening_.clear(), now_ms)) {
            end_iteration();
            return finish();
        }
        if (most_nodes_ != 0 && !done_) {
            const std::uint64_t left = most_nodes_ - search_.nodes();
            if (left < node_budget) node_budget = static_cast<std::uint32_t>(left);
            if (left == 0) end_iteration();
        }
        if (done_) return !time_.must_wait() || stop_.load(std::memory_order_relaxed) ? finish() : Event::none;
        switch (search_.run(node_budget)) {
        case SearchStatus::running: return slice_done();
        case SearchStatus::stopped: end_iteration(); return finish();
        case SearchStatus::done: break;
        }
        iteration_done(now_ms);
        return Event::info;
    }

    /// None if there is no legal move.
    [[nodiscard]] Move best_move() const { return deepening_.best_move(); }
    [[nodiscard]] auto result() const { return deepening_.result(); }
    [[nodiscard]] std::span<const Move> best_line() const { return deepening_.line(); }
    [[nodiscard]] std::uint64_t nodes() const { return search_.nodes(); }
    [[nodiscard]] int seldepth() const { return search_.seldepth(); }
    [[nodiscard]] unsigned hashfull() const { return table_.hashfull(); }
    [[nodiscard]] std::uint32_t since_go(std::uint32_t now_ms) const { return time_.since_go(now_ms); }

private:
    void end_iteration() {
        deepening_.keep_unfinished(search_);
        done_ = true;
    }
    Event finish() {
        search_.abandon();
        searching_ = false;
        return Event::finished;
    }
    Event slice_done() {
        const bool better = deepening_.slice_done(search_);
        if (better) time_.new_best_move();
        return better ? Event::info : Event::none;
    }
    void iteration_done(std::uint32_t now_ms) {
        const Move before = best_move();
        const bool exact = deepening_.iteration_done(search_);
        if (best_move() != before) time_.new_best_move();
        if (!exact) {
            if (deepening_.result().bound == Bound::upper) time_.failed_low();
            return;
        }
        time_.iteration_done(deepening_.score(), deepening_.share());
        done_ = deepening_.complete() || time_.is_enough(deepening_.clear(), now_ms);
        if (!done_) deepening_.deepen(search_);
    }

    std::atomic<bool> stop_{false};
    bool searching_ = false;
    bool done_ = false;  ///< nothing is left to search
    Line<R> line_;
    TranspositionTable table_;
    std::uint64_t most_nodes_ = 0;
    TimeKeeper<TimePolicy> time_;
    IterativeDeepening<Version, 1> deepening_;
    Search<Version> search_;
};

}  // namespace stackmate::draughts
