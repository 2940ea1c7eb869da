// A finished game looked back at, by hands: the moves that have lost most are found, set up as the lights ask and shown.
#include "host_tests/firmware/play/desk.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace stackmate::firmware::test {
namespace {

using states::State;

/// A game of two persons that White has resigned. White's second and third moves are bad, Black's first one as well.
struct Review : Desk {
    static constexpr std::string_view played[] = {"e2e4", "a7a5", "d1h5", "b8c6", "h5f7", "e8f7"};

    /// `black`: who plays Black in the end.
    explicit Review(Seat black = Seat::person) {
        Settings settings;
        settings.white = settings.black = Seat::person;
        game.set_settings(settings);
        game.offer_exercises();
        game.start(now);
        put_up(start_board);
        for (const std::string_view text : played) make(move_from_text(game.record().position(), text), 700);
        Terms terms = game.terms();
        terms.black = black;
        game.restore_terms(terms);
        EXPECT_EQ(game.resign(Color::white), Refusal::none);
        wait(100);
        EXPECT_EQ(game.state(), State::game_over) << fen();
        moves.assign(game.record().moves().begin(), game.record().moves().end());
        line = {move_from_text(game.before(6), "e8f7")};
    }
    /// What the engine finds after each number of half moves: a move, and a score for the side to move.
    std::vector<std::pair<std::string_view, Score>> found{{"e2e4", 20},  {"e7e5", -20}, {"d2d4", 300}, {"g8f6", 50},
                                                          {"h5d5", -50}, {"e8f7", 850}, {"a2a3", -850}};
    /// The line after 3. Qxf7+, and what the engine says where the queen stands elsewhere: so much is lost there, too.
    std::vector<Move> line;
    Score otherwise = 850;
    void search_all() {
        for (int i = 0; i < 60 && searching; ++i) search_one();
        EXPECT_FALSE(searching);
    }
    void search_one() {
        ASSERT_EQ(purpose, Purpose::grade);
        unsigned plies = 0;
        while (plies < found.size() && fen_of(game.before(plies + 1)) != fen_of(searched)) ++plies;
        const auto& [text, score] = plies < found.size() ? found[plies] : std::pair{std::string_view{}, otherwise};
        searching = false;
        game.engine_answer(text.empty() ? Move{} : move_from_text(searched, text),
                           plies == 5 ? std::span<const Move>(line) : std::span<const Move>{}, score, now);
        serve();
        turn();
    }
    void begin() {
        press(play_button, 1100);
        tap("c7");
        ASSERT_EQ(lit(Light::action) & squares({"g8"}), squares({"g8"}));
        tap("g8");
        ASSERT_EQ(game.state(), State::review);
    }
    /// Does what the lights ask for.
    void set_up() {
        for (int step = 0; step < 100; ++step) {
            if (const SquareSet wrong = lit(Light::clear); wrong != 0)
                put(board & ~wrong, 300);
            else if (const SquareSet missing = lit(Light::fill); missing != 0)
                put(board | SquareSet{1} << std::countr_zero(missing), 300);
            else
                return;
        }
        ADD_FAILURE() << picture();
    }
    bool is_as_played() const {
        return std::equal(moves.begin(), moves.end(), game.record().moves().begin(), game.record().moves().end())
               && game.result().ending == Ending::resignation;
    }
    std::vector<Move> moves;
};

TEST(Review, ShowsTheMovesThatHaveLostMostFromTheLastOneOn) {
    Review desk;
    desk.begin();
    desk.search_all();
    ASSERT_EQ(desk.game.state(), State::review);
    EXPECT_TRUE(desk.told("review 3. Qxf7+, loss ")) << desk.words.back();
    EXPECT_TRUE(desk.told("better Qd5")) << desk.words.back();
    desk.set_up();
    EXPECT_EQ(desk.board, occupied_squares(desk.game.before(5)));
    EXPECT_EQ(desk.lit(Light::target_blunder), squares({"f7"}));
    EXPECT_EQ(desk.lit(Light::hint_from), squares({"h5"})) << "it is the better move's as well";
    EXPECT_EQ(desk.lit(Light::hint_to), squares({"d5"}));
    desk.press(play_button);
    EXPECT_TRUE(desk.told("review 2. Qh5, loss 350, better d4")) << desk.words.back();
    desk.set_up();
    EXPECT_EQ(desk.board, occupied_squares(desk.game.before(3)));
    EXPECT_EQ(desk.lit(Light::target_blunder), squares({"d1", "h5"}));
    desk.press(play_button);
    EXPECT_TRUE(desk.told("review 1... a5, loss 280, better e5")) << desk.words.back();
    desk.set_up();
    desk.press(play_button);
    EXPECT_EQ(desk.game.state(), State::game_over);
    EXPECT_TRUE(desk.is_as_played());
}

// 3... Kxf7 captures the queen. On another square it is safe, and the loss is gone.
TEST(Review, TheReasonOfALossIsToldAndShown) {
    Review desk;
    desk.otherwise = 0;
    desk.begin();
    desk.search_all();
    EXPECT_TRUE(desk.told("better Qd5, reason piece left")) << desk.words.back();
    EXPECT_EQ(desk.lit(Light::reason), 0u) << "the pieces come first";
    desk.set_up();
    EXPECT_EQ(desk.lit(Light::reason), squares({"d4"}));
    desk.press(play_button);
    EXPECT_EQ(desk.words.back().find(", reason "), std::string::npos) << desk.words.back();
    desk.set_up();
    EXPECT_EQ(desk.lit(Light::reason), 0u);
}

TEST(Review, AReasonThatNoSearchProvesIsNotTold) {
    Review desk;
    desk.begin();
    desk.search_all();
    EXPECT_TRUE(desk.told("better Qd5"));
    EXPECT_FALSE(desk.told(", reason "));
}

TEST(Review, PlayEndsTheSearchForReasonsWithThoseThatAreKnown) {
    // Seven positions, then three searches for the first reason, or some for the second one.
    for (const int searches : {10, 13}) {
        Review desk;
        desk.otherwise = 0;
        desk.begin();
        for (int i = 0; i < searches; ++i) desk.search_one();
        ASSERT_TRUE(desk.searching);
        desk.press(play_button);
        EXPECT_FALSE(desk.searching);
        EXPECT_TRUE(desk.told("better Qd5")) << desk.words.back();
        EXPECT_EQ(desk.told(", reason piece left"), searches == 13);
        desk.set_up();
        EXPECT_EQ(desk.board, occupied_squares(desk.game.before(5)));
        for (int i = 0; i < 3; ++i) desk.press(play_button);
        EXPECT_EQ(desk.game.state(), State::game_over);
        EXPECT_FALSE(desk.told("better d4, reason "));
        EXPECT_TRUE(desk.is_as_played());
    }
}

TEST(Review, IsNoTakebackThoughThePiecesStandAsBefore) {
    Review desk;
    desk.begin();
    desk.search_all();
    desk.set_up();
    desk.press(play_button, 1100);
    ASSERT_EQ(desk.game.state(), State::menu);
    desk.press(play_button);
    desk.wait(5000);
    EXPECT_EQ(desk.game.state(), State::game_over);
    EXPECT_TRUE(desk.is_as_played());
    desk.put(occupied_squares(desk.game.record().position()), 3000);
    EXPECT_TRUE(desk.is_as_played());
    desk.put(occupied_squares(desk.game.before(desk.moves.size())), 3000);
    EXPECT_EQ(desk.game.record().size(), desk.moves.size() - 1) << "now the move is taken back";
}

TEST(Review, AManThatStandsWhereAnotherStoodIsExchanged) {
    Review desk;
    desk.begin();
    desk.search_all();
    // Before 3. Qxf7+ the pawn stood on f7; now the king does.
    EXPECT_EQ(desk.lit(Light::clear), squares({"f7"})) << desk.picture();
    desk.put(desk.board & ~squares({"f7"}), 300);
    EXPECT_EQ(desk.lit(Light::clear), 0u);
    EXPECT_NE(desk.lit(Light::fill), 0u);
}

TEST(Review, TheStartPositionIsANewGame) {
    Review desk;
    desk.begin();
    desk.search_all();
    desk.put(start_board, 3000);
    EXPECT_EQ(desk.game.state(), State::person_to_move);
    EXPECT_EQ(desk.game.record().size(), 0u);
    EXPECT_FALSE(desk.game.result());
}

TEST(Review, PlayEndsTheSearchWithWhatHasBeenFound) {
    Review desk;
    desk.begin();
    desk.search_one();
    desk.search_one();
    EXPECT_NE(desk.lit(Light::thinking), 0u);
    desk.search_one();
    desk.press(play_button);
    EXPECT_FALSE(desk.searching);
    EXPECT_TRUE(desk.told("review 3. Qxf7+"));
    desk.press(play_button);
    EXPECT_EQ(desk.game.state(), State::game_over);
}

TEST(Review, OfAGameWithoutLossesEndsAtOnce) {
    Review desk;
    desk.found.assign(desk.found.size(), {"a2a3", 0});
    desk.begin();
    desk.search_all();
    EXPECT_EQ(desk.game.state(), State::game_over);
    EXPECT_TRUE(desk.told("no move has lost a pawn"));
}

TEST(Review, OnlyPersonsMovesAreLookedBackAt) {
    Review desk(Seat::engine);
    desk.begin();
    desk.search_all();
    desk.press(play_button);
    desk.press(play_button);
    EXPECT_EQ(desk.game.state(), State::game_over) << "Black's move was the engine's";
    EXPECT_FALSE(desk.told("review 1... a5"));
}

TEST(Review, CanBeBegunOnTheLineOfAGameThatWasGiven) {
    Review before;
    Desk desk;
    desk.foreign = true;
    desk.board = before.board;
    desk.game.offer_exercises();
    EXPECT_EQ(desk.game.look_back_at_game(), Refusal::nothing_to_undo);
    desk.game.restore_terms(before.game.terms());
    ASSERT_EQ(desk.game.restore(""), FenError::none);
    for (const Move m : before.moves) ASSERT_EQ(desk.game.restore_move(m), RecordError::none);
    desk.game.restore_result(before.game.result());
    desk.game.offer(desk.now);
    desk.wait(1000);
    ASSERT_EQ(desk.game.state(), State::game_over);
    EXPECT_EQ(desk.game.look_back_at_game(), Refusal::none);
    desk.turn();
    EXPECT_EQ(desk.game.state(), State::review);
    EXPECT_TRUE(desk.searching);
}

TEST(Review, OfAGameThatGoesOnThereIsNone) {
    BegunDesk desk;
    desk.game.offer_exercises();
    EXPECT_EQ(desk.game.look_back_at_game(), Refusal::nothing_to_undo);
    EXPECT_EQ(desk.game.state(), State::person_to_move);
}

TEST(Review, ATakebackOnTheLineEndsIt) {
    Review desk;
    desk.begin();
    desk.search_all();
    ASSERT_EQ(desk.game.take_back(1), Refusal::none);
    desk.wait(100);
    EXPECT_EQ(desk.game.state(), State::restoring);
    EXPECT_EQ(desk.game.record().size(), desk.moves.size() - 1);
    desk.put(occupied_squares(desk.game.record().position()), 1500);
    EXPECT_EQ(desk.game.state(), State::person_to_move);
}

}  // namespace
}  // namespace stackmate::firmware::test
