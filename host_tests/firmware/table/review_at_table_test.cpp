// A finished game looked back at with the engine and the store.
#include "host_tests/firmware/table/script.hpp"

namespace stackmate::firmware::test {
namespace {

const bool review = at_table("ReviewAtTheTable", R"(
TheWorstMoveIsFoundAndABetterOne
    begin "black person", e2e4, e7e5, f1c4, b8c6, d1h5, g8f6, h5f7 -> game_over
    say "board review", 20000 -> review, heard "info string board review 3... Nf6, loss ", heard ", reason allowed mate\n"
    -> clear f6 f7, lit h5 fill
    say "board" -> heard "info string board state review ply 7\n", heard "result 1-0 checkmate\n"
    PLAY/1100 -> menu
    PLAY -> game_over, moves 7

TheReasonIsSought
    begin "black person", d2d4, g8f6, c1g5, c7c6, e2e3, d8a5, say "board resign white" -> game_over
    say "board review", 60000 -> review, heard "info string board review 3. e3, loss ", heard ", reason fork\n"

ALossWithoutAReasonHasNone
    begin "black person", e2e4, e7e5, f2f4, e5f4, e1f2, d8h4, say "board resign white" -> game_over
    say "board review", 60000 -> review, heard "info string board review 3. Kf2, loss 116, better Nf3\n"

AProgramsMovesAreNotAPersons
    begin, say "setoption name Player value Board" "position startpos moves f2f3" "go", f2f3, e7e5
    say "position startpos moves f2f3 e7e5 g2g4" "go", g2g4, d8h4 -> game_over
    say "board review", 60000 -> game_over, heard "info string board review: no move has lost a pawn\n"

NorAreTheyWhenTheProgramHasGone
    begin, say "setoption name Player value Board" "position startpos moves f2f3" "go", f2f3, e7e5
    say "position startpos moves f2f3 e7e5 g2g4" "go", g2g4, d8h4 -> game_over
    say "quit", 200, say "board pgn", 500 -> heard "[White \"Remote\"]\n[Black \"Person\"]"
    say "board review", 60000 -> game_over, heard "info string board review: no move has lost a pawn\n"

APowerCutEndsIt
    begin "black person", e2e4, e7e5, f1c4, b8c6, d1h5, g8f6, h5f7, say "board review", 20000 -> review
    restart, 300 -> setup
    say "board review", 500 -> setup, heard "info string board error: "

AGameThatGoesOnHasNone
    begin "black person", e2e4, say "board review", 500 -> person_to_move
    -> heard "info string board error: "
)");

}  // namespace
}  // namespace stackmate::firmware::test
