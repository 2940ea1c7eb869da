#include "core/chess/perft.hpp"

#include "games/draughts/game.hpp"
#include "host_tests/games/draughts/playout.hpp"

namespace stackmate::draughts::test {
namespace {

template <Rules R>
std::uint64_t count(Position<R>& p, int depth) {
    static std::array<PerftFrameOf<Draughts<R>>, 16> frames;
    return Perft<BulkPerft, Draughts<R>>(p, frames).count(depth);
}

/// Depth 1 first.
template <Rules R>
void expect_leaves(Position<R> p, const std::vector<std::uint64_t>& leaves) {
    const Position<R> before = p;
    const auto too_many = whole_or_sample<std::uint64_t>(7'000'000, 500'000);
    for (std::size_t i = 0; i < leaves.size() && leaves[i] <= too_many; ++i) {
        ASSERT_EQ(count(p, static_cast<int>(i) + 1), leaves[i]) << "depth " << i + 1;
        ASSERT_TRUE(p == before) << "depth " << i + 1;
    }
}

// A. Bik, "Perft for 8x8 checkers" (talkchess.com, May 2009); M. Fierz counted the same with Cake (February 2009); OEIS
// A133046. There a capture that can be made in two ways counts twice, which happens from depth 12 on. Here it counts once.
TEST(DraughtsPerft, IsExactFromTheStartOfCheckers) {
    expect_leaves(start<English>(), {7, 49, 302, 1'469, 7'361, 36'768, 179'740, 845'931, 3'963'680});
}

// A. Bik, "BikDam: international checkers" (aartbik.blogspot.com, October 2012).
TEST(DraughtsPerft, IsExactFromTheStartOfInternationalDraughts) {
    expect_leaves(start<International>(), {9, 81, 658, 4'265, 27'117, 167'140, 1'049'442, 6'483'961});
}

// The next four: the thread "Perft" of the FMJD's forum for draughts programs (laatste.info/bb3, t=2308), as the tests of
// R. Halbersma's library dctl quote it (github.com/rhalbersma/dctl, 2010 and later).
TEST(DraughtsPerft, IsExactInWoldoubysPosition) {
    expect_leaves(position<International>("W:W25,27,28,30,32-35,37,38:B12-14,16,18,19,21,23,24,26"),
                  {6, 12, 30, 73, 215, 590, 1'944, 6'269, 22'369, 88'050, 377'436, 1'910'989});
}

TEST(DraughtsPerft, IsExactWhereKingsMeetMenThatAreAboutToPromote) {
    expect_leaves(position<International>("B:W6,9-11,20-23,30,K31,33,37,41-44,46:BK17,K24"),
                  {14, 55, 1'168, 5'432, 87'195, 629'010});
}

TEST(DraughtsPerft, IsExactWithFortyKings) {
    expect_leaves(position<International>("W:WK31-50:BK1-20"), {17, 79, 352, 1'399, 7'062, 37'589, 217'575, 1'333'217});
}

TEST(DraughtsPerft, IsExactWhereAllMenPromote) {
    expect_leaves(position<International>("W:W6-10:B41-45"), {9, 81, 795, 7'578, 86'351, 936'311});
}

// The next three: R. Halbersma, "Perft for all recognized draughts variants" (the same forum, t=2822, April 2010), and the
// tests of dctl. They were counted first in the forum of shashki.com.
TEST(DraughtsPerft, IsExactFromTheStartOfBrazilianCheckers) {
    expect_leaves(start<Brazilian>(), {7, 49, 302, 1'469, 7'473, 37'628, 187'302, 907'830, 4'431'766});
}

TEST(DraughtsPerft, IsExactFromTheStartOfPoolCheckers) {
    expect_leaves(start<Pool>(), {7, 49, 302, 1'469, 7'482, 37'986, 190'146, 929'896, 4'570'534});
}

TEST(DraughtsPerft, IsExactFromTheStartOfRussianDraughts) {
    expect_leaves(start<Russian>(), {7, 49, 302, 1'469, 7'482, 37'986, 190'146, 929'899, 4'570'586});
}

TEST(DraughtsPerft, CountsOneLeafAtDepthZeroAndNoneWhereThereIsNoMove) {
    Position<English> p = start<English>();
    EXPECT_EQ(count(p, 0), 1u);
    Position<International> blocked = position<International>("B:W41,47:B36");
    EXPECT_FALSE(blocked.any_legal_move());
    EXPECT_EQ(count(blocked, 1), 0u);
    EXPECT_EQ(count(blocked, 5), 0u);
}

}  // namespace
}  // namespace stackmate::draughts::test
