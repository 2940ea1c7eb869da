#include "firmware/store/mistakes.hpp"

#include "host_tests/core/playout.hpp"
#include "host_tests/firmware/store/shelf.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <string>

namespace stackmate::firmware::test {
namespace {

using stackmate::test::position;
using Chip = Stm32f411Shelf;  // keeps its past games in the store

TEST(StoreKeys, EightMistakesAreKeptBesideEightPastGames) {
    const auto flash = std::make_unique<Chip::Flash>();
    auto shelf = std::make_unique<Shelf<Chip>>(*flash);
    for (unsigned i = 0; i < 8; ++i) {
        shelf->begin();
        for (const Move m : long_game(20, i)) shelf->play(m);
        shelf->resign(Color::white);
    }
    const std::string games = shelf->ask("games");
    ASSERT_NE(games.find("games 8 kept of at most 8"), std::string::npos) << games;

    Mistakes mistakes{shelf->board.store};
    for (unsigned count = 0; count < 8; ++count) {
        const std::string pawns = count == 0 ? "8" : std::string(count, 'P') + std::to_string(8 - count);
        ASSERT_EQ(mistakes.keep(position("4k3/8/8/8/8/8/" + pawns + "/4K3 w - - 0 1")), hal::NvResult::ok);
    }
    EXPECT_EQ(shelf->ask("games"), games);
    shelf.reset();
    shelf = std::make_unique<Shelf<Chip>>(*flash);
    EXPECT_EQ(shelf->ask("games"), games) << "after a restart";
    Mistakes again{shelf->board.store};
    for (unsigned men = 2; men < 10; ++men) {
        PositionSetup board;
        std::array<char, max_fen_length> fen;
        ASSERT_TRUE(again.next(board));
        const Position next = position({fen.data(), board.fen(fen.data())});
        unsigned there = 0;
        for_each_square(occupied_squares(next), [&](unsigned) { ++there; });
        EXPECT_EQ(there, men);
        ASSERT_EQ(again.practised(next, true), hal::NvResult::ok);
    }
}

}  // namespace
}  // namespace stackmate::firmware::test
