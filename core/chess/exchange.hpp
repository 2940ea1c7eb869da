// Static exchange evaluation: what a capture is worth if both sides go on capturing on that square.
#pragma once

#include "core/chess/bits.hpp"
#include "core/chess/piece_values.hpp"
#include "core/chess/position.hpp"
#include "core/chess/squares.hpp"
#include "core/chess/types.hpp"

#include <cstdint>

namespace stackmate {

/// The pieces that could capture on one square, and which of them are left as the exchange goes on.
class Exchange {
public:
    Exchange(const Position& p, Square to, unsigned first_slot)
        : p_(p), to_(index(to)), gone_(1u << first_slot), left_(p.slots() & ~p.slots(PieceType::pawn)) {}

    /// The least valuable piece of `side` that can capture now; Position::no_slot if there is none.
    [[gnu::always_inline]] unsigned next(Color side) {
        const unsigned behind = to_ - static_cast<unsigned>(pawn_step(side));
        for (const unsigned from : {behind - 1, behind + 1})
            if (p_.pawn_at(from, side))
                if (const unsigned slot = p_.slot_on(static_cast<Square>(from)); take(slot)) return slot;
        // Slots are in the order king, queens ... knights. A promoted piece is out of order, which is rare.
        const Ray* const towards = &ray(Square::a1, static_cast<Square>(to_));
        for (std::uint32_t set = left_ & Position::color_mask(side) & ~gone_; set != 0;) {
            const unsigned slot = highest_bit(set);
            const std::uint32_t bit = 1u << slot;
            set &= ~bit;
            const Square from = p_.square_of(slot);
            const Ray& r = towards[-static_cast<int>(index(from))];
            if ((r.attackers >> index(p_.type_at(from)) & 1u) == 0) {
                left_ &= ~bit;  // it never attacks the square
                continue;
            }
            if (!reaches(index(from), r.step)) continue;
            gone_ |= bit;
            return slot;
        }
        return Position::no_slot;
    }

private:
    /// False if it has captured before.
    bool take(unsigned slot) {
        if ((gone_ >> slot & 1u) != 0) return false;
        gone_ |= 1u << slot;
        return true;
    }
    /// Only pieces that have captured already stand between.
    [[nodiscard]] bool reaches(unsigned from, int step) const {
        if (step == 0) return true;
        for (unsigned s = to_;;) {
            do s -= static_cast<unsigned>(step);
            while (p_.empty(s));
            if (s == from) return true;
            if ((gone_ >> p_.slot_on(static_cast<Square>(s)) & 1u) == 0) return false;
        }
    }

    const Position& p_;
    unsigned to_;
    std::uint32_t gone_;
    std::uint32_t left_;  ///< pieces, not pawns, that may attack the square
};

/// Does the exchange that `m` begins win at least `least` centipawns of material, if each side captures with its least
/// valuable piece and stops when that is best? Pins are ignored, and promotions count as pawn moves. `m` is pseudo-legal.
/// Source: Maynard Smith, Michie, "Machines that play games", 1961, for the sum of an exchange on one square; Stockfish
/// (`see_ge`, October 2016) for the question with a threshold, answered as soon as it is decided.
inline bool exchange_wins(const Position& p, Move m, int least) {
    const auto worth = [&](Square s) { return worth_of(p.type_at(s)); };
    constexpr int pawn = worth_of(PieceType::pawn);
    int gain = worth(m.to()) - least;  // above `least`, if nobody recaptures
    if (m.to() == p.en_passant() && p.type_at(m.from()) == PieceType::pawn) gain += pawn;
    if (gain < 0) return false;
    int at_stake = worth(m.from()) - gain;  // what the side that captures next would win
    if (at_stake <= 0) return true;
    // A pawn that recaptures risks no more than its own value.
    const Color us = p.side();
    const unsigned ahead = index(m.to()) + static_cast<unsigned>(pawn_step(us));
    if (at_stake > pawn && (p.pawn_at(ahead - 1, ~us) || p.pawn_at(ahead + 1, ~us))) return false;
    Exchange exchange(p, m.to(), p.slot_on(m.from()));
    bool wins = true;
    for (Color side = ~us;; side = ~side) {
        const unsigned slot = exchange.next(side);
        if (slot == Position::no_slot) return wins;
        wins = !wins;
        const PieceType taker = p.type_at(p.square_of(slot));
        // A king may not capture what is still defended.
        if (taker == PieceType::king) return exchange.next(~side) == Position::no_slot ? wins : !wins;
        at_stake = worth_of(taker) - at_stake;
        if (at_stake < (wins ? 1 : 0)) return wins;
    }
}

}  // namespace stackmate
