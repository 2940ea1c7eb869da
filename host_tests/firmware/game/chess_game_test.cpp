// The game by itself: nothing but moves, results and time.
#include "firmware/game/chess_game.hpp"
#include "host_tests/core/playout.hpp"

#include <gtest/gtest.h>

#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

namespace stackmate::firmware {
namespace {

using stackmate::test::fen_of;

constexpr TimeControl three_minutes{.start_ms = 180'000, .increment_ms = 2'000};

struct ChessGameTest : testing::Test {
    ChessGameTest() { game.begin(Position::start_fen, {}); }

    Move move(std::string_view text) const { return move_from_text(game.position(), text); }
    void play(std::initializer_list<std::string_view> moves) {
        for (const std::string_view text : moves) {
            ASSERT_TRUE(move(text)) << text;
            ASSERT_TRUE(game.play(move(text))) << text;
        }
    }
    /// Knights go out and home again: the position returns after each four half moves.
    void shuffle(unsigned times) {
        for (unsigned i = 0; i < times; ++i) {
            play({"g1f3", "g8f6", "f3g1", "f6g8"});
        }
    }

    /// No position comes often.
    void wander(unsigned half_moves) {
        for (; half_moves != 0; --half_moves) {
            ASSERT_TRUE(game.play(stackmate::test::wander(game.position(), game.record().history())));
        }
    }

    ChessGame game;
};

TEST_F(ChessGameTest, ANewOneIsNoGameUntilItBegins) {
    ChessGame other;
    EXPECT_FALSE(other.playing());
    EXPECT_FALSE(other.goes_on());
    EXPECT_TRUE(game.playing());
    EXPECT_TRUE(game.goes_on());
    EXPECT_EQ(game.size(), 0u);
    EXPECT_EQ(game.mover(), Color::white);
}

TEST_F(ChessGameTest, WhatStoodBeforeTheLastTwoHalfMovesIsKnown) {
    const std::string start = fen_of(game.position());
    play({"e2e4"});
    EXPECT_EQ(fen_of(game.earlier(1)), start);
    const std::string after_one = fen_of(game.position());
    play({"e7e5"});
    EXPECT_EQ(fen_of(game.earlier(1)), after_one);
    EXPECT_EQ(fen_of(game.earlier(2)), start);
}

TEST_F(ChessGameTest, ATakebackLeadsWhereTheGameWas) {
    play({"e2e4", "e7e5"});
    const std::string after_two = fen_of(game.position()), after_one = fen_of(game.earlier(1));
    play({"g1f3", "b8c6"});
    game.take_back(2);
    EXPECT_EQ(fen_of(game.position()), after_two);
    EXPECT_EQ(fen_of(game.earlier(1)), after_one);
    EXPECT_EQ(fen_of(game.earlier(2)), Position::start_fen);
    game.take_back(99);
    EXPECT_EQ(game.size(), 0u);
    EXPECT_EQ(fen_of(game.position()), Position::start_fen);
}

TEST_F(ChessGameTest, WhatAMoveWasMadeInIsFoundAgain) {
    std::vector<std::string> positions;
    for (const std::string_view text : {"d2d4", "d7d5", "c2c4", "e7e6"}) {
        positions.push_back(fen_of(game.position()));
        play({text});
    }
    for (std::size_t ply = 1; ply <= positions.size(); ++ply) {
        EXPECT_EQ(fen_of(game.before(ply)), positions[ply - 1]) << ply;
    }
}

TEST_F(ChessGameTest, APositionThatHasBeenSeveralTimesIsFoundWhereItWasLast) {
    shuffle(2);
    play({"g1f3", "b8c6"});
    const auto has = [](Square square, Piece piece) {
        return [=](const Position& p) { return p.at(square) == piece; };
    };
    const Square f3 = stackmate::test::square("f3"), c6 = stackmate::test::square("c6");
    EXPECT_EQ(game.plies_since(has(f3, Piece::empty)), 2u);
    EXPECT_EQ(game.plies_since(has(f3, make_piece(Color::white, PieceType::knight))), 1u);
    EXPECT_EQ(game.plies_since(has(c6, make_piece(Color::black, PieceType::knight))), 0u) << "only now";
}

TEST_F(ChessGameTest, MateIsWonByWhoHasMoved) {
    play({"f2f3", "e7e5", "g2g4", "d8h4"});
    EXPECT_TRUE(game.goes_on()) << "nobody has looked yet";
    EXPECT_FALSE(game.find_result(false));
    EXPECT_EQ(game.result(), (GameResult{Ending::checkmate, Winner::black}));
    EXPECT_FALSE(game.goes_on());
    EXPECT_TRUE(game.playing());
    EXPECT_FALSE(game.any_move());
}

TEST_F(ChessGameTest, AGameThatWasOverGoesOnAfterATakeback) {
    play({"f2f3", "e7e5", "g2g4", "d8h4"});
    (void)game.find_result(false);
    game.take_back(1);
    EXPECT_TRUE(game.goes_on());
    EXPECT_FALSE(game.find_result(false));
    EXPECT_TRUE(game.goes_on());
    EXPECT_TRUE(is_legal(game.position(), game.any_move()));
}

TEST_F(ChessGameTest, AThirdRepetitionIsToldOncePerPositionAndTheFifthEndsTheGame) {
    shuffle(1);
    EXPECT_FALSE(game.find_result(false));
    EXPECT_FALSE(game.claimable());
    shuffle(1);
    EXPECT_TRUE(game.find_result(false)) << "news";
    EXPECT_TRUE(game.claimable());
    EXPECT_FALSE(game.find_result(false)) << "told already";
    EXPECT_TRUE(game.claimable());
    shuffle(1);
    EXPECT_TRUE(game.find_result(false)) << "moves were made since";
    EXPECT_TRUE(game.goes_on());
    shuffle(1);
    EXPECT_FALSE(game.find_result(false));
    EXPECT_EQ(game.result(), (GameResult{Ending::repetition, Winner::nobody}));
}

TEST_F(ChessGameTest, WhoClaimsGetsADrawOnlyWhereThereIsOne) {
    EXPECT_FALSE(game.claim_draw());
    EXPECT_FALSE(game.find_result(true));
    EXPECT_TRUE(game.goes_on());
    shuffle(2);
    EXPECT_TRUE(game.claim_draw());
    EXPECT_EQ(game.result().ending, Ending::repetition);
}

TEST_F(ChessGameTest, AMoverThatClaimsEndsTheGameWhenItIsLookedFor) {
    shuffle(2);
    EXPECT_FALSE(game.find_result(true));
    EXPECT_EQ(game.result(), (GameResult{Ending::repetition, Winner::nobody}));
    EXPECT_FALSE(game.claimable());
}

TEST_F(ChessGameTest, OnlyAGameWithMovesThatWasNotOverIsAbandoned) {
    EXPECT_FALSE(game.leave()) << "nothing was played";
    EXPECT_FALSE(game.playing());
    EXPECT_FALSE(game.result());

    game.begin(Position::start_fen, {});
    play({"e2e4"});
    EXPECT_TRUE(game.leave());
    EXPECT_EQ(game.result().ending, Ending::abandoned);
    EXPECT_FALSE(game.leave()) << "it is gone";

    game.begin(Position::start_fen, {});
    EXPECT_FALSE(game.result()) << "the next begins without a result";
    play({"e2e4"});
    game.end({Ending::resignation, Winner::white});
    EXPECT_FALSE(game.leave());
    EXPECT_EQ(game.result().ending, Ending::resignation);
}

TEST_F(ChessGameTest, AFullRecordEndsTheGame) {
    // A pawn's step in time keeps the rule of seventy-five moves away.
    for (const char file : {'a', 'b', 'c', 'd', 'e', 'h'}) {
        wander(96);
        play({std::string{file, '2', file, '3'}, std::string{file, '7', file, '6'}});
    }
    wander(12);
    ASSERT_EQ(game.size(), ChessGame::max_plies);
    EXPECT_TRUE(game.goes_on());
    EXPECT_FALSE(game.play(game.any_move()));
    EXPECT_EQ(game.size(), ChessGame::max_plies);
    EXPECT_EQ(game.result().ending, Ending::record_full) << "nobody has given it up";
    EXPECT_EQ(pgn_result(game.result()), "*");
}

TEST_F(ChessGameTest, ItIsKnownWhenFewHalfMovesAreLeft) {
    for (const char file : {'a', 'b', 'c', 'd', 'e', 'h'}) {
        wander(96);
        play({std::string{file, '2', file, '3'}, std::string{file, '7', file, '6'}});
    }
    EXPECT_TRUE(game.few_left());
    game.take_back(static_cast<unsigned>(game.size() - (ChessGame::max_plies - ChessGame::few_plies)));
    EXPECT_TRUE(game.few_left());
    game.take_back(1);
    EXPECT_FALSE(game.few_left());
}

TEST_F(ChessGameTest, WhatIsGivenStepByStepIsTheGameOnceItIsResumed) {
    ChessGame saved;
    EXPECT_NE(saved.restore("not a position", three_minutes), FenError::none);
    ASSERT_EQ(saved.restore(Position::start_fen, three_minutes), FenError::none);
    EXPECT_EQ(saved.append(Move(square_from_text("e2"), square_from_text("e5"))), RecordError::illegal_move);
    EXPECT_EQ(saved.drop(), RecordError::at_start);
    ASSERT_EQ(saved.append(move_from_text(saved.position(), "e2e4")), RecordError::none);
    ASSERT_EQ(saved.append(move_from_text(saved.position(), "c7c5")), RecordError::none);
    ASSERT_EQ(saved.drop(), RecordError::none);
    EXPECT_EQ(saved.clock().left_ms(Color::white), 182'000u);
    EXPECT_EQ(saved.clock().left_ms(Color::black), 180'000u) << "the increment has been taken back with the move";
    EXPECT_FALSE(saved.playing());
    saved.resume();
    EXPECT_TRUE(saved.goes_on());
    EXPECT_EQ(saved.size(), 1u);
    EXPECT_EQ(fen_of(saved.earlier(1)), Position::start_fen);
}

TEST_F(ChessGameTest, WhoseTimeRunsOutLosesUnlessTheOtherCannotMate) {
    game.begin(Position::start_fen, three_minutes);
    game.run_clock(true, 1000);
    game.settle_clock(1000 + 179'999);
    EXPECT_FALSE(game.flag_fell());
    game.settle_clock(1000 + 180'000);
    EXPECT_TRUE(game.flag_fell());
    game.lose_on_time();
    EXPECT_EQ(game.result(), (GameResult{Ending::time, Winner::black}));

    for (const std::string_view drawn :
         {"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "4kn2/8/8/8/8/8/3Q4/4K3 w - - 0 1", "4kb2/8/8/8/8/8/3R4/4K3 w - - 0 1"}) {
        game.begin(drawn, three_minutes);
        ASSERT_EQ(fen_of(game.position()), drawn);
        game.run_clock(true, 0);
        game.settle_clock(180'000);
        game.lose_on_time();
        EXPECT_EQ(game.result(), (GameResult{Ending::time_without_force, Winner::nobody})) << drawn;
    }
    game.begin("4kn2/8/8/8/8/8/4P3/4K3 w - - 0 1", three_minutes);
    game.run_clock(true, 0);
    game.settle_clock(180'000);
    game.lose_on_time();
    EXPECT_EQ(game.result(), (GameResult{Ending::time, Winner::black})) << "the pawn may stand in its king's way";
}

TEST_F(ChessGameTest, AHalfMoveEarnsItsIncrementAndATakebackGivesItBack) {
    game.begin(Position::start_fen, three_minutes);
    play({"e2e4"});
    EXPECT_EQ(game.clock().left_ms(Color::white), 182'000u);
    EXPECT_EQ(game.clock().left_ms(Color::black), 180'000u);
    game.take_back(1);
    EXPECT_EQ(game.clock().left_ms(Color::white), 180'000u);
}

TEST_F(ChessGameTest, APersonsTimeRunsFromTheSecondHalfMoveOn) {
    game.begin(Position::start_fen, three_minutes);
    EXPECT_FALSE(game.persons_time());
    play({"e2e4"});
    EXPECT_TRUE(game.persons_time());
}

TEST_F(ChessGameTest, NoFlagFallsByAHostsClock) {
    game.begin(Position::start_fen, three_minutes);
    EXPECT_TRUE(game.keeps_time());
    game.show_clocks(5'000, 7'000);
    EXPECT_FALSE(game.keeps_time());
    EXPECT_TRUE(game.persons_time()) << "the host's time runs from the first half move on";
    EXPECT_EQ(game.clock().left_ms(Color::black), 7'000u);
    game.run_clock(true, 0);
    game.settle_clock(6'000);
    EXPECT_EQ(game.clock().left_ms(Color::white), 0u);
    EXPECT_FALSE(game.flag_fell());
    game.show_clocks(0, 0);
    EXPECT_FALSE(game.has_host_clock());
    EXPECT_FALSE(game.clock().active());
    game.begin(Position::start_fen, three_minutes);
    EXPECT_TRUE(game.keeps_time()) << "the next game's clock is its own";
}

TEST_F(ChessGameTest, AGameThatIsClearedAwayLeavesTheStart) {
    play({"e2e4", "e7e5"});
    game.clear();
    EXPECT_EQ(game.size(), 0u);
    EXPECT_EQ(fen_of(game.position()), Position::start_fen);
    ChessGame other;
    EXPECT_FALSE(other.claimable());
    EXPECT_FALSE(other.has_host_clock());
}

TEST_F(ChessGameTest, ADrawThatATakebackLeadsToIsNewsOnceMore) {
    shuffle(2);
    EXPECT_TRUE(game.find_result(false));
    play({"e2e4"});
    game.take_back(1);
    EXPECT_TRUE(game.find_result(false));
    EXPECT_FALSE(game.find_result(false));
}

TEST_F(ChessGameTest, ClocksThatWereStoredAreThereAgainAndAnotherControlBeginsAnew) {
    game.begin(Position::start_fen, three_minutes);
    game.restore_clock({{50'000, 60'000}, {0, 0}});
    EXPECT_EQ(game.clock().left_ms(Color::white), 50'000u);
    EXPECT_EQ(game.clock().left_ms(Color::black), 60'000u);
    game.set_clock(TimeControl{.start_ms = 300'000});
    EXPECT_EQ(game.clock().left_ms(Color::white), 300'000u);
}

TEST_F(ChessGameTest, AStoppedClockKeepsItsTime) {
    game.begin(Position::start_fen, three_minutes);
    game.run_clock(true, 0);
    game.run_clock(false, 10'000);
    EXPECT_FALSE(game.clock().running());
    game.settle_clock(50'000);
    EXPECT_EQ(game.clock().left_ms(Color::white), 170'000u);
}

TEST_F(ChessGameTest, AHostMayShowOneClockAndIsForgottenWithIt) {
    game.begin(Position::start_fen, three_minutes);
    game.show_clocks(0, 7'000);
    EXPECT_TRUE(game.has_host_clock());
    EXPECT_EQ(game.clock().left_ms(Color::black), 7'000u);
    game.forget_host_clock();
    EXPECT_FALSE(game.has_host_clock());
    EXPECT_TRUE(game.keeps_time());
}

}  // namespace
}  // namespace stackmate::firmware
