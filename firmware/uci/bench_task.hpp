// `bench`: searches the positions of core/engine/bench_positions.hpp one after the other, to the configuration's depth.
#pragma once

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <type_traits>

#include "core/engine/bench_positions.hpp"
#include "core/engine/engine.hpp"
#include "core/engine/limits.hpp"
#include "firmware/engine/helped_engine.hpp"
#include "hal/second_core.hpp"

namespace stackmate::firmware {

/// Uses the engine's game. The game is restored at the end, except on boards with little memory.
template <class Config, class Board>
class BenchTask {
    using TheEngine = typename EngineOf<Config, Board>::Type;
    using Setup = typename Engine<Config>::Setup;

public:
    static constexpr bool keeps_game = Board::ram_bytes == 0 || Board::ram_bytes >= 32 * 1024;

    /// Begins the first search; the engine uses its smallest table. `kept`: memory that holds the game until `end`;
    /// unused where the game is not kept.
    [[gnu::noinline, gnu::cold]] void start(TheEngine& engine, [[maybe_unused]] Setup* kept,
                                            std::uint32_t now_ms) noexcept {
        if constexpr (keeps_game) {
            kept_ = kept;
            kept->position = engine.position();
            kept->history = engine.history();
        }
        engine.use_table({});
        nodes_ = 0;
        index_ = 0;
        search(engine, now_ms);
    }

    /// A search has ended. Returns true if the next one has begun; otherwise it was the last, and `end` must follow.
    [[gnu::cold]] bool next(TheEngine& engine, std::uint32_t now_ms, bool stopped) noexcept {
        nodes_ += engine.report(now_ms).nodes;
        if (stopped || ++index_ == std::size(bench_positions)) {
            return false;
        }
        search(engine, now_ms);
        return true;
    }

    /// Restores the game, or begins a new one where it was not kept.
    [[gnu::cold]] void end(TheEngine& engine) noexcept {
        engine.new_game();
        if constexpr (keeps_game) {
            Setup& setup = engine.begin_setup();
            setup.position = kept_->position;
            setup.history = kept_->history;
            engine.commit_setup();
        }
    }

    [[nodiscard]] std::uint64_t nodes() const noexcept { return nodes_; }

private:
    [[gnu::cold]] void search(TheEngine& engine, std::uint32_t now_ms) noexcept {
        engine.new_game();
        Setup& setup = engine.begin_setup();
        (void)setup.position.read_fen(bench_positions[index_]);
        engine.commit_setup();
        Limits limits{};
        limits.depth = static_cast<std::uint8_t>(Config::bench_depth);
        if constexpr (hal::HasSecondCore<Board>) {
            engine.go_alone(limits, {}, now_ms);  // one core only: the number of nodes is a signature
        } else {
            engine.go(limits, {}, now_ms);
        }
    }

    struct Nothing {};

    std::uint64_t nodes_ = 0;
    [[no_unique_address]] std::conditional_t<keeps_game, Setup*, Nothing> kept_{};
    std::uint8_t index_ = 0;
};

}  // namespace stackmate::firmware
