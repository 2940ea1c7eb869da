#include "core/game/game_state.hpp"
#include "core/notation/move_text.hpp"
#include "host_tests/core/playout.hpp"

#include <iterator>

namespace stackmate::test {
namespace {

/// A game told by its moves in coordinate notation.
struct Game {
    Position p;
    KeyHistory history;

    explicit Game(std::string_view fen = Position::start_fen) : p(position(fen)) {}
    Game& moves(std::initializer_list<std::string_view> texts) {
        for (const std::string_view text : texts) stackmate::play(p, history, move_from_text(p, text));
        return *this;
    }
    [[nodiscard]] GameState state() const { return state_of(p, history); }
};

GameState state(std::string_view fen) { return Game(fen).state(); }

TEST(GameState, TheStartIsPlaying) { EXPECT_EQ(state(Position::start_fen), GameState::playing); }

TEST(GameState, CheckMateAndStalemateAreToldApart) {
    EXPECT_EQ(state("4k3/8/8/8/8/8/4r3/4K3 w - - 0 1"), GameState::check);
    EXPECT_EQ(state("rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3"), GameState::checkmate);
    EXPECT_EQ(state("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"), GameState::stalemate);
}

TEST(GameState, OfRandomGamesAgreesWithTheLegalMoves) {
    playouts(201, 20, 120, [](const Position& p) {
        const GameState s = state_of(p, KeyHistory{});
        const bool none = legal_moves(p).empty();
        const bool check = p.checker() != Square::none;
        ASSERT_EQ(s == GameState::checkmate, none && check);
        ASSERT_EQ(s == GameState::stalemate, none && !check);
        if (s == GameState::check) {
            ASSERT_TRUE(check);
        }
        if (s == GameState::playing) {
            ASSERT_FALSE(check);
        }
    });
}

TEST(GameState, ThePositionsThirdTimeIsADrawTheSecondIsNot) {
    Game g;
    g.moves({"g1f3", "g8f6", "f3g1", "f6g8"});
    EXPECT_EQ(g.state(), GameState::playing);
    g.moves({"g1f3", "g8f6", "f3g1"});
    EXPECT_EQ(g.state(), GameState::playing);
    g.moves({"f6g8"});
    EXPECT_EQ(g.state(), GameState::threefold_repetition);
    g.moves({"e2e4"});
    EXPECT_EQ(g.state(), GameState::playing);
}

TEST(GameState, ThePositionsFifthTimeIsADrawAtOnce) {
    Game g;
    for (int times = 2; times <= 4; ++times) g.moves({"g1f3", "g8f6", "f3g1", "f6g8"});
    EXPECT_EQ(g.state(), GameState::threefold_repetition) << "four times";
    g.moves({"g1f3", "g8f6", "f3g1"});
    EXPECT_EQ(g.state(), GameState::threefold_repetition) << "another position, four times";
    g.moves({"f6g8"});
    EXPECT_EQ(g.state(), GameState::fivefold_repetition);
}

// Where a chip keeps no more keys; FIDE's 9.6.1 would end the game here, and 9.3 lets it be claimed.
TEST(GameState, AFifthTimeMoreThanAHundredHalfMovesAfterTheFirstIsADrawToBeClaimed) {
    // Each king walks around in fourteen moves.
    constexpr std::string_view white[] = {"a1a2", "a2a3", "a3b3", "b3c3", "c3d3", "d3e3", "e3f3",
                                          "f3f2", "f2e2", "e2d2", "d2c2", "c2b2", "b2b1", "b1a1"};
    constexpr std::string_view black[] = {"h8h7", "h7h6", "h6g6", "g6f6", "f6e6", "e6d6", "d6c6",
                                          "c6c7", "c7d7", "d7e7", "e7f7", "f7g7", "g7g8", "g8h8"};
    Game g("7k/p7/8/8/8/8/7P/K7 w - - 0 1");
    for (unsigned times = 2; times <= 5; ++times) {
        for (std::size_t i = 0; i < std::size(white); ++i) g.moves({white[i], black[i]});
        ASSERT_EQ(g.p.halfmove(), 28 * (times - 1));
        EXPECT_EQ(g.state(), times < 3 ? GameState::playing : GameState::threefold_repetition) << times;
    }
    EXPECT_FALSE(is_over(g.state()));
    EXPECT_TRUE(is_draw(g.state()));
}

TEST(GameState, TheClockOfAGameThatIsPlayedOnStandsAtSeventyFiveMovesAndForgetsNoRepetition) {
    for (const std::string_view clock : {"99", "100", "149", "150"}) {
        Game g(std::string("4k3/8/8/8/8/8/8/R3K3 w - - ").append(clock).append(" 99"));
        for (unsigned round = 0; round < 70; ++round) {
            g.moves({"a1a2", "e8d8", "a2a1", "d8e8"});
            ASSERT_LE(g.p.halfmove(), 150u);
            ASSERT_EQ(g.history.count(g.p.key(), 1, g.p.halfmove()), std::min(round + 1u, 25u)) << clock;
        }
        EXPECT_EQ(g.state(), GameState::seventy_five_moves);
        EXPECT_EQ(position(fen_of(g.p)).halfmove(), 150u) << "it can be read again";
    }
    Game g("4k3/7p/8/8/8/8/8/R3K3 w - - 150 99");
    g.moves({"a1a2", "h7h6"});
    EXPECT_EQ(g.state(), GameState::playing);
}

TEST(GameState, TheThreeTimesNeedNotFollowOneAnother) {
    Game g;
    g.moves({"b1c3", "b8c6", "c3b1", "c6b8", "g1f3", "b8a6", "f3g1"});
    EXPECT_EQ(g.state(), GameState::playing);
    g.moves({"a6b8"});
    EXPECT_EQ(g.state(), GameState::threefold_repetition);
}

TEST(GameState, TheSamePiecesWithTheOtherSideToMoveAreAnotherPosition) {
    // White loses a tempo with the king: the same squares again, but Black to move.
    Game g("k7/8/8/8/8/8/8/K6R w - - 0 1");
    g.moves({"a1a2", "a8a7", "a2b1", "a7a8", "b1a1"});
    EXPECT_EQ(g.p.halfmove(), 5u);
    EXPECT_EQ(g.history.count(g.p.key(), 0, 5) + g.history.count(g.p.key(), 1, 5), 0u);
    EXPECT_EQ(g.state(), GameState::playing);
}

TEST(GameState, RepetitionWithOtherCastlingRightsIsNone) {
    Game g("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
    g.moves({"a1b1", "a8b8", "b1a1", "b8a8", "a1b1", "a8b8", "b1a1", "b8a8"});
    EXPECT_EQ(g.state(), GameState::playing) << "the first time both could still castle long";
    g.moves({"a1b1", "a8b8", "b1a1"});
    EXPECT_EQ(g.state(), GameState::threefold_repetition) << "with Black to move and his long right gone, third time";
    g.moves({"b8a8"});
    EXPECT_EQ(g.state(), GameState::threefold_repetition);
}

TEST(GameState, RepetitionWithAnEnPassantCaptureToBeMadeIsNone) {
    Game g("4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1");
    g.moves({"e2e4", "e8d8", "e1d1", "d8e8", "d1e1", "e8d8", "e1d1", "d8e8", "d1e1"});
    EXPECT_EQ(g.state(), GameState::playing) << "the first time dxe3 was possible";
    g.moves({"e8d8", "e1d1", "d8e8", "d1e1"});
    EXPECT_EQ(g.state(), GameState::threefold_repetition);
}

TEST(GameState, ADoubleStepThatNobodyCanTakeDoesNotMakeAnotherPosition) {
    Game g("4k3/8/8/8/7p/8/4P3/4K3 w - - 0 1");
    g.moves({"e2e4", "e8d8", "e1d1", "d8e8", "d1e1", "e8d8", "e1d1", "d8e8", "d1e1"});
    EXPECT_EQ(g.state(), GameState::threefold_repetition);
}

TEST(GameState, KeysFromBeforeACaptureOrPawnMoveAreNotCounted) {
    Game g;
    g.moves({"g1f3", "g8f6", "f3g1", "f6g8", "g1f3", "g8f6", "f3g1", "e7e6"});
    EXPECT_EQ(g.state(), GameState::playing);
    EXPECT_EQ(g.p.halfmove(), 0u);
    g.moves({"g1f3", "f6g8", "f3g1", "g8f6", "g1f3", "f6g8", "f3g1"});
    EXPECT_EQ(g.state(), GameState::playing);
    g.moves({"g8f6"});
    EXPECT_EQ(g.state(), GameState::threefold_repetition);
}

TEST(GameState, FiftyMovesAreAHundredHalfMovesAndSeventyFiveAHundredAndFifty) {
    EXPECT_EQ(state("4k3/8/8/8/8/8/8/R3K3 w - - 99 80"), GameState::playing);
    EXPECT_EQ(state("4k3/8/8/8/8/8/8/R3K3 w - - 100 80"), GameState::fifty_moves);
    EXPECT_EQ(state("4k3/8/8/8/8/8/8/R3K3 w - - 149 80"), GameState::fifty_moves);
    EXPECT_EQ(state("4k3/8/8/8/8/8/8/R3K3 w - - 150 80"), GameState::seventy_five_moves);
    Game g("4k3/8/8/8/8/8/8/R3K3 w Q - 99 80");
    g.moves({"a1a2"});
    EXPECT_EQ(g.state(), GameState::fifty_moves);
    EXPECT_EQ(Game("4k3/7p/8/8/8/8/8/R3K3 b - - 99 80").moves({"h7h6"}).state(), GameState::playing);
}

TEST(GameState, MateOnTheHundredthHalfMoveWins) {
    EXPECT_EQ(Game("k7/8/1K6/8/8/8/8/7R w - - 99 80").moves({"h1h8"}).state(), GameState::checkmate);
    EXPECT_EQ(Game("k7/8/1K6/8/8/8/8/7R w - - 149 99").moves({"h1h8"}).state(), GameState::checkmate);
    EXPECT_EQ(Game("k7/8/1K6/8/8/8/8/7R w - - 99 80").moves({"h1h7"}).state(), GameState::fifty_moves);
}

TEST(GameState, StalemateOnTheHundredthHalfMoveIsStalemate) {
    EXPECT_EQ(Game("7k/8/6K1/8/8/5Q2/8/8 w - - 99 80").moves({"f3f7"}).state(), GameState::stalemate);
}

TEST(GameState, InsufficientMaterialIsADrawEvenInCheck) {
    EXPECT_EQ(state("4k3/8/8/8/8/8/8/4K3 w - - 0 1"), GameState::insufficient_material);
    EXPECT_EQ(state("4k3/8/8/8/8/8/8/4KN2 w - - 0 1"), GameState::insufficient_material);
    EXPECT_EQ(state("4k3/8/8/1B6/8/8/8/4K3 b - - 0 1"), GameState::insufficient_material);
    EXPECT_EQ(state("4kb2/8/8/8/8/8/8/2B1K3 w - - 0 1"), GameState::insufficient_material) << "both on dark";
    EXPECT_EQ(state("4kb2/8/8/8/8/8/8/4KB2 w - - 0 1"), GameState::playing) << "dark and light";
    EXPECT_EQ(state("4k3/8/8/8/8/8/8/4KNN1 w - - 0 1"), GameState::playing) << "a helped mate exists";
    EXPECT_EQ(state("4k3/8/8/8/8/8/P7/4K3 w - - 0 1"), GameState::playing);
}

TEST(GameState, DrawsAtOnceGoBeforeDrawsToBeClaimed) {
    EXPECT_EQ(state("4k3/8/8/8/8/8/8/4K3 w - - 150 99"), GameState::insufficient_material);
    Game g("4k3/8/8/8/8/8/8/R3K3 w - - 143 90");
    g.moves({"a1a2", "e8d8", "a2a1", "d8e8", "a1a2", "e8d8", "a2a1"});
    EXPECT_EQ(g.state(), GameState::seventy_five_moves);
    g = Game("4k3/8/8/8/8/8/8/R3K3 w - - 100 90");
    g.moves({"a1a2", "e8d8", "a2a1", "d8e8", "a1a2", "e8d8", "a2a1"});
    EXPECT_EQ(g.state(), GameState::fifty_moves);
    g.moves({"d8e8"});
    EXPECT_EQ(g.state(), GameState::threefold_repetition);
}

TEST(GameState, EachHasItsWordsAndItsKind) {
    struct Case {
        GameState state;
        std::string_view text;
        bool over, draw;
    };
    for (const Case& c :
         {Case{GameState::playing, "playing", false, false}, Case{GameState::check, "check", false, false},
          Case{GameState::checkmate, "checkmate", true, false}, Case{GameState::stalemate, "stalemate", true, true},
          Case{GameState::threefold_repetition, "draw by threefold repetition", false, true},
          Case{GameState::fifty_moves, "draw by fifty moves", false, true},
          Case{GameState::seventy_five_moves, "draw by seventy-five moves", true, true},
          Case{GameState::insufficient_material, "draw by insufficient material", true, true},
          Case{GameState::fivefold_repetition, "draw by fivefold repetition", true, true}}) {
        EXPECT_EQ(to_text(c.state), c.text);
        EXPECT_EQ(is_over(c.state), c.over) << c.text;
        EXPECT_EQ(is_draw(c.state), c.draw) << c.text;
    }
}

}  // namespace
}  // namespace stackmate::test
