// What tests of the rules share: positions from text, move lists, and random games that visit many positions.
#pragma once

#include "core/game/key_history.hpp"
#include "core/chess/movegen.hpp"
#include "core/chess/position.hpp"
#include "core/notation/text.hpp"
#include "host_tests/support/precompiled.hpp"

#include <ostream>

namespace stackmate {

inline std::string text_of(Move m, const Position& p) {
    std::array<char, 5> out{};
    char* end = write_square(write_square(out.data(), m.from()), m.to());
    if (type_of(p.at(m.from())) == PieceType::pawn && (rank_of(m.to()) == 0 || rank_of(m.to()) == 7))
        *end++ = "nbrq"[index(m.promotion()) - 2];
    return {out.data(), end};
}

inline void PrintTo(Move m, std::ostream* out) {
    std::array<char, 4> text{};
    write_square(write_square(text.data(), m.from()), m.to());
    *out << std::string_view(text.data(), text.size()) << '/' << (m.promotes() ? index(m.promotion()) : 0u);
}
inline void PrintTo(Square s, std::ostream* out) { *out << "square 0x" << std::hex << index(s) << std::dec; }

}  // namespace stackmate

namespace stackmate::test {

inline std::string fen_of(const Position& p) {
    std::array<char, max_fen_length> out{};
    return {out.data(), p.fen(out.data())};
}

inline Position position(std::string_view fen) {
    Position p;
    const FenError error = p.set_fen(fen);
    EXPECT_EQ(error, FenError::none) << fen << ": " << to_text(error);
    return p;
}

inline Square square(std::string_view text) { return square_from_text(text); }

/// Every move of a plain cursor, in its order: pseudo-legal.
inline std::vector<Move> generated(const Position& p) {
    std::vector<Move> moves;
    Cursor cursor(p.checker());
    while (const Move m = cursor.next(p)) moves.push_back(m);
    return moves;
}

inline std::vector<Move> legal_moves(const Position& p) {
    std::vector<Move> moves = generated(p);
    const Square checker = p.checker();
    std::erase_if(moves, [&](Move m) { return !p.legal(m, checker); });
    return moves;
}

inline Position after(Position p, Move m) {
    Undo undo;
    p.make(m, undo);
    return p;
}

/// A knight's move that takes nothing, for a long game from the start position in which pawns move one step at most. It repeats
/// as little as can be, so no position comes five times, and keeps to the middle, out of the pawns' way, where it can.
inline Move wander(const Position& p, const KeyHistory& history) {
    Move chosen;
    unsigned fewest = ~0u;
    const Square home = make_square(6, p.side() == Color::white ? 0 : 7);
    const Square out = make_square(5, p.side() == Color::white ? 2 : 5);
    for (const Move m : legal_moves(p)) {
        const bool in_the_middle = rank_of(m.to()) == 3 || rank_of(m.to()) == 4 || m.to() == out || m.to() == home;
        if (p.type_at(m.from()) != PieceType::knight || !p.empty(index(m.to()))) continue;
        const unsigned times = history.count(after(p, m).key(), 0, p.halfmove()) + (in_the_middle ? 0 : 3);
        if (times < fewest) {
            fewest = times;
            chosen = m;
        }
    }
    return chosen;
}

/// Legal moves in coordinate notation, sorted.
inline std::vector<std::string> legal_texts(const Position& p) {
    std::vector<std::string> texts;
    for (const Move m : legal_moves(p)) texts.push_back(text_of(m, p));
    std::sort(texts.begin(), texts.end());
    return texts;
}

/// A move given in coordinate notation; fails the test if it is not legal.
inline Move move_of(const Position& p, std::string_view text) {
    for (const Move m : legal_moves(p))
        if (text_of(m, p) == text) return m;
    ADD_FAILURE() << text << " is not legal in " << fen_of(p);
    return {};
}

/// After moves that are given as text.
template <class... Texts>
Position after(Position p, const Texts&... texts) {
    for (const std::string_view text : {std::string_view(texts)...})
        if (const Move m = move_of(p, text)) p = after(p, m);
    return p;
}
template <class... Texts>
void play(Position& p, const Texts&... texts) {
    p = after(p, texts...);
}

inline std::vector<Move> sorted(std::vector<Move> moves) {
    std::sort(moves.begin(), moves.end(), [](Move a, Move b) { return a.bits() < b.bits(); });
    return moves;
}

/// xorshift64* (Vigna, 2014): the same games on every machine.
class Random {
public:
    explicit Random(std::uint64_t seed) : state_(seed) {}
    std::size_t below(std::size_t n) {
        state_ ^= state_ >> 12;
        state_ ^= state_ << 25;
        state_ ^= state_ >> 27;
        return static_cast<std::size_t>((state_ * 0x2545f4914f6cdd1du) >> 33) % n;
    }

private:
    std::uint64_t state_;
};

/// The well-known six (chess programming wiki, "Perft Results"), and some where rare rules meet.
inline constexpr std::array<std::string_view, 12> openings = {
    Position::start_fen,
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
    "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
    "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 3 17",
    "8/PPPPPPPP/2k5/8/8/2K5/pppppppp/8 w - - 0 1",
    "8/pppppppp/8/1k2r3/3R2K1/8/PPPPPPPP/8 w - - 0 1",
    "8/8/8/K2pP2r/3Pp3/8/k7/8 b - d3 0 1",
    "q3k2q/1P4P1/8/8/8/8/1p4p1/Q3K2Q b - - 0 1",
    "3rkr2/8/3n4/8/1b4b1/8/2N5/R3K2R w KQ - 0 1",
};

/// Calls `visit(position)` for every position of a random game; the visitor must leave it unchanged.
template <class Visit>
void playout(Position p, Random& random, int plies, Visit&& visit) {
    for (int ply = 0; ply < plies; ++ply) {
        visit(p);
        if (testing::Test::HasFailure()) FAIL() << "in " << fen_of(p) << ", ply " << ply;
        const std::vector<Move> moves = legal_moves(p);
        if (moves.empty() || p.halfmove() >= 150) break;
        p = after(p, moves[random.below(moves.size())]);
    }
}

/// The same of several games from each of the openings.
template <class Visit>
void playouts(std::uint64_t seed, int games, int plies, Visit&& visit) {
    Random random(seed);
    for (int game = 0; game < games; ++game)
        for (const std::string_view opening : openings) {
            playout(position(opening), random, plies, visit);
            if (testing::Test::HasFailure()) FAIL() << "from " << opening;
        }
}

}  // namespace stackmate::test
