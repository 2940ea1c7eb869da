// `go perft`: counts the leaves below each move of the root, in slices.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <new>
#include <span>
#include <type_traits>

#include "core/engine/engine.hpp"
#include "core/chess/movegen.hpp"
#include "core/chess/perft.hpp"
#include "core/chess/position.hpp"
#include "core/search/transposition_table.hpp"
#include "firmware/uci/work.hpp"
#include "hal/concepts.hpp"

namespace stackmate::firmware {

/// Works in the engine's workspace and on its position, and has no memory of its own: from `start` to `end` the engine
/// does nothing else. The search's table, where there is memory for one, recognises subtrees; its contents are lost.
template <class Config, hal::Board Board>
class PerftTask {
    static constexpr bool with_table = OffersTableMemory<Board>;
    /// The last ply is counted, not made.
    using Flavour = std::conditional_t<with_table, HashedPerft, BulkPerft>;

public:
    explicit constexpr PerftTask(LineWork<Config, Board>& line) noexcept : line_{line} {}

    /// The greatest depth in plies; the root needs no frame.
    [[nodiscard]] std::size_t deepest() const noexcept { return frames().size() + 1; }

    /// `depth`: 1 to `deepest()`.
    [[gnu::noinline, gnu::cold]] void start(unsigned depth) noexcept {
        static_assert(sizeof(Work) % alignof(PerftFrame) == 0);
        new (line_.engine.workspace().data())
            Work{line_.engine.working_position(), frames(), flavour(line_.table), depth};
        line_.stop.store(false, std::memory_order_relaxed);
        line_.task = Task::perft;
    }

    void run() noexcept {
        if (line_.stop_raised()) {
            end(false);
        } else if (may_say() && count()) {
            end(true);
        }
    }

    /// The engine has its position back.
    [[gnu::noinline, gnu::cold]] void end(bool complete) noexcept {
        line_.task = Task::none;
        line_.clear_table_memory();
        if (complete) {
            line_.say("Nodes searched: ");
            line_.say_number(work().total);
            return line_.say("\n");
        }
        line_.engine.working_position() = work().saved;
        if (!line_.mute) {
            line_.say("info string perft stopped\n");
        }
    }

private:
    /// The most characters that `count` and `end` together write.
    static constexpr std::size_t longest_lines = 80;

    /// Where the other side may have stopped reading, work waits until the queue has room.
    [[nodiscard]] bool may_say() const noexcept {
        return !hal::MayStall<decltype(Board::serial)> || line_.board_.serial.tx_free() >= longest_lines;
    }

    /// Does a bounded piece of work; reports each root move once it is counted. Returns true when all are.
    [[gnu::noinline]] bool count() noexcept {
        Work& work = this->work();
        Position& p = line_.engine.working_position();
        if (!work.move) {
            do {
                work.move = work.root.next(p);
            } while (work.move && !p.legal(work.move, work.root.checker()));
            if (!work.move) {
                return true;
            }
            p.make(work.move, work.undo);
            if (work.depth > 1) {
                work.inner.start(static_cast<int>(work.depth - 1));
            }
        }
        if (work.depth == 1 || work.inner.run(slice)) {
            p.unmake(work.move, work.undo);
            const std::uint64_t leaves = work.depth == 1 ? 1 : work.inner.leaves();
            line_.say_move(work.move, p);
            line_.say(": ");
            line_.say_number(leaves);
            line_.say("\n");
            work.total += leaves;
            work.move = {};
        }
        return false;
    }

    /// An inner node costs as much as hundreds of nodes of the search.
    static constexpr std::uint32_t slice = 2;

    /// Lies at the start of the workspace; the frames follow it.
    struct Work {
        Work(Position& p, std::span<PerftFrame> frames, Flavour flavour, unsigned plies) noexcept
            : saved{p}, inner{p, frames, flavour}, depth{plies}, root{p.checker()} {}

        Position saved;
        Perft<Flavour> inner;  ///< below the root's moves
        std::uint64_t total = 0;
        Undo undo{};
        unsigned depth;
        Cursor root;
        Move move{};  ///< the root's move that is being counted
    };

    [[nodiscard]] Work& work() const noexcept {
        return *std::launder(reinterpret_cast<Work*>(line_.engine.workspace().data()));
    }

    [[nodiscard]] std::span<PerftFrame> frames() const noexcept {
        const std::span<std::byte> room = line_.engine.workspace();
        return {reinterpret_cast<PerftFrame*>(room.data() + sizeof(Work)),
                (room.size() - sizeof(Work)) / sizeof(PerftFrame)};
    }

    [[nodiscard]] static Flavour flavour([[maybe_unused]] std::span<TtEntry> table) noexcept {
        if constexpr (with_table) {
            const std::size_t size = std::bit_floor(table.size_bytes() / sizeof(HashedPerft::Entry));
            auto* const entries = reinterpret_cast<HashedPerft::Entry*>(table.data());
            for (std::size_t i = 0; i < size; ++i) {
                new (&entries[i]) HashedPerft::Entry{};
            }
            return HashedPerft{{entries, size}};
        } else {
            return {};
        }
    }

    LineWork<Config, Board>& line_;
};

}  // namespace stackmate::firmware
