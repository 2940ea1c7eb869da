#include "core/eval/endings/queen_and_rook.hpp"

#include "core/chess/bits.hpp"
#include "core/chess/squares.hpp"
#include "core/eval/endings/queen_and_rook_table.hpp"

namespace stackmate {

static_assert(sizeof(queen_and_rook::quarters) == queen_and_rook::tables * queen_and_rook::entries);

int queen_wins_late(const Position& p, Color strong) {
    const Square queen = p.square_of(lowest_bit(p.slots(strong, PieceType::queen)));
    const Square rook = p.square_of(lowest_bit(p.slots(~strong, PieceType::rook)));
    const std::int8_t* table = queen_and_rook::quarters;
    int sum = 0;
    for (const std::size_t place :
         queen_and_rook::places(index64(p.king(strong)), index64(p.king(~strong)), index64(queen), index64(rook))) {
        sum += table[place];
        table += queen_and_rook::entries;
    }
    return sum;
}

}  // namespace stackmate
