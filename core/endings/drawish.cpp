#include "core/endings/drawish.hpp"

#include "core/bits.hpp"
#include "core/squares.hpp"

#include <cstdint>

namespace stackmate {

namespace {

using Slots = std::uint32_t;

constexpr Slots kings = 0x0001'0001u;

constexpr bool single(Slots set) { return set != 0 && (set & (set - 1)) == 0; }

constexpr int count(Slots set) {
    int n = 0;
    for (; set != 0; set &= set - 1) ++n;
    return n;
}

Slots officers(const Position& p, Color c) { return p.slots(c) & ~(p.slots(PieceType::pawn) | kings); }

/// In pawns: 3, 3, 5, 9.
int worth(const Position& p, Slots officers) {
    const Slots queens = p.slots(PieceType::queen);
    const Slots majors = p.slots(PieceType::rook) | queens;
    return 3 * count(officers) + 2 * count(officers & majors) + 4 * count(officers & queens);
}

bool is_light(Square s) { return ((file_of(s) ^ rank_of(s)) & 1u) != 0; }

/// On four neighbouring files.
bool one_wing(const Position& p) {
    unsigned first = 7, last = 0;
    for (Slots left = p.slots(PieceType::pawn); left != 0; left &= left - 1) {
        const unsigned file = file_of(p.square_of(lowest_bit(left)));
        if (file < first) first = file;
        if (file > last) last = file;
    }
    return last < first + 4;
}

/// With no pawn of its own left.
unsigned without_pawns(const Position& p, Slots ours, Slots theirs) {
    const int our_worth = worth(p, ours), their_worth = worth(p, theirs);
    if (theirs == 0 && (ours & ~p.slots(PieceType::knight)) == 0 && count(ours) == 2) return 1;
    if (our_worth - their_worth > 3) return 16;
    return our_worth < 5 ? 0 : their_worth <= 3 ? 1 : 3;
}

/// Each side has one piece.
unsigned one_each(const Position& p, Color strong, Slots ours, Slots theirs) {
    const int lead = count(p.slots(strong, PieceType::pawn)) - count(p.slots(~strong, PieceType::pawn));
    if (((ours | theirs) & ~p.slots(PieceType::bishop)) == 0
        && is_light(p.square_of(lowest_bit(ours))) != is_light(p.square_of(lowest_bit(theirs)))) {
        if (single(p.slots(strong, PieceType::pawn))) return 1;
        return lead <= 1 ? 4 : lead == 2 ? 6 : 8;
    }
    return lead <= 1 && worth(p, ours) == worth(p, theirs) && one_wing(p) ? 8 : 16;
}

}  // namespace

bool wrong_rook_pawn(const Position& p, Color strong) {
    const Slots ours = p.slots(strong, PieceType::pawn);
    const unsigned file = file_of(p.square_of(lowest_bit(ours)));
    if (file != 0 && file != 7) return false;
    const Square corner = make_square(file, strong == Color::white ? 7 : 0);
    const Square king = p.king(~strong);
    if (king != corner && (ray(king, corner).attackers & attacker_bit(PieceType::king, Color::white)) == 0)
        return false;
    for (Slots left = p.slots(strong) & ~kings; left != 0; left &= left - 1) {
        const unsigned slot = lowest_bit(left);
        const Square s = p.square_of(slot);
        if ((ours >> slot & 1u) != 0 ? file_of(s) != file : is_light(s) == is_light(corner)) return false;
    }
    for (Slots left = p.slots(~strong, PieceType::pawn); left != 0; left &= left - 1)
        if ((file_of(p.square_of(lowest_bit(left))) ^ file) <= 1) return false;
    return true;
}

unsigned winning_chances(const Position& p, Color strong) {
    const Slots pawns = p.slots(strong, PieceType::pawn);
    const Slots ours = officers(p, strong);
    const Slots theirs = officers(p, ~strong);
    if (pawns == 0) return without_pawns(p, ours, theirs);
    if (theirs == 0) return (ours & ~p.slots(PieceType::bishop)) == 0 && wrong_rook_pawn(p, strong) ? 0 : 16;
    if (single(ours) && single(theirs)) {
        if (const unsigned chances = one_each(p, strong, ours, theirs); chances != 16) return chances;
    }
    const Slots minors = p.slots(PieceType::knight) | p.slots(PieceType::bishop);
    return single(pawns) && (theirs & minors) != 0 && worth(p, ours) <= worth(p, theirs) ? 6 : 16;
}

}  // namespace stackmate
