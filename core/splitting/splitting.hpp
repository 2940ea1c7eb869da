// Splitting at a frame of the leader's stack: a helper on another core searches some moves of a node that the leader is in.
//
// The branch that the leader searches is an array of frames, so everything about its nodes is data: position, window, depth,
// which moves have been searched. No search has to stop at a node to share it. When the helper is idle, the leader chooses a
// node of its branch that is deep enough and whose first move has been searched; by the usual rule, the one nearest to the
// root. It copies the position, takes back on the copy the moves made below that node, and copies the frames down to it. Then
// the helper's search goes on there, at the label `next`: with the remaining moves, the same distance from the root and the
// same repetitions.
//
// Each of the two writes the moves that it begins to a list of its own, and skips those in the other's list. Both may take the
// same move at the same time; then it is searched twice, which does no harm. The helper's list also holds its results. The
// leader takes them over between two moves of that node, in the order in which they were found, as if it had searched these
// moves itself. A result that fails high is taken over at once: the leader takes back the moves made below that node and goes
// on there.
//
// If the leader has no move left while the helper still searches one, the leader takes that move over, because otherwise the
// answer would depend on the helper. The helper drops the move and is idle again, for a split below it. What it has found is
// in the table.
//
// If the helper has no move left while the leader still searches one, the helper is idle, and the leader splits again, deeper
// on its branch. The old split remains, because its results may not have been taken over yet. So the splits are a small stack,
// from the root down.
//
// At any time one core owns the helper's search: the leader's core while `busy` is false, the helper's while it is true.
// Everything else that both see are words that one writes and the other reads, with plain loads and stores. The leader never
// waits. If the helper is slow or never answers, the leader searches at most one move more. Both stop within a node of the stop
// flag.
//
// core/search/search.hpp knows nothing of all this. The picker skips moves, a hook parks the search when there is something to
// attend to, and `SplitSearch::run` attends to it between two slices of `Search::run`. The loop ends only at the root, so a
// helper that is done is parked between two moves of its node.
//
// Sources: Hyatt, "The dynamic tree-splitting parallel search algorithm", ICCA Journal 20(1), 1997, where the idle processor
// chooses the node and both take moves from one list; Feldmann and others, "Distributed game-tree search", 1989, for waiting
// until the first move is done.
#pragma once

#include "core/engine/config.hpp"
#include "core/engine/engine.hpp"
#include "core/splitting/split_point.hpp"
#include "core/splitting/split_version.hpp"

#include <atomic>
#include <cstdint>

namespace stackmate {

/// The helper. `SplitConfig` is the leader's configuration. The leader's core owns it while searching() is false, the core that
/// calls serve() while it is true. No function waits. Not to be called by an interrupt.
template <class SplitConfig>
class SplitHelper {
public:
    /// The argument is the leader's stop flag, which outlives both.
    explicit SplitHelper(std::atomic<bool>&) : search_(SearchContext{position_, history_, table_, board_.halt}) {}
    SplitHelper(const SplitHelper&) = delete;
    SplitHelper& operator=(const SplitHelper&) = delete;

    void new_game() { search_.clear(); }

    /// By the leader's core while searching() is false, between the leader's go() and its first run(). Then the other core may
    /// serve.
    void begin(Engine<SplitConfig>& leader) {
        history_ = leader.history();
        table_ = leader.search().table();
        search_.begin();
        nodes_.store(0, std::memory_order_relaxed);
        leader.search().join(search_, board_);
    }

    /// By any core. True only while the helper is at a split, so it is false within a node of the stop flag. While it is true
    /// the leader must not go() again, which would lower the flag, and must not clear or exchange its table (as new_game()
    /// does).
    [[nodiscard]] bool searching() const { return board_.busy.load(std::memory_order_acquire); }

    /// By the other core, again and again. Searches at most `node_budget` nodes, 1 or more, which also bounds the time. False
    /// if there was nothing to do.
    bool serve(std::uint32_t node_budget) {
        if (!searching()) return false;
        const bool goes_on = search_.help(node_budget);
        nodes_.store(static_cast<std::uint32_t>(search_.nodes()), std::memory_order_relaxed);
        if (!goes_on) {
            board_.busy.store(false, std::memory_order_release);
            board_.ring();
        }
        return true;
    }

    /// By any core at any time: the nodes of this search modulo 2^32, at the end of the last serve().
    [[nodiscard]] std::uint32_t nodes() const { return nodes_.load(std::memory_order_relaxed); }

    /// By the leader's core while searching() is false. It has the nodes only: score and line of a split node are the leader's.
    [[nodiscard]] SearchReport report(std::uint32_t) const {
        return {.nodes = search_.nodes(),
                .time_ms = 0,
                .depth = 0,
                .seldepth = search_.seldepth(),
                .score = score_draw,
                .bound = Bound::none,
                .hashfull = 0,
                .line = {}};
    }

private:
    SplitBoard board_;
    Position position_;
    KeyHistory history_;
    TranspositionTable table_;
    SplitSearch<typename SplitConfig::Version> search_;
    std::atomic<std::uint32_t> nodes_{0};
};

/// The two types together. Use:
///
///     SplittingForm<Full>::Leader leader{stop};       SplittingForm<Full>::Helper helper{stop};
///
///     first core                                      second core
///     leader.go(limits, {}, now);                     for (;;) helper.serve(slice_nodes);
///     helper.begin(leader);
///     while (leader.run(slice_nodes, now) != EngineEvent::finished) {}
///     stop = true;                                    // a search may also end without it
///     while (helper.searching()) {}
///
/// One core may also call serve() between two slices of the leader, for tests and measurements. Then the result is the same
/// each time.
template <class Config>
struct SplittingForm {
    using Leader = Engine<Splitting<Config>>;
    using Helper = SplitHelper<Splitting<Config>>;
};
static_assert(sizeof(void*) > 4
                  || (sizeof(SplittingForm<Tiny>::Helper) <= 6192
                      && sizeof(SplittingForm<Full>::Helper) <= 22 * 1024 + 816),
              "the RAM that a second core needs, besides its stack");

}  // namespace stackmate
