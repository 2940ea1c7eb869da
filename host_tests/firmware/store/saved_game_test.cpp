#include "firmware/store/saved_game.hpp"
#include "hal/fake/store.hpp"
#include "host_tests/hal/flash_chips.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

namespace stackmate::firmware {
namespace {

using hal::NvResult;
using Store = hal::fake::NvStore<>;

constexpr std::string_view odd_start = "8/5k2/8/8/8/8/1K3Q2/8 b - - 12 40";

Move move(std::string_view text) {
    const auto square = [&](unsigned at) {
        return make_square(static_cast<unsigned>(text[at] - 'a'), static_cast<unsigned>(text[at + 1] - '1'));
    };
    return Move(square(0), square(2));
}

/// Writes down what it is told.
struct Listener {
    std::vector<std::string> heard{};
    std::size_t patience = 1'000'000;

    bool note(std::string text) {
        heard.push_back(std::move(text));
        return heard.size() <= patience;
    }
    bool start(std::string_view fen) { return note("start " + std::string{fen}); }
    bool move(Move m) { return note("move " + std::to_string(m.bits())); }
    bool taken_back(unsigned plies) { return note("back " + std::to_string(plies)); }
    bool clocks(std::uint32_t white, std::uint32_t black) {
        return note("clocks " + std::to_string(white) + " " + std::to_string(black));
    }
    bool result(GameResult r) {
        return note("result " + std::string{to_text(r.ending)} + " " + std::string{pgn_result(r)});
    }
};

std::string bits(std::string_view text) { return "move " + std::to_string(move(text).bits()); }

struct SavedGameTest : testing::Test {
    Store store{};
    SavedGame<Store> saved{store};
    Position position{};

    std::vector<std::string> told(LoadedGame expected = LoadedGame::whole) {
        Listener listener;
        EXPECT_EQ(saved.load(listener), expected);
        return listener.heard;
    }
    void corrupt(unsigned key, std::vector<std::byte> bytes) { ASSERT_EQ(store.put(key, bytes), NvResult::ok); }
};

TEST_F(SavedGameTest, AnEmptyStoreHasNoGameAndNoSettings) {
    EXPECT_EQ(saved.open(), NvResult::empty);
    EXPECT_FALSE(saved.has_events());
    EXPECT_TRUE(told(LoadedGame::none).empty());
    BoardSettings settings{.level = 7};
    EXPECT_FALSE(saved.load_settings(settings));
    EXPECT_EQ(settings, BoardSettings{.level = 7});
}

TEST_F(SavedGameTest, AGameIsToldAsItHappened) {
    position.set_start();
    ASSERT_EQ(saved.new_game(position), NvResult::ok);
    EXPECT_FALSE(saved.has_events()) << "nothing to resume yet";
    EXPECT_EQ(told(), std::vector<std::string>{"start "});
    ASSERT_EQ(saved.move(move("e2e4")), NvResult::ok);
    ASSERT_EQ(saved.move(move("e7e5")), NvResult::ok);
    ASSERT_EQ(saved.taken_back(2), NvResult::ok);
    ASSERT_EQ(saved.move(move("h7h8")), NvResult::ok);
    ASSERT_EQ(saved.result({Ending::resignation, Winner::black}), NvResult::ok);
    EXPECT_TRUE(saved.has_events());
    EXPECT_EQ(told(), (std::vector<std::string>{"start ", bits("e2e4"), bits("e7e5"), "back 2", bits("h7h8"),
                                                "result resigned 0-1"}));
}

TEST_F(SavedGameTest, ANewGameReplacesTheOneBefore) {
    position.set_start();
    ASSERT_EQ(saved.new_game(position), NvResult::ok);
    ASSERT_EQ(saved.move(move("e2e4")), NvResult::ok);
    ASSERT_EQ(position.set_fen(odd_start), FenError::none);
    ASSERT_EQ(saved.new_game(position), NvResult::ok);
    EXPECT_EQ(told(), std::vector<std::string>{"start " + std::string{odd_start}});
}

TEST_F(SavedGameTest, EveryMoveAndEveryPromotionComesBackAsItself) {
    position.set_start();
    ASSERT_EQ(saved.new_game(position), NvResult::ok);
    for (unsigned from = 0; from < 64; ++from) {
        for (unsigned to = 0; to < 64; to += 9) {
            const Move plain(from_index64(from), from_index64(to));
            ASSERT_EQ(saved.new_game(position), NvResult::ok);
            ASSERT_EQ(saved.move(plain), NvResult::ok);
            ASSERT_EQ(told().at(1), "move " + std::to_string(plain.bits()));
            for (const auto type : {PieceType::knight, PieceType::bishop, PieceType::rook, PieceType::queen}) {
                const Move m(from_index64(from), from_index64(to), type);
                ASSERT_EQ(saved.new_game(position), NvResult::ok);
                ASSERT_EQ(saved.move(m), NvResult::ok);
                ASSERT_EQ(told().at(1), "move " + std::to_string(m.bits()));
            }
        }
    }
}

TEST_F(SavedGameTest, ClocksAreKeptToTheHundredthAndNeverRoundedDown) {
    position.set_start();
    ASSERT_EQ(saved.new_game(position), NvResult::ok);
    const auto writes = store.writes;
    ASSERT_EQ(saved.move(move("e2e4"), 179'991, 1), NvResult::ok);
    EXPECT_EQ(store.writes - writes, 1u) << "a move and its clocks must not be torn apart";
    ASSERT_EQ(saved.move(move("e7e5"), 0, 4'000'000'000), NvResult::ok);
    EXPECT_EQ(told(), (std::vector<std::string>{"start ", bits("e2e4"), "clocks 180000 10", bits("e7e5"),
                                                "clocks 0 167772150"}));
}

TEST_F(SavedGameTest, AWholeGameTakenBackIsOneRequest) {
    position.set_start();
    ASSERT_EQ(saved.new_game(position), NvResult::ok);
    const auto writes = store.writes;
    ASSERT_EQ(saved.taken_back(600), NvResult::ok);
    EXPECT_EQ(store.writes - writes, 1u);
    EXPECT_EQ(told(), (std::vector<std::string>{"start ", "back 255", "back 255", "back 90"}));
}

TEST_F(SavedGameTest, AGameOfSixHundredHalfMovesWithClocksIsToldWhole) {
    position.set_start();
    ASSERT_EQ(saved.new_game(position), NvResult::ok);
    for (unsigned ply = 0; ply < 400; ++ply) {  // the fake store's room
        ASSERT_EQ(saved.move(Move(from_index64(ply % 64), from_index64((ply / 64) % 64)), ply * 10, ply * 20),
                  NvResult::ok);
    }
    const auto heard = told();
    ASSERT_EQ(heard.size(), 801u);
    for (unsigned ply = 0; ply < 400; ++ply) {
        EXPECT_EQ(heard[2 + 2 * ply], "clocks " + std::to_string(ply * 10) + " " + std::to_string(ply * 20));
    }
}

TEST_F(SavedGameTest, EveryResultComesBackAsItself) {
    for (unsigned ending = 0; ending < ending_count; ++ending) {
        for (const auto winner : {Winner::nobody, Winner::white, Winner::black}) {
            const GameResult result{static_cast<Ending>(ending), winner};
            position.set_start();
            ASSERT_EQ(saved.new_game(position), NvResult::ok);
            ASSERT_EQ(saved.result(result), NvResult::ok);
            EXPECT_EQ(told().at(1),
                      "result " + std::string{to_text(result.ending)} + " " + std::string{pgn_result(result)});
        }
    }
}

TEST_F(SavedGameTest, SettingsComeBackAsTheyWere) {
    const BoardSettings settings{
        .level = 19, .white = Player::engine, .black = Player::person, .flipped = true, .brightness = 3};
    ASSERT_EQ(saved.save(settings), NvResult::ok);
    BoardSettings loaded;
    EXPECT_TRUE(saved.load_settings(loaded));
    EXPECT_EQ(loaded, settings);
}

TEST_F(SavedGameTest, WhatNoProgramOfOursHasWrittenIsNotTakenForAGame) {
    const auto byte = [](unsigned value) { return static_cast<std::byte>(value); };
    corrupt(1, {byte(9), byte(0)});
    EXPECT_TRUE(told(LoadedGame::none).empty()) << "another format";
    corrupt(1, {byte(1), byte(0)});
    EXPECT_TRUE(told(LoadedGame::none).empty()) << "the format before this one";
    corrupt(1, {byte(2)});
    EXPECT_TRUE(told(LoadedGame::none).empty());
    corrupt(1, {byte(2), byte(200), byte('x')});
    EXPECT_TRUE(told(LoadedGame::damaged).empty()) << "a FEN that is longer than any";
    corrupt(1, {byte(2), byte(4), byte('x')});
    EXPECT_TRUE(told(LoadedGame::damaged).empty()) << "a FEN that is not all there";
    corrupt(1, {byte(2), byte(0), byte(0x87), byte(1)});
    EXPECT_EQ(told(LoadedGame::damaged).size(), 1u) << "no such event";
    corrupt(1, {byte(2), byte(0), byte(0x81), byte(0x3f)});
    EXPECT_EQ(told(LoadedGame::damaged).size(), 1u) << "no such ending";
    corrupt(1, {byte(2), byte(0), byte(0x82), byte(0), byte(1), byte(2), byte(3), byte(4), byte(5)});
    EXPECT_EQ(told(LoadedGame::damaged).size(), 1u) << "half a clock";
    corrupt(0, {byte(2), byte(0), byte(0), byte(0), byte(0), byte(0)});
    BoardSettings settings{.level = 7};
    EXPECT_FALSE(saved.load_settings(settings));
    EXPECT_EQ(settings.level, 7);
}

TEST_F(SavedGameTest, TheListenersDoubtEndsTheStory) {
    position.set_start();
    ASSERT_EQ(saved.new_game(position), NvResult::ok);
    for (int i = 0; i < 10; ++i) {
        ASSERT_EQ(saved.move(move("e2e4")), NvResult::ok);
    }
    Listener listener;
    listener.patience = 4;
    EXPECT_EQ(saved.load(listener), LoadedGame::damaged);
    EXPECT_EQ(listener.heard.size(), 5u) << "the start, three moves that make sense, and one that does not";
}

TEST_F(SavedGameTest, WhatTheStoreRefusesIsSaid) {
    position.set_start();
    store.fail_with = NvResult::failed;
    EXPECT_EQ(saved.new_game(position), NvResult::failed);
    EXPECT_EQ(saved.move(move("e2e4")), NvResult::failed);
    EXPECT_EQ(saved.taken_back(300), NvResult::failed);
    EXPECT_EQ(saved.result({}), NvResult::failed);
    EXPECT_EQ(saved.save(BoardSettings{}), NvResult::failed);
}

TEST(SavedGameOnFlash, AGameWithRoomMadeBeforeItNeverWaitsForAnErase) {
    const auto flash = std::make_unique<test::Rp2040::Flash>();
    test::Rp2040::Log log{*flash};
    SavedGame<test::Rp2040::Log> saved{log};
    ASSERT_EQ(saved.open(), NvResult::empty);
    Position position;
    position.set_start();
    for (int game = 0; game < 30; ++game) {
        const bool with_clocks = game % 2 == 1;
        ASSERT_EQ(saved.make_room(with_clocks), NvResult::ok);
        const auto epoch = log.epoch();
        ASSERT_EQ(saved.new_game(position), NvResult::ok);
        for (int ply = 0; ply < 96; ++ply) {
            ASSERT_EQ(with_clocks ? saved.move(move("e2e4"), 1000, 2000) : saved.move(move("e2e4")), NvResult::ok);
        }
        EXPECT_EQ(log.epoch(), epoch) << "game " << game;
    }
}

}  // namespace
}  // namespace stackmate::firmware
