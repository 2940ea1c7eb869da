#pragma once

#include "core/search/hooks.hpp"
#include "core/search/transposition_table.hpp"
#include "core/chess/types.hpp"

namespace stackmate {

/// Enhanced transposition cutoff (ETC): before a node's moves are searched, the table is asked about the positions that they
/// lead to. If one of them is known to be bad enough for the opponent, the node fails high with no move searched. The
/// moves are made and unmade for their keys, which are no nodes, so this stands last of those that prune a node.
/// Not asked: moves to a position that was there before, which the table takes for a new one.
/// Source: Plaat, Schaeffer, Pijls, de Bruin, "Exploiting graph properties of game trees", 1996.
/// Worth in Elo: see workshop/lab/pages/SKELETON.md; in no version.
template <Depth shallowest>
struct TableCutoff {
    template <class S, class F>
    static Score prune_node(S& s, F& f) {
        if (f.pv || f.depth < shallowest || is_mate(f.beta)) return score_none;
        if (s.position().halfmove() + 11 >= F::Game::draw_after) return score_none;  // which the key does not tell
        return ask_children(s, f);
    }

private:
    template <class S, class F>
    [[gnu::noinline]] static Score ask_children(S& s, F& f) {
        using Game = typename F::Game;
        auto& p = s.position();
        typename Game::Cursor moves(f.check());
        while (const auto m = moves.next(p)) {
            if (!Game::legal(p, m, f.check())) continue;
            typename Game::Undo undo;
            p.make(m, undo);
            const auto hit = s.table().template probe<typename Game::Move>(p.key());
            const bool cuts = (hit.bound == Bound::upper || hit.bound == Bound::exact) && hit.depth >= f.depth - 1
                              && !is_mate(hit.score) && -hit.score >= f.beta && !was_there(s, f);
            p.unmake(m, undo);
            if (!cuts) continue;
            f.best = m;
            return -hit.score;
        }
        return score_none;
    }

    /// The child's position, in this line or in the game.
    template <class S, class F>
    static bool was_there(S& s, F& f) {
        const auto ply = static_cast<unsigned>(s.ply()), reversible = s.position().halfmove();
        for (unsigned back = 3; back <= ply && back < reversible; back += 2)
            if (ancestor(f, back).undo.key == s.position().key()) return true;
        return s.history().count(s.position().key(), 0, reversible)
                   + s.history().count(s.position().key(), 1, reversible)
               != 0;
    }
};

}  // namespace stackmate
