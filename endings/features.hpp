// What the trees of the packed endings ask about a position: small numbers that a chip computes in some hundred instructions.
#pragma once

#include "endings/material.hpp"

#include <array>
#include <cstdint>

namespace stackmate::endings {

enum class Ask : std::uint8_t {
    file,
    rank,
    fold_file,
    fold_rank,
    edge,
    corner,
    shade,  // of one man
    files,
    ranks,
    distance,
    steps,
    east,
    north,
    rising,
    falling,  // of two men
    attacks,  // of a man and another
    king_moves,
    to_promotion,
    race,
    forks,
    checks,
};

struct Question {
    Ask ask;
    std::uint8_t a = 0;
    std::uint8_t b = 0;
};

/// Looks at one position. Without recursion, in some dozen bytes.
class Features {
public:
    Features(Material m, const Men& men) : m_(m), men_(men) {}

    [[nodiscard]] unsigned answer(Question q) const;
    [[nodiscard]] bool attacks(unsigned man, unsigned from, unsigned to, unsigned gone = 4) const;

private:
    static int file(unsigned s) { return static_cast<int>(s & 7u); }
    static int rank(unsigned s) { return static_cast<int>(s >> 3); }
    static int size(int n) { return n < 0 ? -n : n; }
    static unsigned distance(unsigned a, unsigned b) {
        const int f = size(file(a) - file(b)), r = size(rank(a) - rank(b));
        return static_cast<unsigned>(f > r ? f : r);
    }
    [[nodiscard]] bool attacked(unsigned square, Color by, unsigned gone) const {
        for (unsigned i = 0; i < m_.men(); ++i)
            if (men_[i] != square && m_.color(i) == by && attacks(i, men_[i], square, gone)) return true;
        return false;
    }
    [[nodiscard]] bool occupied(unsigned square) const {
        for (unsigned i = 0; i < m_.men(); ++i)
            if (men_[i] == square) return true;
        return false;
    }
    [[nodiscard]] unsigned king_moves(unsigned king) const;
    /// Squares a man can reach that no enemy attacks and that attack the enemy's king, and (`both`) its piece.
    [[nodiscard]] unsigned aims(unsigned man, bool both) const;

    Material m_;
    const Men& men_;
};

inline bool Features::attacks(unsigned man, unsigned from, unsigned to, unsigned gone) const {
    const int f = file(to) - file(from), r = rank(to) - rank(from);
    const int af = size(f), ar = size(r);
    switch (m_.type(man)) {
    case PieceType::king: return af <= 1 && ar <= 1 && (af | ar) != 0;
    case PieceType::knight: return af * ar == 2;
    case PieceType::pawn: return af == 1 && r == (m_.color(man) == Color::white ? 1 : -1);
    case PieceType::none: return false;
    case PieceType::rook:
        if (af != 0 && ar != 0) return false;
        break;
    case PieceType::bishop:
        if (af != ar) return false;
        break;
    case PieceType::queen:
        if (af != 0 && ar != 0 && af != ar) return false;
    }
    const int length = af > ar ? af : ar;
    for (unsigned i = 0; i < m_.men(); ++i) {
        if (i == man || i == gone) continue;
        const int mf = file(men_[i]) - file(from), mr = rank(men_[i]) - rank(from);
        const int at = size(mf) > size(mr) ? size(mf) : size(mr);
        if (at != 0 && at < length && mf * length == f * at && mr * length == r * at) return false;
    }
    return length != 0;
}

inline unsigned Features::king_moves(unsigned king) const {
    unsigned count = 0;
    const Color enemy = ~m_.color(king);
    for (int r = -1; r <= 1; ++r)
        for (int f = -1; f <= 1; ++f) {
            const int tf = file(men_[king]) + f, tr = rank(men_[king]) + r;
            if ((f | r) == 0 || ((tf | tr) & ~7) != 0) continue;
            const auto to = static_cast<unsigned>(tr * 8 + tf);
            bool own = false;
            for (unsigned i = 2; i < m_.men(); ++i) own = own || (men_[i] == to && m_.color(i) == m_.color(king));
            if (!own && !attacked(to, enemy, king)) ++count;
        }
    return count;
}

inline unsigned Features::aims(unsigned man, bool both) const {
    const Color enemy = ~m_.color(man);
    const unsigned king = enemy == Color::white ? 0 : 1;
    const unsigned other = m_.men() == 4 ? 5 - man : king;
    unsigned count = 0;
    for (unsigned to = 0; to < 64 && count < 3; ++to)
        if (attacks(man, men_[man], to) && !occupied(to) && attacks(man, to, men_[king], man)
            && (!both || attacks(man, to, men_[other], man)) && !attacked(to, enemy, man))
            ++count;
    return count;
}

inline unsigned Features::answer(Question q) const {
    const unsigned a = men_[q.a], b = men_[q.b];
    const int f = file(b) - file(a), r = rank(b) - rank(a);
    const auto fold = [](int n) { return static_cast<unsigned>(n < 4 ? n : 7 - n); };
    const unsigned ff = fold(file(a)), fr = fold(rank(a));
    const auto number = [](int n) { return static_cast<unsigned>(n); };
    const auto promotion = [&] { return (b & 7u) | (m_.color(q.b) == Color::white ? 56u : 0u); };
    switch (q.ask) {
    case Ask::file: return a & 7u;
    case Ask::rank: return a >> 3;
    case Ask::fold_file: return ff;
    case Ask::fold_rank: return fr;
    case Ask::edge: return ff < fr ? ff : fr;
    case Ask::corner: return ff + fr;
    case Ask::shade: return (a ^ a >> 3) & 1u;
    case Ask::files: return number(size(f));
    case Ask::ranks: return number(size(r));
    case Ask::distance: return distance(a, b);
    case Ask::steps: return number(size(f) + size(r));
    case Ask::east: return number(f + 7);
    case Ask::north: return number(r + 7);
    case Ask::rising: return number(f + r + 14);
    case Ask::falling: return number(f - r + 14);
    case Ask::attacks: return attacks(q.a, a, b) ? 1 : 0;
    case Ask::king_moves: return king_moves(q.a);
    case Ask::to_promotion: return distance(a, promotion());
    case Ask::race:
        return number(8 + static_cast<int>(distance(a, promotion())) - static_cast<int>(distance(b, promotion())));
    case Ask::forks: return aims(q.a, true);
    case Ask::checks: return aims(q.a, false);
    }
    return 0;
}

/// All the questions that an ending's trees may ask; a tree has their numbers. `sink(question)`.
template <class Sink>
constexpr void each_question(Material m, Sink sink) {
    const unsigned men = m.men();
    for (unsigned i = 0; i < men; ++i) {
        const auto a = static_cast<std::uint8_t>(i);
        for (const Ask ask : {Ask::file, Ask::rank, Ask::fold_file, Ask::fold_rank, Ask::edge, Ask::corner, Ask::shade})
            sink(Question{ask, a});
        if (i < 2) sink(Question{Ask::king_moves, a});
        if (i >= 2 && m.type(i) != PieceType::pawn) {
            if (m.shared) sink(Question{Ask::forks, a});
            sink(Question{Ask::checks, a});
        }
        for (unsigned j = 0; j < men; ++j) {
            const auto b = static_cast<std::uint8_t>(j);
            if (i < j)
                for (const Ask ask : {Ask::files, Ask::ranks, Ask::distance, Ask::steps, Ask::east, Ask::north,
                                      Ask::rising, Ask::falling})
                    sink(Question{ask, a, b});
            if (i != j && (i >= 2 || j >= 2)) sink(Question{Ask::attacks, a, b});
            if (i != j && m.type(j) == PieceType::pawn)
                for (const Ask ask : {Ask::to_promotion, Ask::race}) sink(Question{ask, a, b});
        }
    }
}

namespace detail {
/// A question of each ending in two bytes: what is asked, and of which men.
using QuestionTable = std::array<std::array<std::array<std::uint8_t, 2>, 112>, ending_count>;
constexpr QuestionTable make_questions() {
    QuestionTable table{};
    for (unsigned e = 0; e < ending_count; ++e) {
        unsigned n = 0;
        each_question(all_endings[e], [&](Question q) {
            table[e][n++] = {static_cast<std::uint8_t>(q.ask), static_cast<std::uint8_t>(q.a | q.b << 4)};
        });
    }
    return table;
}
inline constexpr QuestionTable questions = make_questions();
}  // namespace detail

constexpr Question question(unsigned ending, unsigned number) {
    const auto& q = detail::questions[ending][number];
    return {static_cast<Ask>(q[0]), static_cast<std::uint8_t>(q[1] & 15u), static_cast<std::uint8_t>(q[1] >> 4)};
}

}  // namespace stackmate::endings
