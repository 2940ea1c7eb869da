// The game controller through its public face: hands, buttons, an engine that answers, and what the lights say.
#include "host_tests/firmware/play/script.hpp"

namespace stackmate::firmware::test {
namespace {

const bool controller = played("Controller", R"(
APersonMovesAndTheEnginesMoveIsShownUntilItIsMade
    begin, e2e4 -> engine_thinking, searching, purpose move
    candidate e7e5 -> picture "e5 candidate_to, e7 candidate_from, e8 thinking"
    answer c7c5 -> move_to_make, picture "c5 move_to, c7 move_from, e8 turn", moves 1
    # the engine's move counts when it stands on the board
    -c7 -> picture "c5 move_to, e8 turn"
    +c5 -> person_to_move, moves 2, told "move 1... c5 c7c5"

MateEndsTheGameAndThePiecesSetUpBeginTheNext
    begin persons, f2f3, e7e5, g2g4, d8h4 -> game_over, result checkmate 0-1, winner e8, loser e1
    up start -d8 -f2 -g2 -e7 -> setup, fill d8 f2 g2 e7
    up start -> person_to_move, moves 0, not told "abandoned"

ThePiecesOfAGameOfTwoMovesPutUpAgainBeginTheNext
    begin persons, d2d3, a7a6, MENU, tap h2, PLAY -> game_over
    -a6, -d3, +a7, +d2 -> person_to_move, not told "taken back", told "new game", moves 0
)");

TEST(Controller, AGameBeginsWhenThePiecesStandAsTheyShould) {
    Desk desk;
    desk.game.start(desk.now);
    run(desk, R"(
        up start -e2 -d8 +e4 -> setup, fill e2 d8, clear e4
        up/900 start -> setup  # hands may still be at it
        300 -> person_to_move)");
    ASSERT_FALSE(desk.changes.empty());
    EXPECT_EQ(desk.changes[0].kind, Change::Kind::new_game);
    EXPECT_EQ(desk.picture(), "e1 turn");
}

}  // namespace
}  // namespace stackmate::firmware::test
