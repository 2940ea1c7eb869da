// `bench`: searches the positions of core/engine/bench_positions.hpp one after the other, to the configuration's depth.
#pragma once

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <type_traits>

#include "core/engine/bench_positions.hpp"
#include "core/engine/engine.hpp"
#include "core/engine/limits.hpp"
#include "firmware/uci/search_reports.hpp"
#include "firmware/uci/work.hpp"
#include "hal/concepts.hpp"
#include "hal/second_core.hpp"

namespace stackmate::firmware {

/// Uses the engine's game. The game is restored at the end, except on boards with little memory.
template <class Config, hal::Board Board>
class BenchTask {
    using Work = LineWork<Config, Board>;
    using TheEngine = typename Work::TheEngine;
    using Setup = typename Engine<Config>::Setup;

public:
    static constexpr bool keeps_game = Board::ram_bytes == 0 || Board::ram_bytes >= 32 * 1024;

    /// Begins the first search; the engine uses its smallest table. `kept`: memory that holds the game until the end;
    /// unused where the game is not kept.
    [[gnu::noinline, gnu::cold]] void start(Work& work, [[maybe_unused]] Setup* kept) noexcept {
        work.started_ms = work.now_ms();
        work.task = Task::bench;
        if constexpr (keeps_game) {
            kept_ = kept;
            kept->position = work.engine.position();
            kept->history = work.engine.history();
        }
        work.engine.use_table(bench_table(work.engine));
        nodes_ = 0;
        index_ = 0;
        search(work);
    }

    void run(Work& work) noexcept {
        if (work.engine.run(Config::slice_nodes, work.now_ms()) == EngineEvent::finished) {
            next(work);
        }
    }

private:
    [[nodiscard]] static std::span<TtEntry> bench_table(TheEngine& engine) noexcept {
        return engine.own_table().first(Config::bench_table_bytes / sizeof(TtEntry));
    }

    [[gnu::noinline, gnu::cold]] void next(Work& work) noexcept {
        const std::uint32_t now = work.now_ms();
        nodes_ += work.engine.report(now).nodes;
        const bool stopped = work.stop_raised();
        if (!stopped && ++index_ != std::size(bench_positions)) {
            return search(work);
        }
        work.task = Task::none;
        work.use_table();
        restore_game(work.engine);
        if (stopped) {
            return work.mute ? void() : work.say("info string bench stopped\n");
        }
        work.say_number(nodes_);
        work.say(" nodes ");
        work.say_number(per_second(nodes_, now - work.started_ms));
        work.say(" nps\n");
    }

    /// Or begins a new game where it was not kept.
    [[gnu::cold]] void restore_game(TheEngine& engine) noexcept {
        engine.new_game();
        if constexpr (keeps_game) {
            Setup& setup = engine.begin_setup();
            setup.position = kept_->position;
            setup.history = kept_->history;
            engine.commit_setup();
        }
    }

    [[gnu::cold]] void search(Work& work) noexcept {
        TheEngine& engine = work.engine;
        engine.new_game();
        Setup& setup = engine.begin_setup();
        (void)setup.position.read_fen(bench_positions[index_]);
        engine.commit_setup();
        Limits limits{};
        limits.depth = static_cast<std::uint8_t>(Config::bench_depth);
        if constexpr (hal::HasSecondCore<Board>) {
            engine.go_alone(limits, {}, work.now_ms());  // one core only: the number of nodes is a signature
        } else {
            engine.go(limits, {}, work.now_ms());
        }
    }

    struct Nothing {};

    std::uint64_t nodes_ = 0;
    [[no_unique_address]] std::conditional_t<keeps_game, Setup*, Nothing> kept_{};
    std::uint8_t index_ = 0;
};

}  // namespace stackmate::firmware
