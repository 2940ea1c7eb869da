#include "core/eval/endings/drawish.hpp"

#include "core/chess/bits.hpp"
#include "core/chess/squares.hpp"

#include <cstdint>

namespace stackmate {

namespace {

using Slots = std::uint32_t;

constexpr Slots kings = 0x0001'0001u;

constexpr bool several(Slots set) { return (set & (set - 1)) != 0; }
constexpr bool single(Slots set) { return set != 0 && !several(set); }

Slots officers(const Position& p, Color c) { return p.slots(c) & ~(p.slots(PieceType::pawn) | kings); }

int count(Slots set) {
    int n = 0;
    for (; set != 0; set &= set - 1) ++n;
    return n;
}

/// In pawns.
int worth(const Position& p, Slots officers) {
    static constexpr std::uint8_t pawns[] = {0, 1, 3, 3, 5, 9, 0};
    int sum = 0;
    for (const Square s : p.squares_of(officers)) sum += pawns[index(p.type_at(s))];
    return sum;
}

/// Are both squares dark, or both light?
bool alike(Square a, Square b) {
    const unsigned difference = index(a) ^ index(b);
    return ((difference ^ difference >> 4) & 1u) == 0;
}

/// The side ahead has no pawn.
unsigned without_pawns(const Position& p, Slots ours, Slots theirs) {
    const int our_worth = worth(p, ours), their_worth = worth(p, theirs);
    if (our_worth - their_worth > 3) return theirs == 0 && (ours & ~p.slots(PieceType::knight)) == 0 ? 1 : 16;
    return our_worth < 5 ? 0 : their_worth <= 3 ? 1 : 3;
}

/// Each side has one bishop and no other piece but pawns.
unsigned one_bishop_each(const Position& p, Color strong, Square our_bishop, Square their_bishop) {
    if (alike(our_bishop, their_bishop)) return 16;
    const Slots pawns = p.slots(strong, PieceType::pawn);
    const int lead = count(pawns) - count(p.slots(~strong, PieceType::pawn));
    return single(pawns) ? 1 : lead <= 1 ? 4 : lead == 2 ? 6 : 8;
}

}  // namespace

bool wrong_rook_pawn(const Position& p, Color strong) {
    const Slots ours = p.slots(strong, PieceType::pawn);
    const unsigned file = file_of(p.square_of(lowest_bit(ours)));
    if (file != 0 && file != 7) return false;
    const Square corner = make_square(file, strong == Color::white ? 7 : 0);
    if (((index(p.king(~strong)) ^ index(corner)) & 0x66u) != 0) return false;  // not next to the corner
    for (Slots left = p.slots() & ~kings; left != 0; left &= left - 1) {
        const unsigned slot = lowest_bit(left);
        const Square s = p.square_of(slot);
        const unsigned files_away = file_of(s) ^ file;
        if ((Position::color_mask(strong) >> slot & 1u) == 0 ? files_away <= 1
            : (ours >> slot & 1u) != 0                       ? files_away != 0
                                                             : alike(s, corner))
            return false;
    }
    return true;
}

unsigned winning_chances(const Position& p, Color strong) {
    const Slots pawns = p.slots(strong, PieceType::pawn);
    const Slots ours = officers(p, strong);
    if (several(pawns) && several(ours)) return 16;  // the quick answer for most endings
    const Slots theirs = officers(p, ~strong);
    if (pawns == 0) return without_pawns(p, ours, theirs);
    if (theirs == 0) return (ours & ~p.slots(PieceType::bishop)) == 0 && wrong_rook_pawn(p, strong) ? 0 : 16;
    const Slots bishops = p.slots(PieceType::bishop);
    if (single(ours & bishops) && single(theirs & bishops) && ((ours | theirs) & ~bishops) == 0) {
        const unsigned chances =
            one_bishop_each(p, strong, p.square_of(lowest_bit(ours)), p.square_of(lowest_bit(theirs)));
        if (chances != 16) return chances;
    }
    const Slots minors = p.slots(PieceType::knight) | bishops;
    return single(pawns) && (theirs & minors) != 0 && worth(p, ours) <= worth(p, theirs) ? 6 : 16;
}

}  // namespace stackmate
