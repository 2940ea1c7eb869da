// Moves of checkers are read off the occupied squares alone, whatever the order in which hands make them.

#include "games/draughts/chess_board/tracker.hpp"
#include "host_tests/games/draughts/playout.hpp"

#include <bit>

namespace stackmate::draughts::test {
namespace {

using namespace chess_board;

Set squares(std::initializer_list<unsigned> numbers) {
    Set set = 0;
    for (const unsigned n : numbers) set |= set_of(CheckersBoard::from_number(n));
    return set;
}

/// One square after the other: each lift, each put down.
std::vector<Set> in_any_order(const Footprint& f, std::mt19937& chance) {
    std::vector<Set> flips;
    for (Set left = f.taken; left != 0; left &= left - 1) flips.push_back(set_of(lowest(left)));
    // The piece is lifted before it is put down, also where it started.
    flips.push_back(f.from);
    std::shuffle(flips.begin(), flips.end(), chance);
    const auto lifted = std::find(flips.begin(), flips.end(), f.from) - flips.begin();
    const auto where = lifted + 1
                       + static_cast<std::ptrdiff_t>(
                           chance() % static_cast<unsigned>(flips.size() - static_cast<std::size_t>(lifted)));
    flips.insert(flips.begin() + where, f.to);
    return flips;
}

TEST(CheckersSquares, SquareOneIsB8AndTheLastIsG1) {
    EXPECT_EQ(on_board(CheckersBoard::from_number(1)), 57u);
    EXPECT_EQ(on_board(CheckersBoard::from_number(5)), 48u);
    EXPECT_EQ(on_board(CheckersBoard::from_number(29)), 0u);
    EXPECT_EQ(on_board(CheckersBoard::from_number(32)), 6u);
    EXPECT_EQ(start_squares, 0xaa55'aa00'0055'aa55u);
}

TEST(CheckersTracker, EveryMoveOfRandomGamesIsReadWhateverTheOrderOfTheHands) {
    std::mt19937 chance(1);
    unsigned moves = 0, of_kings = 0, captures = 0, long_captures = 0, ways = 0;
    playouts<English>(1, 120, 120, [&](const CheckersPosition& p) {
        const Set all = all_pieces(p);
        ASSERT_EQ(read_board(p, on_board(all)).seen, Seen::quiet);
        for (const Move m : moves_of(p)) {
            const Footprint f = footprint(p, m);
            ++moves;
            of_kings += p.king_on(m.from()) ? 1u : 0u;
            captures += m.takes() ? 1u : 0u;
            long_captures += std::popcount(f.taken) > 1 ? 1u : 0u;
            ways += f.way != 0 ? 1u : 0u;
            Set now = all;
            const std::vector<Set> flips = in_any_order(f, chance);
            for (std::size_t i = 0; i < flips.size(); ++i) {
                now ^= flips[i];
                const Reading r = read_board(p, on_board(now));
                if (i + 1 < flips.size()) {
                    ASSERT_NE(r.seen, Seen::wrong) << fen_of(p) << ' ' << text_of(p, m) << ' ' << i;
                } else {
                    ASSERT_EQ(r.seen, Seen::moved) << fen_of(p) << ' ' << text_of(p, m);
                    ASSERT_EQ(after(p, r.move), after(p, m)) << fen_of(p) << ' ' << text_of(p, m);
                }
            }
        }
    });
    EXPECT_GT(moves, 10'000u);
    EXPECT_GT(of_kings, 1000u);
    EXPECT_GT(captures, 1000u);
    EXPECT_GT(long_captures, 100u);
    EXPECT_GT(ways, 100u);
}

TEST(CheckersTracker, WhatLeavesTheSameSquaresOccupiedIsTheSamePosition) {
    playouts<English>(1, 400, 120, [&](const CheckersPosition& p) {
        const std::vector<Move> moves = moves_of(p);
        const Set all = all_pieces(p);
        for (std::size_t i = 0; i < moves.size(); ++i)
            for (std::size_t k = 0; k < i; ++k)
                if (footprint(p, moves[i]).after(all) == footprint(p, moves[k]).after(all)) {
                    ASSERT_EQ(after(p, moves[i]), after(p, moves[k])) << fen_of(p);
                }
    });
}

TEST(CheckersTracker, AKingThatGoesRoundNeedNotBeLifted) {
    const auto p = position<English>("W:WK22:B18,19,26,27");
    const Move m(CheckersBoard::from_number(22), CheckersBoard::from_number(22), 1);
    ASSERT_TRUE(p.legal(m));
    const Reading r = read_board(p, on_board(squares({22})));
    EXPECT_EQ(r.seen, Seen::moved);
    EXPECT_EQ(r.move, m);
}

TEST(CheckersTracker, APieceInTheAirShowsWhereItMayGo) {
    const auto p = start<English>();
    const Reading r = read_board(p, on_board(all_pieces(p) & ~squares({10})));
    EXPECT_EQ(r.seen, Seen::begun);
    EXPECT_EQ(r.targets, squares({14, 15}));
    EXPECT_EQ(r.fill, 0u);
}

TEST(CheckersTracker, AManThatIsTakenFirstShowsWhoTakesIt) {
    const auto p = position<English>("W:W22,23:B18");
    const Reading r = read_board(p, on_board(squares({22, 23})));
    EXPECT_EQ(r.seen, Seen::begun);
    EXPECT_EQ(r.takers, squares({22, 23}));
}

TEST(CheckersTracker, WhatIsStillToBeTakenAwayIsShownWhenThePieceHasLanded) {
    const auto p = position<English>("W:W31:B27,19,10");
    const Move m = moves_of(p).at(0);
    ASSERT_EQ(moves_of(p).size(), 1u);
    const Footprint f = footprint(p, m);
    const Reading r = read_board(p, on_board((all_pieces(p) & ~f.from) | f.to));
    EXPECT_EQ(r.seen, Seen::begun);
    EXPECT_EQ(r.move, m);
    EXPECT_EQ(r.clear, on_board(f.taken));
    EXPECT_EQ(std::popcount(f.taken), 3);
}

TEST(CheckersTracker, AMoveOverASquareThatIsLeftOutIsReadFromTheOthersIfOnlyOneCanBe) {
    const auto p = start<English>();
    const SquareSet lifted = on_board(all_pieces(p) & ~squares({10}));
    const Reading to = read_board(p, lifted, on_board(squares({15})));
    EXPECT_EQ(to.seen, Seen::moved);
    EXPECT_EQ(to.move, Move(CheckersBoard::from_number(10), CheckersBoard::from_number(15)));
    EXPECT_TRUE(to.unseen);
    EXPECT_EQ(read_board(p, lifted, on_board(squares({14, 15}))).seen, Seen::begun) << "two can be";
    const Reading from = read_board(p, on_board(all_pieces(p) | squares({16})), on_board(squares({12})));
    EXPECT_EQ(from.move, Move(CheckersBoard::from_number(12), CheckersBoard::from_number(16)));
    EXPECT_TRUE(from.unseen);
    const SquareSet made = on_board((all_pieces(p) & ~squares({9})) | squares({13}));
    EXPECT_FALSE(read_board(p, made, on_board(squares({12}))).unseen) << "it has no part in it";
    EXPECT_EQ(read_board(p, on_board(all_pieces(p)), on_board(squares({9, 13}))).seen, Seen::quiet);
}

TEST(CheckersTracker, AMoveIsWrongWhileThereIsACaptureToMake) {
    const auto p = position<English>("W:W22,32:B18");
    const Reading r = read_board(p, on_board(squares({22, 28, 18})));
    EXPECT_EQ(r.seen, Seen::wrong);
    EXPECT_EQ(r.fill, squares({32}));
    EXPECT_EQ(r.clear, on_board(squares({28})));
}

TEST(CheckersTracker, EveryOtherStepOfAPieceIsWrong) {
    std::mt19937 chance(2);
    playouts<English>(1, 40, 120, [&](const CheckersPosition& p) {
        const Set all = all_pieces(p), own = p.pieces(p.side());
        const std::vector<Move> moves = moves_of(p);
        for (Set left = own; left != 0; left &= left - 1)
            for (Set free = p.empty(); free != 0; free &= free - 1) {
                const Set from = set_of(lowest(left)), to = set_of(lowest(free));
                const bool known = std::any_of(moves.begin(), moves.end(), [&](Move m) {
                    const Footprint f = footprint(p, m);
                    return (from & ~f.touched()) == 0 && (to & ~f.touched()) == 0;
                });
                if (known) continue;
                const Reading r = read_board(p, on_board((all & ~from) | to));
                ASSERT_EQ(r.seen, Seen::wrong) << fen_of(p);
                ASSERT_EQ(r.fill, from);
                ASSERT_EQ(r.clear, on_board(to));
            }
    });
}

TEST(CheckersTracker, APieceOnALightSquareIsWrong) {
    const auto p = start<English>();
    const Reading r = read_board(p, on_board(all_pieces(p)) | 2);
    EXPECT_EQ(r.seen, Seen::wrong);
    EXPECT_EQ(r.clear, 2u);
    EXPECT_EQ(r.fill, 0u);
}

}  // namespace
}  // namespace stackmate::draughts::test
