// A player made of an engine version.
#pragma once

#include "tools/duel/player.hpp"

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

template <class V>
class EnginePlayer : public Player {
public:
    explicit EnginePlayer(std::size_t table_bytes) : table_(table_bytes / sizeof(TtEntry)) {
        if (!table_.empty()) engine_.use_table(table_);
    }

    void new_game() override { engine_.new_game(); }

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
        for (;;) {
            const EngineEvent event = engine_.run(1u << 20, 0);
            if (event == EngineEvent::info) note_depth();
            if (event == EngineEvent::finished) return engine_.report(0);
        }
    }

private:
    void note_depth() {
        const SearchReport report = engine_.report(0);
        const auto depth = static_cast<std::size_t>(report.depth);
        if (depth == nodes_to_depth_.size() + 1) nodes_to_depth_.push_back(report.nodes);
    }

    std::atomic<bool> stop_{false};
    std::vector<TtEntry> table_;
    std::vector<std::uint64_t> nodes_to_depth_;
    Engine<MatchConfig<V>> engine_{stop_};
};

template <class V>
std::unique_ptr<Player> make_player(std::size_t table_bytes) {
    return std::make_unique<EnginePlayer<V>>(table_bytes);
}

}  // namespace stackmate::duel
