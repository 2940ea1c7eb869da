// What can have happened on a board one of whose squares may be lying. A legal move explains what is seen if the board looks
// as after it, but for one square at most; that square is the suspect. So does a move taken back. Squares that are ignored say
// nothing either way.
#pragma once

#include "core/chess/movegen.hpp"
#include "core/chess/position.hpp"
#include "firmware/squares/tracker.hpp"

namespace stackmate::firmware {

/// What there is to be explained. No set has a bit of `ignored`.
struct Evidence {
    SquareSet seen = 0;      ///< occupied
    SquareSet refilled = 0;  ///< occupied, and lifted and put back since the board showed the position
    SquareSet early = 0;     ///< filled before any piece was lifted
    SquareSet ignored = 0;
    SquareSet proven = 0;  ///< squares to be suspected last
    Move only{};           ///< no other move counts; none: all do
    bool still = false;    ///< no move counts
};

/// A move, or a takeback, and the square that must be lying if it was made; an empty set if none need.
struct Explanation {
    Move move{};
    bool back = false;  ///< it is the last move, and was taken back
    SquareSet suspect = 0;
    SquareSet squares = 0;  ///< what it is about
    bool free = false;      ///< no believed square need lie, since the move goes over one that is ignored
};

/// Does a move that changes `f` explain the evidence? Then the rest of `x` is filled in, with one suspect at most. At least one
/// square that is believed must speak for the move. `base`: where the position has pieces.
[[gnu::noinline]] inline bool explains(const Footprint& f, SquareSet base, const Evidence& e, Explanation& x) {
    SquareSet amiss = e.seen ^ f.after(base);
    // Before and after a capture something stands on the victim's square: it is told by being lifted.
    amiss |= f.taken & ~e.refilled;
    if ((f.from & base & ~e.seen) != 0) amiss |= f.filled & e.early;
    x.suspect = amiss & ~e.ignored;
    x.squares = f.from | f.to;
    // Where all its squares are believed the tracker has seen more than is known here, the order above all, and has not
    // taken it for this move.
    x.free = x.suspect == 0 && (f.all() & e.ignored) != 0;
    const SquareSet speaks = (((e.seen ^ base) & f.all()) | (e.refilled & f.taken)) & ~e.ignored;
    return speaks != 0 && (x.suspect & (x.suspect - 1)) == 0;
}

/// A takeback as a move. Pieces that were exchanged since tell nothing: one of them may have been put straight.
inline Footprint footprint(const Earlier& earlier, SquareSet base) {
    const SquareSet emptied = base & ~earlier.occupied, filled = earlier.occupied & ~base;
    return {.from = emptied, .to = filled | earlier.replaced, .emptied = emptied, .filled = filled};
}

/// Number `wanted` of the explanations, and how many there are.
struct Explanations {
    Explanation chosen{};
    unsigned count = 0;
    bool free = false;  ///< all are
};
/// Promotions count once, as queens. `hands` knows what may be taken back. Where some are free, only these count; else those
/// come first whose suspect is not proven. Costs three rounds through the legal moves.
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
