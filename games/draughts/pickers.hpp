// Where the next move comes from: the two forms of core/search/pickers.hpp, which explains what a picker does, for
// draughts. Order: hash move, captures in the cursor's order, moves that enhancements propose, other moves.
#pragma once

#include "core/search/move_stack.hpp"
#include "games/draughts/movegen.hpp"
#include "games/draughts/position.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>

namespace stackmate::draughts {

template <Rules R>
class StagedPicker {
public:
    template <class S, class F>
    void open(S& s, F& f) const {
        if (s.ply() == 0 && s.root().first) f.hash_move = s.root().first;
        f.cursor.skip_to(Stage::hash_move);
    }

protected:
    using Stage = typename Cursor<R>::Stage;

    /// The next of the early moves. None when there are no more: the cursor is then at `quiets` or at `done`.
    template <class S, class F>
    static Move next_early(S& s, F& f) {
        const Position<R>& p = s.position();
        Cursor<R>& c = f.cursor;
        if (c.stage() == Stage::hash_move) {
            c.skip_to(f.quiescing() && !f.in_check() ? Stage::done : Stage::captures);
            if (f.hash_move) {
                if (c.stage() != Stage::done && p.legal(f.hash_move)) return f.hash_move;
                f.hash_move = {};  // of another position with the same key, or too quiet
            }
        }
        while (const Move m = c.next_capture(p))
            if (m != f.hash_move) return m;
        if (c.stage() == Stage::killers) {
            while (const Move m = s.enhancements().propose(s, f, c.step()))
                if (m != f.hash_move && !m.takes() && p.legal(m)) return m;
            c.skip_to(Stage::quiets);
        }
        return {};
    }

    /// The next of the other moves, in the cursor's order.
    template <class S, class F>
    static Move next_by_cursor(S& s, F& f) {
        Move m;
        do m = f.cursor.next_quiet(s.position());
        while (m && seen_early(s, f, m));
        return m;
    }

    template <class S, class F>
    static bool seen_early(S& s, F& f, Move m) {
        if (m == f.hash_move) return true;
        for (unsigned n = 0;; ++n) {
            const Move proposed = s.enhancements().propose(s, f, n);
            if (!proposed || proposed == m) return static_cast<bool>(proposed);
        }
    }
};

/// Without a move list.
template <Rules R>
class CursorPicker : public StagedPicker<R> {
public:
    struct PerPly {};

    template <class F>
    static void open_root(F&) {}
    template <class F>
    static void open_child(const F&, F&) {}
    template <class F>
    static void skip_rest(F& f) {
        f.cursor.skip_to(Stage::done);
    }
    template <class F, class Tell>
    static void each_tried(const F&, Tell) {}

    template <class S, class F>
    Move next(S& s, F& f) {
        if (const Move m = this->next_early(s, f)) return m;
        return this->next_by_cursor(s, f);
    }

private:
    using typename StagedPicker<R>::Stage;
};

/// One arena for the quiet moves of all plies, so that those of a ply can be ordered by rank. A node that finds too
/// little room uses the cursor, as above.
template <Rules R, std::size_t size>
class ArenaPicker : public StagedPicker<R>, public MoveStack {
public:
    struct PerPly {
        std::uint16_t first;  ///< the first of the node's moves
        std::uint16_t next;   ///< the next one to be searched
        std::uint16_t end;
    };

    template <class F>
    static void skip_rest(F& f) {
        f.cursor.skip_to(Stage::done);
        f.end = f.next;
    }
    template <class F, class Tell>
    void each_tried(const F& f, Tell tell) const {
        for (std::size_t i = f.first; i < f.next; ++i) tell(arena_[i].move);
    }
    template <class S, class F>
    void open(S& s, F& f) const {
        begin_part(f);
        StagedPicker<R>::open(s, f);
    }

    template <class S, class F>
    Move next(S& s, F& f) {
        if (const Move m = this->next_early(s, f)) return m;
        if (f.cursor.stage() == Stage::quiets && f.end == f.first && f.end + most_quiets <= size) generate(s, f);
        if (f.next != f.end) return best_of_rest(f);
        return this->next_by_cursor(s, f);
    }

private:
    using typename StagedPicker<R>::Stage;
    struct Ranked {
        Move move;
        int rank;
    };
    /// The most quiet moves of a side: each piece a king on an empty board.
    static constexpr std::size_t most_quiets = men_of_a_side<R> * (R::flying_kings ? 2 * R::board_size : 4);
    static_assert(size >= most_quiets && size <= 0xffff);

    template <class S, class F>
    void generate(S& s, F& f) {
        while (const Move m = this->next_by_cursor(s, f)) arena_[f.end++] = {m, s.enhancements().rank(s, f, m)};
    }

    /// The move with the highest rank; the first one among equals.
    template <class F>
    Move best_of_rest(F& f) {
        std::size_t best = f.next;
        for (std::size_t i = best + 1; i < f.end; ++i)
            if (arena_[i].rank > arena_[best].rank) best = i;
        std::swap(arena_[best], arena_[f.next]);
        return arena_[f.next++].move;
    }

    std::array<Ranked, size> arena_;
};

}  // namespace stackmate::draughts
