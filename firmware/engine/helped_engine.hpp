// An engine that a second core can help, on boards with a spare core.
//
// With one thread nothing else runs: the code and the tree are those of Engine. With two, another engine leads the
// search, one whose nodes can be split (core/splitting/splitting.hpp), and a helper on the second core takes some of
// their moves. The game, the table and all settings remain the first engine's; each search borrows them.
//
// The helper is idle when the leader's search ends, so nobody has to be stopped and no answer waits. Work that is still
// on the second core when the answer comes is dropped within one node. Until settle() it may still write to the table.
#pragma once

#include "core/engine/engine.hpp"
#include "core/splitting/splitting.hpp"
#include "hal/second_core.hpp"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <span>

namespace stackmate::firmware {

/// Used like an Engine. Functions that hide those of Engine differ as their comments say.
template <class Config, hal::SecondCore Core>
class HelpedEngine : public Engine<Config> {
    using Alone = Engine<Config>;
    /// The leader has this engine's table.
    struct Tableless : Config {
        static constexpr std::size_t table_bytes = 0;
    };
    using Form = SplittingForm<Tableless>;

public:
    static constexpr std::uint32_t max_threads = 2;

    explicit HelpedEngine(std::atomic<bool>& stop) : Alone(stop), leader_(stop), helper_(stop) {}

    /// Call it once, before anything else. `core` serves only this engine and outlives it; it must have settled before
    /// this is destroyed.
    void set_second_core(Core& core) { core_ = &core; }

    /// 1 (the default) or 2. A change clears what searches have learnt, except the table. Not to be called during a
    /// search.
    void set_threads(std::uint32_t threads) {
        if (threads == threads_) return;
        settle();
        threads_ = threads;
        leading_ = false;
        this->search().clear();
        forget();
    }
    [[nodiscard]] std::uint32_t threads() const { return threads_; }

    /// On return the second core neither reads nor writes anything of this engine or its table. Blocks until the
    /// helper's current node ends. Not to be called during a search. Call it before use_table() and before the table's
    /// memory is used for something else; functions that are defined here call it themselves.
    void settle() { core_->settle(); }

    void new_game() {
        settle();
        Alone::new_game();
        forget();
    }
    void clear_table() {
        settle();
        Alone::clear_table();
    }
    void set_lines(unsigned lines)
        requires(Alone::max_lines > 1)
    {
        Alone::set_lines(lines);
        leader_.set_lines(lines);
    }
    void set_move_overhead(std::uint16_t ms) {
        Alone::set_move_overhead(ms);
        leader_.set_move_overhead(ms);
    }

    /// With two threads the helper's nodes would come on top of a limit of nodes. So a search with such a limit uses
    /// one thread; its count is exact and reproducible.
    void go(const Limits& limits, std::span<const Move> only, std::uint32_t now_ms) {
        if (threads_ == 1 || limits.nodes != 0) return go_alone(limits, only, now_ms);
        settle();
        leading_ = true;
        auto& setup = leader_.begin_setup();
        setup.position = this->position();
        setup.history = this->history();
        leader_.commit_setup();
        leader_.search().table() = this->search().table();
        leader_.go(limits, only, now_ms);
        this->search().table() = leader_.search().table();  // its age
        helper_nodes_ = 0;
        counted_ = 0;
        if (!leader_.best_move() || !core_->work(serve, this)) return;
        helper_.begin(leader_);
    }
    /// Uses one thread, whatever was set.
    void go_alone(const Limits& limits, std::span<const Move> only, std::uint32_t now_ms) {
        settle();
        leading_ = false;
        helper_nodes_ = 0;
        Alone::go(limits, only, now_ms);
    }
    EngineEvent run(std::uint32_t node_budget, std::uint32_t now_ms) {
        if (!leading_) return Alone::run(node_budget, now_ms);
        const EngineEvent event = leader_.run(node_budget, now_ms);
        count();
        if (!leader_.searching() || leader_.waiting()) core_->dismiss();
        return event;
    }

    [[nodiscard]] bool searching() const { return leading_ ? leader_.searching() : Alone::searching(); }
    [[nodiscard]] bool waiting() const { return leading_ ? leader_.waiting() : Alone::waiting(); }
    void ponder_hit(std::uint32_t now_ms) { return leading_ ? leader_.ponder_hit(now_ms) : Alone::ponder_hit(now_ms); }
    [[nodiscard]] std::uint32_t hard_limit_ms() const {
        return leading_ ? leader_.hard_limit_ms() : Alone::hard_limit_ms();
    }
    [[nodiscard]] bool limit_is_exact() const { return leading_ ? leader_.limit_is_exact() : Alone::limit_is_exact(); }
    /// The nodes are those of both cores; the helper's are added each time it returns from a slice.
    [[nodiscard]] SearchReport report(std::uint32_t now_ms) const { return report(now_ms, news_line()); }
    [[nodiscard]] SearchReport report(std::uint32_t now_ms, unsigned line) const {
        if (!leading_) return Alone::report(now_ms, line);
        SearchReport report = leader_.report(now_ms, line);
        report.nodes += helper_nodes_;
        return report;
    }
    [[nodiscard]] unsigned news_line() const { return leading_ ? leader_.news_line() : Alone::news_line(); }
    [[nodiscard]] std::uint64_t nodes() const { return leading_ ? leader_.nodes() + helper_nodes_ : Alone::nodes(); }
    [[nodiscard]] Score score() const { return leading_ ? leader_.score() : Alone::score(); }
    [[nodiscard]] RootProgress root_progress() const {
        return leading_ ? leader_.root_progress() : Alone::root_progress();
    }
    [[nodiscard]] Depth depth_done() const { return leading_ ? leader_.depth_done() : Alone::depth_done(); }
    [[nodiscard]] Move best_move() const { return leading_ ? leader_.best_move() : Alone::best_move(); }
    [[nodiscard]] Move ponder_move() const { return leading_ ? leader_.ponder_move() : Alone::ponder_move(); }

    /// The helper's share of these nodes in the latest search.
    [[nodiscard]] std::uint64_t helper_nodes() const { return helper_nodes_; }

private:
    static bool serve(void* self) noexcept {
        return static_cast<HelpedEngine*>(self)->helper_.serve(Config::slice_nodes);
    }
    /// To be called when the helper has settled.
    void forget() {
        leader_.search().clear();
        helper_.new_game();
    }
    void count() {
        const std::uint32_t now = helper_.nodes();
        helper_nodes_ += now - counted_;
        counted_ = now;
    }

    typename Form::Leader leader_;
    typename Form::Helper helper_;
    Core* core_ = nullptr;
    std::uint32_t threads_ = 1;
    bool leading_ = false;            ///< the latest search is the leader's
    std::uint32_t counted_ = 0;       ///< the helper's nodes modulo 2^32, as last read
    std::uint64_t helper_nodes_ = 0;  ///< of the latest search
};

/// The engine that the firmware uses on a board.
template <class Config, class Board>
struct EngineOf {
    using Type = Engine<Config>;
};
template <class Config, hal::HasSecondCore Board>
struct EngineOf<Config, Board> {
    using Type = HelpedEngine<Config, decltype(Board::second_core)>;
};

}  // namespace stackmate::firmware
