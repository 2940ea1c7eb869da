// A player made of an engine version.
#pragma once

#include "workshop/lab/duel/player.hpp"

#include <atomic>
#include <cstdint>

namespace stackmate::duel {

template <class V>
struct MatchConfig {
    using Version = V;
    static constexpr std::string_view name = "";
    static constexpr std::size_t table_bytes = sizeof(TtEntry);  ///< the player brings its own
    static constexpr std::uint32_t slice_nodes = 1u << 20;
    static constexpr std::size_t max_search_moves = 218;
    static constexpr Depth bench_depth = 0;
};

/// `E`: its engine.
template <class V, class E = Engine<MatchConfig<V>>>
class EnginePlayer : public Player {
public:
    explicit EnginePlayer(std::size_t table_bytes) : table_(table_bytes / sizeof(TtEntry)) {
        if (!table_.empty()) engine_.use_table(table_);
    }

    void new_game() override { engine_.new_game(); }
    [[nodiscard]] bool set_speed(std::uint32_t nodes_per_ms) override {
        speed_ = nodes_per_ms;
        return true;
    }

    SearchReport search(const Position& start, std::span<const Move> moves, const Limits& limits) override {
        return search_among(start, moves, limits, {});
    }
    [[nodiscard]] Move best_move() const override { return engine_.best_move(); }
    [[nodiscard]] std::span<const std::uint64_t> nodes_to_depth() const override { return nodes_to_depth_; }

protected:
    /// `only`: as for Engine::go.
    SearchReport search_among(const Position& start, std::span<const Move> moves, const Limits& limits,
                              std::span<const Move> only) {
        auto& setup = engine_.begin_setup();
        setup.position = start;
        for (const Move m : moves) {
            Undo undo;
            setup.history.push(setup.position.key(), setup.position.halfmove());
            setup.position.make(m, undo);
        }
        engine_.commit_setup();
        nodes_to_depth_.clear();
        engine_.go(limits, only, 0);
        begun();
        for (EngineEvent event = EngineEvent::none; event != EngineEvent::finished;) {
            event = engine_.run(slice(), now_ms());
            between_slices();
            if (event == EngineEvent::info) note_depth();
        }
        ended();
        return engine_.report(now_ms());
    }

    /// For a player with a helper.
    virtual void begun() {}
    virtual void between_slices() {}
    virtual void ended() {}
    /// Nodes until time is looked at again. Raises the flag at the hard limit, as a timer's interrupt does.
    [[nodiscard]] virtual std::uint32_t slice() {
        if (speed_ == 0) return 1u << 20;
        constexpr std::uint32_t most = 64;
        const std::uint32_t hard = engine_.hard_limit_ms();
        if (hard == no_limit) return most;
        const std::uint64_t last = std::uint64_t{hard} * speed_;
        const std::uint64_t nodes = engine_.report(0).nodes;
        if (nodes >= last) stop_ = true;
        return nodes + most <= last ? most : nodes < last ? static_cast<std::uint32_t>(last - nodes) : 1;
    }

private:
    /// Milliseconds of this search: nodes in other words. One that has begun counts.
    [[nodiscard]] std::uint32_t now_ms() const {
        if (speed_ == 0) return 0;
        return static_cast<std::uint32_t>((engine_.report(0).nodes + speed_ - 1) / speed_);
    }
    void note_depth() {
        const SearchReport report = engine_.report(0);
        if (report.bound != Bound::exact) return;
        const auto depth = static_cast<std::size_t>(report.depth);
        if (depth == nodes_to_depth_.size() + 1) nodes_to_depth_.push_back(report.nodes);
    }

    std::uint32_t speed_ = 0;  ///< nodes in a millisecond
    std::vector<TtEntry> table_;
    std::vector<std::uint64_t> nodes_to_depth_;

protected:
    std::atomic<bool> stop_{false};
    E engine_{stop_};
};

template <class V>
std::unique_ptr<Player> make_player(std::size_t table_bytes) {
    return std::make_unique<EnginePlayer<V>>(table_bytes);
}

}  // namespace stackmate::duel
