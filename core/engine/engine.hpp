// The engine: a game's position, the search and its table, iterative deepening (core/engine/iterative_deepening.hpp) and the
// time keeper (core/engine/time_keeper.hpp). It is one object without heap or clock: its sizeof is all the RAM it needs, the
// caller passes milliseconds, and someone else raises the stop flag.
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
#include "core/search/transposition_table.hpp"

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <new>
#include <span>
#include <type_traits>

namespace stackmate {

enum class EngineEvent : std::uint8_t {
    none,  ///< call run() again
    info,  ///< report() has news: an iteration is done, has found a better move, or its score is outside the window. Of
           ///< several lines only iterations that are done are news, which come line by line, the best first
    finished,  ///< best_move() is the answer
};

/// The result so far. `line` is valid until the next run().
struct SearchReport {
    std::uint64_t nodes;
    std::uint32_t time_ms;
    Depth depth;  ///< of the iteration with this result; 0 before there is one
    int seldepth;
    Score score;        ///< mover's view; mates are counted in plies from the root
    Bound bound;        ///< exact if the iteration is done, lower or upper if it is running
    unsigned hashfull;  ///< per mille
    std::span<const Move> line;
    std::uint8_t line_number = 0;  ///< 0 is the best
    std::uint8_t lines = 1;        ///< that the search finds at each depth
};

struct RootProgress {
    Depth depth = 0;
    Move move;
    unsigned number = 0;  ///< of the move, in the order in which the root searches them; 1 for the first
};

/// The search of a version: its own, derived from GlancingSearch, if it names one (core/splitting/splitting.hpp does).
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
    /// A game that is being set up: set_fen() its position and `play(position, history, m)` its moves
    /// (core/game/game_state.hpp). The engine's own game does not change until commit_setup().
    struct Setup {
        Position position;
        KeyHistory history;
    };

    /// Others raise `stop` to end a search, also from an interrupt; go() lowers it. It must outlive the engine.
    explicit Engine(std::atomic<bool>& stop) : stop_(stop), search_(SearchContext{position_, history_, table_, stop}) {
        table_.use(own_table_);
        position_.set_start();
    }
    Engine(const Engine&) = delete;
    Engine& operator=(const Engine&) = delete;

    /// The start position. The table is cleared, and all that the search has learnt is forgotten. Not while searching.
    void new_game() {
        position_.set_start();
        history_.clear();
        table_.clear();
        search_.clear();
    }

    /// A scratch game in the search's memory, at the start position. It lasts until commit_setup(), go() or another use of
    /// workspace(). Not while searching.
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
    /// Sets the game directly. Neither argument may lie in workspace(). Not while searching.
    void set_game(const Position& p, const KeyHistory& history) {
        position_ = p;
        history_ = history;
    }
    /// The memory of the search, 8-aligned, free while it does not search. The scratch game lies at its beginning.
    [[nodiscard]] std::span<std::byte> workspace() { return search_.idle_memory(); }

    /// The game's, and what it has come to. Not while searching: the search makes its moves on it.
    [[nodiscard]] const Position& position() const { return position_; }
    [[nodiscard]] const KeyHistory& history() const { return history_; }
    [[nodiscard]] GameState state() const { return state_of(position_, history_); }
    /// The same, to make moves on: the caller takes all of them back. Not while searching.
    [[nodiscard]] Position& working_position() { return position_; }
    /// The static value that a search gives the position, with endings and with what it has learnt in this game; in
    /// centipawns, the mover's view. Means nothing in check. Not while searching.
    [[nodiscard]] Score evaluate() { return search_.static_value(); }

    /// Begins a search of the game's position. `only`: the moves to choose from; illegal ones, and legal ones beyond the first
    /// Config::max_search_moves, are ignored, and if none is left all moves count. `limits` and `only` may lie in workspace().
    /// Lowers the stop flag.
    void go(const Limits& limits, std::span<const Move> only, std::uint32_t now_ms);

    /// For a helper on another core: the search that it helps, and the moves to which go() has restricted that search.
    [[nodiscard]] auto& search() { return search_; }
    [[nodiscard]] std::span<const Move> only() const { return deepening_.only(); }

    /// Searches at most `node_budget` nodes (moves made), 1 or more, which also bounds the time. Without a timer
    /// (`Limits::has_timer`), if time is up before the next call could end, it searches nothing and finishes. So the hard
    /// limit is kept, unless a call takes longer than each one before it since the search began, or since the ponder hit. The
    /// first call always searches.
    EngineEvent run(std::uint32_t node_budget, std::uint32_t now_ms);

    /// From go() until run() returns `finished`.
    [[nodiscard]] bool searching() const { return phase_ != Phase::idle; }
    /// The search has ended, but the answer must wait for stop or ponder hit. Until then run() does nothing.
    [[nodiscard]] bool waiting() const {
        return phase_ == Phase::waiting && !may_answer() && !deepening_.lines_untold();
    }
    /// The opponent has played the expected move, so the clock runs from now. Does nothing unless pondering.
    void ponder_hit(std::uint32_t now_ms) { time_.ponder_hit(now_ms); }
    /// When the stop flag must be raised, in milliseconds from go() or from the ponder hit; `no_limit` if it need not be.
    [[nodiscard]] std::uint32_t hard_limit_ms() const { return time_.hard_limit_ms(); }
    /// The hard limit is movetime, and the answer is expected then. Otherwise it is the engine's own plan for its clock.
    [[nodiscard]] bool limit_is_exact() const { return time_.whole_time(); }
    [[nodiscard]] SearchReport report(std::uint32_t now_ms) const { return report(now_ms, news_line()); }
    /// The same for any line of several. Lines are in the order of their scores once an iteration is done.
    [[nodiscard]] SearchReport report(std::uint32_t now_ms, unsigned line) const {
        const auto& of = deepening_.line_at(line);
        const auto [score, depth, bound] = line == 0 ? deepening_.result() : of.done();
        return {search_.nodes(),
                time_.since_go(now_ms),
                depth,
                search_.seldepth(),
                score,
                bound,
                table_.hashfull(),
                of.text(),
                static_cast<std::uint8_t>(line),
                static_cast<std::uint8_t>(deepening_.lines())};
    }
    /// The line that report() is about.
    [[nodiscard]] unsigned news_line() const { return deepening_.news_line(); }
    /// Parts of report(), without its cost: counting the table takes as long as some nodes.
    [[nodiscard]] std::uint64_t nodes() const { return search_.nodes(); }
    [[nodiscard]] Score score() const { return deepening_.result().score; }
    /// The root move that is being searched; none before the first iteration.
    [[nodiscard]] RootProgress root_progress() const {
        if (phase_ != Phase::searching || deepening_.glancing()) return {};
        return {deepening_.depth(), search_.root_move(), deepening_.line_number() + search_.root_number()};
    }
    /// The depth of the last iteration that ended; 0 before the first.
    [[nodiscard]] Depth depth_done() const { return deepening_.depth_done(); }
    /// The best move so far. From go() on it is legal; none if there is no legal move.
    [[nodiscard]] Move best_move() const { return deepening_.best_move(); }
    /// The expected reply; none if unknown.
    [[nodiscard]] Move ponder_move() const { return deepening_.line().size() < 2 ? Move{} : deepening_.line()[1]; }

    /// The most lines that `set_lines` may ask for.
    static constexpr unsigned max_lines = [] {
        if constexpr (requires { Config::max_lines; })
            return Config::max_lines;
        else
            return 1u;
    }();
    /// How many of the best lines the next searches find, 1 to max_lines. Not while searching.
    void set_lines(unsigned lines)
        requires(max_lines > 1)
    {
        if constexpr (max_lines > 1)
            deepening_.set_lines(lines);  // Clang 14 compiles this even if the constraint is not met
    }

    /// The time from the answer until the opponent's clock runs.
    void set_move_overhead(std::uint16_t ms) { time_.set_overhead(ms); }
    /// Uses a table in this memory, cleared, or the engine's own if `memory` is empty. Not while searching.
    void use_table(std::span<TtEntry> memory) { table_.use(memory.empty() ? std::span<TtEntry>(own_table_) : memory); }
    void clear_table() { table_.clear(); }
    /// The memory of the engine's own table, for other use like workspace(). Whoever uses it clears the table afterwards.
    [[nodiscard]] std::span<TtEntry> own_table() { return own_table_; }
    [[nodiscard]] std::size_t table_bytes() const { return table_.size_bytes(); }

private:
    using Policy = typename TimePolicyOf<Version>::type;
    /// `begun`: the first slice is not prepared yet, so that a stop which arrives together with its go need not wait for that.
    enum class Phase : std::uint8_t { idle, begun, searching, waiting };

    [[nodiscard]] bool may_answer() const { return !time_.must_wait() || stop_.load(std::memory_order_relaxed); }
    EngineEvent iteration_done(std::uint32_t now_ms);
    EngineEvent slice_done();
    EngineEvent wind_up();

    std::atomic<bool>& stop_;
    Phase phase_ = Phase::idle;  // here, in the gap before the position, whose alignment is 8
    Position position_;
    KeyHistory history_;
    TranspositionTable table_;
    std::uint64_t most_nodes_ = 0;
    TimeKeeper<Policy> time_;
    IterativeDeepening<Version, Config::max_search_moves, max_lines> deepening_;
    alignas(8) std::array<TtEntry, Config::table_bytes / sizeof(TtEntry)> own_table_{};
    typename SearchOf<Version>::type search_;
    static_assert(sizeof(Setup) <= Search<Version>::memory_bytes);
};

static_assert(sizeof(void*) > 4 || sizeof(Engine<Tiny>) <= 6384, "the whole of Tiny");
static_assert(sizeof(Search<Tiny::Version>::Frame) <= 104 && sizeof(Search<Full::Version>::Frame) <= 304
                  && sizeof(Search<Wide::Version>::Frame) <= 432,
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
    if (deepening_.tell_next_line()) return EngineEvent::info;
    if (phase_ == Phase::begun) {
        if (search_.stop_raised()) return wind_up();
        time_.first_slice_begins(now_ms);
        deepening_.begin_glance(search_);
        phase_ = Phase::searching;
    } else if (phase_ == Phase::searching) {
        time_.slice_begins(now_ms);
        if (time_.is_over(deepening_.clear(), now_ms)) {
            deepening_.keep_unfinished(search_);
            return wind_up();
        }
    }
    // The glance ends whatever the limit is: what it finds is the least that an answer should be.
    if (phase_ == Phase::searching && most_nodes_ != 0 && !deepening_.glancing()) {
        const std::uint64_t left = most_nodes_ > search_.nodes() ? most_nodes_ - search_.nodes() : 0;
        if (left < node_budget) node_budget = static_cast<std::uint32_t>(left);
        if (left == 0) {
            deepening_.keep_unfinished(search_);
            phase_ = Phase::waiting;
        }
    }
    if (phase_ == Phase::waiting) return may_answer() ? wind_up() : EngineEvent::none;
    switch (deepening_.glancing() ? search_.glance(node_budget) : search_.run(node_budget)) {
    case SearchStatus::running: return slice_done();
    case SearchStatus::stopped: deepening_.keep_unfinished(search_); return wind_up();
    case SearchStatus::done: break;
    }
    if (deepening_.glancing()) {
        deepening_.keep_unfinished(search_);
        deepening_.start(search_, 1);
        return EngineEvent::none;
    }
    return iteration_done(now_ms);
}

/// The search has an iteration's result, or a score outside its window.
template <class Config>
EngineEvent Engine<Config>::iteration_done(std::uint32_t now_ms) {
    const Move before = best_move();
    const bool done = deepening_.iteration_done(search_);
    if (best_move() != before) time_.new_best_move();
    if (!done) {
        if (deepening_.result().bound == Bound::upper && deepening_.line_number() == 0) time_.failed_low();
        return deepening_.lines() == 1 ? EngineEvent::info : EngineEvent::none;
    }
    if (deepening_.line_number() == 0) time_.iteration_done(deepening_.score(), deepening_.share());
    if (deepening_.next_line(search_)) return EngineEvent::none;
    if (deepening_.complete() || time_.is_enough(deepening_.clear(), now_ms))
        phase_ = Phase::waiting;
    else
        deepening_.deepen(search_);
    return EngineEvent::info;
}

/// The search has paused within an iteration.
template <class Config>
EngineEvent Engine<Config>::slice_done() {
    const bool better = deepening_.slice_done(search_);
    if (better) time_.new_best_move();
    return better && deepening_.lines() == 1 ? EngineEvent::info : EngineEvent::none;
}

template <class Config>
EngineEvent Engine<Config>::wind_up() {
    search_.abandon();
    deepening_.end();
    phase_ = Phase::idle;
    return EngineEvent::finished;
}

}  // namespace stackmate
