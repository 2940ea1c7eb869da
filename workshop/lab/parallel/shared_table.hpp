// A second search of the same root on another core, for the sake of what it leaves in the table.
//
//     Engine<Full> leader{stop};                      Helper<Full> helper{stop};
//
//     first core                                      second core
//     leader.go(limits, {}, now);                     for (;;) helper.serve(slice_nodes);
//     helper.begin(leader);
//     while (leader.run(slice_nodes, now) != EngineEvent::finished) {}
//     stop = true;                                    // not everything that ends a search has raised it
//     while (helper.searching()) {}
//
// The leader is the engine that there always was: its limits, its clock, its count of nodes, its answer. What
// it gains is in the table: results that are deeper than its own iteration. With one core there is no helper
// and nothing else changes; or the one core calls serve() between two slices of the leader, for tests and for
// measuring: the same search, and the same result each time.
//
// Two other ways to divide the work are used in the same manner: workshop/lab/parallel/forms.hpp names all three.
//
// The helper searches the same root from two plies deeper on. That head start was chosen by the leader's nodes to depth 9, the two
// taking turns of 64 nodes, over the 200 positions of host_tests/data/positions.txt: alone it took 1.26, 1.32, 1.30, 1.26 and
// 1.17 times as many as with a helper one to five plies ahead.
//
// What the two share: the stop flag, and the table, which needs no lock (core/search/transposition_table.hpp). All else either has
// for itself. Source: Felten and Otto, "Chess on a hypercube", 1988, for searching the same root with a shared table.
#pragma once

#include "core/engine/config.hpp"
#include "core/engine/engine.hpp"

#include <atomic>
#include <cstddef>
#include <cstdint>

namespace stackmate {

/// The second search, in RAM what an engine takes without its table. At any time one core owns it: the
/// leader's core while searching() is false, the core that calls serve() while it is true. Loads and stores
/// only, no instruction that a Cortex-M0+ lacks; nobody waits inside. Not for an interrupt.
template <class Config>
class Helper {
public:
    /// `stop` is the leader's flag, and outlives both.
    explicit Helper(std::atomic<bool>& stop) : search_(SearchContext{position_, history_, table_, stop}) {}
    Helper(const Helper&) = delete;
    Helper& operator=(const Helper&) = delete;

    /// Leader's core, searching() is false: what was learnt is forgotten.
    void new_game() { search_.clear(); }

    /// Leader's core, searching() is false, between the leader's go() and its first run(): the other core may
    /// begin.
    void begin(Engine<Config>& leader) {
        prepare(leader, 3);
        searching_.store(true, std::memory_order_release);
    }

    /// Any core. From begin() until the other core has seen the stop flag, which it looks at before each
    /// node; nothing else ends it. While it is true the leader must neither go() anew, which would lower the
    /// flag, nor clear or exchange its table (new_game() does).
    [[nodiscard]] bool searching() const { return searching_.load(std::memory_order_acquire); }

    /// Other core, over and over: searches at most `node_budget` nodes, 1 or more, and is bounded in time by
    /// that. False when there is nothing to do: a good time to sleep until begin() was called.
    bool serve(std::uint32_t node_budget) {
        if (!searching()) return false;
        const bool goes_on = all_done_ ? !search_.stop_raised() : search(node_budget);
        nodes_.store(static_cast<std::uint32_t>(search_.nodes()), std::memory_order_relaxed);
        if (!goes_on) {
            search_.abandon();
            searching_.store(false, std::memory_order_release);
        }
        return true;
    }

    /// Any core, at any time: report().nodes modulo 2^32, as they were at the end of the last serve().
    [[nodiscard]] std::uint32_t nodes() const { return nodes_.load(std::memory_order_relaxed); }

    /// Leader's core, searching() is false: what the last search of the helper did. `nodes` are its own, to
    /// be added to the leader's by whoever wants the sum; `line` lives until the next begin(); time and `hashfull` are
    /// 0, ask the leader.
    [[nodiscard]] SearchReport report(std::uint32_t) const {
        const auto& [score, depth, bound] = deepening_.result();
        return {.nodes = search_.nodes(),
                .time_ms = 0,
                .depth = depth,
                .seldepth = search_.seldepth(),
                .score = score,
                .bound = bound,
                .hashfull = 0,
                .line = deepening_.line()};
    }

protected:
    using Version = typename Config::Version;

    /// To search what the leader was told to, from depth `first` on, 3 at most, until it is stopped.
    void prepare(Engine<Config>& leader, Depth first) {
        position_ = leader.position();
        history_ = leader.history();
        table_ = leader.search().table();
        nodes_.store(0, std::memory_order_relaxed);
        Limits limits;
        limits.infinite = true;
        all_done_ = !deepening_.begin(limits, position_, leader.only());
        search_.begin();
        if (!all_done_) deepening_.start(search_, first);
    }

    Position position_;
    KeyHistory history_;
    TranspositionTable table_;
    IterativeDeepening<Version, Config::max_search_moves> deepening_;
    Search<Version> search_;
    std::atomic<bool> searching_{false};
    std::atomic<std::uint32_t> nodes_{0};
    bool all_done_ = false;  ///< there is no move, or no deeper iteration: only the stop flag is waited for

private:
    /// False when it was stopped.
    bool search(std::uint32_t node_budget) {
        switch (search_.run(node_budget)) {
        case SearchStatus::running: (void)deepening_.slice_done(search_); return true;
        case SearchStatus::stopped: deepening_.keep_unfinished(search_); return false;
        case SearchStatus::done: break;
        }
        if (!deepening_.iteration_done(search_)) return true;
        all_done_ = deepening_.complete();
        if (!all_done_) deepening_.deepen(search_);
        return true;
    }
};

static_assert(sizeof(void*) > 4 || (sizeof(Helper<Tiny>) <= 4352 && sizeof(Helper<Full>) <= 22 * 1024),
              "the RAM bill of a second core, besides its stack");

}  // namespace stackmate
