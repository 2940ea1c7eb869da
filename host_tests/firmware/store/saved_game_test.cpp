#include "firmware/store/saved_game.hpp"
#include "hal/fake/store.hpp"
#include "host_tests/firmware/store/listener.hpp"
#include "host_tests/hal/flash_chips.hpp"

#include <gtest/gtest.h>

#include <array>
#include <memory>
#include <string>
#include <vector>

namespace stackmate::firmware {
namespace {

using hal::NvResult;
using Store = hal::fake::NvStore<>;
using test::Listener;
using test::move;

constexpr std::string_view odd_start = "8/5k2/8/8/8/8/1K3Q2/8 b - - 12 40";

std::string bits(std::string_view text) { return test::heard_of(move(text)); }

struct SavedGameTest : testing::Test {
    Store store{};
    SavedGame<Store> saved{store};
    Position position{};

    std::vector<std::string> told(LoadedGame expected = LoadedGame::whole) {
        Listener listener;
        EXPECT_EQ(saved.load(listener), expected);
        return listener.heard;
    }
    NvResult begin() { return saved.new_game(position, 7, {}, Seat::person, Seat::engine); }
    NvResult end(GameResult result) { return saved.result(result, Seat::person, Seat::engine); }
    void corrupt(unsigned key, std::vector<std::byte> bytes) { ASSERT_EQ(store.put(key, bytes), NvResult::ok); }
};

TEST_F(SavedGameTest, AnEmptyStoreHasNoGameAndNoSettings) {
    EXPECT_EQ(saved.open(), NvResult::empty);
    EXPECT_FALSE(saved.has_events());
    EXPECT_TRUE(told(LoadedGame::none).empty());
    Settings settings{.level = 7};
    std::uint64_t marked = 5;
    EXPECT_FALSE(saved.load_settings(settings, marked));
    EXPECT_EQ(settings, Settings{.level = 7});
    EXPECT_EQ(marked, 5u);
}

TEST_F(SavedGameTest, AGameIsToldAsItHappened) {
    position.set_start();
    ASSERT_EQ(begin(), NvResult::ok);
    EXPECT_FALSE(saved.has_events()) << "nothing to resume yet";
    EXPECT_EQ(told(), std::vector<std::string>{"start "});
    ASSERT_EQ(saved.move(move("e2e4")), NvResult::ok);
    ASSERT_EQ(saved.move(move("e7e5")), NvResult::ok);
    ASSERT_EQ(saved.taken_back(2), NvResult::ok);
    ASSERT_EQ(saved.move(move("h7h8")), NvResult::ok);
    ASSERT_EQ(end({Ending::resignation, Winner::black}), NvResult::ok);
    EXPECT_TRUE(saved.has_events());
    EXPECT_EQ(told(), (std::vector<std::string>{"start ", bits("e2e4"), bits("e7e5"), "back 2", bits("h7h8"),
                                                "result resigned 0-1"}));
}

TEST_F(SavedGameTest, ANewGameReplacesTheOneBefore) {
    position.set_start();
    ASSERT_EQ(begin(), NvResult::ok);
    ASSERT_EQ(saved.move(move("e2e4")), NvResult::ok);
    ASSERT_EQ(position.set_fen(odd_start), FenError::none);
    ASSERT_EQ(begin(), NvResult::ok);
    EXPECT_EQ(told(), std::vector<std::string>{"start " + std::string{odd_start}});
}

TEST_F(SavedGameTest, EveryMoveAndEveryPromotionComesBackAsItself) {
    position.set_start();
    ASSERT_EQ(begin(), NvResult::ok);
    for (unsigned from = 0; from < 64; ++from) {
        for (unsigned to = 0; to < 64; to += 9) {
            const Move plain(from_index64(from), from_index64(to));
            ASSERT_EQ(begin(), NvResult::ok);
            ASSERT_EQ(saved.move(plain), NvResult::ok);
            ASSERT_EQ(told().at(1), "move " + std::to_string(plain.bits()));
            for (const auto type : {PieceType::knight, PieceType::bishop, PieceType::rook, PieceType::queen}) {
                const Move m(from_index64(from), from_index64(to), type);
                ASSERT_EQ(begin(), NvResult::ok);
                ASSERT_EQ(saved.move(m), NvResult::ok);
                ASSERT_EQ(told().at(1), "move " + std::to_string(m.bits()));
            }
        }
    }
}

TEST_F(SavedGameTest, ClocksAreKeptToTheHundredthAndNeverRoundedDown) {
    position.set_start();
    ASSERT_EQ(begin(), NvResult::ok);
    const auto writes = store.writes;
    ASSERT_EQ(saved.move(move("e2e4"), Color::white, 179'991, 1), NvResult::ok);
    EXPECT_EQ(store.writes - writes, 1u) << "a move and its clocks must not be torn apart";
    ASSERT_EQ(saved.move(move("e7e5"), Color::black, 0, 4'000'000'000), NvResult::ok);
    EXPECT_EQ(told(), (std::vector<std::string>{"start ", bits("e2e4"), "clocks 180000 10", bits("e7e5"), "clock by 0",
                                                "clocks 0 167772150"}));
}

TEST_F(SavedGameTest, AMoveOfAGameWithClocksTakesFourBytes) {
    position.set_start();
    ASSERT_EQ(begin(), NvResult::ok);
    ASSERT_EQ(saved.move(move("e2e4"), Color::white, 180'000, 180'000), NvResult::ok);
    const std::size_t before = store.size(1);
    ASSERT_EQ(saved.move(move("e7e5"), Color::black, 180'000, 171'239), NvResult::ok);
    ASSERT_EQ(saved.move(move("g1f3"), Color::white, 182'000, 171'239), NvResult::ok);
    EXPECT_EQ(store.size(1) - before, 8u);
    EXPECT_EQ(told(), (std::vector<std::string>{"start ", bits("e2e4"), "clocks 180000 180000", bits("e7e5"),
                                                "clock by -8760", bits("g1f3"), "clock by 2000"}));
}

TEST_F(SavedGameTest, WhatTwoBytesDoNotSayOfTheClocksIsToldWhole) {
    position.set_start();
    ASSERT_EQ(begin(), NvResult::ok);
    ASSERT_EQ(saved.move(move("e2e4"), Color::white, 5'400'000, 5'400'000), NvResult::ok);
    ASSERT_EQ(saved.move(move("e7e5"), Color::black, 5'400'000, 5'072'320), NvResult::ok);
    ASSERT_EQ(saved.move(move("g1f3"), Color::white, 5'072'310, 5'072'320), NvResult::ok) << "a longer think";
    ASSERT_EQ(saved.move(move("b8c6"), Color::black, 10'000, 10'000), NvResult::ok) << "another clock";
    ASSERT_EQ(saved.move(move("f1b5")), NvResult::ok) << "none";
    ASSERT_EQ(saved.move(move("a7a6")), NvResult::ok);
    ASSERT_EQ(saved.move(move("b5a4"), Color::white, 9'000, 10'000), NvResult::ok);
    EXPECT_EQ(told(), (std::vector<std::string>{
                          "start ", bits("e2e4"), "clocks 5400000 5400000", bits("e7e5"), "clock by -327680",
                          bits("g1f3"), "clock by 0", "clocks 5072310 5072320", bits("b8c6"), "clock by 0",
                          "clocks 10000 10000", bits("f1b5"), bits("a7a6"), bits("b5a4"), "clocks 9000 10000"}));
}

TEST_F(SavedGameTest, AfterARestartTheClocksAreToldWholeOnceMore) {
    position.set_start();
    ASSERT_EQ(begin(), NvResult::ok);
    ASSERT_EQ(saved.move(move("e2e4"), Color::white, 60'000, 60'000), NvResult::ok);
    SavedGame<Store> again{store};
    (void)again.open();
    Listener listener;
    ASSERT_EQ(again.load(listener), LoadedGame::whole);
    ASSERT_EQ(again.move(move("e7e5"), Color::black, 60'000, 50'000), NvResult::ok);
    ASSERT_EQ(again.move(move("g1f3"), Color::white, 40'000, 50'000), NvResult::ok);
    EXPECT_EQ(told(), (std::vector<std::string>{"start ", bits("e2e4"), "clocks 60000 60000", bits("e7e5"),
                                                "clock by 0", "clocks 60000 50000", bits("g1f3"), "clock by -20000"}));
}

TEST_F(SavedGameTest, WhoPlaysAndWhichGameItIsComeBack) {
    position.set_start();
    ASSERT_EQ(saved.new_game(position, 0x123456, {}, Seat::remote, Seat::person), NvResult::ok);
    EXPECT_EQ(saved.number(), 0x123456u);
    Listener listener;
    ASSERT_EQ(saved.load(listener), LoadedGame::whole);
    EXPECT_EQ(listener.seats, "remote person");
    ASSERT_EQ(saved.result({Ending::agreement, Winner::nobody}, Seat::engine, Seat::engine), NvResult::ok);
    ASSERT_EQ(saved.load(listener), LoadedGame::whole);
    EXPECT_EQ(listener.seats, "engine engine") << "as they were at the end";
}

TEST_F(SavedGameTest, AWholeGameTakenBackIsOneRequest) {
    position.set_start();
    ASSERT_EQ(begin(), NvResult::ok);
    const auto writes = store.writes;
    ASSERT_EQ(saved.taken_back(600), NvResult::ok);
    EXPECT_EQ(store.writes - writes, 1u);
    EXPECT_EQ(told(), (std::vector<std::string>{"start ", "back 255", "back 255", "back 90"}));
}

/// Each board's store, with settings and a long game of checkers beside.
template <class C>
struct LongGame : testing::Test {};
TYPED_TEST_SUITE(LongGame, stackmate::test::BoardsChips, stackmate::test::NameOfChip);

TYPED_TEST(LongGame, OfSixHundredHalfMovesWithClocksIsStoredWhole) {
    const auto flash = std::make_unique<typename TypeParam::Flash>();
    typename TypeParam::Log log{*flash};
    SavedGame<typename TypeParam::Log> saved{log};
    ASSERT_EQ(saved.open(), NvResult::empty);
    ASSERT_EQ(saved.save(Settings{}, 0), NvResult::ok);
    const std::array<std::byte, 2> checkers{};
    for (int i = 0; i < 300; ++i) ASSERT_EQ(log.append(2, checkers), NvResult::ok);
    Position position;
    ASSERT_EQ(position.set_fen(odd_start), FenError::none);
    ASSERT_EQ(saved.make_room(true), NvResult::ok);
    ASSERT_EQ(saved.new_game(position, 7, {}, Seat::person, Seat::engine), NvResult::ok);
    for (unsigned ply = 0; ply < 600; ++ply) {
        ASSERT_GE(saved.half_moves_left(true), 600u - ply);
        const std::uint32_t white = 6'000'000 - (ply + 1) / 2 * 7130, black = 6'000'000 - (ply / 2 + 1) * 9990;
        ASSERT_EQ(saved.move(Move(from_index64(ply % 64), from_index64((ply / 64) % 64)),
                             ply % 2 == 0 ? Color::black : Color::white, white, black),
                  NvResult::ok)
            << ply;
    }
    ASSERT_EQ(saved.result({Ending::time, Winner::white}, Seat::person, Seat::engine), NvResult::ok);
    typename TypeParam::Log after{*flash};
    SavedGame<typename TypeParam::Log> again{after};
    ASSERT_EQ(again.open(), NvResult::ok);
    Listener listener;
    ASSERT_EQ(again.load(listener), LoadedGame::whole);
    ASSERT_EQ(listener.heard.size(), 1u + 2 * 600 + 1);
    EXPECT_EQ(listener.heard.back(), "result time is up 1-0");
    EXPECT_EQ(listener.heard[2], "clocks 6000000 5990010") << "Black begins";
    for (unsigned ply = 1; ply < 600; ++ply)
        EXPECT_EQ(listener.heard[2 + 2 * ply], ply % 2 == 0 ? "clock by -9990" : "clock by -7130") << ply;
}

TYPED_TEST(LongGame, IsSaidToBeNearItsEndBeforeTheStoreIsFull) {
    const auto flash = std::make_unique<typename TypeParam::Flash>();
    typename TypeParam::Log log{*flash};
    SavedGame<typename TypeParam::Log> saved{log};
    ASSERT_EQ(saved.open(), NvResult::empty);
    Position position;
    position.set_start();
    ASSERT_EQ(saved.new_game(position, 7, {}, Seat::person, Seat::engine), NvResult::ok);
    std::size_t left = saved.half_moves_left(false), made = 0;
    while (left != 0) {
        ASSERT_EQ(saved.move(move("e2e4")), NvResult::ok);
        ++made;
        const std::size_t now = saved.half_moves_left(false);
        ASSERT_EQ(now, left - 1) << "each takes what was said";
        left = now;
    }
    EXPECT_GT(made, 1500u);
}

TEST_F(SavedGameTest, EveryResultComesBackAsItself) {
    for (unsigned ending = 0; ending < ending_count; ++ending) {
        for (const auto winner : {Winner::nobody, Winner::white, Winner::black}) {
            const GameResult result{static_cast<Ending>(ending), winner};
            position.set_start();
            ASSERT_EQ(begin(), NvResult::ok);
            ASSERT_EQ(end(result), NvResult::ok);
            EXPECT_EQ(told().at(1),
                      "result " + std::string{to_text(result.ending)} + " " + std::string{pgn_result(result)});
        }
    }
}

TEST_F(SavedGameTest, SettingsComeBackAsTheyWere) {
    const Settings settings{
        .level = 19, .white = Seat::engine, .black = Seat::person, .flipped = true, .brightness = 3};
    constexpr std::uint64_t marks = 0x8000'0010'0200'0001;
    ASSERT_EQ(saved.save(settings, marks), NvResult::ok);
    Settings loaded;
    std::uint64_t marked = 0;
    EXPECT_TRUE(saved.load_settings(loaded, marked));
    EXPECT_EQ(loaded, settings);
    EXPECT_EQ(marked, marks);
    ASSERT_EQ(saved.save(Settings{}, 0), NvResult::ok);
    EXPECT_TRUE(saved.load_settings(loaded, marked));
    EXPECT_EQ(loaded, Settings{});
    EXPECT_EQ(marked, 0u);
}

TEST_F(SavedGameTest, SettingsThatAreStoredAlreadyAreNotWrittenAgain) {
    ASSERT_EQ(saved.save(Settings{}, 1), NvResult::ok);
    ASSERT_EQ(saved.save(Settings{}, 1), NvResult::ok);
    EXPECT_EQ(store.writes, 1u);
    ASSERT_EQ(saved.save(Settings{}, 3), NvResult::ok);
    ASSERT_EQ(saved.save(Settings{.brightness = 1}, 3), NvResult::ok);
    EXPECT_EQ(store.writes, 3u);
}

TEST_F(SavedGameTest, WhatNoProgramOfOursHasWrittenIsNotTakenForAGame) {
    const auto byte = [](unsigned value) { return static_cast<std::byte>(value); };
    for (const unsigned format : {3u, 9u}) {
        corrupt(1, {byte(format), byte(0), byte(0), byte(0), byte(0), byte(0), byte(0)});
        EXPECT_TRUE(told(LoadedGame::none).empty()) << "another format";
    }
    corrupt(1, {byte(4), byte(0), byte(0), byte(0), byte(0), byte(0)});
    EXPECT_TRUE(told(LoadedGame::none).empty()) << "half a start";
    const auto with_fen = [&](unsigned length) {
        corrupt(1, {byte(4), byte(length), byte(0), byte(0), byte(0), byte(0), byte(0), byte('x')});
    };
    with_fen(200);
    EXPECT_TRUE(told(LoadedGame::damaged).empty()) << "a FEN that is longer than any";
    with_fen(4);
    EXPECT_TRUE(told(LoadedGame::damaged).empty()) << "a FEN that is not all there";
    const auto with_event = [&](unsigned low, unsigned high) {
        corrupt(1, {byte(4), byte(0), byte(0), byte(0), byte(0), byte(0), byte(0), byte(low), byte(high)});
    };
    with_event(0x87, 1);
    EXPECT_EQ(told(LoadedGame::damaged).size(), 1u) << "no such event";
    for (const unsigned result : {0x3fu, ending_count, 0x30u}) {
        with_event(0x81, result);
        EXPECT_EQ(told(LoadedGame::damaged).size(), 1u) << "one ending more than there are, or one winner";
    }
    for (const unsigned seats : {seat_count, seat_count << 4}) {
        with_event(0x84, seats);
        EXPECT_EQ(told(LoadedGame::damaged).size(), 1u) << "one seat more than there are";
    }
    corrupt(1, {byte(4), byte(0), byte(0), byte(0), byte(0), byte(0), byte(0), byte(0x82), byte(0), byte(1), byte(2),
                byte(3), byte(4), byte(5)});
    EXPECT_EQ(told(LoadedGame::damaged).size(), 1u) << "half a clock";
}

TEST_F(SavedGameTest, TheListenersDoubtEndsTheStory) {
    position.set_start();
    ASSERT_EQ(begin(), NvResult::ok);
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
    EXPECT_EQ(begin(), NvResult::failed);
    EXPECT_EQ(saved.move(move("e2e4")), NvResult::failed);
    EXPECT_EQ(saved.taken_back(300), NvResult::failed);
    EXPECT_EQ(end({}), NvResult::failed);
    EXPECT_EQ(saved.save(Settings{}, 0), NvResult::failed);
}

TEST(SavedGameOnFlash, AGameWithRoomMadeBeforeItNeverWaitsForAnErase) {
    const auto flash = std::make_unique<stackmate::test::Rp2040::Flash>();
    stackmate::test::Rp2040::Log log{*flash};
    SavedGame<stackmate::test::Rp2040::Log> saved{log};
    ASSERT_EQ(saved.open(), NvResult::empty);
    Position position;
    position.set_start();
    for (int game = 0; game < 30; ++game) {
        const bool with_clocks = game % 2 == 1;
        ASSERT_EQ(saved.make_room(with_clocks), NvResult::ok);
        const auto epoch = log.epoch();
        ASSERT_EQ(saved.new_game(position, 1, {}, Seat::person, Seat::person), NvResult::ok);
        for (int ply = 0; ply < 96; ++ply) {
            ASSERT_EQ(with_clocks ? saved.move(move("e2e4"), Color::white, 1000, 2000) : saved.move(move("e2e4")),
                      NvResult::ok);
        }
        EXPECT_EQ(log.epoch(), epoch) << "game " << game;
    }
}

/// An erase stops an STM32F411 for half a second.
struct SlowFlash : stackmate::test::Stm32f411::Flash {
    static constexpr std::uint32_t longest_erase_us = 500'000;
};

TEST(SavedGameOnFlash, WhereAnEraseIsFeltALongGameHasNone) {
    using Log = hal::FlashLog<SlowFlash, 1>;
    const auto flash = std::make_unique<SlowFlash>();
    Log log{*flash};
    SavedGame<Log> saved{log};
    ASSERT_EQ(saved.open(), NvResult::empty);
    Position position;
    position.set_start();
    for (int game = 0; game < 24; ++game) {
        const bool with_clocks = game % 3 != 0;
        ASSERT_EQ(saved.make_room(with_clocks), NvResult::ok);
        const auto epoch = log.epoch();
        ASSERT_EQ(saved.new_game(position, 1, {}, Seat::person, Seat::person), NvResult::ok);
        const int plies = game % 4 == 3 ? 600 : 40 + 23 * game;
        for (int ply = 0; ply < plies; ++ply) {
            ASSERT_EQ(with_clocks ? saved.move(move("e2e4"), Color::white, 1000, 2000) : saved.move(move("e2e4")),
                      NvResult::ok);
        }
        EXPECT_EQ(log.epoch(), epoch) << "game " << game;
    }
}

}  // namespace
}  // namespace stackmate::firmware
