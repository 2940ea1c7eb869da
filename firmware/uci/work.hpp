// What the tasks of a line share (search, perft, bench, and asking the person at the board): the engine, its stop flag
// and its hash table.
#pragma once

#include <atomic>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <new>
#include <span>
#include <type_traits>

#include "core/engine/engine.hpp"
#include "core/uci/uci.hpp"
#include "firmware/engine/helped_engine.hpp"
#include "firmware/line/writer.hpp"
#include "hal/concepts.hpp"
#include "hal/second_core.hpp"

namespace stackmate::firmware {

/// A board with memory for a hash table: `table_memory(bytes)` returns that many bytes, 8-aligned, in place of what it
/// gave before. If there is not so much, the result is empty and the earlier memory stays valid.
template <class Board>
concept OffersTableMemory = requires(Board board, std::size_t bytes) {
    { board.table_memory(bytes) } -> std::same_as<std::span<std::byte>>;
};

/// What the line lets the engine or the person do.
enum class Task : std::uint8_t {
    none,
    search,
    perft,
    bench,
    person,  ///< `go` waits for the person at the board
};

template <class Config, hal::Board Board>
struct LineWork : LineWriter<Board> {
    using Line = LineWriter<Board>;
    using Line::board_;
    using Line::say;
    using Line::say_move;
    using Line::say_number;
    using TheEngine = typename EngineOf<Config, Board>::Type;
    static constexpr bool has_second_core = hal::HasSecondCore<Board>;
    static constexpr bool offers_table = OffersTableMemory<Board>;
    static constexpr std::size_t fen_size = 128;  ///< more than the longest: counters may begin with zeros

    /// A `go` line while it is read; lies in the engine's workspace.
    struct GoScratch {
        uci::GoLine line{};
        Move moves[Config::max_search_moves]{};
    };

    [[gnu::cold]] explicit LineWork(Board& board) noexcept : Line{board}, engine{stop} {
        if constexpr (has_second_core) {
            engine.set_second_core(board.second_core);
        }
        board.serial.watch("stop", stop);
    }

    [[nodiscard]] std::uint32_t now_ms() const noexcept { return board_.clock.now_ms(); }
    [[nodiscard]] bool stop_raised() const noexcept { return stop.load(std::memory_order_relaxed); }

    [[nodiscard]] GoScratch& go_scratch() noexcept {
        return *std::launder(reinterpret_cast<GoScratch*>(engine.workspace().data()));
    }
    /// Memory behind the scratch set-up in the engine's workspace.
    [[nodiscard]] std::span<char> fen_room() noexcept {
        const auto room = engine.workspace().subspan(sizeof(typename Engine<Config>::Setup), fen_size);
        return {reinterpret_cast<char*>(room.data()), room.size()};
    }

    void set_threads([[maybe_unused]] std::uint32_t threads) noexcept {
        if constexpr (has_second_core) {
            engine.set_threads(threads);
        }
    }
    /// To be called before what may use the engine's memory or table: a second core may still be in a node of the last
    /// search.
    [[gnu::cold]] void settle() noexcept {
        if constexpr (has_second_core) {
            engine.settle();
            if (engine.take_lost_core()) {
                say("info string error: the second core does not answer\n");
            }
        }
    }

    /// Returns false if there is not so much memory: the table stays as it is.
    bool resize_table(std::size_t megabytes) noexcept
        requires offers_table
    {
        const std::span<std::byte> memory = board_.table_memory(megabytes << 20);
        if (memory.empty()) {
            return false;
        }
        table = {reinterpret_cast<TtEntry*>(memory.data()), memory.size() / sizeof(TtEntry)};
        clear_table_memory();
        return true;
    }
    /// What was in the table is lost.
    void clear_table_memory() noexcept {
        if constexpr (offers_table) {
            for (TtEntry& entry : table) {
                new (&entry) TtEntry;
            }
            use_table();
        }
    }
    void use_table() noexcept { engine.use_table(table); }

    std::atomic<bool> stop{false};
    Task task = Task::none;
    bool mute = false;             ///< nobody reads the answer
    std::uint32_t started_ms = 0;  ///< when the work or a position line began, or the ponder hit
    TheEngine engine;
    /// Empty where the engine's own table has a fixed size.
    struct NoTable {
        constexpr operator std::span<TtEntry>() const noexcept { return {}; }
    };
    [[no_unique_address]] std::conditional_t<offers_table, std::span<TtEntry>, NoTable> table{};
};

}  // namespace stackmate::firmware
