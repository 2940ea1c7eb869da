#include "games/draughts/board.hpp"
#include "host_tests/support/precompiled.hpp"

namespace stackmate::draughts::test {
namespace {

/// By row and column from the top left: a step changes both by one.
template <unsigned size>
void expect_diagonals() {
    using Board = draughts::Board<size>;
    const auto row = [](unsigned number) { return static_cast<int>((number - 1) / Board::columns); };
    const auto column = [&](unsigned number) {
        return static_cast<int>((number - 1) % Board::columns * 2) + (row(number) % 2 == 0 ? 1 : 0);
    };
    for (unsigned n = 1; n <= Board::count; ++n) {
        const Square s = Board::from_number(n);
        ASSERT_EQ(Board::number(s), n);
        ASSERT_EQ(lowest(set_of(s)), s);
        for (const Direction d : all_directions) {
            const int rows = d == Direction::up_left || d == Direction::up_right ? -1 : 1;
            const int columns = d == Direction::up_left || d == Direction::down_left ? -1 : 1;
            const int to_row = row(n) + rows, to_column = column(n) + columns;
            const bool inside =
                to_row >= 0 && to_row < static_cast<int>(size) && to_column >= 0 && to_column < static_cast<int>(size);
            const Set to = Board::step(set_of(s), d);
            ASSERT_EQ(to != 0, inside) << n;
            if (!inside) continue;
            const unsigned number = Board::number(lowest(to));
            ASSERT_EQ(row(number), to_row) << n;
            ASSERT_EQ(column(number), to_column) << n;
            ASSERT_EQ(Board::step(to, opposite(d)), set_of(s)) << n;
        }
    }
}

TEST(DraughtsBoard, StepsFromEverySquareToItsNeighboursAndNotOverTheEdge) {
    expect_diagonals<8>();
    expect_diagonals<10>();
}

TEST(DraughtsMove, KeepsItsPartsAndInATableTheFirstFifteenRoutes) {
    const Square from = Board<10>::from_number(46), to = Board<10>::from_number(5);
    for (unsigned route = 0; route < 100; ++route) {
        const Move m(from, to, route);
        EXPECT_TRUE(m);
        EXPECT_EQ(m.from(), from);
        EXPECT_EQ(m.to(), to);
        EXPECT_EQ(m.route(), route);
        EXPECT_EQ(m.takes(), route != 0);
        EXPECT_EQ(Move::from_bits(m.bits()), Move(from, to, route < 15 ? route : 15));
    }
    EXPECT_TRUE(Move(from, from, 1)) << "a piece may come back to where it was";
    EXPECT_FALSE(Move{});
}

}  // namespace
}  // namespace stackmate::draughts::test
