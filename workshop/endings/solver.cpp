#include "workshop/endings/solver.hpp"

#include <algorithm>
#include <utility>

namespace stackmate::endings {

namespace {

constexpr std::uint8_t never = 255;  ///< so many moves are not lost, and will not be
constexpr PieceType promotions[] = {PieceType::queen, PieceType::rook, PieceType::bishop, PieceType::knight};
constexpr unsigned nobody = 4;

unsigned man_on(Material m, const Men& men, unsigned square) {
    for (unsigned i = 0; i < m.men(); ++i)
        if (men[i] == square) return i;
    return nobody;
}

constexpr int forward(Color c) { return c == Color::white ? 8 : -8; }
constexpr unsigned rank_for(Color c, unsigned square) { return c == Color::white ? square / 8 : 7 - square / 8; }

/// `sink(man, to)` for all moves of one side that are legal but for check; captures of kings are among them.
template <class Sink>
void each_move(Material m, const Men& men, Color side, Sink sink) {
    const Bits occupied = occupied_by(m, men);
    Bits own = 0;
    for (unsigned i = 0; i < m.men(); ++i)
        if (m.color(i) == side) own |= bit(men[i]);
    for (unsigned i = 0; i < m.men(); ++i) {
        if (m.color(i) != side) continue;
        Bits targets = 0;
        if (m.type(i) == PieceType::pawn) {
            targets = pawn_attacks(side, men[i]) & occupied & ~own;
            const int one = men[i] + forward(side);
            if ((occupied & bit(static_cast<unsigned>(one))) == 0) {
                targets |= bit(static_cast<unsigned>(one));
                const int two = one + forward(side);
                if (rank_for(side, men[i]) == 1 && (occupied & bit(static_cast<unsigned>(two))) == 0)
                    targets |= bit(static_cast<unsigned>(two));
            }
        } else {
            targets = attacked_by(m.type(i), m.color(i), men[i], occupied) & ~own;
        }
        for (; targets != 0; targets &= targets - 1) sink(i, static_cast<unsigned>(std::countr_zero(targets)));
    }
}

/// The men after a move, or nothing if the king is left in check.
std::optional<Men> moved(Material m, Men men, Color side, unsigned man, unsigned to, unsigned captured) {
    men[man] = static_cast<std::uint8_t>(to);
    if (gives_check(m, men, ~side, captured)) return std::nullopt;
    return men;
}

/// The value of a move to a position of this value.
constexpr Value a_ply_before(Value after) {
    return static_cast<Value>(after == 0 ? 0 : after < 0 ? 1 - after : -1 - after);
}

bool double_step(Material m, const Men& men, unsigned man, unsigned to) {
    return m.type(man) == PieceType::pawn && (to ^ men[man]) == 16 && to % 8 == men[man] % 8u;
}

}  // namespace

struct Solver::Work {
    Material material;
    std::array<std::vector<Value>, 2> values;
    /// By side to move: how many of the moves are not yet known to lose.
    std::array<std::vector<std::uint8_t>, 2> hopes;
    /// Likewise: the greatest value that a move out of the ending gives the other side.
    std::array<std::vector<Value>, 2> late;
    struct Decided {
        std::uint32_t number;
        Color side;
        Value value;
    };
    std::array<std::vector<Decided>, 128> due;  ///< by the value's size

    /// The position has this value, unless it is won sooner.
    void decide(std::size_t n, Color side, Value value) {
        due[static_cast<std::size_t>(value < 0 ? -value : value)].push_back(
            {static_cast<std::uint32_t>(n), side, value});
    }
    /// All moves lose, the last one to be known to a position of the value `known`.
    void decide_lost(std::size_t n, Color side, Value known) {
        decide(n, side, a_ply_before(std::max(known, late[index(side)][n])));
    }
};

Value Solver::converted(Material m, const Men& men, Color next, unsigned captured, unsigned mover,
                        PieceType becomes) const {
    Man left[4];
    unsigned count = 0;
    for (unsigned i = 0; i < m.men(); ++i)
        if (i != captured)
            left[count++] = {i == mover && becomes != PieceType::none ? becomes : m.type(i), m.color(i), men[i]};
    return value(place(left, count, next));
}

bool Solver::any_move(Material m, const Men& men, Color side) {
    bool any = false;
    each_move(m, men, side, [&](unsigned man, unsigned to) {
        any = any || moved(m, men, side, man, to, man_on(m, men, to)).has_value();
    });
    return any;
}

std::optional<Result> Solver::best_capture(unsigned ending, const Men& men, Color side) const {
    const Material m = all_endings[ending];
    std::optional<Result> best;
    each_move(m, men, side, [&](unsigned man, unsigned to) {
        const unsigned captured = man_on(m, men, to);
        if (captured == nobody || (m.type(man) == PieceType::pawn && rank_for(side, to) == 7)) return;
        const auto after = moved(m, men, side, man, to, captured);
        if (!after) return;
        const Result r = -result(converted(m, *after, ~side, captured, nobody, PieceType::none));
        if (!best || *best < r) best = r;
    });
    return best;
}

std::optional<Value> Solver::en_passant(Material m, const Men& men, Color side) const {
    const unsigned mine = m.color(2) == side ? 2 : 3, other = 5 - mine;
    const int to = men[other] + forward(side);
    if ((pawn_attacks(side, men[mine]) & bit(static_cast<unsigned>(to))) == 0) return std::nullopt;
    const auto after = moved(m, men, side, mine, static_cast<unsigned>(to), other);
    if (!after) return std::nullopt;
    return a_ply_before(converted(m, *after, ~side, other, nobody, PieceType::none));
}

/// Counts the moves of a position, and decides it if moves that leave the ending do.
void Solver::look_at(Work& work, std::size_t n, Color side) {
    const Material m = work.material;
    const Men men = men_of(m, n);
    if (!legal(m, men, side)) {
        work.values[index(side)][n] = not_legal;
        return;
    }
    unsigned moves = 0, hopes = 0;
    Value won = 0;
    bool drawn = false;
    Value& late = work.late[index(side)][n];
    const auto count = [&](Value after) {
        if (after < 0 && (won == 0 || a_ply_before(after) < won)) won = a_ply_before(after);
        drawn = drawn || after == 0;
        late = std::max(late, after);
    };
    each_move(m, men, side, [&](unsigned man, unsigned to) {
        const unsigned captured = man_on(m, men, to);
        const auto after = moved(m, men, side, man, to, captured);
        if (!after) return;
        ++moves;
        if (m.type(man) == PieceType::pawn && rank_for(side, to) == 7) {
            for (const PieceType t : promotions) count(converted(m, *after, ~side, captured, man, t));
        } else if (captured != nobody) {
            count(converted(m, *after, ~side, captured, nobody, PieceType::none));
        } else {
            ++hopes;
            if (!m.shared || !double_step(m, men, man, to) || m.first != m.second) return;
            const auto taken = en_passant(m, *after, ~side);
            if (!taken) return;
            if (*taken > 0) --hopes, count(*taken);
            if (*taken < 0 && !any_move(m, *after, ~side)) count(*taken);
        }
    });
    if (moves == 0 && gives_check(m, men, ~side))
        work.decide(n, side, -1);
    else if (won != 0)
        work.decide(n, side, won);
    else if (moves != 0 && hopes == 0 && !drawn)
        work.decide_lost(n, side, 0);
    work.hopes[index(side)][n] = moves == 0 || drawn || won != 0 ? never : static_cast<std::uint8_t>(hopes);
}

/// Tells the positions before a decided one.
void Solver::go_back(Work& work, std::size_t n, Color side) {
    const Material m = work.material;
    const Men men = men_of(m, n);
    const Color mover = ~side;
    const Value value = work.values[index(side)][n];
    const Bits occupied = occupied_by(m, men);
    const auto tell = [&](unsigned man, unsigned from) {
        Men before = men;
        before[man] = static_cast<std::uint8_t>(from);
        const std::size_t b = number_of(m, reflected(m, before));
        if (work.values[index(mover)][b] != 0) return;
        if (value < 0) {
            work.decide(b, mover, a_ply_before(value));
            return;
        }
        std::uint8_t& hopes = work.hopes[index(mover)][b];
        if (hopes != never && --hopes == 0) work.decide_lost(b, mover, value);
    };
    for (unsigned i = 0; i < m.men(); ++i) {
        if (m.color(i) != mover) continue;
        if (m.type(i) != PieceType::pawn) {
            for (Bits from = attacked_by(m.type(i), m.color(i), men[i], occupied) & ~occupied; from != 0;
                 from &= from - 1)
                tell(i, static_cast<unsigned>(std::countr_zero(from)));
            continue;
        }
        const int one = men[i] - forward(mover);
        if ((occupied & bit(static_cast<unsigned>(one))) != 0 || rank_for(mover, men[i]) == 1) continue;
        tell(i, static_cast<unsigned>(one));
        const int two = one - forward(mover);
        if (rank_for(mover, men[i]) != 3 || (occupied & bit(static_cast<unsigned>(two))) != 0) continue;
        // If the pawn may be taken en passant, a win by that was counted before, and a draw by it helps the other side.
        if (m.shared && m.first == m.second)
            if (const auto taken = en_passant(m, men, side); taken && (*taken > 0 || (*taken == 0 && value < 0)))
                continue;
        tell(i, static_cast<unsigned>(two));
    }
}

void Solver::solve(unsigned ending) {
    Work work;
    work.material = all_endings[ending];
    const std::size_t count = positions(work.material);
    for (unsigned side = 0; side < 2; ++side) {
        work.values[side].assign(count, 0);
        work.hopes[side].assign(count, 0);
        work.late[side].assign(count, 0);
    }
    for (const Color side : {Color::white, Color::black})
        for (std::size_t n = 0; n < count; ++n) look_at(work, n, side);
    // What is decided on the way is due later.
    for (auto& due : work.due) {
        for (const auto& [number, side, value] : due) {
            Value& known = work.values[index(side)][number];
            if (known != 0) continue;
            known = value;
            go_back(work, number, side);
        }
        due = {};
    }
    solved_[ending].values = std::move(work.values);
}

}  // namespace stackmate::endings
