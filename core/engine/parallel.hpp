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
// Two other ways to divide the work are used in the same manner: core/engine/parallel/forms.hpp names all three.
//
// What the two share: the stop flag, and the table, which needs no lock (core/search/tt.hpp). All else either has
// for itself. Source: Felten and Otto, "Chess on a hypercube", 1988, for searching the same root with a shared table.
#pragma once

#include "core/engine/config.hpp"
#include "core/engine/engine.hpp"

#include <atomic>
#include <cstddef>
#include <cstdint>

namespace stackmate {

/// The same engine with no table of its own: it helps with another's.
template <class Config>
struct Tableless : Config {
    static constexpr std::size_t table_bytes = 0;
};

/// The second search, in RAM what an engine takes without its table. At any time one core owns it: the
/// leader's core while searching() is false, the core that calls serve() while it is true. Loads and stores
/// only, no instruction that a Cortex-M0+ lacks; nobody waits inside. Not for an interrupt.
template <class Config>
class Helper {
public:
    /// `stop` is the leader's flag, and outlives both.
    explicit Helper(std::atomic<bool>& stop) : engine_(stop) {}

    /// Leader's core, searching() is false, after the leader's new_game(): forgets what it has learnt.
    void new_game() { engine_.new_game(); }

    /// Leader's core, searching() is false, between the leader's go() and its first run(): the other core may
    /// begin.
    void begin(const Engine<Config>& leader) {
        engine_.help(leader);
        nodes_.store(0, std::memory_order_relaxed);
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
        const EngineEvent event = engine_.run(node_budget, 0);
        nodes_.store(static_cast<std::uint32_t>(engine_.search().nodes()), std::memory_order_relaxed);
        if (event == EngineEvent::finished) {
            engine_.use_table({});  // the leader's may be gone before the next begin()
            searching_.store(false, std::memory_order_release);
        }
        return true;
    }

    /// Any core, at any time: report().nodes modulo 2^32, as they were at the end of the last serve().
    [[nodiscard]] std::uint32_t nodes() const { return nodes_.load(std::memory_order_relaxed); }

    /// Leader's core, searching() is false: what the last search of the helper did. `nodes` are its own, to
    /// be added to the leader's by whoever wants the sum; `line` lives until the next begin(); `hashfull` is
    /// 0, ask the leader.
    [[nodiscard]] SearchReport report(std::uint32_t now_ms) const { return engine_.report(now_ms); }

protected:
    Engine<Tableless<Config>> engine_;
    std::atomic<bool> searching_{false};
    std::atomic<std::uint32_t> nodes_{0};
};

static_assert(sizeof(void*) > 4 || (sizeof(Helper<Tiny>) <= 3920 && sizeof(Helper<Full>) <= 21 * 1024),
              "the RAM bill of a second core, besides its stack");

}  // namespace stackmate
