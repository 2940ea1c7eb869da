// The distances that programs link are whole, and are the solver's.
#include "endings/distances.hpp"

#include "endings/embedded.hpp"
#include "endings/probe.hpp"
#include "host_tests/core/playout.hpp"
#include "workshop/endings/distance_packer.hpp"
#include "workshop/endings/proof.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string_view>
#include <vector>

namespace stackmate::test {
namespace {

using namespace endings;

int moves(std::string_view fen) { return Distances(stackmate_distances_file).moves(position(fen)); }

TEST(EndingDistances, AreWhole) { EXPECT_TRUE(Distances::sound(stackmate_distances_file)); }

TEST(EndingDistances, AreNotSoundWithAWrongBit) {
    const auto* begin = stackmate_distances_file;
    std::vector<std::uint8_t> file(begin, begin + packed_file::size(begin));
    EXPECT_FALSE(Distances::sound(stackmate_endings_file)) << "another format";
    for (const std::size_t at : {std::size_t{0}, std::size_t{3}, std::size_t{9}, file.size() / 2, file.size() - 1}) {
        file[at] ^= 1u;
        EXPECT_FALSE(Distances::sound(file.data())) << at;
        file[at] ^= 1u;
    }
    EXPECT_TRUE(Distances::sound(file.data()));
}

// In all its reflections.
TEST(EndingDistances, OfEachPositionOfThreeMenAreTheSolvers) {
    Solver solver;
    for (unsigned e = 0; e < 5; ++e) solver.solve(e);
    for (const Material m : Distances::endings) {
        if (m.men() != 3) continue;
        EXPECT_EQ(unlike(solver, Distances(stackmate_distances_file), number_of(m), 1), 0u) << name_of(m);
    }
}

// `stackmate_endings distances` compares all with the solver's.
TEST(EndingDistances, OfTwoBishopsFollowFromThoseAfterTheMoves) {
    const Table table(stackmate_endings_file);
    const Distances distances(stackmate_distances_file);
    unsigned seen = 0;
    for (std::size_t n = 0; n < positions(Distances::endings[3]); n += 4001) {
        auto p = position_of(Distances::endings[3], men_of(Distances::endings[3], n), Color::white);
        if (!p || p->checker() != Square::none || table.probe(*p) != Table::won) continue;
        ++seen;
        int least = 99;
        for (const Move m : legal_moves(*p)) {
            Undo undo;
            p->make(m, undo);
            if (table.probe(*p) == Table::lost) least = std::min(least, distances.moves(*p));
            p->unmake(m, undo);
        }
        ASSERT_EQ(distances.moves(*p), least + 1) << fen_of(*p);
    }
    EXPECT_GT(seen, 200u);
}

TEST(EndingDistances, OfWellKnownPositions) {
    EXPECT_EQ(moves("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1"), 0);
    EXPECT_EQ(moves("7k/8/6K1/8/8/8/5Q2/8 w - - 0 1"), 1);
    EXPECT_EQ(moves("8/8/8/8/8/2k5/1R6/K7 w - - 0 1"), 16) << "no rook needs longer";
    EXPECT_EQ(moves("8/8/8/1k6/8/8/K5P1/8 w - - 0 1"), 28) << "no pawn needs longer";
    EXPECT_EQ(moves("8/8/8/5k2/8/8/1Q6/K7 w - - 0 1"), 10) << "no queen needs longer";
    EXPECT_EQ(moves("7k/5K2/6P1/8/8/8/8/8 w - - 0 1"), 3);
}

TEST(EndingDistances, AreTheSameForBothColours) {
    EXPECT_EQ(moves("k7/1r6/2K5/8/8/8/8/8 b - - 0 1"), moves("8/8/8/8/8/2k5/1R6/K7 w - - 0 1"));
    EXPECT_EQ(moves("8/3k4/3b4/3b4/8/3K4/8/8 w - - 0 1"), moves("8/8/3k4/8/3B4/3B4/3K4/8 b - - 0 1"));
}

TEST(EndingDistances, AreNotKnownOfOtherEndings) {
    for (const std::string_view fen : {"8/8/8/8/8/4k3/8/K7 w - - 0 1", "8/8/8/8/8/4k3/8/KBN5 w - - 0 1",
                                       "8/8/8/8/8/4k3/8/KBb5 w - - 0 1", "8/8/8/8/8/4k3/8/KN6 w - - 0 1"})
        EXPECT_EQ(moves(fen), -1) << fen;
}

}  // namespace
}  // namespace stackmate::test
