#pragma once

#include "core/search/hooks.hpp"
#include "core/chess/types.hpp"

namespace stackmate {

/// Can the draw by the number of moves come within the node's depth? Then the static value says little, so nothing is pruned
/// by it. One ply less might not reach the draw.
template <class S, class F>
bool draw_in_reach(S& s, F& f) {
    return static_cast<int>(s.position().halfmove()) + f.target >= static_cast<int>(F::Game::draw_after);
}

/// Draws inside the tree: by the fifty-move rule (or the game's number of moves), by insufficient material (if the game has
/// that rule) and by repetition. A position that occurs a second time inside the tree counts as drawn, because whoever could
/// repeat it once can do so again. A position from before the root must have occurred twice. Where only some moves of the root
/// are searched, so must the root, because whoever comes back to it may play the others. Every program keeps this rule, so no
/// worth is given.
struct Draws {
    template <class S, class F>
    static Score lookup(S& s, F& f) {
        if (s.ply() == 0) return score_none;
        const auto& p = s.position();
        if constexpr (requires { p.insufficient_material(); })
            if (p.insufficient_material()) return score_draw;
        const unsigned reversible = p.halfmove();
        if (reversible < 4) return score_none;
        if (reversible >= F::Game::draw_after && (!f.in_check() || p.any_legal_move())) return score_draw;
        return repeated(s, f, reversible) ? score_draw : score_none;
    }

private:
    template <class S, class F>
    static bool repeated(S& s, F& f, unsigned reversible) {
        const auto ply = static_cast<unsigned>(s.ply());
        const auto key = s.position().key();
        unsigned before_root = 2;  // as often it must have occurred before the root
        for (unsigned back = 4; back <= reversible && back <= ply; back += 2)
            if (ancestor(f, back).undo.key == key) {
                if (back < ply || s.root().allowed.empty()) return true;
                before_root = 1;  // the root is the other time
            }
        if (reversible <= ply) return false;
        // The newest key of the game is that of the position before the root. The key `back` plies from here is number
        // back - ply - 1, counted from the newest.
        unsigned back = ply + 1 + ((ply + 1) & 1u);
        if (back < 4) back = 4;
        return s.history().count(key, back - ply - 1, reversible - ply) >= before_root;
    }
};

}  // namespace stackmate
