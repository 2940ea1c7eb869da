#include "core/eval/endings/kpk.hpp"

#include "core/chess/bits.hpp"
#include "core/eval/endings/kpk_table.hpp"
#include "core/chess/squares.hpp"

#include <cstdint>

namespace stackmate {

namespace {

/// As if the pawn were White's.
struct Kpk {
    Square pawn;
    Square king;
    Square weak_king;

    Kpk(const Position& p, Color strong) {
        const unsigned flip = strong == Color::white ? 0 : 0x70;
        const auto seen = [flip](Square s) { return static_cast<Square>(index(s) ^ flip); };
        pawn = seen(p.square_of(lowest_bit(p.slots(strong, PieceType::pawn))));
        king = seen(p.king(strong));
        weak_king = seen(p.king(~strong));
    }

    [[nodiscard]] bool won_by_mover() const {
        for (const int step : king_steps) {
            Kpk next = *this;
            next.king = moved(king, step);
            if (on_board(index(next.king)) && next.king != pawn && !beside(next.king, weak_king)
                && next.lost_by_mover())
                return true;
        }
        Kpk next = *this;
        for (unsigned steps = rank_of(pawn) == 1 ? 2 : 1; steps != 0; --steps) {
            next.pawn = moved(next.pawn, north);
            if (next.pawn == king || next.pawn == weak_king) return false;
            if (rank_of(next.pawn) == 7) return !beside(weak_king, next.pawn) || beside(king, next.pawn);
            if (next.lost_by_mover()) return true;
        }
        return false;
    }

    [[nodiscard]] bool lost_by_mover() const {
        const unsigned mirror = file_of(pawn) < 4 ? 0 : 7;
        const auto seen = [mirror](Square s) { return static_cast<Square>(index(s) ^ mirror); };
        const unsigned weak = index64(seen(weak_king));
        const unsigned pawn_number = 4 * (rank_of(pawn) - 1) + file_of(seen(pawn));
        const unsigned word = kpk::word_of[(64 * pawn_number + index64(seen(king))) * 2 + weak / 32];
        return (kpk::words[word] >> weak % 32 & 1u) == 0;
    }

private:
    static Square moved(Square s, int step) { return static_cast<Square>(index(s) + static_cast<unsigned>(step)); }
    static bool beside(Square a, Square b) {
        return (ray(a, b).attackers & attacker_bit(PieceType::king, Color::white)) != 0;
    }
};

}  // namespace

bool KpkTable::drawn(const Position& p, Color strong) {
    const Kpk kpk(p, strong);
    return !(p.side() == strong ? kpk.won_by_mover() : kpk.lost_by_mover());
}

}  // namespace stackmate
