// A move picker without any order, as a program without a move list has it: for experiments with move ordering.
#pragma once

#include "core/chess/movegen.hpp"
#include "core/search/move_stack.hpp"
#include "core/search/pickers.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

namespace stackmate::duel {

/// The hash move, then all others as a generator finds them that goes over the board from a1 to h8: captures among quiet
/// moves. Quiescence has its captures by MVV/LVA, as ever.
class AsGenerated : public StagedPicker, public MoveStack {
public:
    struct PerPly {
        std::uint16_t first, next, end;  ///< its moves, as in ArenaPicker
    };

    template <class F>
    static void skip_rest(F& f) {
        f.end = f.next;
        f.cursor.skip_to(Stage::done);
    }
    template <class F, class Tell>
    static void each_tried(const F&, Tell) {}
    template <class S, class F>
    static bool put_off(S&, F&, Move) {
        return false;
    }
    template <class S, class F>
    void open(S& s, F& f) const {
        begin_part(f);
        StagedPicker::open(s, f);
    }

    template <class S, class F>
    Move next(S& s, F& f) {
        if (f.quiescing() && !f.in_check()) return next_early(s, f, *this);
        if (f.cursor.stage() == Stage::hash_move) {
            f.cursor.skip_to(Stage::captures);
            if (f.hash_move && s.position().pseudo_legal(f.hash_move)) return f.hash_move;
            f.hash_move = {};
        }
        if (f.cursor.stage() != Stage::done) generate(s, f);
        return f.next == f.end ? Move{} : moves_[f.next++];
    }

private:
    template <class S, class F>
    void generate(S& s, F& f) {
        while (const Move m = f.cursor.next(s.position()))
            if (m != f.hash_move) moves_[f.end++] = m;
        std::sort(moves_.begin() + f.first, moves_.begin() + f.end, [](Move a, Move b) {
            return a.from() != b.from() ? index(a.from()) < index(b.from()) : index(a.to()) < index(b.to());
        });
        f.cursor.skip_to(Stage::done);
    }

    std::array<Move, std::size_t{64} * 218> moves_;  // no position has more than 218
};

}  // namespace stackmate::duel
