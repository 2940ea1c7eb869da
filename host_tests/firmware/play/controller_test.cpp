// The game controller through its public face: hands, buttons, an engine that answers, and what the lights say.
#include "host_tests/firmware/play/hands.hpp"

namespace stackmate::firmware::test {
namespace {

TEST(Controller, AGameBeginsWhenThePiecesStandAsTheyShould) {
    Desk desk;
    desk.game.start(desk.now);
    desk.put_up((start_board & ~squares({"e2", "d8"})) | squares({"e4"}));
    EXPECT_EQ(desk.game.state(), states::State::setup);
    EXPECT_EQ(desk.lit(Light::fill), squares({"e2", "d8"}));
    EXPECT_EQ(desk.lit(Light::clear), squares({"e4"}));
    desk.put_up(start_board, 900);
    EXPECT_EQ(desk.game.state(), states::State::setup) << "hands may still be at it";
    desk.wait(300);
    EXPECT_EQ(desk.game.state(), states::State::person_to_move);
    ASSERT_FALSE(desk.changes.empty());
    EXPECT_EQ(desk.changes[0].kind, Change::Kind::new_game);
    EXPECT_EQ(desk.picture(), "e1 turn");
}

TEST(Controller, APersonMovesAndTheEnginesMoveIsShownUntilItIsMade) {
    BegunDesk desk;
    desk.move("e2e4");
    EXPECT_EQ(desk.game.state(), states::State::engine_thinking);
    ASSERT_TRUE(desk.searching);
    EXPECT_EQ(desk.purpose, Purpose::move);
    desk.candidate("e7e5");
    EXPECT_EQ(desk.picture(), "e5 candidate_to, e7 candidate_from, e8 thinking");
    desk.answer("c7c5");
    EXPECT_EQ(desk.game.state(), states::State::move_to_make);
    EXPECT_EQ(desk.picture(), "c5 move_to, c7 move_from, e8 turn");
    EXPECT_EQ(desk.told_moves.size(), 1u) << "the engine's move counts when it stands on the board";
    desk.lift("c7");
    EXPECT_EQ(desk.picture(), "c5 move_to, e8 turn");
    desk.place("c5");
    EXPECT_EQ(desk.game.state(), states::State::person_to_move);
    EXPECT_EQ(desk.told_moves.size(), 2u);
    EXPECT_TRUE(desk.told("move 1... c5 c7c5"));
}

TEST(Controller, MateEndsTheGameAndThePiecesSetUpBeginTheNext) {
    BegunDesk desk{two_persons};
    for (const char* text : {"f2f3", "e7e5", "g2g4", "d8h4"}) desk.move(text);
    EXPECT_EQ(desk.game.state(), states::State::game_over);
    EXPECT_EQ(desk.told_result, (GameResult{Ending::checkmate, Winner::black}));
    EXPECT_EQ(desk.lit(Light::winner), squares({"e8"}));
    EXPECT_EQ(desk.lit(Light::loser), squares({"e1"}));
    desk.put_up(start_board & ~squares({"d8", "f2", "g2", "e7"}));
    EXPECT_EQ(desk.game.state(), states::State::setup);
    EXPECT_EQ(desk.lit(Light::fill), squares({"d8", "f2", "g2", "e7"}));
    desk.put_up(start_board);
    EXPECT_EQ(desk.game.state(), states::State::person_to_move);
    EXPECT_TRUE(desk.told_moves.empty());
    EXPECT_FALSE(desk.told("abandoned"));
}

TEST(Controller, ThePiecesOfAGameOfTwoMovesPutUpAgainBeginTheNext) {
    BegunDesk desk{two_persons};
    for (const char* text : {"d2d3", "a7a6"}) desk.move(text);
    desk.press(menu_button);
    desk.tap("h2");
    desk.press(play_button);
    ASSERT_EQ(desk.game.state(), states::State::game_over);
    for (const char* square : {"a6", "d3"}) desk.lift(square);
    for (const char* square : {"a7", "d2"}) desk.place(square);
    EXPECT_EQ(desk.game.state(), states::State::person_to_move);
    EXPECT_FALSE(desk.told("taken back"));
    EXPECT_TRUE(desk.told("new game"));
    EXPECT_EQ(desk.game.record().size(), 0u);
}

}  // namespace
}  // namespace stackmate::firmware::test
