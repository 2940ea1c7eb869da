// Static exchange evaluation: what a capture is worth when both sides go on taking on that square.
#pragma once

#include "core/eval_tables.hpp"
#include "core/position.hpp"
#include "core/squares.hpp"
#include "core/types.hpp"

#include <bit>
#include <cstdint>

namespace stackmate {

/// The pieces that could take on one square, and what is left of them as the exchange goes on.
class Exchange {
public:
    Exchange(const Position& p, Square to, unsigned first_slot) : p_(p), to_(index(to)), gone_(1u << first_slot) {}

    /// The least valuable piece of `side` that can take now; Position::no_slot if there is none.
    unsigned next(Color side) {
        std::uint32_t& left = left_[index(side)];
        if (!asked_[index(side)]) {
            asked_[index(side)] = true;
            left = in_line(p_.slots(side) & ~gone_);
        }
        // Slots go from queens to pawns; a promoted pawn is taken for one, which is rare and harmless. The king is
        // slot 0 and so comes last, as it must.
        for (std::uint32_t set = left; set != 0;) {
            const auto slot = static_cast<unsigned>(31 - std::countl_zero(set));
            set &= ~(1u << slot);
            if (!reaches(slot)) continue;
            left &= ~(1u << slot);
            gone_ |= 1u << slot;
            return slot;
        }
        return Position::no_slot;
    }

private:
    /// Those of the set that would attack the square if nothing stood between.
    [[nodiscard]] std::uint32_t in_line(std::uint32_t set) const {
        const Ray* const towards = &ray(Square::a1, static_cast<Square>(to_));
        std::uint32_t found = 0;
        for (; set != 0; set &= set - 1) {
            const auto slot = static_cast<unsigned>(std::countr_zero(set));
            const unsigned from = index(p_.square_of(slot));
            if ((towards[-static_cast<int>(from)].attackers & attacker_bit(p_.at(from))) != 0) found |= 1u << slot;
        }
        return found;
    }
    /// Nothing is between but what has taken already.
    [[nodiscard]] bool reaches(unsigned slot) const {
        const unsigned from = index(p_.square_of(slot));
        const int step = ray(static_cast<Square>(from), static_cast<Square>(to_)).step;
        if (step == 0) return true;
        unsigned s = from;
        do s += static_cast<unsigned>(step);
        while (s != to_ && (p_.at(s) == Piece::empty || (gone_ >> p_.slot_on(static_cast<Square>(s)) & 1u) != 0));
        return s == to_;
    }

    const Position& p_;
    unsigned to_;
    std::uint32_t gone_;
    std::uint32_t left_[2] = {};
    bool asked_[2] = {};
};

/// Does the exchange that `m` begins win at least `least` centipawns of material, each side taking with its least
/// valuable piece and stopping when that is best? Pins are not seen; promotions count as pawn moves. `m` is
/// pseudo-legal. Source: the swap algorithm of the 1970s; the form with a threshold from Stockfish's authors, 2014.
inline bool exchange_wins(const Position& p, Move m, int least) {
    const auto worth = [&](Square s) { return tables::piece_value[index(type_of(p.at(s)))]; };
    int gain = worth(m.to()) - least;  // above what is asked, if nobody took back
    if (m.to() == p.en_passant() && type_of(p.at(m.from())) == PieceType::pawn)
        gain += tables::piece_value[index(PieceType::pawn)];
    if (gain < 0) return false;
    int at_stake = worth(m.from()) - gain;  // what the side that takes next would win
    if (at_stake <= 0) return true;
    Exchange exchange(p, m.to(), p.slot_on(m.from()));
    bool wins = true;
    for (Color side = ~p.side();; side = ~side) {
        const unsigned slot = exchange.next(side);
        if (slot == Position::no_slot) return wins;
        wins = !wins;
        const PieceType taker = type_of(p.at(p.square_of(slot)));
        // A king may not take what is still guarded.
        if (taker == PieceType::king) return exchange.next(~side) == Position::no_slot ? wins : !wins;
        at_stake = tables::piece_value[index(taker)] - at_stake;
        if (at_stake < (wins ? 1 : 0)) return wins;
    }
}

}  // namespace stackmate
