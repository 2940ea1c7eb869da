// What the tests of draughts share: positions from text, moves and texts of a position, random positions and games.
#pragma once

#include "games/draughts/move_text.hpp"
#include "games/draughts/movegen.hpp"
#include "games/draughts/position.hpp"
#include "host_tests/core/playout.hpp"
#include "host_tests/support/sample.hpp"

namespace stackmate::draughts::test {

using stackmate::test::Random;
using stackmate::test::whole_or_sample;

template <Rules R>
std::string fen_of(const Position<R>& p) {
    std::array<char, max_fen_length> out{};
    return {out.data(), p.fen(out.data())};
}

template <Rules R>
Position<R> position(std::string_view fen) {
    Position<R> p;
    const FenError error = p.set_fen(fen);
    EXPECT_EQ(error, FenError::none) << fen << ": " << to_text(error);
    return p;
}

template <Rules R>
Position<R> start() {
    Position<R> p;
    p.set_start();
    return p;
}

template <Rules R>
Position<R> after(Position<R> p, Move m) {
    Undo undo;
    p.make(m, undo);
    return p;
}

template <Rules R>
std::vector<Move> moves_of(const Position<R>& p) {
    std::vector<Move> moves;
    Cursor<R> cursor(p.takers() != 0);
    while (const Move m = cursor.next(p)) moves.push_back(m);
    return moves;
}

template <Rules R>
std::string text_of(const Position<R>& p, Move m) {
    std::array<char, max_move_length> out{};
    return {out.data(), write_move(out.data(), p, m)};
}

/// In the order they come.
template <Rules R>
std::vector<std::string> texts_of(const Position<R>& p) {
    std::vector<std::string> texts;
    for (const Move m : moves_of(p)) texts.push_back(text_of(p, m));
    return texts;
}

/// Pieces anywhere, at least one and so many of each kind at most on either side: what games do not come to.
template <Rules R>
Position<R> scattered(Random& random, unsigned most_men, unsigned most_kings) {
    using Board = typename Position<R>::Board;
    std::string lists[2] = {"W", "B"};
    std::vector<unsigned> squares;
    for (unsigned n = 1; n <= Board::count; ++n) squares.push_back(n);
    for (std::string& list : lists) {
        const std::size_t kings = random.below(most_kings + 1), men = random.below(most_men + 1);
        for (std::size_t i = 0; i < std::max<std::size_t>(kings + men, 1); ++i) {
            const std::size_t at = random.below(squares.size());
            const unsigned n = squares[at];
            squares.erase(squares.begin() + static_cast<std::ptrdiff_t>(at));
            const Color c = list[0] == 'W' ? Color::white : Color::black;
            const bool king = i < kings || (Board::last_row(c) & set_of(Board::from_number(n))) != 0;
            if (list.size() > 1) list += ',';
            list += (king ? "K" : "") + std::to_string(n);
        }
    }
    return position<R>((random.below(2) == 0 ? "W:" : "B:") + lists[0] + ":" + lists[1]);
}

/// Calls `visit(position)` for every position of random games; the visitor must leave it unchanged.
template <Rules R, class Visit>
void playouts(std::uint64_t seed, int games, int plies, Visit&& visit) {
    Random random(seed);
    for (int game = 0; game < games; ++game) {
        Position<R> p = game % 2 == 0 ? start<R>() : scattered<R>(random, men_of_a_side<R> / 2, men_of_a_side<R> / 4);
        for (int ply = 0; ply < plies; ++ply) {
            visit(p);
            if (testing::Test::HasFailure()) FAIL() << "in " << fen_of(p);
            const std::vector<Move> moves = moves_of(p);
            if (moves.empty()) break;
            p = after(p, moves[random.below(moves.size())]);
        }
    }
}

using AllRules = testing::Types<English, International, Brazilian, Pool, Russian>;

}  // namespace stackmate::draughts::test
