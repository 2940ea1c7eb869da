// A player that searches to a depth at once, without the iterations before it.
#pragma once

#include "core/search/search.hpp"
#include "core/search/transposition_table.hpp"
#include "workshop/lab/duel/player.hpp"

#include <algorithm>
#include <atomic>
#include <cstdint>

namespace stackmate::duel {

/// `nodes_to_depth` has for each depth what it takes when it is the first that is searched: each begins as after power-on.
/// Limits are depth and nodes, the latter for each depth.
template <class V>
class DirectPlayer : public Player {
public:
    explicit DirectPlayer(std::size_t table_bytes) : memory_(table_bytes / sizeof(TtEntry)) { table_.use(memory_); }

    void new_game() override {}
    SearchReport search(const Position& start, std::span<const Move> moves, const Limits& limits) override {
        position_ = start;
        history_ = {};
        for (const Move m : moves) {
            Undo undo;
            history_.push(position_.key(), position_.halfmove());
            position_.make(m, undo);
        }
        nodes_to_depth_.clear();
        best_ = {};
        Score score = score_draw;
        Depth depth = 1;
        for (; depth <= std::max<int>(limits.depth, 1); ++depth) {
            table_.clear();
            table_.new_search();
            search_.clear();
            search_.begin();
            RootTask task;
            task.depth = depth;
            search_.start(task);
            if (!finished(limits.nodes)) break;
            score = search_.root_score();
            best_ = search_.line().empty() ? Move{} : search_.line()[0];
            nodes_to_depth_.push_back(search_.nodes());
        }
        return {search_.nodes(), 0, static_cast<Depth>(depth - 1), search_.seldepth(), score, Bound::exact, 0,
                search_.line()};
    }
    [[nodiscard]] Move best_move() const override { return best_; }
    [[nodiscard]] std::span<const std::uint64_t> nodes_to_depth() const override { return nodes_to_depth_; }

private:
    /// False where `most` nodes, 0: any number, were not enough.
    bool finished(std::uint64_t most) {
        for (;;) {
            constexpr std::uint64_t slice = 1u << 20;
            const std::uint64_t left = most == 0 ? slice : most - search_.nodes();
            if (left == 0) return search_.abandon(), false;
            if (search_.run(static_cast<std::uint32_t>(std::min(left, slice))) == SearchStatus::done) return true;
        }
    }

    std::atomic<bool> stop_{false};
    Position position_;
    KeyHistory history_;
    std::vector<TtEntry> memory_;
    TranspositionTable table_;
    std::vector<std::uint64_t> nodes_to_depth_;
    Move best_;
    Search<V> search_{SearchContext{position_, history_, table_, stop_}};
};

template <class V>
std::unique_ptr<Player> make_direct(std::size_t table_bytes) {
    return std::make_unique<DirectPlayer<V>>(table_bytes);
}

}  // namespace stackmate::duel
