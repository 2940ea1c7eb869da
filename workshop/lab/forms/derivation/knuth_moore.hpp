// Alpha-beta without a scout: as a function that calls itself, and as the loop that its authors made of it. Source: D. E.
// Knuth, R. W. Moore, "An analysis of alpha-beta pruning", Artificial Intelligence 6, 1975, procedure F2 and its version
// without recursion.
#pragma once

#include "workshop/lab/forms/derivation/game.hpp"

#include <array>
#include <cstddef>

namespace stackmate::derivation {

class F2 : public Game {
public:
    using Frame = Key;

    explicit F2(const SearchContext& context) : Game(context) {}
    Score search(Depth depth) {
        return node(0, -score_infinite, score_infinite, depth, position().checker(), root_sum());
    }

private:
    Score node(int ply, Score alpha, Score beta, Depth depth, Square checker, Sum sum) {
        line_.clear(ply);
        if (drawn(ply, checker, [&](unsigned back) { return key(ply - static_cast<int>(back)); })) return score_draw;
        if (ply == max_ply - 1) return value(sum);
        const bool quiet = depth <= 0 && checker == Square::none;
        if (quiet && value(sum) > alpha) alpha = value(sum);  // quiescence may stand pat
        Cursor cursor(checker);
        for (bool any = quiet; alpha < beta; any = true) {
            const Move move = next(cursor, quiet);
            if (!move) return any ? alpha : checker == Square::none ? score_draw : mated_in(ply);
            Undo undo;
            const Square check = make(move, undo, ply);
            const Sum below = after(sum, move, undo);
            key(ply) = undo.key;
            const Score score = -node(ply + 1, -beta, -alpha, depth - 1, check, below);
            position().unmake(move, undo);
            if (score <= alpha) continue;
            alpha = score;
            line_.take(ply, move);
        }
        return alpha;
    }

    Key& key(int ply) { return keys_[static_cast<std::size_t>(ply)]; }

    std::array<Key, static_cast<std::size_t>(max_ply)> keys_{};
};

/// One bound a ply is the whole window: a node's alpha is its own, its beta the parent's negated, and it begins with the
/// alpha of the ply before the parent's. Depth is what is left of the root's. There is one place to come back to.
class KnuthMoore : public Game {
public:
    struct Frame {
        Undo undo;
        Score bound;
        Sum sum;
        Cursor cursor;
        Move move;
        bool quiet;
        bool any;
    };

    explicit KnuthMoore(const SearchContext& context) : Game(context) {}

    // clang-format off
    Score search(Depth depth) {
        Frame* f = &frames_[2];
        int ply = 0;
        f[-2].bound = f[-1].bound = -score_infinite;
        f->cursor = Cursor(position().checker());
        f->sum = root_sum();
    enter:
        line_.clear(ply);
        f->bound = score_draw;
        if (drawn(ply, f->cursor.checker(), [&](unsigned back) { return ancestor(*f, back).undo.key; })) goto leave;
        if (ply == max_ply - 1) {
            f->bound = value(f->sum);
            goto leave;
        }
        f->bound = f[-2].bound;
        f->quiet = f->any = ply >= depth && f->cursor.checker() == Square::none;
        if (f->quiet && value(f->sum) > f->bound) f->bound = value(f->sum);
        f->cursor = Cursor(f->cursor.checker());
    next:
        if (f->bound >= -f[-1].bound) goto leave;
        f->move = next(f->cursor, f->quiet);
        if (!f->move) goto finish;
        f->any = true;
        f[1].cursor = Cursor(make(f->move, f->undo, ply));
        f[1].sum = after(f->sum, f->move, f->undo);
        ++f, ++ply;
        goto enter;
    finish:
        if (!f->any) f->bound = f->cursor.checker() == Square::none ? score_draw : mated_in(ply);
    leave:
        if (ply == 0) return f->bound;
        --f, --ply;
        position().unmake(f->move, f->undo);
        if (-f[1].bound <= f->bound) goto next;
        f->bound = -f[1].bound;
        line_.take(ply, f->move);
        goto next;
    }
    // clang-format on

private:
    std::array<Frame, static_cast<std::size_t>(max_ply) + 2> frames_{};
};

}  // namespace stackmate::derivation
