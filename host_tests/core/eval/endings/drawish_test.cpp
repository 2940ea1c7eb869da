// Leads that do not win: each rule where it applies, and a neighbour where it does not; for both colours, and with left
// and right exchanged.
#include "core/eval/endings/drawish.hpp"

#include "core/search/enhancements/endings.hpp"
#include "host_tests/core/playout.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <string>
#include <string_view>

namespace stackmate::test {
namespace {

/// Pieces of a FEN with the colours exchanged and the ranks upside down.
std::string as_black(std::string_view pieces) {
    std::string out;
    for (std::size_t end = pieces.size(); end != std::string_view::npos;) {
        const std::size_t slash = pieces.rfind('/', end - 1);
        for (const char c : pieces.substr(slash + 1, end - slash - 1))
            out += static_cast<char>(std::isupper(c) != 0 ? std::tolower(c) : std::toupper(c));
        if (slash != std::string_view::npos) out += '/';
        end = slash;
    }
    return out;
}

std::string mirrored(std::string_view pieces) {
    std::string out;
    for (std::size_t begin = 0; begin < pieces.size();) {
        const std::size_t slash = std::min(pieces.find('/', begin), pieces.size());
        const std::string rank(pieces.substr(begin, slash - begin));
        out.append(rank.rbegin(), rank.rend());
        if (slash != pieces.size()) out += '/';
        begin = slash + 1;
    }
    return out;
}

/// Of White, the same four times.
unsigned chances(const std::string& pieces) {
    const unsigned found = winning_chances(position(pieces + " w - - 0 1"), Color::white);
    EXPECT_EQ(winning_chances(position(mirrored(pieces) + " w - - 0 1"), Color::white), found) << pieces;
    for (const auto& other : {as_black(pieces), as_black(mirrored(pieces))})
        EXPECT_EQ(winning_chances(position(other + " b - - 0 1"), Color::black), found) << pieces;
    return found;
}

TEST(WinningChances, WithoutPawnsAMinorPieceMoreIsNotEnough) {
    EXPECT_EQ(chances("4k3/3p4/8/8/8/8/8/4KN2"), 0u) << "less than a rook cannot mate";
    EXPECT_EQ(chances("4k3/3p4/8/8/8/8/8/4KB2"), 0u);
    EXPECT_EQ(chances("4kb2/8/8/8/8/8/8/4KR2"), 1u) << "a rook against a minor piece";
    EXPECT_EQ(chances("4kn2/8/8/8/8/8/8/4KR2"), 1u);
    EXPECT_EQ(chances("4kr2/8/8/8/8/8/8/4KRB1"), 3u);
    EXPECT_EQ(chances("4kr2/8/8/8/8/8/8/4KRN1"), 3u);
    EXPECT_EQ(chances("4kq2/8/8/8/8/8/8/4KQN1"), 3u);
    EXPECT_EQ(chances("4kr2/8/8/8/8/8/8/4KQ2"), 16u) << "a queen beats a rook";
    EXPECT_EQ(chances("4kn2/8/8/8/8/8/8/4KRB1"), 16u);
    EXPECT_EQ(chances("4k3/3p4/8/8/8/8/8/4KR2"), 16u) << "a rook may win against a pawn";
    EXPECT_EQ(chances("4kn2/8/8/8/8/8/8/4KQ2"), 16u);
}

TEST(WinningChances, TwoKnightsDoNotWin) {
    EXPECT_EQ(chances("4k3/3p4/8/8/8/8/8/4KNN1"), 1u);
    EXPECT_EQ(chances("4k3/3p4/8/8/8/8/8/4KBN1"), 16u);
}

TEST(WinningChances, BishopsOfOppositeColoursHalveTheLeadOrMore) {
    EXPECT_EQ(chances("4kb2/2p5/8/8/8/8/2PP4/4KB2"), 4u) << "one pawn ahead";
    EXPECT_EQ(chances("4kb2/2p5/8/8/8/8/1PPP4/4KB2"), 6u);
    EXPECT_EQ(chances("4kb2/2p5/8/8/8/8/PPPP4/4KB2"), 8u);
    EXPECT_EQ(chances("4kb2/8/8/8/8/8/3P4/4KB2"), 1u) << "the last pawn";
    EXPECT_EQ(chances("4kb2/2p5/8/8/8/8/2PP3P/4K1B1"), 16u) << "the same colour";
    EXPECT_EQ(chances("4kb2/2p5/8/8/8/7r/2PP4/R3KB2"), 16u) << "and rooks";
}

TEST(WinningChances, TheWrongBishopDoesNotDriveTheKingFromItsCorner) {
    EXPECT_EQ(chances("k7/7p/8/8/8/8/P7/2B1K3"), 0u);
    EXPECT_EQ(chances("8/1k5p/8/8/8/P7/P7/2B1K3"), 0u) << "next to the corner; two pawns of that file";
    EXPECT_EQ(chances("8/1k5p/8/8/8/P7/P7/4K3"), 0u) << "no bishop at all";
    EXPECT_EQ(chances("k7/7p/8/8/8/8/P7/4KB2"), 16u) << "the right bishop";
    EXPECT_EQ(chances("2k5/7p/8/8/8/8/P7/2B1K3"), 16u) << "the king is not there yet";
    EXPECT_EQ(chances("k7/7p/8/8/8/8/PP6/2B1K3"), 16u) << "another pawn";
    EXPECT_EQ(chances("k7/7p/8/8/8/8/P7/2B1KB2"), 16u) << "another bishop";
    EXPECT_EQ(chances("k7/7p/8/8/8/8/P7/1NB1K3"), 16u) << "a knight";
    EXPECT_EQ(chances("k7/1p6/8/8/8/8/P7/2B1K3"), 16u) << "a pawn that can be taken";
    EXPECT_EQ(chances("7k/7p/8/8/8/8/P7/2B1K3"), 16u) << "another corner";
}

TEST(WinningChances, ForTheLastPawnAMinorPieceIsGiven) {
    EXPECT_EQ(chances("4kn2/8/8/8/8/8/3P4/4KB2"), 6u) << "a bishop for a knight";
    EXPECT_EQ(chances("4knr1/8/8/8/8/8/3P4/4KBR1"), 6u);
    EXPECT_EQ(chances("4knb1/8/8/8/8/8/3P4/4KR2"), 6u);
    EXPECT_EQ(chances("4knr1/8/8/8/8/8/2PP4/4KBR1"), 16u) << "two pawns";
    EXPECT_EQ(chances("4krr1/8/8/8/8/8/3P4/4KRR1"), 16u) << "nothing that is cheap enough";
    EXPECT_EQ(chances("4kn2/8/8/8/8/8/3P4/4KR2"), 16u) << "a rook remains";
}

// What the search is told

struct Node {
    Position here;
    [[nodiscard]] const Position& position() const { return here; }
};

Score told(std::string_view fen, Score score) {
    const Node node{position(fen)};
    return Endings<true>::adjust(node, node.here, score);
}

TEST(Endings, TheSideThatIsAheadBelievesInLessOfIt) {
    constexpr std::string_view white_moves = "4kb2/2p5/8/8/8/8/2PP4/4KB2 w - - 0 1";
    constexpr std::string_view black_moves = "4kb2/2p5/8/8/8/8/2PP4/4KB2 b - - 0 1";
    EXPECT_EQ(told(white_moves, 160), 40);
    EXPECT_EQ(told(black_moves, -160), -40);
    constexpr std::string_view rook_and_pawns = "4kr2/pp6/8/8/8/8/8/4KN2 w - - 0 1";
    EXPECT_EQ(told(rook_and_pawns, -400), -400) << "the other side has pawns";
    EXPECT_EQ(told(rook_and_pawns, 80), 0) << "and if it were behind, the knight alone could not win";
    EXPECT_EQ(told("4kn2/8/8/8/8/8/8/4KR2 b - - 0 1", -320), -20);
}

TEST(Endings, AMiddleGameIsWorthWhatItIs) {
    EXPECT_EQ(told(Position::start_fen, 160), 160);
    EXPECT_EQ(told("2b1k3/ppppp3/8/8/8/8/PPPPP3/2B1K2N w - - 0 1", 160), 160);
}

TEST(Endings, AWrongRookPawnAgainstABareKingIsADraw) {
    EXPECT_EQ(told("k7/8/8/8/8/8/P7/2B1K3 w - - 0 1", 500), score_draw);
    EXPECT_EQ(told("k7/8/8/8/8/8/P7/2B1K3 b - - 0 1", -500), score_draw);
    EXPECT_EQ(told("k7/8/8/8/8/8/P7/4KB2 w - - 0 1", 500), 500);
    EXPECT_EQ(told("k7/8/8/8/8/8/P7/1NB1K3 w - - 0 1", 800), 800);
}

TEST(Endings, ABareKingIsWorseOffAtTheEdgeAndNearTheOtherKing) {
    const Score middle = told("8/8/8/3k4/8/8/8/K6R w - - 0 1", 0);
    EXPECT_GT(middle, 500);
    EXPECT_GT(told("3k4/8/8/8/8/8/8/K6R w - - 0 1", 0), middle);
    EXPECT_GT(told("8/8/8/3k4/8/2K5/8/7R w - - 0 1", 0), middle);
    EXPECT_EQ(told("8/8/8/3k4/8/8/8/K6R b - - 0 1", 0), -middle);
}

TEST(Endings, AnAdvantageFadesAsTheFiftyMovesRunOut) {
    EXPECT_EQ(told("r3k3/pppp4/8/8/8/8/PPPPP3/R3K3 w - - 23 60", 128), 128);
    EXPECT_EQ(told("r3k3/pppp4/8/8/8/8/PPPPP3/R3K3 w - - 88 90", 128), 64);
    EXPECT_EQ(told("r3k3/pppp4/8/8/8/8/PPPPP3/R3K3 w - - 88 90", -128), -64);
}

}  // namespace
}  // namespace stackmate::test
