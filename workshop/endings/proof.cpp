#include "workshop/endings/proof.hpp"

#include "core/chess/movegen.hpp"
#include "endings/probe.hpp"

#include <algorithm>

namespace stackmate::endings {

namespace {

/// `sink(en passant)` after each legal move, made.
template <class Sink>
void each_legal_move(Position& p, Sink sink) {
    const Square checker = p.checker();
    Cursor cursor(checker);
    while (const Move m = cursor.next(p)) {
        if (!p.legal(m, checker)) continue;
        Undo undo;
        const bool passes =
            p.en_passant() != Square::none && m.to() == p.en_passant() && p.type_at(m.from()) == PieceType::pawn;
        p.make(m, undo);
        sink(passes);
        p.unmake(m, undo);
    }
}

}  // namespace

std::optional<Position> position_of(Material m, const Men& men, Color side) {
    Placement on = {};
    for (unsigned i = 0; i < m.men(); ++i) {
        if (on[men[i]] != Piece::empty) return std::nullopt;
        on[men[i]] = make_piece(m.color(i), m.type(i));
    }
    Position p;
    if (p.read_men(on, side) != FenError::none) return std::nullopt;
    return p;
}

Result result_of(const Solver& solver, const Position& position) {
    const Result stored = result(solver.value(place_of(position)));
    if (position.en_passant() == Square::none) return stored;
    Position p = position;
    bool others = false;
    auto best = Result::lost;
    each_legal_move(p, [&](bool passes) {
        if (passes) best = std::max(best, -result(solver.value(place_of(p))));
        others = others || !passes;
    });
    return others ? std::max(best, stored) : best;
}

/// Does capturing en passant win?
static bool wins_en_passant(const Solver& solver, Position& p) {
    bool wins = false;
    if (p.en_passant() != Square::none)
        each_legal_move(
            p, [&](bool passes) { wins = wins || (passes && result(solver.value(place_of(p))) == Result::lost); });
    return wins;
}

/// Does this value follow from those after the moves?
static bool follows(const Solver& solver, Position& p, Value value, unsigned ending) {
    bool any = false, wins = false, draws = false, grounded = true;
    const int rank = std::abs(value);
    each_legal_move(p, [&](bool) {
        any = true;
        const auto after = result_of(solver, p);
        draws = draws || after == Result::drawn;
        const Place next = place_of(p);
        // En passant leads to another ending.
        const Value stored = solver.value(next);
        const bool stays = next.ending == ending && result(stored) == after && !wins_en_passant(solver, p);
        const bool nearer = !stays || std::abs(stored) < rank;
        if (after == Result::lost) wins = wins || value <= 0 || nearer;
        if (after == Result::won) grounded = grounded && (value >= 0 || nearer);
    });
    if (!any) return value == (p.checker() == Square::none ? 0 : -1);
    if (value > 0) return wins;
    if (value < 0) return !wins && !draws && grounded;
    return !wins && draws;
}

/// No game leads to it, so the core refuses it; the solver does not mind.
static bool two_pawns_check(Material m, const Men& men, Color side) {
    const Bits pawns = pawn_attacks(Color::white, men[2]) & pawn_attacks(Color::white, men[3]);
    return side == Color::black && !m.shared && m.first == PieceType::pawn && m.second == PieceType::pawn
           && (pawns & bit(men[1])) != 0;
}

Proof prove(const Solver& solver, unsigned ending, std::size_t stride) {
    const Material m = all_endings[ending];
    Proof proof;
    for (const Color side : {Color::white, Color::black})
        for (std::size_t n = 0; n < positions(m); n += stride) {
            const Men men = men_of(m, n);
            if (!m.shared && m.first == m.second && men[2] > men[3]) continue;  // the same position
            const Value value = solver.value(ending, men, side);
            auto p = position_of(m, men, side);
            if (!p && (value == not_legal || two_pawns_check(m, men, side))) continue;
            const auto fault = [&](std::size_t& count) {
                if (++count != 1) return;
                proof.first += name_of(m) + " " + std::to_string(n) + (side == Color::white ? " w" : " b");
            };
            ++proof.checked;
            if (p.has_value() != (value != not_legal))
                fault(proof.unlike);
            else if (!follows(solver, *p, value, ending))
                fault(proof.unproven);
        }
    return proof;
}

}  // namespace stackmate::endings
