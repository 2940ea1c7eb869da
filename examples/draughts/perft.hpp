// Perft of draughts: counts the leaves of the tree of legal moves, the last ply without making it. A loop over a static
// stack of frames, as chess has it in core/perft.hpp.
#pragma once

#include "examples/draughts/movegen.hpp"
#include "examples/draughts/position.hpp"

#include <cstdint>
#include <span>

namespace stackmate::draughts {

template <Rules R>
struct PerftFrame {
    Undo undo;
    Cursor<R> cursor;
    Move move;
};

/// `frames`: one for each ply but the last. All memory is the caller's.
template <Rules R>
std::uint64_t perft(Position<R>& p, int depth, std::span<PerftFrame<R>> frames) {
    if (depth == 0) return 1;
    const bool must_take = p.takers() != 0;
    if (depth == 1) return count_legal_moves(p, must_take);
    PerftFrame<R>* const first = frames.data();
    PerftFrame<R>* const last = first + (depth - 2);  // its children are counted, not walked
    PerftFrame<R>* f = first;
    f->cursor = Cursor<R>(must_take);
    std::uint64_t leaves = 0;
    for (;;) {
        if ((f->move = f->cursor.next(p))) {
            p.make(f->move, f->undo);
            const bool answer_takes = p.takers() != 0;
            if (f != last) {
                (++f)->cursor = Cursor<R>(answer_takes);
                continue;
            }
            leaves += count_legal_moves(p, answer_takes);
        } else {
            if (f == first) return leaves;
            --f;
        }
        p.unmake(f->move, f->undo);
    }
}

extern template std::uint64_t perft(Position<English>&, int, std::span<PerftFrame<English>>);
extern template std::uint64_t perft(Position<International>&, int, std::span<PerftFrame<International>>);
extern template std::uint64_t perft(Position<Brazilian>&, int, std::span<PerftFrame<Brazilian>>);
extern template std::uint64_t perft(Position<Pool>&, int, std::span<PerftFrame<Pool>>);
extern template std::uint64_t perft(Position<Russian>&, int, std::span<PerftFrame<Russian>>);

}  // namespace stackmate::draughts
