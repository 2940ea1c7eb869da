// Positions are made so that a move loses for one reason. What is expected follows from how a position was made, and from a slow
// search of material alone, which knows nothing of the engine.
#include "core/engine/reason.hpp"

#include "core/eval/endings/kpk.hpp"
#include "host_tests/core/playout.hpp"
#include "host_tests/support/instances.hpp"
#include "host_tests/support/sample.hpp"

namespace stackmate {
inline void PrintTo(Reason r, std::ostream* out) { *out << to_text(r); }
}  // namespace stackmate

namespace stackmate::test {
namespace {

constexpr int mate_value = 1000;

/// Material in pawns, for the side to move.
int material(const Position& p) {
    static constexpr int values[] = {0, 1, 3, 3, 5, 9, 0};
    int sum = 0;
    for (const Square s : p.squares_of(p.slots()))
        sum += (color_of(p.at(s)) == p.side() ? 1 : -1) * values[index(p.type_at(s))];
    return sum;
}
/// Every move for so many half moves, then captures and promotions. `barred`: no first move goes there.
int slow(Position& p, int depth, int alpha = -mate_value, int beta = mate_value, Square barred = Square::none) {
    const Square checker = p.checker();
    int best = -mate_value;
    if (depth <= 0 && checker == Square::none) best = material(p);
    if (depth < -6) return material(p);
    bool any = false;
    Cursor cursor(checker);
    const bool all = depth > 0 || checker != Square::none;
    while (best < beta) {
        const Move m = all ? cursor.next(p) : cursor.next_noisy(p);
        if (!m) break;
        if (!p.legal(m, checker)) continue;
        any = true;
        if (m.to() == barred) continue;
        Undo undo;
        p.make(m, undo);
        best = std::max(best, -slow(p, depth - 1, -beta, -std::max(alpha, best)));
        p.unmake(m, undo);
    }
    if (all && !any) return checker != Square::none ? -mate_value : 0;
    return best;
}
int slow_of(Position p, int depth, Square barred = Square::none) {
    return slow(p, depth, -mate_value, mate_value, barred);
}
bool is_mate(const Position& p) { return p.checker() != Square::none && !p.any_legal_move(); }
Move mate_at_once(const Position& p) {
    for (const Move m : legal_moves(p))
        if (is_mate(after(p, m))) return m;
    return {};
}

struct Case {
    Position before;
    Move played;
    Reason expected;
};

Square turn(Square s, bool turned) { return turned ? static_cast<Square>(index(s) ^ 0x70u) : s; }

/// The position with these men and no castling; none if there is no such position.
std::optional<Position> position_of(Color side, const Placement& men) {
    Position p;
    if (p.read_men(men, side) != FenError::none) return {};
    return p;
}

/// A board that is being filled: White is to make the mistake. `turned`: all of it with the colours exchanged.
class FilledBoard {
public:
    explicit FilledBoard(Random& random) : random_(random) {}
    bool put(char man, Square s) {
        Piece& here = men_[index64(s)];
        if (here != Piece::empty) return false;
        here = static_cast<Piece>(std::string_view{"?PNBRQK??pnbrqk"}.find(man));
        return true;
    }
    Square anywhere(char man, unsigned first_rank = 0, unsigned last_rank = 7) {
        for (;;) {
            const auto file = static_cast<unsigned>(random_.below(8));  // one after the other, as compilers differ
            const Square s =
                make_square(file, first_rank + static_cast<unsigned>(random_.below(last_rank - first_rank + 1)));
            if (put(man, s)) return s;
        }
    }
    void pawns(unsigned each) {
        for (unsigned i = 0; i < each; ++i) anywhere('P', 1, 2), anywhere('p', 5, 6);
    }
    [[nodiscard]] std::optional<Position> position(bool turned) const {
        Placement men;
        for (unsigned s = 0; s < men.size(); ++s) {
            const Piece man = men_[turned ? s ^ 56 : s];
            men[s] = turned && man != Piece::empty ? make_piece(~color_of(man), type_of(man)) : man;
        }
        const auto p = position_of(turned ? Color::black : Color::white, men);
        if (!p || p->checker() != Square::none || !p->any_legal_move()) return {};
        return p;
    }

private:
    Random& random_;
    Placement men_{};
};

Square near(Square s, int step) {
    const unsigned raw = index(s) + static_cast<unsigned>(step);
    return on_board(raw) ? static_cast<Square>(raw) : Square::none;
}
Move some_move(const Position& p, Random& random) {
    const std::vector<Move> moves = legal_moves(p);
    return moves[random.below(moves.size())];
}

/// The move loses three pawns or more, by a reply to `key` and by no other. Those of the engine are worth less.
bool loses_by(const Position& p, Move m, Square key, int depth = 3) {
    const Position next = after(p, m);
    if (!next.any_legal_move()) return false;
    const int lost = -slow_of(next, depth);
    if (-slow_of(next, depth, key) < lost + 3) return false;
    const int best = slow_of(p, depth + 1);
    return best - lost >= 3 && best < 100 && lost > -100 && -slow_of(next, depth, key) >= best;
}

using Maker = std::optional<Case> (*)(Random&);

void castled(FilledBoard& b, bool white, bool with_air) {
    const unsigned first = white ? 0 : 7, second = white ? 1 : 6, third = white ? 2 : 5;
    b.put(white ? 'K' : 'k', make_square(6, first));
    for (const unsigned file : {5u, 6u, 7u})
        b.put(white ? 'P' : 'p', make_square(file, with_air && file == 7 ? third : second));
}

std::optional<Case> missed_mate(Random& random) {
    FilledBoard b(random);
    castled(b, true, true), castled(b, false, false);
    b.put('R', make_square(unsigned(random.below(5)), 0));
    b.anywhere('N', 1, 4), b.anywhere('n', 2, 5), b.anywhere('r', 1, 6);
    b.pawns(2);
    const auto p = b.position(random.below(2) != 0);
    if (!p || !mate_at_once(*p)) return {};
    const Move m = some_move(*p, random);
    const Position next = after(*p, m);
    if (!next.any_legal_move()) return {};
    for (const Move reply : legal_moves(next)) {
        const Position third = after(next, reply);
        if (third.any_legal_move() && slow_of(third, 3) < 100) return Case{*p, m, Reason::missed_mate};
    }
    return {};
}

std::optional<Case> back_rank(Random& random) {
    FilledBoard b(random);
    castled(b, true, false), castled(b, false, true);
    b.put('R', make_square(unsigned(random.below(5)), 0));
    b.anywhere('N', 1, 4), b.anywhere('n', 3, 5), b.anywhere(random.below(2) != 0 ? 'r' : 'q', 3, 7);
    b.pawns(2);
    const bool turned = random.below(2) != 0;
    const auto p = b.position(turned);
    if (!p) return {};
    const Move m = some_move(*p, random);
    const Position next = after(*p, m);
    const Move mate = mate_at_once(next);
    if (!mate || rank_of(mate.to()) != (turned ? 7 : 0) || std::abs(slow_of(*p, 4)) > 3) return {};
    if (const PieceType t = next.type_at(mate.from()); t != PieceType::rook && t != PieceType::queen) return {};
    for (const unsigned file : {5u, 6u, 7u}) {  // with the pawn a step further on there is no such mate
        const Square pawn = turn(make_square(file, 1), turned), step = turn(make_square(file, 2), turned);
        if (!next.pawn_at(index(pawn), p->side()) || !next.empty(index(step))) continue;
        Placement men;
        for (unsigned s = 0; s < men.size(); ++s) men[s] = next.at(from_index64(s));
        std::swap(men[index64(pawn)], men[index64(step)]);
        const auto tried = position_of(next.side(), men);
        if (tried && slow_of(*tried, 3) < 100) return Case{*p, m, Reason::back_rank};
    }
    return {};
}

/// After some random moves.
std::optional<Position> of_a_game(Random& random) {
    Position p = position(openings[random.below(2) != 0 ? 0 : 5]);
    for (std::size_t ply = 4 + random.below(12); ply != 0; --ply) {
        if (!p.any_legal_move()) return {};
        p = after(p, some_move(p, random));
    }
    return p.any_legal_move() ? std::optional(p) : std::nullopt;
}

std::optional<Case> piece_left(Random& random) {
    const auto p = of_a_game(random);
    if (!p) return {};
    const Move m = some_move(*p, random);
    const Position next = after(*p, m);
    for (const Square s : next.squares_of(next.slots(p->side()))) {
        const PieceType t = next.type_at(s);
        if (t < PieceType::knight || t == PieceType::king || !next.attacked(s, next.side())
            || next.attacked(s, p->side()))
            continue;
        if (loses_by(*p, m, s, 2)) return Case{*p, m, Reason::piece_left};
    }
    return {};
}

std::optional<Case> fork(Random& random) {
    FilledBoard b(random);
    const Square from = b.anywhere('x', 1, 6);
    const Square one = near(from, knight_steps[random.below(8)]), other = near(from, knight_steps[random.below(8)]);
    const Square knight = near(from, knight_steps[random.below(8)]);
    if (one == Square::none || other == Square::none || knight == Square::none) return {};
    FilledBoard c(random);
    const char* const pairs[] = {"KR", "KQ", "QR", "RR"};
    const char* const pair = pairs[random.below(4)];
    if (!c.put(pair[0], one) || !c.put(pair[1], other) || !c.put('n', knight)) return {};
    if (pair[0] != 'K') c.anywhere('K', 0, 1);
    c.anywhere('k', 6, 7), c.anywhere(pair[1] == 'Q' || pair[0] == 'Q' ? 'q' : 'r', 5, 7);
    c.pawns(3);
    const bool turned = random.below(2) != 0;
    const auto p = c.position(turned);
    if (!p) return {};
    const Square key = turn(from, turned);
    const Move m = some_move(*p, random);
    const Position next = after(*p, m);
    if (!next.empty(index(key)) || next.at(turn(one, turned)) != p->at(turn(one, turned))
        || next.at(turn(other, turned)) != p->at(turn(other, turned))
        || !next.pseudo_legal(Move(turn(knight, turned), key)))
        return {};
    return loses_by(*p, m, key) ? std::optional(Case{*p, m, Reason::fork}) : std::nullopt;
}

/// A king with a piece before it, on a line of a slider: a pawn comes and attacks the piece.
std::optional<Case> pin(Random& random) {
    FilledBoard b(random);
    const int step = king_steps[random.below(8)];
    const bool straight = step == north || step == south || step == east || step == west;
    const Square king = b.anywhere('K', 0, 3);
    Square s = near(king, step);
    for (std::size_t gap = random.below(3); gap != 0 && s != Square::none; --gap) s = near(s, step);
    if (s == Square::none || !b.put("NBR"[random.below(straight ? 2 : 3) * (straight ? 1u : 2u) % 3], s)) return {};
    const Square first = s;
    for (std::size_t gap = 1 + random.below(3); gap != 0 && s != Square::none; --gap) s = near(s, step);
    if (s == Square::none || !b.put(straight ? 'r' : 'b', s)) return {};
    const Square key = near(first, north + (random.below(2) != 0 ? east : west));
    const Square pawn = key == Square::none ? key : near(key, north);
    if (pawn == Square::none || rank_of(pawn) > 6 || !b.put('p', pawn)) return {};
    b.anywhere('k', 5, 7), b.anywhere('R', 0, 3);
    b.pawns(2);
    const bool turned = random.below(2) != 0;
    const auto p = b.position(turned);
    if (!p) return {};
    const Move m = some_move(*p, random);
    const Position next = after(*p, m);
    if (next.at(turn(first, turned)) != p->at(turn(first, turned)) || next.king(p->side()) != turn(king, turned)
        || !next.pseudo_legal(Move(turn(pawn, turned), turn(key, turned))) || !next.empty(index(turn(key, turned))))
        return {};
    return loses_by(*p, m, turn(key, turned)) ? std::optional(Case{*p, m, Reason::pin}) : std::nullopt;
}

/// A king, or a queen, with a rook or queen behind it: a slider comes to the line before it.
std::optional<Case> skewer(Random& random) {
    FilledBoard b(random);
    const int step = king_steps[random.below(8)];
    const bool straight = step == north || step == south || step == east || step == west;
    const bool of_king = random.below(3) != 0;
    const Square first = b.anywhere(of_king ? 'K' : 'Q', 1, 5);
    Square s = first;
    for (std::size_t gap = 1 + random.below(3); gap != 0 && s != Square::none; --gap) s = near(s, step);
    if (s == Square::none || !b.put(of_king && (straight || random.below(2) != 0) ? 'Q' : 'R', s)) return {};
    const Square second = s;
    s = first;
    for (std::size_t gap = 1 + random.below(4); gap != 0 && s != Square::none; --gap) s = near(s, -step);
    if (s == Square::none) return {};
    const Square key = s;
    if (!of_king) b.anywhere('K', 0, 1);
    b.anywhere('k', 5, 7);
    const Square slider = b.anywhere(straight ? 'r' : 'b', 2, 7);
    b.anywhere('r', 6, 7), b.pawns(2);
    const bool turned = random.below(2) != 0;
    const auto p = b.position(turned);
    if (!p) return {};
    const Move m = some_move(*p, random);
    const Position next = after(*p, m);
    if (!next.clear(turn(first, turned), turn(second, turned), ray(turn(first, turned), turn(second, turned)).step))
        return {};
    if (next.at(turn(first, turned)) != p->at(turn(first, turned))
        || next.at(turn(second, turned)) != p->at(turn(second, turned))
        || !next.pseudo_legal(Move(turn(slider, turned), turn(key, turned))) || !next.empty(index(turn(key, turned))))
        return {};
    return loses_by(*p, m, turn(key, turned)) ? std::optional(Case{*p, m, Reason::skewer}) : std::nullopt;
}

/// Kings and one pawn, which is Black's.
bool drawn_with_pawn(const Position& p, Color strong) {
    if (p.side() != strong) return KpkTable::drawn(p, strong);
    for (const Move m : legal_moves(p))
        if (!m.promotes() && p.empty(index(m.to())) && !KpkTable::drawn(after(p, m), strong)) return false;
    return true;
}

std::optional<Case> running_pawn(Random& random) {
    FilledBoard b(random);
    b.anywhere('K', 0, 5), b.anywhere('k', 0, 7);
    const Square pawn = b.anywhere('p', 2, 4);
    const bool turned = random.below(2) != 0;
    const auto p = b.position(turned);
    if (!p) return {};
    const Move m = some_move(*p, random);
    const Position next = after(*p, m);
    if (next.pieces() != 3 || !drawn_with_pawn(*p, ~p->side()) || drawn_with_pawn(next, ~p->side())) return {};
    // The king is outside the pawn's square.
    const Square king = turn(next.king(p->side()), turned);
    const int files = std::abs(int(file_of(king)) - int(file_of(pawn)));
    if (std::max(files, int(rank_of(king))) <= int(rank_of(pawn))) return {};
    return Case{*p, m, Reason::running_pawn};
}

std::optional<Case> lost_ending(Random& random) {
    FilledBoard b(random);
    const char* const pair = std::array{"Nn", "Bb", "Rr", "Qq", "Nb", "Bn"}[random.below(6)];
    b.anywhere('K', 0, 7), b.anywhere('k', 0, 7), b.anywhere('p', 2, 4);
    b.anywhere(pair[0]), b.anywhere(pair[1]);
    const auto p = b.position(random.below(2) != 0);
    if (!p) return {};
    const Move m = some_move(*p, random);
    const Position next = after(*p, m);
    if (next.pieces() != 4 || p->type_at(m.to()) == PieceType::pawn) return {};
    for (const Move reply : legal_moves(next)) {
        const Position ending = after(next, reply);
        if (reply.to() != m.to() || ending.pieces() != 3 || drawn_with_pawn(ending, ~p->side())) continue;
        return slow_of(*p, 5) == -1 ? std::optional(Case{*p, m, Reason::lost_ending}) : std::nullopt;
    }
    return {};
}

std::optional<Case> no_loss(Random& random) {
    const auto p = of_a_game(random);
    if (!p) return {};
    const Move m = some_move(*p, random);
    const Position next = after(*p, m);
    if (!next.any_legal_move() || slow_of(*p, 3) != -slow_of(next, 2)) return {};
    return Case{*p, m, Reason::none};
}

/// Two pieces are left: without the one the other is still lost.
std::optional<Case> two_causes(Random& random) {
    const auto p = of_a_game(random);
    if (!p) return {};
    const Move m = some_move(*p, random);
    const Position next = after(*p, m);
    if (!next.any_legal_move()) return {};
    int left = 0, best = mate_value;
    for (const Square s : next.squares_of(next.slots(p->side()))) {
        if (next.type_at(s) == PieceType::pawn || next.attacked(s, p->side()) || !next.attacked(s, next.side()))
            continue;
        if (best == mate_value) best = slow_of(*p, 3);
        if (-slow_of(next, 2, s) > best - 3) return {};
        ++left;
    }
    return left >= 2 && best < 100 ? std::optional(Case{*p, m, Reason::none}) : std::nullopt;
}

struct Kind {
    Maker make;
    int count;
};
constexpr Kind kinds[] = {{missed_mate, 30}, {back_rank, 30},    {piece_left, 40},  {fork, 40},    {pin, 30},
                          {skewer, 30},      {running_pawn, 30}, {lost_ending, 30}, {no_loss, 10}, {two_causes, 30}};
static_assert([] {
    int sum = 0;
    for (const Kind& kind : kinds) sum += kind.count;
    return sum;
}() == 300);

TEST(Reason, IsTheOneThatThePositionWasMadeFor) {
    std::atomic<bool> stop{false};
    const auto engine = std::make_unique<Engine<Full>>(stop);
    int given = 0, right = 0, expected = 0, total = 0;
    std::ostringstream rows;
    for (const Kind& kind : kinds) {
        Random random(0x5eed + static_cast<std::uint64_t>(total));
        std::map<std::string, int> answers;
        const int count = whole_or_sample(kind.count, kind.count / 10);
        std::string name;
        for (int made = 0; made < count;) {
            const auto made_case = kind.make(random);
            if (!made_case) continue;
            ++made, ++total;
            const Reason reason = find_reason(*engine, made_case->before, made_case->played);
            ++answers[testing::PrintToString(reason)];
            name = testing::PrintToString(made_case->expected);
            if (made_case->expected != Reason::none) ++expected;
            if (reason != Reason::none) ++given;
            if (reason != Reason::none && reason == made_case->expected) ++right;
            if (reason != made_case->expected && std::getenv("SHOW_REASONS") != nullptr)
                std::cerr << name << " but " << testing::PrintToString(reason) << ": " << fen_of(made_case->before)
                          << ' ' << text_of(made_case->played, made_case->before) << '\n';
        }
        rows << name << ':';
        for (const auto& [answer, n] : answers) rows << ' ' << answer << ' ' << n;
        rows << '\n';
    }
    SCOPED_TRACE(rows.str());
    std::cout << rows.str() << given << " given, " << right << " right, " << expected << " expected\n";
    EXPECT_GE(right * 100, given * whole_or_sample(95, 85)) << "precision";
    EXPECT_GE(right * 100, expected * whole_or_sample(80, 60)) << "recall";
}

}  // namespace
}  // namespace stackmate::test
