// A game of a club, one that is played blindfold, and one in which the engine says which men move.
#include "host_tests/firmware/play/script.hpp"

namespace stackmate::firmware::test {
namespace {

const bool club = played("Club", R"(
UntilTheFirstHalfMoveTheMenuOpensAndAdviceIsGiven
    begin persons club, MENU -> menu
    MENU, PLAY -> hint

TheMenuStaysShutWhileTheGameGoesOn
    each: MENU
    each: PLAY/1500, 1000
    each: -e1, -e8/2500, +e1, +e8/1000
    begin persons club, e2e4, $1 -> person_to_move, moves 1, picture "e8 turn"

NoAdviceIsGiven
    each: PLAY
    each: HINT
    begin persons club, e2e4, $1 -> person_to_move, not searching

AMovePutBackIsAskedForAgain
    begin persons club, e2e4, -e4, +e2/2000 -> moves 1, restoring, picture "e2 clear, e4 fill"
    -e2, +e4/1500 -> moves 1, person_to_move

AlsoWhileTheEngineThinksAndAfterItsMove
    begin club, e2e4 -> engine_thinking
    -e4, +e2/2000 -> moves 1, restoring
    -e2, +e4/1500 -> engine_thinking
    answer e7e5, e7e5 -> moves 2
    -e5, +e7/2000 -> moves 2, restoring

NeitherDoesAPieceSlideOn
    begin persons club, d2d3 -> moves 1
    -d3/100, +d4/2000 -> only d2d3, restoring, picture "d3 fill, d4 clear"

CastlingInTwoGoesIsStillCastling
    set "r3k2r/pppq1ppp/2n2n2/8/8/2N2N2/PPPQ1PPP/R3K2R w KQkq - 0 1" persons club, h1f1/2000 -> moves 1
    -e1/200, +g1/2000 -> only e1g1, person_to_move

ALastMoveIsNotTakenBackAfterTheEndEither
    set "7k/5Q2/6K1/8/8/8/8/8 w - - 0 1" persons club, f7g7 -> game_over, ending checkmate
    -g7, +f7/2000 -> game_over, moves 1
    undo!club
    MENU -> menu

TheEngineMovesAtOnceButNobodyElseForIt
    begin club, e2e4, PLAY -> stopped
    answer e7e5, 1500, PLAY, 100 -> move_to_make

TheLineTakesNothingBackUnlessItEndsTheClub
    begin persons club, e2e4, undo!club -> moves 1
    settings persons, undo, turn -> moves 0

AProgramThatFollowsTheGameTakesBack
    begin persons club, follow, e2e4, host_undo, turn -> moves 0

ItBeginsInARunningGame
    begin persons, e2e4, MENU, tap f2 -> paused
    settings persons club, 100 -> person_to_move
    MENU -> person_to_move

AnAnalysisEndsWithIt
    begin persons, e2e4, MENU, tap e2 -> analysis
    settings persons club, 100 -> person_to_move, not searching

NorIsOneBegunBeforeTheFirstHalfMove
    begin persons club, MENU, tap e2, 100 -> menu

AnOpenMenuClosesWithIt
    begin persons, e2e4, MENU -> menu
    settings persons club, 100 -> person_to_move

SoDoesTheSettingUpOfAPosition
    begin persons, e2e4, MENU, tap g8 -> position_set_up
    settings persons club, 1500 -> person_to_move, moves 1

ButNotBeforeTheFirstHalfMove
    begin persons, MENU, tap g8, settings persons club, 100 -> position_set_up
    MENU -> menu

AMoveThatIsMadeForTheEngineIsItsOwnAgain
    begin, e2e4, answer e7e5, 1500, PLAY, 100 -> person_to_move
    settings club, 100 -> move_to_make

TheCoachIsSilent
    begin all club, 500 -> not searching
    -g1/300 -> target f3 h3, target_good none, not searching

KingsShowTheResult
    begin persons club, e2e4, d7d5 -> moves 2
    -e1, -e8, +d4, +e5/3000 -> game_over
)");

const bool blindfold = played("Blindfold", R"(
TheBoardIsDarkUntilItIsTheEnginesTurnToBeShown
    begin blindfold -> person_to_move, picture ""
    -e2/500 -> picture ""
    +e4/500 -> engine_thinking, picture ""
    candidate e7e5 -> picture ""
    answer e7e5, 100 -> picture "e5 move_to, e7 move_from"

AlsoInCheck
    set "4k3/8/8/8/8/8/4R3/K7 b - - 0 1" persons blindfold, 500 -> picture ""

WhatIsWrongIsShown
    begin blindfold, -e2, +e5/2000 -> correcting, picture "e2 fill, e5 clear"

AdviceIsShownToWhoAsksForIt
    begin blindfold, PLAY, answer e2e4 -> picture "e2 hint_from, e4 hint_to"

TheCoachShowsNothing
    begin all blindfold, grade 30, -g1/200, grade 25 -300 -> picture ""

AnAnalysisIsSeen
    begin persons blindfold, e2e4, MENU, tap e2, candidate e7e5 -> candidate_to e5

TheResultIsSeen
    set "7k/5Q2/6K1/8/8/8/8/8 w - - 0 1" persons blindfold, f7g7 -> winner g6
)");

const bool hand_and_brain = played("HandAndBrain", R"(
ThePersonWaitsForTheKindThenItsMenShine
    begin brain -> hint, purpose hint, picture "e1 turn"
    candidate g1f3 -> picture "e1 turn"
    answer g1f3 -> person_to_move, hint_from b1 g1, not told "hint"
    b1c3 -> moves 1, engine_thinking

AMoveOfAnotherKindIsPutBack
    begin brain, answer g1f3, -e2, +e4/2000 -> moves 0, correcting, picture "b1 hint_from, e1 turn, g1 hint_from, e2 fill, e4 clear"
    -e4, +e2/700 -> person_to_move, hint_from b1 g1, not searching

AKnightThatIsLiftedMayBePutBack
    begin brain, answer g1f3, -g1/300 -> target f3 h3
    +g1/700 -> person_to_move, hint_from b1 g1, thinks 1

AMoveBeforeTheKindIsKnownDoesNotCount
    begin brain, -e2, +e4/2000 -> moves 0, correcting
    -e4, +e2/700 -> hint
    answer e2e4, e2e4 -> moves 1

CastlingIsTheKings
    set "r3k2r/pppq1ppp/2n2n2/8/8/2N2N2/PPPQ1PPP/R3K2R w KQkq - 0 1" brain, answer e1g1 -> hint_from e1
    e1c1/2000 -> moves 1

ARooksMoveDoesNotBecomeCastling
    set "r3k2r/pppq1ppp/2n2n2/8/8/2N2N2/PPPQ1PPP/R3K2R w KQkq - 0 1" brain, answer h1f1 -> hint_from a1 h1
    h1f1/2000 -> moves 1
    -e1/200, +g1/3000 -> only h1f1, engine_thinking

NoBetterAdviceIsGiven
    each: PLAY
    each: HINT
    each: MENU, tap a2
    begin brain, answer g1f3, $1, 100 -> thinks 1, not searching

PlayHurriesIt
    begin brain, PLAY -> stopped

OnlyAgainstTheEngine
    each: persons
    each: engine_first
    begin $1 brain -> not hint

EachTurnHasItsKind
    begin brain, answer g1f3, g1f3, answer e7e5, obey -> hint
    answer d2d4 -> hint_from a2 b2 c2 d2 e2 f2 g2 h2
    d2d4 -> moves 3

APersonWhoMovesForTheEngineIsFree
    begin brain, answer g1f3, g1f3, answer e7e5, 1500, PLAY, 100 -> person_to_move, not searching
    d7d5 -> moves 2, hint

ItMayBeTurnedOnAndOffInATurn
    begin, settings brain, 100 -> hint
    answer g1f3 -> hint_from b1 g1
    settings s3, 100 -> hint_from g1, hint_to f3
    e2e4 -> moves 1
)");

}  // namespace
}  // namespace stackmate::firmware::test
