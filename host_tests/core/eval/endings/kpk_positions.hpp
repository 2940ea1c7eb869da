// Every position of king and pawn against king, and who wins it by the rules of the core: other ground than that of
// workshop/training/endings/kpk.hpp, which made the table.
#pragma once

#include "core/chess/position.hpp"
#include "host_tests/core/playout.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace stackmate::test {

/// Squares 0..63; nothing where such a position is not legal.
inline std::optional<Position> kpk(unsigned pawn, unsigned king, unsigned weak_king, Color strong, Color side) {
    if (pawn == king || pawn == weak_king || king == weak_king) return {};
    const bool white = strong == Color::white;
    std::string fen;
    for (unsigned rank = 8; rank-- != 0;) {
        unsigned empty = 0;
        const auto put = [&](const char* piece) {
            if (empty != 0) fen += std::to_string(empty);
            empty = 0;
            fen += piece;
        };
        for (unsigned square = 8 * rank; square < 8 * rank + 8; ++square) {
            if (square == pawn)
                put(white ? "P" : "p");
            else if (square == king)
                put(white ? "K" : "k");
            else if (square == weak_king)
                put(white ? "k" : "K");
            else
                ++empty;
        }
        put(rank != 0 ? "/" : "");
    }
    Position p;
    if (p.set_fen(fen + (side == Color::white ? " w - - 0 1" : " b - - 0 1")) != FenError::none) return {};
    return p;
}

/// White's pawn on files a to d.
class KpkByRules {
public:
    KpkByRules() : won_(positions), next_(positions) {
        for (unsigned n = 0; n < positions; ++n)
            if (const auto p = position(n)) follow(*p, next_[n]);
        for (bool more = true; more;) {
            more = false;
            for (unsigned n = positions; n-- != 0;)
                if (won_[n] == 0 && !next_[n].empty() && wins(n)) won_[n] = more = true;
        }
    }

    static constexpr unsigned positions = 24 * 64 * 64 * 2;
    [[nodiscard]] bool won(unsigned n) const { return won_[n] != 0; }
    /// The same position, with Black having the pawn or left and right exchanged.
    static std::optional<Position> position(unsigned n, Color strong = Color::white, bool mirrored = false) {
        const unsigned flip = (strong == Color::white ? 0u : 56u) ^ (mirrored ? 7u : 0u);
        const unsigned pawn = n >> 13;
        return kpk((8 + pawn / 4 * 8 + pawn % 4) ^ flip, (n >> 7 & 63u) ^ flip, (n >> 1 & 63u) ^ flip, strong,
                   (n & 1u) == 0 ? strong : ~strong);
    }

private:
    static constexpr unsigned draw = positions;
    static constexpr unsigned win = positions + 1;

    static unsigned number(const Position& p) {
        const std::uint32_t pawn = p.slots(PieceType::pawn);
        const PieceType promoted = p.pieces() < 3 ? PieceType::none : p.type_at(p.square_of(1));
        if (promoted == PieceType::queen || promoted == PieceType::rook) {
            if (!p.any_legal_move()) return p.checker() != Square::none ? win : draw;
            for (const Move m : legal_moves(p))
                if (p.type_at(m.to()) != PieceType::none) return draw;
            return win;
        }
        if (pawn == 0) return draw;
        const unsigned square = index64(p.square_of(1));
        return (((square / 8 - 1) * 4 + square % 8) << 13) | index64(p.king(Color::white)) << 7
               | index64(p.king(Color::black)) << 1 | index(p.side());
    }
    static void follow(Position p, std::vector<unsigned>& next) {
        for (const Move m : legal_moves(p)) {
            Undo undo;
            p.make(m, undo);
            next.push_back(number(p));
            p.unmake(m, undo);
        }
    }
    [[nodiscard]] bool wins(unsigned n) const {
        const bool whites_move = (n & 1u) == 0;
        for (const unsigned to : next_[n])
            if ((to == win || (to != draw && won(to))) == whites_move) return whites_move;
        return !whites_move;
    }

    std::vector<char> won_;
    std::vector<std::vector<unsigned>> next_;
};

}  // namespace stackmate::test
