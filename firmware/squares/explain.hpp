// What can have happened on a board where one sensor may be wrong. A legal move explains what is seen if the board
// looks as after the move except for at most one square; that square is the suspect. A takeback of the last move can
// explain it in the same way. Ignored squares count neither for nor against.
#pragma once

#include "core/chess/movegen.hpp"
#include "core/chess/position.hpp"
#include "firmware/squares/tracker.hpp"

namespace stackmate::firmware {

/// What is to be explained. No set contains an ignored square.
struct Evidence {
    SquareSet seen = 0;      ///< occupied
    SquareSet refilled = 0;  ///< occupied, and lifted and put back since the board last showed the position
    SquareSet early = 0;     ///< filled before any piece was lifted
    SquareSet ignored = 0;
    SquareSet proven = 0;  ///< squares to be suspected last
    Move only{};           ///< if set, only this move counts
    bool still = false;    ///< no move counts
};

/// A move or a takeback, and the square whose sensor must be wrong if it was made; empty if none must be.
struct Explanation {
    Move move{};
    bool back = false;  ///< it is a takeback of the last move
    SquareSet suspect = 0;
    SquareSet squares = 0;  ///< the squares to ask about
    bool free = false;      ///< no believed square must be wrong, since the move touches an ignored one
};

/// Whether a move that changes `f` explains the evidence, with at most one suspect. If so, fills in the rest of `x`. At
/// least one believed square must speak for the move. `base`: where the position has pieces.
[[gnu::noinline]] inline bool explains(const Footprint& f, SquareSet base, const Evidence& e, Explanation& x) {
    // King and rook of Chess960 that exchange squares: a king that was adjusted alone is no castling.
    if (plays_chess960 && f.emptied == 0 && f.taken != 0 && (f.taken & ~e.refilled) != 0) return false;
    SquareSet amiss = e.seen ^ f.after(base);
    // Before and after a capture something stands on the victim's square: only lifting shows the capture.
    amiss |= f.taken & ~e.refilled;
    if ((f.from & base & ~e.seen) != 0) amiss |= f.filled & e.early;
    x.suspect = amiss & ~e.ignored;
    // A square that has felt its piece being lifted and put back is not stuck.
    if ((x.suspect & f.emptied & e.refilled) != 0) return false;
    x.squares = f.from | f.to;
    // Where all its squares are believed, the tracker has seen more than is known here, above all the order, and has
    // not accepted this move.
    x.free = x.suspect == 0 && (f.all() & e.ignored) != 0;
    const SquareSet speaks = (((e.seen ^ base) & f.all()) | (e.refilled & f.taken)) & ~e.ignored;
    return speaks != 0 && (x.suspect & (x.suspect - 1)) == 0;
}

/// A takeback in the form of a move. Squares whose piece was replaced are no evidence: the piece there may only have
/// been adjusted.
inline Footprint footprint(const Earlier& earlier, SquareSet base) {
    const SquareSet emptied = base & ~earlier.occupied, filled = earlier.occupied & ~base;
    return {.from = emptied, .to = filled | earlier.replaced, .emptied = emptied, .filled = filled};
}

/// Explanation number `wanted`, and how many there are.
struct Explanations {
    Explanation chosen{};
    unsigned count = 0;
    bool free = false;  ///< all of them are free
};
/// All explanations of the evidence. Promotions count once, as queens. `hands` knows what may be taken back. If some
/// explanations are free, only those count. Otherwise those whose suspect is not proven come first. Costs three passes
/// through the legal moves.
[[gnu::noinline]] inline Explanations explanations(const Position& p, const SquareTracker& hands, const Evidence& e,
                                                   unsigned wanted) {
    enum Kind : unsigned { free, not_proven, proven };
    Explanations found;
    const SquareSet base = occupied_squares(p);
    const Square checker = p.checker();
    for (unsigned kind = free; kind <= proven && !found.free; ++kind) {
        const auto count = [&](const Explanation& x) {
            if (kind == (x.free ? free : (x.suspect & e.proven) == 0 ? not_proven : proven) && found.count++ == wanted)
                found.chosen = x;
        };
        Cursor cursor(checker);
        while (const Move m = e.still ? Move{} : e.only ? e.only : cursor.next(p)) {
            Explanation x{m};
            const bool counts = e.only || ((!m.promotes() || m.promotion() == PieceType::queen) && p.legal(m, checker));
            if (counts && explains(footprint(p, m), base, e, x)) count(x);
            if (e.only) break;
        }
        Explanation back{{}, true};
        if (hands.may_take_back(1) && explains(footprint(hands.earlier(1), base), base, e, back)) count(back);
        found.free = kind == free && found.count != 0;
    }
    return found;
}

}  // namespace stackmate::firmware
