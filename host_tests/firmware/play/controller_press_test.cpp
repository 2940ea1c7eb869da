// A square is tapped, and the hand goes on to a button before the tap counts.
#include "host_tests/firmware/play/script.hpp"

namespace stackmate::firmware::test {
namespace {

// How long the square is changed, and how long the hand is on its way.
const ScriptText hands = R"(
    each: 80 ; 600
    each: 80 ; 300
    each: 300 ; 300
    each: 1000 ; 700
    each: 1000 ; 1300
)";

const bool tap_for_no = played("TapAndPress", R"(
NoIsNoAndTheButtonSaysNothingElse
    each: 80 ; 600 ; goes_on
    each: 80 ; 300 ; person_to_move  # it was meant for the question: no hint
    each: 300 ; 300 ; person_to_move
    each: 1000 ; 700 ; goes_on
    each: 1000 ; 1300 ; goes_on
    begin, e2e4, answer e7e5, obey, MENU, tap h2 -> question  # does White resign?
    flip d5, $1, flip d5, $2, PLAY, 1600 -> goes_on, $3
)");

const bool tap_and_press = played("TapAndPress", R"(
AButtonThatIsHeldForNoIsNoYesBecauseItWaits
    begin, e2e4, answer e7e5, obey, MENU, tap h2 -> question
    flip a5, $1, flip a5, $2, PLAY/1100, 1600 -> goes_on, not question  # no answer, but a square

YesByAButtonIsHeardBehindATapThatAnswersNothing
    begin, e2e4, answer e7e5, obey, MENU, tap h2 -> question
    flip a5, $1, flip a5, $2, PLAY, 1600 -> ending resigned

TheSideThatWasTappedIsToMove
    begin, MENU, tap g8 -> position_set_up
    PLAY x12, flip e5, $1, flip e5, $2, PLAY, 1600 -> fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1

TheLevelThatWasTappedIsChosen
    begin, MENU, flip e4, $1, flip e4, $2, PLAY, 1600 -> level t5, person_to_move  # and PLAY has closed the menu

ThePieceThatWasTappedIsChosen
    set "7k/P7/8/8/8/8/8/K7 w - - 0 1" persons, a7a8 -> promotion_choice
    flip a4, $1, flip a4, $2, PLAY, 1600 -> moves 1, fen N6k/8/8/8/8/8/8/K7 b - - 0 1

TheSquareThatWasNamedIsLeftOut
    begin, MENU, tap b7, tap a3, flip h5, $1, flip h5, $2, PLAY, 1600 -> marked a5
)",
                                  hands);

const bool press = played("Press", R"(
OfPieceAfterPieceInASetUpIsHeardAtOnce
    # The king is put straight; the queen is asked.
    begin, MENU, tap g8, flip e1, 200, flip e1, 100, PLAY -> kind_placed d1

IsHeardWhereASquareFlickers
    begin, MENU
    3 times: flip e5, 250
    PLAY
    4 times: flip e5, 250
    -> not menu

BehindATapIsObeyedInItsTurn
    each: MENU/30, 50, PAUSE/30 ; paused
    each: PAUSE/30, 50, MENU/30 ; menu, told "paused"
    each: MENU/30, MENU/30, MENU/30 ; person_to_move
    each: MENU/30, MENU/30, MENU/30, MENU/30 ; menu
    begin, MENU, flip e7, 80, flip e7, 100, $1 -> menu  # it waits for the tap, which means nothing there
    1600 -> $2

ThatWasMeantForOneQuestionDoesNotAnswerTheNext
    each: PLAY
    each: PLAY/1100
    desk persons, up start, ignore a3 c3, 100, dead a3 c3, -b1/5000 -> question, asked b1 a3  # or in the air?
    +d5/80, -d5/300 -> asked b1 a3  # no
    $1, 1000 -> moves 0, question, asked b1 c3
)");

}  // namespace
}  // namespace stackmate::firmware::test
