// The engine: a game's position, the search and its table, joined with what makes the search go deeper step by step
// (core/engine/iterative_deepening.hpp) and with what says when to answer (core/engine/time_keeper.hpp).
// One object, no heap, no clock: its sizeof is the whole RAM bill, milliseconds are handed in, and someone else raises
// the stop flag.
#pragma once

#include "core/engine/config.hpp"
#include "core/game/game_state.hpp"
#include "core/engine/iterative_deepening.hpp"
#include "core/game/key_history.hpp"
#include "core/engine/limits.hpp"
#include "core/chess/position.hpp"
#include "core/search/glance.hpp"
#include "core/search/search.hpp"
#include "core/engine/time_keeper.hpp"
#include "core/search/tt.hpp"

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <new>
#include <span>
#include <type_traits>

namespace stackmate {

enum class EngineEvent : std::uint8_t {
    none,      ///< call run() again
    info,      ///< an iteration is done, has found a better move or missed its window: report() has news
    finished,  ///< best_move() is the answer
};

/// How far the search has come. `line` lives until the next run().
struct SearchReport {
    std::uint64_t nodes;
    std::uint32_t time_ms;
    Depth depth;  ///< of the iteration that brought the result; 0 before there is one
    int seldepth;
    Score score;        ///< mover's view; mates are counted in plies from the root
    Bound bound;        ///< exact for an iteration that is done, lower or upper for one that runs
    unsigned hashfull;  ///< per mille
    std::span<const Move> line;
    std::uint8_t line_number = 0;  ///< from 0, the best, if there is more than one
    std::uint8_t lines = 1;        ///< that the search tells at each depth
};

struct RootProgress {
    Depth depth = 0;
    Move move;
    unsigned number = 0;  ///< 1 for the first of the root's moves that is searched, 2 for the next
};

/// The search of a version: its own, derived from GlancingSearch, if it names one (core/engine/splitting.hpp does).
template <class V>
struct SearchOf {
    using type = GlancingSearch<V>;
};
template <class V>
    requires requires { typename V::OwnSearch; }
struct SearchOf<V> {
    using type = typename V::OwnSearch;
};

/// The time policy of a version: its own, if it names one.
template <class V>
struct TimePolicyOf {
    using type = TimePolicy;
};
template <class V>
    requires requires { typename V::TimePolicy; }
struct TimePolicyOf<V> {
    using type = typename V::TimePolicy;
};

template <class Config>
class Engine {
    using Version = typename Config::Version;

public:
    /// A game in the making: set_fen() it and `play(position, history, m)` its moves (core/game/game_state.hpp); the engine's
    /// own game is untouched until commit_setup().
    struct Setup {
        Position position;
        KeyHistory history;
    };

    /// `stop` is raised by others, also from an interrupt, to end a search; go() lowers it. It outlives the engine.
    explicit Engine(std::atomic<bool>& stop) : stop_(stop), search_(SearchContext{position_, history_, table_, stop}) {
        table_.use(own_table_);
        position_.set_start();
    }
    Engine(const Engine&) = delete;
    Engine& operator=(const Engine&) = delete;

    /// The start position; table and everything learnt are forgotten. Not while searching.
    void new_game() {
        position_.set_start();
        history_.clear();
        table_.clear();
        search_.clear();
    }

    /// A scratch game in the search's memory: the start position, no history. It lasts until commit_setup(), go() or
    /// another use of workspace(). Not while searching.
    Setup& begin_setup() {
        auto* const setup = new (search_.idle_memory().data()) Setup;
        setup->position.set_start();
        return *setup;
    }
    /// The scratch game becomes the game.
    void commit_setup() {
        const auto* const setup = std::launder(reinterpret_cast<const Setup*>(search_.idle_memory().data()));
        position_ = setup->position;
        history_ = setup->history;
    }
    /// The game is this one, at once. Neither lies in workspace(). Not while searching.
    void set_game(const Position& p, const KeyHistory& history) {
        position_ = p;
        history_ = history;
    }
    /// The memory of the search, 8-aligned, free while it does not search. The scratch game lies at its beginning.
    [[nodiscard]] std::span<std::byte> workspace() { return search_.idle_memory(); }

    [[nodiscard]] const Position& position() const { return position_; }
    [[nodiscard]] const KeyHistory& history() const { return history_; }
    [[nodiscard]] GameState state() const { return state_of(position_, history_); }
    /// For perft, which leaves the position as it was.
    [[nodiscard]] Position& position_for_perft() { return position_; }
    /// Static value, the mover's view, in centipawns: what a search gives the position, endings and all that it has learnt
    /// in the game counted. Means nothing in check.
    [[nodiscard]] Score evaluate() { return search_.static_value(); }

    /// Begins a search of the game's position. `only`: legal moves to choose from, all if empty; those beyond
    /// Config::max_search_moves are not looked at. Both arguments may lie in workspace(). Takes back a stop raised
    /// before.
    void go(const Limits& limits, std::span<const Move> only, std::uint32_t now_ms);

    /// For a helper on another core: the search that it is joined to, and the moves that go() has restricted that to.
    [[nodiscard]] auto& search() { return search_; }
    [[nodiscard]] std::span<const Move> only() const { return deepening_.only(); }

    /// Searches for at most `node_budget` nodes (moves made), 1 or more. Bounded in time by that.
    EngineEvent run(std::uint32_t node_budget, std::uint32_t now_ms);

    /// From go() until run() has said `finished`.
    [[nodiscard]] bool searching() const { return phase_ != Phase::idle; }
    /// All is searched, but the answer must wait for stop or ponder hit; until then run() does nothing.
    [[nodiscard]] bool waiting() const { return phase_ == Phase::waiting && !may_answer(); }
    /// The move that was pondered on was played: the clock runs from now. Nothing happens when not pondering.
    void ponder_hit(std::uint32_t now_ms) { time_.ponder_hit(now_ms); }
    /// Milliseconds from go(), or from the ponder hit, at which the stop flag must be raised; `no_limit` if it need
    /// not.
    [[nodiscard]] std::uint32_t hard_limit_ms() const { return time_.hard_limit_ms(); }
    /// The answer is awaited at the hard limit (movetime); else that is this engine's own plan for its clock.
    [[nodiscard]] bool limit_is_exact() const { return time_.whole_time(); }
    [[nodiscard]] SearchReport report(std::uint32_t now_ms) const {
        const auto& [score, depth, bound] = deepening_.result();
        SearchReport report{search_.nodes(),   time_.since_go(now_ms),  depth, search_.seldepth(), score, bound,
                            table_.hashfull(), deepening_.result_line()};
        report.line_number = static_cast<std::uint8_t>(deepening_.result_number());
        report.lines = static_cast<std::uint8_t>(deepening_.lines());
        return report;
    }
    /// Of report(), for whoever wants no more: to count the table takes as long as some nodes.
    [[nodiscard]] std::uint64_t nodes() const { return search_.nodes(); }
    [[nodiscard]] Score score() const { return deepening_.result().score; }
    /// What is being searched at the root; no move before the first iteration.
    [[nodiscard]] RootProgress root_progress() const {
        if (phase_ != Phase::searching || deepening_.glancing()) return {};
        return {deepening_.depth(), search_.root_move(), deepening_.line_number() + search_.root_number()};
    }
    /// The deepest iteration that came to an end; 0 before the first has.
    [[nodiscard]] Depth depth_done() const { return deepening_.depth_done(); }
    /// The best move so far; a legal one from go() on. None where there is no legal move.
    [[nodiscard]] Move best_move() const { return deepening_.best_move(); }
    /// What the opponent is expected to answer; none if unknown.
    [[nodiscard]] Move ponder_move() const { return deepening_.line().size() < 2 ? Move{} : deepening_.line()[1]; }

    /// How many lines `set_lines` may ask for.
    static constexpr unsigned max_lines = [] {
        if constexpr (requires { Config::max_lines; })
            return Config::max_lines;
        else
            return 1u;
    }();
    /// The searches to come tell the best so many lines, 1 to max_lines. Not while searching.
    void set_lines(unsigned lines) requires(max_lines > 1) {
        if constexpr (max_lines > 1)
            deepening_.set_lines(lines);  // Clang 14 compiles it even where it may not be called
    }

    /// What the way from the answer to the opponent's clock costs.
    void set_move_overhead(std::uint32_t ms) { time_.set_overhead(ms); }
    /// Another table, cleared, or the engine's own if `memory` is empty. Not while searching.
    void use_table(std::span<TtEntry> memory) { table_.use(memory.empty() ? std::span<TtEntry>(own_table_) : memory); }
    void clear_table() { table_.clear(); }
    /// The memory of the engine's own table, lent like workspace() to who clears the table when he is done.
    [[nodiscard]] std::span<TtEntry> own_table() { return own_table_; }
    [[nodiscard]] std::size_t table_bytes() const { return table_.size_bytes(); }

private:
    using Policy = typename TimePolicyOf<Version>::type;
    /// `begun`: nothing is made ready for the first slice, so that a stop that comes with its go need not wait for that.
    enum class Phase : std::uint8_t { idle, begun, searching, waiting };

    [[nodiscard]] bool may_answer() const { return !time_.must_wait() || stop_.load(std::memory_order_relaxed); }
    void iteration_done(std::uint32_t now_ms);
    EngineEvent slice_done(std::uint32_t now_ms);
    EngineEvent wind_up();

    std::atomic<bool>& stop_;
    Phase phase_ = Phase::idle;  // here, where there is a gap: the position's alignment is 8
    Position position_;
    KeyHistory history_;
    TranspositionTable table_;
    std::uint64_t most_nodes_ = 0;
    TimeKeeper<Policy> time_;
    IterativeDeepening<Version, Config::max_search_moves, max_lines> deepening_;
    std::array<TtEntry, Config::table_bytes / sizeof(TtEntry)> own_table_{};
    typename SearchOf<Version>::type search_;
    static_assert(sizeof(Setup) <= Search<Version>::memory_bytes);
};

static_assert(sizeof(void*) > 4 || sizeof(Engine<Tiny>) <= 5952, "the whole of Tiny fits 6 KB");
static_assert(sizeof(Search<Tiny::Version>::Frame) <= 72 && sizeof(Search<Full::Version>::Frame) <= 176,
              "see docs/BUDGETS.md");

template <class Config>
void Engine<Config>::go(const Limits& limits, std::span<const Move> only, std::uint32_t now_ms) {
    stop_.store(false, std::memory_order_relaxed);
    most_nodes_ = limits.nodes;
    time_.begin(limits, position_.side(), now_ms);
    const bool any_move = deepening_.begin(limits, position_, only);
    table_.new_search();
    search_.begin();
    phase_ = any_move ? Phase::begun : Phase::waiting;
}

template <class Config>
EngineEvent Engine<Config>::run(std::uint32_t node_budget, std::uint32_t now_ms) {
    if (phase_ == Phase::idle) return EngineEvent::none;
    if (phase_ == Phase::begun) {
        if (search_.stop_raised()) return wind_up();
        deepening_.begin_glance(search_);
        phase_ = Phase::searching;
    }
    if (phase_ == Phase::searching && most_nodes_ != 0) {
        const std::uint64_t left = most_nodes_ - search_.nodes();
        if (left < node_budget) node_budget = static_cast<std::uint32_t>(left);
        if (left == 0) {
            deepening_.take_unfinished(search_);
            phase_ = Phase::waiting;
        }
    }
    if (phase_ == Phase::waiting) return may_answer() ? wind_up() : EngineEvent::none;
    switch (deepening_.glancing() ? search_.glance(node_budget) : search_.run(node_budget)) {
    case SearchStatus::running: return slice_done(now_ms);
    case SearchStatus::stopped: deepening_.take_unfinished(search_); return wind_up();
    case SearchStatus::done: break;
    }
    if (deepening_.glancing()) {
        deepening_.take_glance(search_);
        return EngineEvent::none;
    }
    iteration_done(now_ms);
    return EngineEvent::info;
}

/// The search has an iteration's result, or has missed its window.
template <class Config>
void Engine<Config>::iteration_done(std::uint32_t now_ms) {
    const Move before = best_move();
    const bool done = deepening_.take_iteration(search_);
    if (best_move() != before) time_.new_best_move();
    if (!done) {
        if (deepening_.result().bound == Bound::upper && deepening_.line_number() == 0) time_.failed_low();
        return;
    }
    if (deepening_.line_number() == 0) time_.iteration_done(deepening_.score(), deepening_.share());
    if (deepening_.next_line(search_)) return;
    if (deepening_.complete() || time_.is_enough(deepening_.clear(), now_ms))
        phase_ = Phase::waiting;
    else
        deepening_.deepen(search_);
}

/// The search has paused in the middle of an iteration, which may end here if time is up.
template <class Config>
EngineEvent Engine<Config>::slice_done(std::uint32_t now_ms) {
    deepening_.take_slice(search_);
    const bool better = deepening_.take_better_move(search_);
    if (better) time_.new_best_move();
    if (time_.is_over(deepening_.clear(), now_ms)) {
        deepening_.take_unfinished(search_);
        return wind_up();
    }
    return better ? EngineEvent::info : EngineEvent::none;
}

template <class Config>
EngineEvent Engine<Config>::wind_up() {
    search_.abandon();
    deepening_.end();
    phase_ = Phase::idle;
    return EngineEvent::finished;
}

}  // namespace stackmate
