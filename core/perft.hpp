// Perft: counts the leaves of the tree of legal moves. The oracle of move generation, and the smallest example of how
// the search is built: one loop over a static stack of frames, with what varies in hooks.
#pragma once

#include "core/movegen.hpp"
#include "core/position.hpp"

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>

namespace stackmate {

struct PerftFrame {
    Undo undo;
    std::uint64_t leaves;
    Cursor cursor;
    Move move;
};

/// Legal moves of the side to move, `checker` as `Position::checker` says.
unsigned count_legal_moves(const Position& p, Square checker);

/// What a perft flavour answers. `depth` is what is left below the node.
template <class H>
concept PerftHooks = requires(H& h, const Position& p, Square checker, int depth, std::uint64_t& leaves) {
    { h.terminal(depth) } -> std::same_as<bool>;              // is the node counted without being walked?
    { h.count(p, checker) } -> std::same_as<std::uint64_t>;   // the leaves of such a node
    { h.lookup(p, depth, leaves) } -> std::same_as<bool>;     // known from before?
    { h.store(p, depth, leaves) };
};

/// Every leaf is made and unmade.
struct PlainPerft {
    static bool terminal(int depth) { return depth == 0; }
    static std::uint64_t count(const Position&, Square) { return 1; }
    static bool lookup(const Position&, int, std::uint64_t&) { return false; }
    static void store(const Position&, int, std::uint64_t) {}
};

/// The last ply is counted, not made.
struct BulkPerft : PlainPerft {
    static bool terminal(int depth) { return depth == 1; }
    static std::uint64_t count(const Position& p, Square checker) { return count_legal_moves(p, checker); }
};

/// Bulk counting with a table of sub-tree sizes in the caller's memory; a power of two of entries.
class HashedPerft : public BulkPerft {
public:
    struct Entry { Key key; std::uint64_t leaves; };
    explicit HashedPerft(std::span<Entry> table) : table_(table) {}

    bool lookup(const Position& p, int depth, std::uint64_t& leaves) const {
        const Entry& e = slot(p, depth);
        leaves = e.leaves;
        return e.key == mixed(p, depth);
    }
    void store(const Position& p, int depth, std::uint64_t leaves) { slot(p, depth) = {mixed(p, depth), leaves}; }

private:
    static Key mixed(const Position& p, int depth) { return p.key() ^ (static_cast<Key>(depth) * 0x9e3779b97f4a7c15u); }
    Entry& slot(const Position& p, int depth) const {
        return table_[static_cast<std::size_t>(mixed(p, depth)) & (table_.size() - 1)];
    }
    std::span<Entry> table_;
};

static_assert(PerftHooks<PlainPerft> && PerftHooks<BulkPerft> && PerftHooks<HashedPerft>);

template <PerftHooks Hooks>
class Perft {
public:
    /// `frames`: one for every ply of the depths to come. All memory is the caller's.
    Perft(Position& position, std::span<PerftFrame> frames, Hooks hooks = {})
        : position_(position), frames_(frames), hooks_(hooks) {}

    /// 1 <= depth <= frames.size(), counted from the position as it stands now.
    void start(int depth) {
        depth_ = depth;
        ply_ = 0;
        open(frames_[0], position_.checker());
        if (hooks_.terminal(depth)) {
            frames_[0].leaves = hooks_.count(position_, frames_[0].cursor.checker());
            frames_[0].cursor.skip_to(Cursor::Stage::done);
        }
    }

    /// Walks at most `budget` inner nodes; true when done, and the position is as it was at the start.
    bool run(std::uint32_t budget) {
        for (PerftFrame* f = &frames_[static_cast<unsigned>(ply_)];;) {
            const int depth = depth_ - ply_ - 1;  // below the next child
            if (const Move m = next_legal(*f)) {
                f->move = m;
                position_.make(m, f->undo);
                std::uint64_t leaves = 0;
                if (hooks_.terminal(depth)) leaves = hooks_.count(position_, checker_for(depth, *f));
                else if (!hooks_.lookup(position_, depth, leaves)) {
                    const Square checker = position_.checker_after(m, f->undo);
                    open(*++f, checker);
                    ++ply_;
                    if (budget-- == 0) return false;
                    continue;
                }
                position_.unmake(m, f->undo);
                f->leaves += leaves;
            } else {
                hooks_.store(position_, depth + 1, f->leaves);
                if (ply_ == 0) return true;
                const std::uint64_t leaves = f->leaves;
                --ply_;
                --f;
                position_.unmake(f->move, f->undo);
                f->leaves += leaves;
            }
        }
    }

    /// Runs to the end.
    std::uint64_t count(int depth) {
        start(depth);
        while (!run(~0u)) {}
        return leaves();
    }

    [[nodiscard]] std::uint64_t leaves() const { return frames_[0].leaves; }

private:
    static void open(PerftFrame& f, Square checker) {
        f.leaves = 0;
        f.cursor = Cursor(checker);
    }
    Move next_legal(PerftFrame& f) const {
        Move m;
        do m = f.cursor.next(position_);
        while (m && !position_.legal(m, f.cursor.checker()));
        return m;
    }
    /// Leaves proper need no checker, and plain perft must not pay for one.
    Square checker_for(int depth, const PerftFrame& f) const {
        return depth == 0 ? Square::none : position_.checker_after(f.move, f.undo);
    }

    Position& position_;
    std::span<PerftFrame> frames_;
    [[no_unique_address]] Hooks hooks_;
    int depth_ = 0;
    int ply_ = 0;
};

}  // namespace stackmate
