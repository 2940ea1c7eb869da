// What the trees of the packed endings ask about a position: small numbers that a chip computes in some hundred instructions.
#pragma once

#include "endings/attacks.hpp"
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

/// Looks at one position. Without recursion; what was found once is kept.
class Features {
public:
    Features(const Material& m, const Men& men) : m_(m), men_(men), occupied_(occupied_by(m, men)) {}

    [[nodiscard]] unsigned answer(Question q);

    [[nodiscard]] Bits occupied() const { return occupied_; }
    /// What a man attacks.
    [[nodiscard]] Bits seen(unsigned man) {
        if ((has_seen_ >> man & 1u) == 0) {
            has_seen_ |= 1u << man;
            seen_[man] = attacked_by(m_.type(man), m_.color(man), men_[man], occupied_);
        }
        return seen_[man];
    }
    /// What one side attacks when this man is no longer there.
    [[nodiscard]] Bits seen_without(Color by, unsigned gone);

private:
    static constexpr unsigned unknown = 15;

    static int file(unsigned s) { return static_cast<int>(s & 7u); }
    static int rank(unsigned s) { return static_cast<int>(s >> 3); }
    static int size(int n) { return n < 0 ? -n : n; }
    static unsigned distance(unsigned a, unsigned b) {
        const int f = size(file(a) - file(b)), r = size(rank(a) - rank(b));
        return static_cast<unsigned>(f > r ? f : r);
    }
    [[nodiscard]] unsigned known(unsigned i) const { return known_ >> 4 * i & 15u; }
    unsigned note(unsigned i, unsigned answer) {
        known_ ^= (known(i) ^ answer) << 4 * i;
        return answer;
    }
    static unsigned count(Bits set, unsigned most) {
        unsigned n = 0;
        for (; set != 0 && n < most; set &= set - 1) ++n;
        return n;
    }
    [[nodiscard]] unsigned king_moves(unsigned king);
    /// Squares a man can reach that no enemy attacks and that attack the enemy's king, and (`both`) its piece; 3 if there are more.
    [[nodiscard]] unsigned aims(unsigned man, bool both);

    const Material& m_;
    const Men& men_;
    Bits occupied_;
    std::array<Bits, 4> seen_;  // those in has_seen_
    unsigned has_seen_ = 0;
    std::uint32_t known_ =
        ~std::uint32_t{0};  // 4 bits each: king moves of men 0 and 1, checks and forks of men 2 and 3
};

inline Bits Features::seen_without(Color by, unsigned gone) {
    Bits all = 0;
    for (unsigned i = 0; i < m_.men(); ++i) {
        if (m_.color(i) != by) continue;
        const Bits here = seen(i);
        all |= here;
        // It sees further, if it is one that does.
        if (has(here, men_[gone]) && i >= 2) all |= attacked_by(m_.type(i), by, men_[i], occupied_ & ~bit(men_[gone]));
    }
    return all;
}

inline unsigned Features::king_moves(unsigned king) {
    if (known(king) != unknown) return known(king);
    Bits moves = seen(king) & ~seen_without(~m_.color(king), king);
    for (unsigned i = 2; i < m_.men(); ++i)
        if (m_.color(i) == m_.color(king)) moves &= ~bit(men_[i]);
    return note(king, count(moves, 8));
}

inline unsigned Features::aims(unsigned man, bool both) {
    const unsigned i = man + (both ? 2 : 0);
    if (known(i) != unknown) return known(i);
    const Color enemy = ~m_.color(man);
    const unsigned king = enemy == Color::white ? 0 : 1;
    const Bits others = occupied_ & ~bit(men_[man]);
    Bits squares = seen(man) & ~others & attacked_by(m_.type(man), m_.color(man), men_[king], others);
    if (both && squares != 0 && m_.men() == 4)
        squares &= attacked_by(m_.type(man), m_.color(man), men_[5 - man], others);
    if (squares != 0) squares &= ~seen_without(enemy, man);
    return note(i, count(squares, 3));
}

inline unsigned Features::answer(Question q) {
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
    case Ask::attacks: return has(seen(q.a), b) ? 1 : 0;
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
