#include "firmware/store/last_games.hpp"

#include "host_tests/firmware/store/shelf.hpp"

#include <gtest/gtest.h>

#include <cctype>
#include <memory>
#include <sstream>
#include <string>
#include <vector>

namespace stackmate::firmware::test {
namespace {

using Chip = Rp2040Shelf;

struct LastGamesTest : testing::Test {
    std::unique_ptr<Chip::Flash> flash = std::make_unique<Chip::Flash>();
    std::unique_ptr<Shelf<Chip>> shelf = std::make_unique<Shelf<Chip>>(*flash);

    void restart() {
        shelf.reset();
        shelf = std::make_unique<Shelf<Chip>>(*flash);
    }
    void move(std::string_view text) {
        const Move m = move_from_text(shelf->game.record().position(), text);
        ASSERT_TRUE(m) << text;
        shelf->play(m);
    }
    /// Its number tells it: the knights go out and home so often.
    void play_game(unsigned half_moves) {
        shelf->begin();
        for (unsigned i = 0; i < half_moves; ++i) {
            const bool out = i / 2 % 2 == 0;
            const char* const moves[] = {out ? "g1f3" : "f3g1", out ? "g8f6" : "f6g8"};
            move(moves[i % 2]);
        }
        shelf->resign(Color::white);
    }
    std::string listed() { return shelf->ask("games"); }
};

constexpr const char* person = "Person - Stackmate " STACKMATE_VERSION;

TEST_F(LastGamesTest, AreNoneOnANewBoard) {
    EXPECT_EQ(listed(), "info string board games 0 kept of at most 32\n");
    EXPECT_EQ(shelf->ask("games", "1"), "info string board error: no game is kept as number '1'; try board games\n");
    EXPECT_EQ(flash->steps(), 0u) << "asking writes nothing";
}

TEST_F(LastGamesTest, AGameIsThereAsSoonAsItIsOver) {
    shelf->begin();
    move("e2e4");
    EXPECT_EQ(listed(), "info string board games 0 kept of at most 32\n");
    shelf->resign(Color::black);
    EXPECT_EQ(listed(), std::string{"info string board game 1 "} + person
                            + " 1-0 resigned, half moves 1\n"
                              "info string board games 1 kept of at most 32\n");
    EXPECT_EQ(shelf->ask("games", "1"), shelf->ask("pgn"));
    restart();
    EXPECT_EQ(listed(), std::string{"info string board game 1 "} + person
                            + " 1-0 resigned, half moves 1\n"
                              "info string board games 1 kept of at most 32\n");
}

TEST_F(LastGamesTest, AGameThatIsGivenUpStaysUnfinished) {
    shelf->begin();
    move("e2e4");
    move("e7e5");
    shelf->begin();
    EXPECT_EQ(listed(), std::string{"info string board game 1 "} + person
                            + " * abandoned, half moves 2\n"
                              "info string board games 1 kept of at most 32\n");
    EXPECT_NE(shelf->ask("games", "1").find("\n1. e4 e5 *\n\n"), std::string::npos);
}

TEST_F(LastGamesTest, OneWithoutAMoveIsNone) {
    shelf->begin();
    shelf->begin();
    move("e2e4");
    (void)shelf->game.take_back(1);
    shelf->keep();
    shelf->begin();
    EXPECT_EQ(listed(), "info string board games 0 kept of at most 32\n");
}

TEST_F(LastGamesTest, WhatWasTakenBackIsNotTold) {
    shelf->begin();
    for (const auto* text : {"e2e4", "e7e5", "g1f3", "b8c6"}) {
        move(text);
    }
    (void)shelf->game.take_back(3);
    shelf->keep();
    move("c7c5");
    move("d2d4");
    (void)shelf->game.take_back(1);
    shelf->keep();
    move("b1c3");
    const std::string pgn = shelf->ask("pgn");
    shelf->resign(Color::black);
    EXPECT_NE(shelf->ask("games", "1").find("\n1. e4 c5 2. Nc3 1-0\n\n"), std::string::npos)
        << shelf->ask("games", "1") << pgn;
}

TEST_F(LastGamesTest, AGameMayBeginAnywhereAndGoOnAfterItsEnd) {
    shelf->begin("8/5k2/8/8/8/8/1K3Q2/8 b - - 12 40");
    move("f7e7");
    shelf->resign(Color::white);
    EXPECT_NE(listed().find("0-1 resigned, half moves 1"), std::string::npos);
    (void)shelf->game.take_back(1);
    shelf->keep();
    EXPECT_EQ(listed(), "info string board games 0 kept of at most 32\n") << "it goes on";
    move("f7g7");
    shelf->resign(Color::black);
    const std::string pgn = shelf->ask("games", "1");
    EXPECT_NE(pgn.find("[FEN \"8/5k2/8/8/8/8/1K3Q2/8 b - - 12 40\"]\n"), std::string::npos) << pgn;
    EXPECT_NE(pgn.find("\n40... Kg7 1-0\n\n"), std::string::npos) << pgn;
}

TEST_F(LastGamesTest, TheOldestLeaveFirst) {
    for (unsigned i = 1; i <= 50; ++i) {
        play_game(1 + i % 7);
        if (i % 9 == 0) {
            restart();
        }
    }
    const std::string list = listed();
    std::string expected;
    for (unsigned i = 50; i > 50 - 32; --i) {
        expected += "info string board game " + std::to_string(i) + " " + person + " 0-1 resigned, half moves "
                    + std::to_string(1 + i % 7) + "\n";
    }
    EXPECT_EQ(list, expected + "info string board games 32 kept of at most 32\n");
    EXPECT_NE(shelf->ask("games", "18").find("error"), std::string::npos);
    EXPECT_EQ(flash->misuses, 0u);
}

TEST_F(LastGamesTest, NoGamePushesTheSettingsOut) {
    shelf->game.set_settings({.level = 5, .brightness = 77});
    Settings wanted = shelf->game.settings();
    wanted.level = 9;
    (void)shelf->game.change_settings(wanted);
    shelf->keep();
    ASSERT_EQ(shelf->keeper.save_settings(), StoreTrouble::none);
    for (unsigned i = 0; i < 40; ++i) {
        play_game(15);
    }
    restart();
    EXPECT_EQ(shelf->game.settings(), wanted);
}

TEST_F(LastGamesTest, APlaceThatTakesNothingIsPassedBy) {
    flash->bad_sectors[3] = true;
    for (unsigned i = 1; i <= 60; ++i) {
        play_game(2);
        ASSERT_EQ(shelf->trouble, StoreTrouble::none) << i;
    }
    std::string list = listed();
    for (unsigned i = 60; i > 30; --i) {
        EXPECT_NE(list.find("board game " + std::to_string(i) + " "), std::string::npos) << i << "\n" << list;
    }
}

TEST_F(LastGamesTest, WhereNoMemoryTakesAGameItIsSaidAndTheNextIsPlayed) {
    play_game(2);
    for (unsigned i = 0; i < 32; ++i) {
        flash->bad_sectors[i] = true;
    }
    shelf->begin();
    EXPECT_EQ(shelf->trouble, StoreTrouble::not_kept);
    EXPECT_EQ(shelf->keeper.light(), StoreLight::unsaved) << "the game before is not";
    move("e2e4");
    EXPECT_EQ(shelf->keeper.light(), StoreLight::none) << "this one is stored";
    restart();
    EXPECT_EQ(shelf->game.record().size(), 1u);
}

TEST_F(LastGamesTest, BytesThatWentBadCostTheirGameOnly) {
    for (unsigned i = 1; i <= 5; ++i) {
        play_game(4);
    }
    (void)listed();
    // Game 3: its number begins a place's third byte.
    for (std::uint32_t place = 0; place < 32; ++place) {
        if (flash->cells()[place * 4096 + 2] == std::byte{3}) {
            flash->cells()[place * 4096 + 12] = std::byte{0};
        }
    }
    restart();
    const std::string list = listed();
    EXPECT_EQ(list.find("board game 3 "), std::string::npos);
    for (const auto* other : {"game 1 ", "game 2 ", "game 4 ", "game 5 "}) {
        EXPECT_NE(list.find(other), std::string::npos) << other;
    }
    EXPECT_NE(shelf->ask("games", "3").find("error"), std::string::npos);
}

// Where an erase is felt, none comes in the middle of a game, however much room the games before would like.
TEST(LastGamesInTheStore, GiveWayToTheGameThatIsPlayed) {
    const auto flash = std::make_unique<Stm32f411Shelf::Flash>();
    const auto shelf = std::make_unique<Shelf<Stm32f411Shelf>>(*flash);
    Settings timed = shelf->game.settings();
    timed.level = static_cast<std::uint8_t>(level_index(LevelKind::clock, 1));
    (void)shelf->game.change_settings(timed);
    shelf->keep();
    ASSERT_EQ(shelf->keeper.save_settings(), StoreTrouble::none);
    for (unsigned game = 1; game <= 12; ++game) {
        std::vector<Move> moves;
        for (std::uint32_t lot = 100 * game; moves.empty(); ++lot) {
            moves = long_game(game == 9 ? 600 : 300, lot);
        }
        shelf->begin();
        const std::uint32_t erased = flash->erases[0] + flash->erases[1] + flash->erases[2];
        for (const Move m : moves) {
            shelf->play(m);
        }
        shelf->resign(Color::white);
        EXPECT_EQ(flash->erases[0] + flash->erases[1] + flash->erases[2], erased) << "game " << game;
        ASSERT_EQ(shelf->trouble, StoreTrouble::none);
        const std::string list = shelf->ask("games");
        for (unsigned number = game; number > 0 && number + 4 > game; --number) {
            EXPECT_NE(list.find("board game " + std::to_string(number) + " "), std::string::npos) << list;
        }
    }
    const Shelf<Stm32f411Shelf> again{*flash};
    EXPECT_EQ(again.game.settings(), timed);
}

/// Without tags, numbers and comments.
std::vector<std::string> moves_in(const std::string& pgn) {
    std::istringstream words(pgn.substr(pgn.find("\n\n")));
    std::vector<std::string> moves;
    for (std::string word; words >> word;)
        if (std::isalpha(static_cast<unsigned char>(word[0])) != 0) moves.push_back(word);
    return moves;
}

TEST_F(LastGamesTest, TheLongestGameIsKept) {
    Settings timed = shelf->game.settings();
    timed.level = static_cast<std::uint8_t>(level_index(LevelKind::clock, 1));
    (void)shelf->game.change_settings(timed);
    shelf->begin();
    const std::vector<Move> moves = long_game(Controller::max_plies, 5);
    ASSERT_EQ(moves.size(), Controller::max_plies);
    for (std::size_t ply = 0; ply < moves.size(); ++ply) {
        shelf->play(moves[ply]);
        if (ply + 1 == 559 || ply + 1 == 560) {
            shelf->game.update(occupied_squares(shelf->game.record().position()), 0, 0, 100);
            EXPECT_EQ(shelf->game.light(16) == Light::few_left, ply + 1 == 560) << "a3";
        }
        ASSERT_EQ(shelf->game.record().size(), ply + 1);
        ASSERT_EQ(shelf->trouble, StoreTrouble::none);
    }
    EXPECT_EQ(shelf->game.record().size(), Controller::max_plies) << to_text(shelf->game.result().ending);
    const std::string pgn = shelf->ask("pgn");
    restart();
    EXPECT_EQ(shelf->game.record().size(), Controller::max_plies);
    shelf->begin();
    std::string kept = shelf->ask("games", "1");
    EXPECT_EQ(moves_in(kept), moves_in(pgn));
    EXPECT_EQ(kept.find("%clk"), std::string::npos) << "clocks are not kept";
    move("e2e4");
    EXPECT_EQ(shelf->trouble, StoreTrouble::none);
    restart();
    EXPECT_EQ(shelf->game.record().size(), 1u) << "the game after it is stored, too";
}

}  // namespace
}  // namespace stackmate::firmware::test
