// Draughts as a game for the core's search, iterative deepening and perft.
#pragma once

#include "core/chess/game_concept.hpp"
#include "core/chess/perft.hpp"
#include "games/draughts/movegen.hpp"
#include "games/draughts/position.hpp"
#include "games/draughts/rules.hpp"

#include <cstddef>

namespace stackmate::draughts {

template <Rules R>
struct Draughts {
    using Position = draughts::Position<R>;
    using Undo = draughts::Undo;
    using Move = draughts::Move;
    using Cursor = draughts::Cursor<R>;
    using Check = bool;  ///< whether there is a capture to make

    static constexpr unsigned draw_after = R::draw_after;
    static constexpr Check no_check = false;
    static Check check(const Position& p) { return p.takers() != 0; }
    static Check check_after(const Position& p, Move, const Undo&) { return check(p); }
    static Check check_after_null(const Position& p) { return check(p); }
    static constexpr Check check(const Cursor& cursor) { return cursor.must_take(); }
    /// The cursor yields only legal moves.
    static constexpr bool legal(const Position&, Move, Check) { return true; }
    static constexpr bool possible(const Position&, Move) { return true; }
    static constexpr bool lost_without_moves(Check) { return true; }
};
static_assert(Game<Draughts<English>> && Game<Draughts<International>>);

/// For enhancements, before the move is made.
template <Rules R>
constexpr bool is_noisy(const Position<R>&, Move m) {
    return m.takes();
}

/// How the history identifies a quiet move: side, origin, and the target as far as two bits can tell it.
struct OriginAndWay {
    static constexpr std::size_t slots = 512;

    template <Rules R>
    static std::size_t slot(const Position<R>& p, Move m) {
        return slot_of(p.side(), m);
    }
    template <Rules R>
    static std::size_t slot_made(const Position<R>& p, Move m) {
        return slot_of(~p.side(), m);
    }
    template <Rules R>
    static bool counts(const Position<R>&, Move m) {
        return !m.takes();
    }

private:
    static std::size_t slot_of(Color side, Move m) {
        return index(side) << 8 | (index(m.to()) & 3u) << 6 | index(m.from());
    }
};

}  // namespace stackmate::draughts

namespace stackmate {

extern template class Perft<BulkPerft, draughts::Draughts<draughts::English>>;
extern template class Perft<BulkPerft, draughts::Draughts<draughts::International>>;
extern template class Perft<BulkPerft, draughts::Draughts<draughts::Brazilian>>;
extern template class Perft<BulkPerft, draughts::Draughts<draughts::Pool>>;
extern template class Perft<BulkPerft, draughts::Draughts<draughts::Russian>>;

}  // namespace stackmate
