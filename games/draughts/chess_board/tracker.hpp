// Reads moves of checkers from sensors that only know occupied or empty.
//
// The board as it stands determines the move, whatever the order of lifting and putting down: every captured piece
// leaves the board, so, unlike in chess, no history is needed. Two legal moves that leave the same squares occupied
// lead to the same position: the colours on the squares that became empty tell which piece moved and which were
// captured. (The tests search for two that differ.)
//
// A half-made move may look like another one that is complete. Such a reading is called doubtful, and should be given
// more time. The same holds for a move over an ignored square, which shows only on the other squares.
#pragma once

#include "games/draughts/chess_board/squares.hpp"
#include "games/draughts/movegen.hpp"
#include "games/draughts/position.hpp"

#include <cstdint>

namespace stackmate::draughts::chess_board {

/// The squares that a move changes.
struct Footprint {
    Set from = 0;
    Set to = 0;
    Set taken = 0;
    Set way = 0;  ///< where the piece lands between its jumps
    [[nodiscard]] Set touched() const { return from | to | taken | way; }
    /// What is occupied after the move.
    [[nodiscard]] Set after(Set before) const { return (before & ~(from | taken)) | to; }
};

/// The squares that legal move `m` changes in `p`, the position before it.
inline Footprint footprint(const CheckersPosition& p, Move m) {
    Footprint f{.from = set_of(m.from()), .to = set_of(m.to())};
    if (m.takes()) {
        const auto walk = p.capture(m);
        f.taken = walk.taken();
        for (unsigned jump = 0; jump + 1 < walk.count(); ++jump) f.way |= set_of(walk.landing(jump));
    }
    return f;
}

enum class Seen : std::uint8_t {
    quiet,  ///< the pieces stand as in the position
    begun,  ///< some are in the air, and a legal move can begin like this
    moved,  ///< `move` stands on the board
    wrong,  ///< no legal move begins like this
};

struct Reading {
    Seen seen = Seen::quiet;
    Move move;              ///< moved: the move; begun: the only possible move, if there is only one
    bool doubtful = false;  ///< moved: it may also be the beginning of another move
    bool unseen = false;    ///< moved: not all of it is visible, so the piece may still be in a hand
    Set targets = 0;        ///< begun, and a piece is in the air: where it may go
    Set takers = 0;         ///< begun by lifting a piece that can be captured: the pieces that can capture it
    Set fill = 0;           ///< wrong: what is missing
    SquareSet clear = 0;    ///< wrong: pieces that should not be there. begun: pieces still to be taken away

    friend bool operator==(const Reading&, const Reading&) = default;
};

/// What `occupied` means in a position. `left_out`: ignored squares; there `occupied` must be as in the position.
[[gnu::cold]] inline Reading read_board(const CheckersPosition& p, SquareSet occupied, SquareSet left_out = 0) {
    const Set all = all_pieces(p), now = from_board(occupied), changed = all ^ now;
    const Set seen = ~from_board(left_out);
    const SquareSet astray = occupied & ~dark_squares;
    Reading r;
    if (changed == 0 && astray == 0) return r;
    r.seen = Seen::wrong;
    unsigned begun = 0;
    bool two_unseen = false;
    Footprint only;
    Cursor<English> cursor(p.takers() != 0);
    while (astray == 0) {
        const Move m = cursor.next(p);
        if (!m) break;
        const Footprint f = footprint(p, m);
        const Set then = f.after(all);
        if (((then ^ now) & seen) == 0 && ((then ^ all) & seen) != 0) {
            two_unseen = two_unseen || (r.seen == Seen::moved && left_out != 0);
            r.seen = Seen::moved;
            r.move = m;
            r.unseen = then != now;
        } else if ((changed & ~f.touched()) == 0) {
            ++begun;
            only = f;
            if (r.seen != Seen::moved) {
                r.seen = Seen::begun;
                r.move = m;
            }
            if ((f.from & ~now) != 0)
                r.targets |= f.to;
            else if ((f.taken & ~now) != 0)
                r.takers |= f.from;
        }
    }
    if (two_unseen) {
        r.seen = Seen::begun;
        begun = 2;
    }
    switch (r.seen) {
    case Seen::quiet: break;
    case Seen::moved:
        r.doubtful = begun != 0;
        r.targets = r.takers = 0;
        break;
    case Seen::begun:
        if (begun != 1)
            r.move = {};
        else if ((only.from & ~now) != 0 && (only.to & now) != 0)
            r.clear = on_board(only.taken & now);
        break;
    case Seen::wrong:
        r.fill = all & ~now;
        r.clear = on_board(now & ~all) | astray;
        break;
    }
    return r;
}

}  // namespace stackmate::draughts::chess_board
