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
#include "core/search/tt.hpp"
#include "firmware/line/writer.hpp"
#include "hal/concepts.hpp"

namespace stackmate::firmware {

/// Works in the engine's workspace and on its position, and has no memory of its own: from `start` to `end` the engine
/// does nothing else. `with_table`: there is memory for a table that recognises subtrees.
template <class Config, hal::Board Board, bool with_table>
class PerftTask : LineWriter<Board> {
    using Line = LineWriter<Board>;
    using Line::say;
    using Line::say_move;
    using Line::say_number;
    /// The last ply is counted, not made.
    using Flavour = std::conditional_t<with_table, HashedPerft, BulkPerft>;

public:
    /// The most characters that `run` and `tell_total` together write.
    static constexpr std::size_t longest_lines = 80;

    constexpr PerftTask(Board& board, Engine<Config>& engine) noexcept : Line{board}, engine_{engine} {}

    /// The greatest depth in plies; the root needs no frame.
    [[nodiscard]] std::size_t deepest() const noexcept { return frames().size() + 1; }

    /// `depth`: 1 to `deepest()`. `table`: the search's; its contents are lost.
    [[gnu::noinline, gnu::cold]] void start(unsigned depth, std::span<TtEntry> table) noexcept {
        static_assert(sizeof(Work) % alignof(PerftFrame) == 0);
        new (engine_.workspace().data()) Work{engine_.position_for_perft(), frames(), flavour(table), depth};
    }

    /// Does a bounded piece of work; reports each root move once it is counted. Returns true when all are.
    [[gnu::noinline]] bool run() noexcept {
        Work& work = this->work();
        Position& p = engine_.position_for_perft();
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
            std::uint64_t const leaves = work.depth == 1 ? 1 : work.inner.leaves();
            say_move(work.move, p);
            say(": ");
            say_number(leaves);
            say("\n");
            work.total += leaves;
            work.move = {};
        }
        return false;
    }

    /// Call when all moves are counted.
    void tell_total() noexcept {
        say("Nodes searched: ");
        say_number(work().total);
        say("\n");
    }

    /// Stops before the end: the engine has its position back.
    void give_up() noexcept { engine_.position_for_perft() = work().saved; }

private:
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
        return *std::launder(reinterpret_cast<Work*>(engine_.workspace().data()));
    }

    [[nodiscard]] std::span<PerftFrame> frames() const noexcept {
        const std::span<std::byte> room = engine_.workspace();
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

    Engine<Config>& engine_;
};

}  // namespace stackmate::firmware
