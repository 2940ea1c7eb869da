// What can have happened on a board one of whose squares may be lying. A legal move explains what is seen if the board looks
// as after it, but for one square at most; that square is the suspect. Squares that are ignored say nothing either way.
#pragma once

#include "core/movegen.hpp"
#include "core/position.hpp"
#include "firmware/squares/tracker.hpp"

namespace stackmate::firmware {

/// What there is to be explained. No set has a bit of `ignored`.
struct Evidence {
    SquareSet seen = 0;      ///< occupied
    SquareSet refilled = 0;  ///< occupied, and lifted and put back since the board showed the position
    SquareSet early = 0;     ///< filled before any piece was lifted
    SquareSet ignored = 0;
    SquareSet proven = 0;  ///< squares to be suspected last
};

/// A move, and the square that must be lying if it was made; an empty set if none need.
struct Explanation {
    Move move{};
    SquareSet suspect = 0;
    bool free = false;  ///< no believed square need lie, since the move goes over one that is ignored
};

/// Does the legal move `x.move` explain the evidence? Then the rest of `x` is filled in, with one suspect at most. At least
/// one square that is believed must speak for the move. `base`: where the position has pieces.
[[gnu::noinline]] inline bool explains(const Position& p, SquareSet base, const Evidence& e, Explanation& x) {
    const Footprint f = footprint(p, x.move);
    SquareSet amiss = e.seen ^ f.after(base);
    // Before and after a capture something stands on the victim's square: it is told by being lifted.
    amiss |= f.taken & ~e.refilled;
    if ((f.from & base & ~e.seen) != 0) amiss |= f.filled & e.early;
    x.suspect = amiss & ~e.ignored;
    // Where all its squares are believed the tracker has seen more than is known here, the order above all, and has not
    // taken it for this move.
    x.free = x.suspect == 0 && (f.all() & e.ignored) != 0;
    const SquareSet speaks = (((e.seen ^ base) & f.all()) | (e.refilled & f.taken)) & ~e.ignored;
    return speaks != 0 && (x.suspect & (x.suspect - 1)) == 0;
}

/// Number `wanted` of the explanations, and how many there are.
struct Explanations {
    Explanation chosen{};
    unsigned count = 0;
    bool free = false;  ///< all are
};
/// Promotions count once, as queens. `only`: no other move is asked about; none: all are. Where some are free, only these
/// count; else those come first whose suspect is not proven. Costs three rounds through the legal moves.
[[gnu::noinline]] inline Explanations explanations(const Position& p, Move only, const Evidence& e, unsigned wanted) {
    enum Kind : unsigned { free, not_proven, proven };
    Explanations found;
    const SquareSet base = occupied_squares(p);
    const Square checker = p.checker();
    for (unsigned kind = free; kind <= proven && !found.free; ++kind) {
        Cursor cursor(checker);
        while (const Move m = only ? only : cursor.next(p)) {
            Explanation x{m};
            const bool counts = only || ((!m.promotes() || m.promotion() == PieceType::queen) && p.legal(m, checker));
            if (counts && explains(p, base, e, x)
                && kind
                       == (x.free                        ? free
                           : (x.suspect & e.proven) == 0 ? not_proven
                                                         : proven)
                && found.count++ == wanted)
                found.chosen = x;
            if (only) break;
        }
        found.free = kind == free && found.count != 0;
    }
    return found;
}

}  // namespace stackmate::firmware
