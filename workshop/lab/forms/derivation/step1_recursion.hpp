// Step 1: the search as everybody writes it. All values of a node are parameters and locals.
#pragma once

#include "workshop/lab/forms/derivation/game.hpp"

#include <array>
#include <cstddef>

namespace stackmate::derivation {

class Recursion : public Game {
public:
    using Frame = Key;  ///< what a ply takes beside the stack: repetitions must be seen

    explicit Recursion(const SearchContext& context) : Game(context) {}
    Score search(Depth depth) {
        return node(0, -score_infinite, score_infinite, depth, position().checker(), root_sum());
    }

private:
    // shown: node
    Score node(int ply, Score alpha, Score beta, Depth depth, Square checker, Sum sum) {
        line_.clear(ply);
        if (drawn(ply, checker, [&](unsigned back) { return key(ply - static_cast<int>(back)); })) return score_draw;
        if (ply == max_ply - 1) return value(sum);
        const bool pv = beta - alpha > 1;
        const bool quiet = depth <= 0 && checker == Square::none;
        Score best = quiet ? value(sum) : -score_infinite;  // quiescence may stand pat
        if (best > alpha) alpha = best;
        Cursor cursor(checker);
        int count = 0;
        while (best < beta) {
            const Move move = next(cursor, quiet);
            if (!move) break;
            Undo undo;
            const Square check = make(move, undo, ply);
            const Sum below = after(sum, move, undo);
            key(ply) = undo.key;
            Score score = 0;
            if (++count == 1 || depth <= 0) {
                score = -node(ply + 1, -beta, -alpha, depth - 1, check, below);
            } else {
                score = -node(ply + 1, -alpha - 1, -alpha, depth - 1, check, below);
                if (score > alpha && score < beta) score = -node(ply + 1, -beta, -alpha, depth - 1, check, below);
            }
            position().unmake(move, undo);
            if (score <= best) continue;
            best = score;
            if (score <= alpha) continue;
            alpha = score;
            if (pv) line_.take(ply, move);
        }
        if (count == 0 && !quiet) return checker == Square::none ? score_draw : mated_in(ply);
        return best;
    }
    // end

    Key& key(int ply) { return keys_[static_cast<std::size_t>(ply)]; }

    std::array<Key, static_cast<std::size_t>(max_ply)> keys_{};
};

}  // namespace stackmate::derivation
