// The table that programs link is whole, and gives the results of king and pawn against king and of well-known positions.
#include "endings/probe.hpp"

#include "core/eval/endings/kpk.hpp"
#include "endings/embedded.hpp"
#include "host_tests/core/playout.hpp"
#include "workshop/endings/proof.hpp"

#include <gtest/gtest.h>

#include <string_view>
#include <vector>

namespace stackmate::test {
namespace {

using endings::Table;

constexpr unsigned lost = Table::lost, drawn = Table::drawn, won = Table::won;

unsigned result(std::string_view fen) { return Table(stackmate_endings_file).probe(position(fen)); }

TEST(EndingTable, IsWhole) { EXPECT_TRUE(Table::sound(stackmate_endings_file)); }

TEST(EndingTable, IsNotSoundWithAWrongBit) {
    const auto* begin = stackmate_endings_file;
    std::vector<std::uint8_t> file(begin, begin + packed_file::size(begin));
    EXPECT_TRUE(Table::sound(file.data()));
    for (const std::size_t at : {std::size_t{0}, std::size_t{3}, std::size_t{9}, file.size() / 2, file.size() - 1}) {
        file[at] ^= 1u;
        EXPECT_FALSE(Table::sound(file.data())) << at;
        file[at] ^= 1u;
    }
}

TEST(EndingTable, KnowsWellKnownPositions) {
    // Saavedra, 1895: 1.c7 Rd6+ 2.Kb5 Rd5+ 3.Kb4 Rd4+ 4.Kb3 Rd3+ 5.Kc2 Rd4 6.c8R, where a queen only draws.
    EXPECT_EQ(result("8/8/1KP5/3r4/8/8/8/k7 w - - 0 1"), won);
    EXPECT_EQ(result("8/2P5/8/8/3r4/8/2K5/k7 w - - 0 1"), won);
    EXPECT_EQ(result("2R5/8/8/8/3r4/8/2K5/k7 b - - 0 1"), lost);
    EXPECT_EQ(result("2Q5/8/8/8/3r4/8/2K5/k7 b - - 0 1"), drawn);
    // Reti, 1921.
    EXPECT_EQ(result("7K/8/k1P5/7p/8/8/8/8 w - - 0 1"), drawn);
    EXPECT_EQ(result("7K/8/k1P5/7p/8/8/8/8 b - - 0 1"), won);
    // A queen and a far king against a pawn before promotion: a rook's pawn draws, a knight's pawn loses.
    EXPECT_EQ(result("K6Q/8/8/8/8/8/p7/1k6 w - - 0 1"), drawn);
    EXPECT_EQ(result("K6Q/8/8/8/8/8/1p6/2k5 w - - 0 1"), won);
    // A rook's pawn with the bishop of the wrong colour, and of the right one.
    EXPECT_EQ(result("k7/8/K7/P7/8/4B3/8/8 w - - 0 1"), drawn);
    EXPECT_EQ(result("k7/8/K7/P7/8/3B4/8/8 w - - 0 1"), won);
    // Bishop and knight mate, two knights do not. The colours exchanged as well.
    EXPECT_EQ(result("7k/8/8/8/8/8/8/KBN5 w - - 0 1"), won);
    EXPECT_EQ(result("kbn5/8/8/8/8/8/8/7K w - - 0 1"), lost);
    EXPECT_EQ(result("7k/8/8/8/8/8/8/KNN5 w - - 0 1"), drawn);
    EXPECT_EQ(result("8/8/8/8/8/5NKN/8/7k b - - 0 1"), drawn);
}

TEST(EndingTable, SeesMateAndStalemate) {
    EXPECT_EQ(result("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1"), lost);
    EXPECT_EQ(result("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"), drawn);
    EXPECT_EQ(result("7k/8/8/8/8/8/R7/1R5K b - - 0 1"), lost);
    EXPECT_EQ(result("k7/P7/K7/8/8/8/8/6B1 b - - 0 1"), drawn);
}

// After the capture White's pawn is a queen before Black's king comes.
TEST(EndingTable, SeesAWinByEnPassant) {
    EXPECT_EQ(result("8/8/8/K2pP2k/8/8/8/8 w - d6 0 1"), won);
    EXPECT_EQ(result("8/8/8/K2pP2k/8/8/8/8 w - - 0 1"), drawn);
    EXPECT_EQ(result("8/8/8/8/k2Pp2K/8/8/8 b - d3 0 1"), won);
}

TEST(EndingTable, AgreesWithTheCoresKingAndPawn) {
    const Table table(stackmate_endings_file);
    const unsigned kpk = number_of(endings::Material{PieceType::pawn, PieceType::none, false});
    unsigned seen = 0;
    for (std::size_t n = 0; n < positions(endings::all_endings[kpk]); n += 7) {
        const auto p = position_of(endings::all_endings[kpk], men_of(endings::all_endings[kpk], n), Color::black);
        if (!p || p->checker() != Square::none) continue;
        ++seen;
        ASSERT_EQ(table.probe(*p), KpkTable::drawn(*p, Color::white) ? drawn : lost) << fen_of(*p);
    }
    EXPECT_GT(seen, 10'000u);
}

}  // namespace
}  // namespace stackmate::test
