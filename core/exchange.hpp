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
        const unsigned behind = to_ - static_cast<unsigned>(pawn_step(side));
        for (const unsigned from : {behind - 1, behind + 1})
            if (p_.pawn_at(from, side))
                if (const unsigned slot = p_.slot_on(static_cast<Square>(from)); take(slot)) return slot;
        std::uint32_t& left = left_[index(side)];
        if (left == not_asked) left = in_line(p_.slots(side) & ~p_.slots(PieceType::pawn));
        // Slots go from queens to knights, the king before them; a promoted piece is out of order, which is rare.
        for (std::uint32_t set = left & ~gone_; set != 0;) {
            const auto slot = static_cast<unsigned>(31 - std::countl_zero(set));
            set &= ~(1u << slot);
            if (reaches(slot) && take(slot)) return slot;
        }
        return Position::no_slot;
    }

private:
    static constexpr std::uint32_t not_asked = ~0u;  ///< no set: both kings are never in one

    /// False if it has taken before.
    bool take(unsigned slot) {
        if ((gone_ >> slot & 1u) != 0) return false;
        gone_ |= 1u << slot;
        return true;
    }
    /// Those of the set that would attack the square if nothing stood between.
    [[nodiscard]] std::uint32_t in_line(std::uint32_t set) const {
        const Ray* const towards = &ray(Square::a1, static_cast<Square>(to_));
        std::uint32_t found = 0;
        for (; set != 0; set &= set - 1) {
            const auto slot = static_cast<unsigned>(std::countr_zero(set));
            const unsigned from = index(p_.square_of(slot));
            const unsigned type = index(p_.type_at(static_cast<Square>(from)));
            if ((towards[-static_cast<int>(from)].attackers >> type & 1u) != 0) found |= 1u << slot;
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
        while (s != to_ && (p_.empty(s) || (gone_ >> p_.slot_on(static_cast<Square>(s)) & 1u) != 0));
        return s == to_;
    }

    const Position& p_;
    unsigned to_;
    std::uint32_t gone_;
    std::uint32_t left_[2] = {not_asked, not_asked};
};

/// Does the exchange that `m` begins win at least `least` centipawns of material, each side taking with its least
/// valuable piece and stopping when that is best? Pins are not seen; promotions count as pawn moves. `m` is
/// pseudo-legal. Source: the swap algorithm of the 1970s; the form with a threshold from Stockfish's authors, 2014.
inline bool exchange_wins(const Position& p, Move m, int least) {
    const auto worth = [&](Square s) { return tables::piece_value[index(p.type_at(s))]; };
    constexpr int pawn = tables::piece_value[index(PieceType::pawn)];
    int gain = worth(m.to()) - least;  // above what is asked, if nobody took back
    if (m.to() == p.en_passant() && p.type_at(m.from()) == PieceType::pawn) gain += pawn;
    if (gain < 0) return false;
    int at_stake = worth(m.from()) - gain;  // what the side that takes next would win
    if (at_stake <= 0) return true;
    // A pawn on guard costs no more than itself.
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
        // A king may not take what is still guarded.
        if (taker == PieceType::king) return exchange.next(~side) == Position::no_slot ? wins : !wins;
        at_stake = tables::piece_value[index(taker)] - at_stake;
        if (at_stake < (wins ? 1 : 0)) return wins;
    }
}

}  // namespace stackmate
