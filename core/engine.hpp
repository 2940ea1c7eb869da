// The engine: a game's position, the search, its table, and iterative deepening under limits of time, nodes and depth.
// One object, no heap, no clock: its sizeof is the whole RAM bill, milliseconds are handed in, and someone else raises
// the stop flag.
#pragma once

#include "core/config.hpp"
#include "core/game_state.hpp"
#include "core/key_history.hpp"
#include "core/limits.hpp"
#include "core/movegen.hpp"
#include "core/position.hpp"
#include "core/search/search.hpp"
#include "core/tt.hpp"

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
    info,      ///< an iteration is done or has found a better move: report() has news
    finished,  ///< best_move() is the answer
};

/// How far the search has come. `line` lives until the next run().
struct SearchReport {
    std::uint64_t nodes;
    std::uint32_t time_ms;
    Depth depth;
    int seldepth;
    Score score;        ///< mover's view; mates are counted in plies from the root
    Bound bound;        ///< exact, or lower or upper while an iteration is not settled
    unsigned hashfull;  ///< per mille
    std::span<const Move> line;
};

template <class Config>
class Engine {
    using Version = typename Config::Version;
    template <class>
    friend class Engine;

public:
    /// A game in the making: set_fen() and make() it as you like; the engine's own game is untouched until
    /// commit_setup(). Push the key before each move: `history.push(position.key(), position.halfmove())`.
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
    /// The memory of the search, 8-aligned, free while it does not search. The scratch game lies at its beginning.
    [[nodiscard]] std::span<std::byte> workspace() { return search_.idle_memory(); }

    [[nodiscard]] const Position& position() const { return position_; }
    [[nodiscard]] const KeyHistory& history() const { return history_; }
    [[nodiscard]] GameState state() const { return state_of(position_, history_); }
    /// For perft, which leaves the position as it was.
    [[nodiscard]] Position& position_for_perft() { return position_; }
    /// Static value, the mover's view, in centipawns. Means nothing in check.
    [[nodiscard]] Score evaluate() const { return stackmate::evaluate<typename Version::Evaluation>(position_); }

    /// Begins a search of the game's position. `only`: legal moves to choose from, all if empty; those beyond
    /// Config::max_search_moves are not looked at. Both arguments may lie in workspace(). Takes back a stop raised
    /// before.
    void go(const Limits& limits, std::span<const Move> only, std::uint32_t now_ms);

    /// For core/parallel.hpp, which says who may call it when: searches what go() has just told `leader` to
    /// search, in the leader's table, with no limit but the stop flag. It begins two plies deeper, so what it
    /// finds is news.
    template <class Leader>
    void help(const Engine<Leader>& leader);

    /// Searches for at most `node_budget` nodes (moves made), 1 or more. Bounded in time by that.
    EngineEvent run(std::uint32_t node_budget, std::uint32_t now_ms);

    /// From go() until run() has said `finished`.
    [[nodiscard]] bool searching() const { return phase_ != Phase::idle; }
    /// All is searched, but the answer must wait for stop or ponder hit; until then run() does nothing.
    [[nodiscard]] bool waiting() const { return phase_ == Phase::waiting && !may_answer(); }
    /// The move that was pondered on was played: the clock runs from now. Nothing happens when not pondering.
    void ponder_hit(std::uint32_t now_ms) {
        if (!pondering_) return;
        pondering_ = false;
        clock_start_ms_ = now_ms;
    }
    /// Milliseconds from go(), or from the ponder hit, at which the stop flag must be raised; `no_limit` if it need
    /// not.
    [[nodiscard]] std::uint32_t hard_limit_ms() const { return infinite_ || pondering_ ? no_limit : budget_.hard_ms; }
    /// The answer is awaited at the hard limit (movetime); else that is this engine's own plan for its clock.
    [[nodiscard]] bool limit_is_exact() const { return whole_time_; }
    [[nodiscard]] SearchReport report(std::uint32_t now_ms) const {
        return {search_.nodes(),   now_ms - start_ms_,        depth_done_, search_.seldepth(), score_, bound_,
                table_.hashfull(), {line_.data(), line_size_}};
    }
    /// The deepest iteration that came to an end; 0 before the first has.
    [[nodiscard]] Depth depth_done() const { return depth_done_; }
    /// The best move so far; a legal one from go() on. None where there is no legal move.
    [[nodiscard]] Move best_move() const { return line_size_ == 0 ? Move{} : line_[0]; }
    /// What the opponent is expected to answer; none if unknown.
    [[nodiscard]] Move ponder_move() const { return line_size_ < 2 ? Move{} : line_[1]; }

    /// What the way from the answer to the opponent's clock costs.
    void set_move_overhead(std::uint32_t ms) { overhead_ms_ = ms; }
    /// Another table, cleared, or the engine's own if `memory` is empty. Not while searching.
    void use_table(std::span<TtEntry> memory) { table_.use(memory.empty() ? std::span<TtEntry>(own_table_) : memory); }
    void clear_table() { table_.clear(); }
    [[nodiscard]] std::size_t table_bytes() const { return table_.size_bytes(); }

private:
    enum class Phase : std::uint8_t { idle, searching, waiting };
    using Line = std::array<Move, Version::line_plies>;

    static constexpr int aspiration = [] {
        if constexpr (requires { Version::Enhancements::aspiration; })
            return Version::Enhancements::aspiration;
        else
            return 0;
    }();
    static constexpr std::uint8_t deepest = Version::max_ply - 2;

    [[nodiscard]] bool may_answer() const {
        return !(infinite_ || pondering_) || stop_.load(std::memory_order_relaxed);
    }
    // Inlined, so that for those without a helper go() is the one function that it always was.
    template <bool helping>
    [[gnu::always_inline]] inline void begin(const Limits& limits, std::span<const Move> only, std::uint32_t now_ms);
    void start_iteration();
    bool iteration_done(std::uint32_t now_ms);
    bool better_move();
    bool enough(std::uint32_t now_ms);
    void take_line();
    EngineEvent wind_up();

    std::atomic<bool>& stop_;
    Position position_;
    KeyHistory history_;
    TranspositionTable table_;
    std::uint64_t most_nodes_ = 0;
    TimeBudget budget_;
    std::uint32_t start_ms_ = 0;        ///< of the search
    std::uint32_t clock_start_ms_ = 0;  ///< of our time: the same, or the ponder hit
    std::uint32_t overhead_ms_ = 10;
    Line line_{};
    std::uint8_t line_size_ = 0;
    Phase phase_ = Phase::idle;
    Bound bound_ = Bound::none;
    std::int8_t depth_ = 0;       ///< of the iteration that runs
    std::int8_t depth_done_ = 0;  ///< of the last one that came to an end
    std::uint8_t deepest_ = 0;    ///< iteration that is asked for
    std::uint8_t mate_ = 0;       ///< moves to the mate that is asked for
    bool infinite_ = false;
    bool pondering_ = false;
    bool whole_time_ = false;      ///< movetime: all of it is used
    std::uint8_t root_moves_ = 0;  ///< none, one, or more
    std::uint8_t stable_ = 0;      ///< iterations that the best move has stayed the same
    std::uint8_t fails_ = 0;       ///< times the window was widened in this iteration
    std::int16_t score_ = 0;
    std::int16_t last_score_ = 0;  ///< of the iteration before
    std::int16_t alpha_ = 0;
    std::int16_t beta_ = 0;
    std::array<Move, Config::max_search_moves> only_{};
    std::uint8_t only_size_ = 0;
    std::array<TtEntry, Config::table_bytes / sizeof(TtEntry)> own_table_{};
    Search<Version> search_;
    static_assert(sizeof(Setup) <= Search<Version>::memory_bytes);
};

static_assert(sizeof(void*) > 4 || sizeof(Engine<Tiny>) <= 5040, "the whole of Tiny fits 5 KB");
static_assert(sizeof(Search<Tiny::Version>::Frame) <= 48 && sizeof(Search<Full::Version>::Frame) <= 192,
              "see docs/BUDGETS.md");

template <class Config>
void Engine<Config>::go(const Limits& limits, std::span<const Move> only, std::uint32_t now_ms) {
    stop_.store(false, std::memory_order_relaxed);
    begin<false>(limits, only, now_ms);
}

template <class Config>
template <class Leader>
void Engine<Config>::help(const Engine<Leader>& leader) {
    static_assert(std::is_same_v<Version, typename Leader::Version>, "scores of another version");
    position_ = leader.position_;
    history_ = leader.history_;
    table_ = leader.table_;
    Limits limits;
    limits.infinite = true;
    begin<true>(limits, {leader.only_.data(), leader.only_size_}, leader.start_ms_);
}

template <class Config>
template <bool helping>
void Engine<Config>::begin(const Limits& limits, std::span<const Move> only, std::uint32_t now_ms) {
    most_nodes_ = limits.nodes;
    deepest_ = limits.depth != 0 && limits.depth < deepest ? limits.depth : deepest;
    mate_ = limits.mate;
    infinite_ = limits.infinite;
    pondering_ = limits.ponder;
    whole_time_ = limits.has_move_time;
    start_ms_ = clock_start_ms_ = now_ms;
    budget_ = time_budget(limits, position_.side(), overhead_ms_);
    only_size_ = 0;
    for (const Move m : only)
        if (only_size_ < only_.size()) only_[only_size_++] = m;
    // A legal move stands ready from the first instruction on, for an answer that is due at once.
    root_moves_ = 0;
    line_size_ = 0;
    const Square checker = position_.checker();
    Cursor cursor(checker);
    while (const Move m = cursor.next(position_)) {
        if (!position_.legal(m, checker)) continue;
        if (root_moves_++ != 0) break;  // there is a choice: how many there are does not matter
        line_[0] = m;
    }
    if (root_moves_ != 0) line_size_ = 1;
    if (only_size_ != 0) {
        line_[0] = only_[0];
        root_moves_ = only_size_;
    }
    depth_ = helping ? 3 : 1;
    depth_done_ = 0;
    stable_ = 0;
    score_ = last_score_ = score_draw;
    bound_ = Bound::none;
    if constexpr (!helping) table_.new_search();
    search_.begin();
    phase_ = root_moves_ == 0 ? Phase::waiting : Phase::searching;
    if (phase_ == Phase::searching) {
        alpha_ = -score_infinite;
        beta_ = score_infinite;
        fails_ = 0;
        start_iteration();
    }
}

template <class Config>
void Engine<Config>::start_iteration() {
    search_.start({alpha_, beta_, depth_, best_move(), {only_.data(), only_size_}});
}

template <class Config>
EngineEvent Engine<Config>::run(std::uint32_t node_budget, std::uint32_t now_ms) {
    if (phase_ == Phase::idle) return EngineEvent::none;
    if (phase_ == Phase::searching && most_nodes_ != 0) {
        const std::uint64_t left = most_nodes_ - search_.nodes();
        if (left < node_budget) node_budget = static_cast<std::uint32_t>(left);
        if (left == 0) {
            take_line();
            phase_ = Phase::waiting;
        }
    }
    if (phase_ == Phase::waiting) return may_answer() ? wind_up() : EngineEvent::none;
    switch (search_.run(node_budget)) {
    case SearchStatus::running: return better_move() ? EngineEvent::info : EngineEvent::none;
    case SearchStatus::stopped: take_line(); return wind_up();
    case SearchStatus::done: break;
    }
    const bool news = iteration_done(now_ms);
    return news ? EngineEvent::info : EngineEvent::none;
}

/// The result of an iteration, or of a try at it with too narrow a window. True when there is something to tell.
template <class Config>
bool Engine<Config>::iteration_done(std::uint32_t now_ms) {
    const Score score = search_.root_score();
    const Move before = best_move();
    take_line();  // there is none where every move failed low
    const bool changed = best_move() != before;
    if (aspiration != 0 && (score <= alpha_ || score >= beta_)
        && !(alpha_ == -score_infinite && beta_ == score_infinite)) {
        // The side that failed opens: first four times as wide, then wholly.
        ++fails_;
        if (changed) stable_ = 0xff;  // as in better_move()
        const int width = fails_ == 1 && !is_mate(score) ? 4 * aspiration : 2 * score_infinite;
        const int low = score - width;
        const int high = score + width;
        if (score <= alpha_)
            alpha_ = static_cast<std::int16_t>(low < -score_infinite ? -score_infinite : low);
        else
            beta_ = static_cast<std::int16_t>(high > score_infinite ? score_infinite : high);
        start_iteration();
        return changed;
    }
    stable_ = changed ? std::uint8_t{0} : static_cast<std::uint8_t>(stable_ + 1);
    last_score_ = depth_ == 1 ? static_cast<std::int16_t>(score) : score_;
    score_ = static_cast<std::int16_t>(score);
    bound_ = Bound::exact;
    depth_done_ = depth_;
    if (enough(now_ms)) {
        phase_ = Phase::waiting;
        return true;
    }
    ++depth_;
    fails_ = 0;
    alpha_ = -score_infinite;
    beta_ = score_infinite;
    if (aspiration != 0 && depth_ >= 4 && !is_mate(score)) {
        alpha_ = static_cast<std::int16_t>(score - aspiration);
        beta_ = static_cast<std::int16_t>(score + aspiration);
    }
    start_iteration();
    return true;
}

/// Has the iteration under way found another move to be best? The answer would be that one, so its line is kept.
template <class Config>
bool Engine<Config>::better_move() {
    const std::span<const Move> line = search_.line();
    if (depth_done_ == 0 || line.empty() || line[0] == line_[0]) return false;
    take_line();
    stable_ = 0xff;  // one more, when the iteration is done, makes it 0
    return true;
}

/// Is there no point in another iteration?
template <class Config>
bool Engine<Config>::enough(std::uint32_t now_ms) {
    if (depth_ >= deepest_) return true;
    if (mate_ != 0 && score_ >= score_mate - (2 * mate_ - 1)) return true;
    if (infinite_ || pondering_ || budget_.soft_ms == no_limit) return false;
    const std::uint32_t elapsed = now_ms - clock_start_ms_;
    if (whole_time_) return elapsed >= budget_.soft_ms;
    if (root_moves_ == 1) return true;
    if (is_mate(score_) && score_mate - (score_ < 0 ? -score_ : score_) <= depth_) return true;
    // A stable best move shortens, a new one or a falling score lengthens.
    std::uint32_t percent = stable_ == 0 ? 140 : stable_ < 3 ? 100 : 70;
    if (score_ < last_score_ - 25) percent += 60;
    return static_cast<std::uint64_t>(elapsed) * 100 >= static_cast<std::uint64_t>(budget_.soft_ms) * percent;
}

/// Keeps the line of the iteration under way, once its first move has brought one.
template <class Config>
void Engine<Config>::take_line() {
    const std::span<const Move> line = search_.line();
    if (line.empty()) return;
    for (std::size_t i = 0; i < line.size(); ++i) line_[i] = line[i];
    line_size_ = static_cast<std::uint8_t>(line.size());
}

template <class Config>
EngineEvent Engine<Config>::wind_up() {
    search_.abandon();
    phase_ = Phase::idle;
    return EngineEvent::finished;
}

}  // namespace stackmate
