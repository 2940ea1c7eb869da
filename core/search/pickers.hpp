// The move pickers: which move comes next. Two forms with one interface:
//
//   PerPly                    what a ply frame keeps for the picker
//   open_root(f)              the root's frame is about to be searched
//   open_child(f, child)      a child of f is about to be searched
//   open(s, f)                an iteration over the node's moves begins
//   next(s, f)                the next pseudo-legal move, or none
//   skip_rest(f)              if it is at the captures, it leaves out the rest of them; otherwise all moves that are left
//   each_tried(f, tell)       calls `tell` for the moves so far that came from the picker's own memory
//   copy_moves(from, f)       copies what another such picker keeps in its memory for the frame f
//
// Order in both: hash move, captures by MVV/LVA, promotions, the moves that enhancements propose, the other quiet moves.
#pragma once

#include "core/chess/movegen.hpp"
#include "core/chess/position.hpp"
#include "core/search/move_kind.hpp"
#include "core/search/move_stack.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>

namespace stackmate {

/// What both forms share: everything up to the ordinary quiet moves.
class StagedPicker {
public:
    template <class S, class F>
    void open(S& s, F& f) const {
        if (s.ply() == 0 && s.root().first) f.hash_move = s.root().first;
        f.cursor.skip_to(Cursor::Stage::hash_move);
    }

protected:
    using Stage = Cursor::Stage;

    /// The next of the early moves. If none is left, the cursor is at `castling`, or at `done` in quiescence out of check.
    /// `picker.put_off` may keep a capture for later.
    template <class S, class F, class Picker>
    [[gnu::always_inline]] static Move next_early(S& s, F& f, Picker& picker) {
        const Position& p = s.position();
        Cursor& c = f.cursor;
        const bool noisy_only = f.quiescing() && !f.in_check();
        if (c.stage() == Stage::hash_move) {
            c.skip_to(Stage::captures);
            if (f.hash_move) {
                if (p.pseudo_legal(f.hash_move) && (!noisy_only || is_noisy(p, f.hash_move))) return f.hash_move;
                f.hash_move = {};  // it belongs to another position with the same key, or is quiet
            }
        }
        if (c.stage() <= Stage::queening) {
            const bool ask = noisy_only && c.stage() == Stage::captures;
            const std::uint32_t wanted = ask ? s.enhancements().victims(s, f) : all_victims;
            while (const Move m = c.next_noisy(p, wanted))
                if (m != f.hash_move && (noisy_only || !picker.put_off(s, f, m))) return m;
            if (noisy_only) c.skip_to(Stage::done);
        }
        if (c.stage() == Stage::killers) {
            while (const Move m = s.enhancements().propose(s, f, c.step()))
                if (m != f.hash_move && p.pseudo_legal(m) && !is_noisy(p, m)) return m;
            c.skip_to(Stage::castling);
        }
        return {};
    }

    /// Only quiet moves that give check are still searched. A node's first move is never left out.
    template <class S, class F>
    static bool left_quiets(S& s, F& f) {
        return f.count != 0 && s.enhancements().leave_quiets(s, f);
    }

    /// The next quiet move from the cursor that did not come early.
    template <class S, class F>
    [[gnu::always_inline]] static Move next_by_cursor(S& s, F& f) {
        const Position& p = s.position();
        Move m = f.cursor.next_quiet(p);
        if (!m) return {};
        for (const bool left = left_quiets(s, f); m; m = f.cursor.next_quiet(p, left)) {
            if (left && !checks_directly(p, m)) continue;
            if (!seen_early(s, f, m)) return m;
        }
        return {};
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

/// There is no move list: moves are searched in the order in which the cursor finds them. Needs no memory but the cursor.
class CursorPicker : public StagedPicker {
public:
    struct PerPly {};

    template <class F>
    static void open_root(F&) {}
    template <class F>
    static void open_child(const F&, F&) {}
    template <class F>
    static void skip_rest(F& f) {
        f.cursor.skip_to(f.cursor.stage() <= Stage::taking ? Stage::queening : Stage::done);
    }
    template <class F, class Tell>
    static void each_tried(const F&, Tell) {}
    template <class F>
    static void copy_moves(const CursorPicker&, const F&) {}

    template <class S, class F>
    static bool put_off(S&, F&, Move) {
        return false;
    }
    template <class S, class F>
    [[gnu::always_inline]] Move next(S& s, F& f) {
        if (f.cursor.stage() <= Stage::killers)
            if (const Move m = next_early(s, f, *this)) return m;
        return next_by_cursor(s, f);
    }
};

/// All plies share one arena, used like a stack, of quiet moves followed by the captures that were put off. So they can be
/// sorted. A node for which too little space is left does without, as above.
template <std::size_t size>
class ArenaPicker : public StagedPicker, public MoveStack {
public:
    struct PerPly {
        std::uint16_t first;  ///< where the node's moves begin
        std::uint16_t next;   ///< the next to be searched
        std::uint16_t end;
        bool as_it_lies;  ///< the rest is searched in this order; otherwise the best of it is next
    };

    template <class F>
    static void skip_rest(F& f) {
        f.cursor.skip_to(f.cursor.stage() <= Stage::taking ? Stage::queening : Stage::done);
        f.end = f.next;
    }
    template <class F, class Tell>
    void each_tried(const F& f, Tell tell) const {
        for (std::size_t i = f.first; i < f.next; ++i) tell(arena_[i].move);
    }
    template <class F>
    void copy_moves(const ArenaPicker& from, const F& f) {
        for (std::size_t i = f.first; i < f.end; ++i) arena_[i] = from.arena_[i];
    }
    template <class S, class F>
    void open(S& s, F& f) const {
        begin_part(f);
        StagedPicker::open(s, f);
    }

    template <class S, class F>
    bool put_off(S& s, F& f, Move m) {
        if (f.end == size || !s.enhancements().put_off(s, f, m)) return false;
        arena_[f.end++] = {m, last_rank};
        f.as_it_lies = true;  // so far there are only captures that were put off
        return true;
    }

    template <class S, class F>
    [[gnu::always_inline]] Move next(S& s, F& f) {
        if (f.cursor.stage() <= Stage::killers)
            if (const Move m = next_early(s, f, *this)) return m;
        if (f.cursor.stage() == Stage::castling && f.end + most_quiets <= size) generate(s, f);
        if (f.next != f.end) {
            if (!left_quiets(s, f)) return best_of_rest(f);
            f.as_it_lies = true;  // of the rest only checks and captures are searched
            do {
                const Move m = arena_[f.next++].move;
                if (checks_directly(s.position(), m) || is_noisy(s.position(), m)) return m;
            } while (f.next != f.end);
        }
        return next_by_cursor(s, f);
    }

private:
    struct Ranked {
        Move move;
        std::int16_t rank;
    };
    static constexpr std::int16_t last_rank = -32768;
    struct Collect {
        Ranked* end;
        void operator()(Move m) { (end++)->move = m; }
    };
    /// No side has more quiet moves, because no FEN has more promoted pieces than missing pawns: nine queens, two rooks, two
    /// bishops, two knights and a king, each counted on an empty board.
    static constexpr std::size_t most_quiets = std::size_t{9} * 27 + 2 * 14 + 2 * 13 + 2 * 8 + 8 + 2;
    static constexpr std::int16_t above_all = 0x7fff;  ///< no move has this rank
    static_assert(size >= most_quiets && size <= 0xffff);

    template <class S, class F>
    void generate(S& s, F& f) {
        const std::size_t put_off_end = f.end;
        // First all moves, then their selection and their ranks: so each loop needs few registers.
        Ranked* const first = &arena_[f.end];
        const bool checks_only = left_quiets(s, f);
        const Ranked* end = generate_quiets(s.position(), f.check(), Collect{first}, checks_only).end;
        (void)arena_[static_cast<std::size_t>(end
                                              - arena_.data())];  // a build with assertions checks that there was space
        if (checks_only) {
            Ranked* checks = first;
            for (const Ranked* r = first; r != end; ++r)
                if (checks_directly(s.position(), r->move)) (checks++)->move = r->move;
            end = checks;
        }
        // Two proposals are asked for once for all moves; further ones, which few nodes have, for each move.
        const Move hash_move = f.hash_move;
        const Move first_proposed = s.enhancements().propose(s, f, 0);
        const Move second_proposed = first_proposed ? s.enhancements().propose(s, f, 1) : Move{};
        const bool more = second_proposed && s.enhancements().propose(s, f, 2);
        const auto came_early = [&](Move m) {
            return m == hash_move || m == first_proposed || m == second_proposed || (more && seen_early(s, f, m));
        };
        Ranked* kept = first;
        for (const Ranked* r = first; r != end; ++r) {
            const Move m = r->move;
            if (came_early(m)) continue;
            kept->move = m;
            (kept++)->rank = static_cast<std::int16_t>(s.enhancements().rank(s, f, m));
        }
        f.end = static_cast<std::uint16_t>(kept - arena_.data());
        f.as_it_lies = false;
        for (std::size_t i = f.first, last = f.end; i < put_off_end && i < --last; ++i)
            std::swap(arena_[i], arena_[last]);
        f.cursor.skip_to(Stage::done);
    }

    /// Selects the best instead of sorting all: most nodes that get here search only a few of their moves, or all of them in
    /// vain. Most moves have rank 0, and they need no order.
    template <class F>
    Move best_of_rest(F& f) {
        Ranked* const next = &arena_[f.next++];
        if (f.as_it_lies) return next->move;
        Ranked* const end = &arena_[f.end];
        end->rank = above_all;  // so that the inner loop need not test for the end
        Ranked* best = nullptr;
        int most = 0;
        for (Ranked* r = next; r != end;) {
            best = r;
            most = r->rank;
            while ((++r)->rank <= most) {}
        }
        f.as_it_lies = most <= 0;
        std::swap(*best, *next);
        return next->move;
    }

    std::array<Ranked, size + 1> arena_;  // one more, for the mark at the end
};

}  // namespace stackmate
