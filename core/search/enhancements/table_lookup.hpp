#pragma once

#include "core/search/hooks.hpp"
#include "core/search/transposition_table.hpp"
#include "core/chess/types.hpp"

namespace stackmate {

/// The transposition table: if a position was searched as deeply before and its bound lies outside the window, it is not
/// searched again. Otherwise its best move is tried first. Nodes with an open window use the move only, so that the best line
/// is complete. Mate scores are stored as counted from the node.
/// Source: Greenblatt, Eastlake, Crocker, "The Greenblatt chess program", 1967; Slate and Atkin, "Chess 4.5", 1977.
template <bool in_quiescence, class Replacement = DepthLessAge<4>>
struct Transpositions {
    template <class S, class F>
    static Score lookup(S& s, F& f) {
        if (!in_quiescence && f.quiescing()) return score_none;
        return look_up(s, f);
    }

    template <class S, class F>
    [[gnu::always_inline]] static void store(S& s, F& f) {
        if (f.quiescing() && (!in_quiescence || (!f.best && f.best_score >= f.beta)))
            return;  // standing pat is cheaper to find again than to store
        if (s.ply() == 0 && !s.root().allowed.empty())
            return;  // with only some of the moves the score is not the position's
        const Bound bound = f.best_score >= f.beta ? Bound::lower : f.best ? Bound::exact : Bound::upper;
        const Depth depth = f.depth < 0 ? 0 : f.depth;
        s.table().template store<Replacement>(key(s, f), f.best, to_table(f.best_score, s.ply()), depth, bound);
    }

private:
    /// Close to the draw a score holds only for the number of half moves that are left, so there the key tells it.
    template <class S, class F>
    static Key key(S& s, F&) {
        const auto& p = s.position();
        if (p.halfmove() < F::Game::draw_after - 20) [[likely]]
            return p.key();
        return p.key() + p.halfmove() * 0x9e37'79b9'7f4a'7c15u;
    }
    template <class S, class F>
    [[gnu::noinline]] static Score look_up(S& s, F& f) {
        const auto hit = s.table().template probe<typename F::Move>(key(s, f));
        if (hit.bound == Bound::none) return score_none;
        f.hash_move = hit.move;
        const Score score = from_table(hit.score, s.ply());
        if (!is_mate(score)) f.note_table(score, hit.bound);
        if (f.pv || hit.depth < f.depth) return score_none;
        const bool decides =
            score >= f.beta ? hit.bound != Bound::upper : hit.bound != Bound::lower && score <= f.alpha;
        if (!decides) return score_none;
        if (!hit.move || F::Game::possible(s.position(), hit.move)) [[likely]]
            return score;
        f.hash_move = {};  // another position's entry
        f.table_bound = Bound::none;
        return score_none;
    }
    static Score to_table(Score score, int ply) {
        return score >= score_mate_bound ? score + ply : score <= -score_mate_bound ? score - ply : score;
    }
    static Score from_table(Score score, int ply) {
        return score >= score_mate_bound ? score - ply : score <= -score_mate_bound ? score + ply : score;
    }
};

/// The table's score is a better static value, of whatever depth it is, where its bound allows that. It must come after all other
/// enhancements that adjust. Source: not traced to one author; Stockfish does so.
struct TableValue {
    template <class S, class F>
    static Score adjust(S&, F& f, Score score) {
        const Score known = f.best_score;
        if (f.table_bound == Bound::none || f.table_bound == (known > score ? Bound::upper : Bound::lower))
            return score;
        return known;
    }
};

}  // namespace stackmate
