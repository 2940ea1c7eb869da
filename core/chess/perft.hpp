// Perft: counts the leaves of the tree of legal moves. It is the oracle of move generation, and the smallest example of how the
// search is built: one loop over a static stack of frames, with hooks for what varies.
#pragma once

#include "core/chess/game_concept.hpp"
#include "core/chess/movegen.hpp"
#include "core/chess/position.hpp"

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>

namespace stackmate {

template <Game G>
struct PerftFrameOf {
    typename G::Undo undo;
    std::uint64_t leaves;
    typename G::Cursor cursor;
    typename G::Move move;
};
using PerftFrame = PerftFrameOf<Chess>;

/// The number of legal moves. `checker` is what `Position::checker` says.
unsigned count_legal_moves(const Position& p, Square checker);

/// The hooks of a kind of perft. `depth` is the depth below the node. `terminal` is known at compile time; nodes of less
/// depth than a terminal one never occur. One may also have `made(p, m, undo, depth)`, called after each move that is made, with the
/// depth below it; a kind without it does not pay for it.
template <class H, class G = Chess>
concept PerftHooks =
    requires(H& h, const typename G::Position& p, typename G::Check check, int depth, std::uint64_t& leaves) {
        { std::bool_constant<H::terminal(0)>() };              // is the node counted without making its moves?
        { h.count(p, check) } -> std::same_as<std::uint64_t>;  // the leaves of such a node
        { h.lookup(p, depth, leaves) } -> std::same_as<bool>;  // known from before?
        { h.store(p, depth, leaves) };
    };

/// Every leaf is made and unmade.
struct PlainPerft {
    static constexpr bool terminal(int depth) { return depth == 0; }
    static std::uint64_t count(const auto&, auto) { return 1; }
    static bool lookup(const auto&, int, std::uint64_t&) { return false; }
    static void store(const auto&, int, std::uint64_t) {}
};

/// The moves of the last ply are counted, not made. The game needs a function `count_legal_moves` in the namespace of its
/// position.
struct BulkPerft : PlainPerft {
    static constexpr bool terminal(int depth) { return depth <= 1; }
    static std::uint64_t count(const auto& p, auto check) { return count_legal_moves(p, check); }
};

/// Bulk counting, with a table of subtree sizes in the caller's memory: a power of two of entries.
class HashedPerft : public BulkPerft {
public:
    struct Entry {
        Key key;
        std::uint64_t leaves;
    };
    explicit HashedPerft(std::span<Entry> table) : table_(table) {}

    bool lookup(const auto& p, int depth, std::uint64_t& leaves) const {
        const Entry& e = slot(p, depth);
        leaves = e.leaves;
        return e.key == mixed(p, depth);
    }
    void store(const auto& p, int depth, std::uint64_t leaves) { slot(p, depth) = {mixed(p, depth), leaves}; }

private:
    static Key mixed(const auto& p, int depth) { return p.key() ^ (static_cast<Key>(depth) * 0x9e3779b97f4a7c15u); }
    Entry& slot(const auto& p, int depth) const {
        return table_[static_cast<std::size_t>(mixed(p, depth)) & (table_.size() - 1)];
    }
    std::span<Entry> table_;
};

static_assert(PerftHooks<PlainPerft> && PerftHooks<BulkPerft> && PerftHooks<HashedPerft>);

template <class Hooks, Game G = Chess>
    requires PerftHooks<Hooks, G>
class Perft {
public:
    using Position = typename G::Position;
    using Move = typename G::Move;
    using Check = typename G::Check;
    using Frame = PerftFrameOf<G>;

    /// `frames`: at least as many as the greatest depth. All memory is the caller's.
    Perft(Position& position, std::span<Frame> frames, Hooks hooks = {})
        : position_(position), frames_(frames), hooks_(hooks) {}

    /// 0 <= depth <= frames.size(), counted from the current position.
    void start(int depth) {
        depth_ = depth;
        top_ = last_ = frames_.data();
        open(*top_, G::check(position_));
        if (depth == 0 || Hooks::terminal(depth)) {
            top_->leaves = depth == 0 ? 1 : hooks_.count(position_, G::check(top_->cursor));
            top_->cursor.skip_to(G::Cursor::Stage::done);
            return;
        }
        while (!Hooks::terminal(left(last_) - 1)) ++last_;
    }

    /// Visits about `budget` inner nodes, at least one. True if it is done; then the position is as it was at the start.
    bool run(std::uint32_t budget) {
        Frame* f = top_;
        std::uint64_t leaves = f->leaves;  // those of f, as long as f is the top
        for (;;) {
            if (const Move m = next_legal(*f)) {
                f->move = m;
                position_.make(m, f->undo);
                if constexpr (requires { hooks_.made(position_, m, f->undo, depth_); })
                    hooks_.made(position_, m, f->undo, left(f) - 1);
                if (f == last_) {
                    leaves += hooks_.count(position_, check_below(*f));
                } else if (std::uint64_t known = 0; hooks_.lookup(position_, left(f) - 1, known)) {
                    leaves += known;
                } else {
                    f->leaves = leaves;
                    leaves = 0;
                    open(f[1], G::check_after(position_, m, f->undo));
                    ++f;
                    if (budget-- > 1) continue;
                    top_ = f;
                    return false;
                }
            } else {
                hooks_.store(position_, left(f), leaves);
                if (f == frames_.data()) break;
                --f;
                leaves += f->leaves;
            }
            position_.unmake(f->move, f->undo);
        }
        top_ = f;
        f->leaves = leaves;
        return true;
    }

    /// Runs to the end.
    std::uint64_t count(int depth) {
        start(depth);
        while (!run(~0u)) {}
        return leaves();
    }

    /// Of the whole tree, after `run` has returned true.
    [[nodiscard]] std::uint64_t leaves() const { return frames_[0].leaves; }

private:
    static void open(Frame& f, Check check) {
        f.leaves = 0;
        f.cursor = typename G::Cursor(check);
    }
    Move next_legal(Frame& f) const {
        Move m;
        do m = f.cursor.next(position_);
        while (m && !G::legal(position_, m, G::check(f.cursor)));
        return m;
    }
    /// Plain perft makes the leaves, does not need to know who gives check there, and must not pay for it.
    Check check_below(const Frame& f) const {
        if constexpr (Hooks::terminal(1))
            return G::check_after(position_, f.move, f.undo);
        else
            return G::no_check;
    }
    [[nodiscard]] int left(const Frame* f) const { return depth_ - static_cast<int>(f - frames_.data()); }

    Position& position_;
    std::span<Frame> frames_;
    [[no_unique_address]] Hooks hooks_;
    Frame* top_ = nullptr;
    Frame* last_ = nullptr;  ///< its children are counted without making their moves
    int depth_ = 0;
};

}  // namespace stackmate
