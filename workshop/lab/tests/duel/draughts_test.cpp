#include "workshop/lab/duel/draughts.hpp"

#include "workshop/lab/duel/lists.hpp"

#include <gtest/gtest.h>

#include <type_traits>

namespace stackmate::duel {
namespace {

using draughts::English;
using draughts::International;
using draughts::Line;
using Whole = draughts::Player<English>;
using Plain = draughts::Plain<English>;

int points(const char* fen, unsigned most_plies = 300) {
    Line<English> line;
    EXPECT_EQ(line.position.set_fen(fen), draughts::FenError::none);
    const auto mover = draughts_mover<English, Whole>(100);
    return play_draughts<English>(line, mover, mover, most_plies);
}

TEST(DraughtsGame, WhoeverCannotMoveHasLost) {
    EXPECT_EQ(points("B:W9,14:B5"), 2);
    EXPECT_EQ(points("W:W28:B19,24"), 0);
}

TEST(DraughtsGame, IsDrawnByTheRulesAndByItsLength) {
    EXPECT_EQ(points("W:WK1:BK32:H79"), 1);
    EXPECT_EQ(points("B:W21-32:B1-12", 4), 1);
}

TEST(DraughtsGame, AMoverAnswersTheSameToTheSameGame) {
    const auto played = [] {
        return play_draughts<English>(draughts_opening<English>(7, 6), draughts_mover<English, Whole>(300),
                                      draughts_mover<English, Plain>(300));
    };
    EXPECT_EQ(played(), played());
}

TEST(DraughtsGame, TheWholeVersionBeatsThePlainOne) {
    int won = 0;
    for (std::uint64_t seed = 1; seed <= 10; ++seed) {
        const auto line = draughts_opening<International>(seed, 8);
        const auto whole = draughts_mover<International, draughts::Player<International>>(1000);
        const auto plain = draughts_mover<International, draughts::Plain<International>>(1000);
        won += play_draughts<International>(line, whole, plain) + 2 - play_draughts<International>(line, plain, whole);
    }
    EXPECT_GT(won, 24) << "of 40";
}

TEST(DraughtsOpening, IsThatOfItsSeedWithEvenMaterialAndNoCaptureDue) {
    const auto line = draughts_opening<English>(3, 6);
    EXPECT_EQ(line.position, draughts_opening<English>(3, 6).position);
    EXPECT_NE(line.position, draughts_opening<English>(4, 6).position);
    EXPECT_EQ(line.position.takers(), 0u);
}

TEST(Without, AHistoryOfDraughtsTakesItsShareOfTheReductionsWithIt) {
    using List = Exchanged<Whole::Enhancements, Whole::History>;
    static_assert(size_of_list<List> + 1 == size_of_list<Whole::Enhancements>);
    static_assert(detail::contains<List, LogReductions<void, draughts::reductions>>);
}

}  // namespace
}  // namespace stackmate::duel
