// A game on the board: corrections, takebacks, promotions, draws, clocks, and what the lights say to each.
#include "host_tests/firmware/play/script.hpp"

namespace stackmate::firmware::test {
namespace {

const bool controller_castling = played("ControllerCastling", R"(
IsNoMoreWhenTheAnswerStandsOnTheBoard
    set "r3k2r/pppq1ppp/8/8/8/8/PPPQ1PPP/R3K2R w KQkq - 0 1", -h1/200, +f1/2000, answer d7d5, obey -> moves 2
    -e1/200, +g1/3000 -> correcting, moves 2

AKingThatRestsOnItsWayForASecondHasNotMoved
    set "r3k2r/pppq1ppp/8/8/8/8/PPPQ1PPP/R3K2R w KQkq - 0 1" persons, -e1/200, +f1/1200 -> moves 0
    -f1/200, +g1/600, -h1/200, +f1/500 -> only e1g1, not told "taken back"

TakesHoweverLongBothHalvesTake
    each: -h1/200, +f1/2000 ; h1f1 ; -e1/200, +g1/500 ; e1g1
    each: -a1/200, +d1/2000 ; a1d1 ; -e1/200, +c1/500 ; e1c1
    each: -e1/200, +f1/2000 ; e1f1 ; -f1/200, +g1/600, -h1/200, +f1/500 ; e1g1
    each: -e1/200, +d1/2000 ; e1d1 ; -d1/200, +c1/600, -a1/200, +d1/500 ; e1c1
    set "r3k2r/pppq1ppp/8/8/8/8/PPPQ1PPP/R3K2R w KQkq - 0 1" persons, $1 -> only $2
    $3 -> only $4, person_to_move, picture "e8 turn"
    e8g8 -> moves 2

MayBeCompletedWhileTheEngineThinks
    each: -h1/200, +f1/2000 ; -e1/200, +g1/500 ; e1g1
    each: -a1/200, +d1/2000 ; -e1/200, +c1/500 ; e1c1
    each: -e1/200, +f1/2000 ; -f1/200, +g1/600, -h1/200, +f1/500 ; e1g1
    each: -e1/200, +d1/2000 ; -d1/200, +c1/600, -a1/200, +d1/500 ; e1c1
    set "r3k2r/pppq1ppp/8/8/8/8/PPPQ1PPP/R3K2R w KQkq - 0 1", $1 -> engine_thinking, not pending
    $2 -> only $3, engine_thinking, not pending

MayBeCompletedWhileTheEnginesAnswerIsShown
    each: -h1/200, +f1/2000 ; -e1/200, +g1/500 ; e1g1
    each: -a1/200, +d1/2000 ; -e1/200, +c1/500 ; e1c1
    each: -e1/200, +f1/2000 ; -f1/200, +g1/600, -h1/200, +f1/500 ; e1g1
    each: -e1/200, +d1/2000 ; -d1/200, +c1/600, -a1/200, +d1/500 ; e1c1
    set "r3k2r/pppq1ppp/8/8/8/8/PPPQ1PPP/R3K2R w KQkq - 0 1", $1 -> engine_thinking
    answer d7d5 -> pending
    $2 -> only $3, engine_thinking, not pending  # the answer was one to another move

TheFirstHalfIsTakenBackAsAnyMove
    each: -h1/200, +f1/2000, -f1/200, +h1/2000
    each: -a1/200, +d1/2000, -d1/200, +a1/2000
    each: -e1/200, +f1/2000, -f1/200, +e1/2000
    each: -e1/200, +d1/2000, -d1/200, +e1/2000
    set "r3k2r/pppq1ppp/8/8/8/8/PPPQ1PPP/R3K2R w KQkq - 0 1", $1 -> moves 0, person_to_move

MayBeCompletedAfterARookThatMates
    set "4rkr1/4p1p1/8/8/8/8/8/4K2R w K - 0 1" persons, -h1/200, +f1/2000 -> game_over
    -e1/200, +g1/500 -> only e1g1, result checkmate 1-0

OfAProgramsGameTheFirstHalfStays
    set "r3k2r/pppq1ppp/8/8/8/8/PPPQ1PPP/R3K2R w KQkq - 0 1" persons, follow, turn
    -h1/200, +f1/2000 -> only h1f1  # the program has it
    -e1/200, +g1/2000 -> only h1f1, restoring, fill e1, clear g1
)");

const bool controller_slide = played("ControllerSlide", R"(
GoesOnAsLongAsNobodyElseHasMoved
    each: begin ; -e2/30, +e3/500 ; e2e3 ; answer e7e5 ; -e3/50, +e4 ; e2e4
    each: begin persons ; -e2/30, +e3/500 ; e2e3 ; 10 ; -e3/50, +e4 ; e2e4
    each: begin c7 ; -e2/30, +e3/500 ; e2e3 ; 10 ; -e3/50, +e4 ; e2e4
    each: set "4k3/p7/8/8/8/8/8/R3K3 w - - 0 1" ; -a1/30, +a3/1600 ; a1a3 ; 10 ; -a3/50, +a5 ; a1a5
    each: set "4k3/p7/8/8/8/8/8/R3K3 w - - 0 1" persons ; -a1/30, +a3/1600 ; a1a3 ; 10 ; -a3/50, +a5 ; a1a5
    each: set "4k3/p7/8/8/8/8/8/B3K3 w - - 0 1" ; -a1/30, +c3/500 ; a1c3 ; answer a7a6 ; -c3/50, +d4/50, -d4/50, +h8 ; a1h8
    each: set "4k3/p7/8/8/8/8/8/Q3K3 w - - 0 1" ; -a1/30, +b2/500 ; a1b2 ; answer a7a6 ; -b2/50, +f6 ; a1f6
    # what it takes is lifted first or last
    each: set "4k3/p7/8/8/8/8/8/R3K3 w - - 0 1" ; -a1/30, +a3/1600 ; a1a3 ; answer e8e7 ; -a3/50, -a7/50, +a7 ; a1a7
    each: set "4k3/p7/8/8/8/8/8/R3K3 w - - 0 1" persons ; -a1/30, +a3/1600 ; a1a3 ; 10 ; -a7/50, -a3/50, +a7 ; a1a7
    $1, $2 -> only $3
    $4 -> only $3
    $5 -> only $6, not pending

AndOnAgain
    set "4k3/p7/8/8/8/8/8/R3K3 w - - 0 1", -a1/30, +a3/1600, -a3/30, +a4/500, -a4/30, +a6 -> only a1a6, engine_thinking
    a6a1/2000 -> moves 0, person_to_move

ShowsWhereItMayGo
    begin, e2e3, -e3/300 -> target e2 e4

EndsWhenTheAnswerHasBegun
    begin, e2e3, answer e7e5, -e7/200, -e3/50, +e4/2000 -> only e2e3, clear e4, fill e3

EndsWhenTheAnswerStandsOnTheBoard
    begin persons, e2e3, e7e5, -e3/50, +e4/2000 -> moves 3, fen "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 2"

ToWhereThePieceMayNotGoIsShownAsWrong
    each: begin ; -e2/30, +e3/500 ; e2e3 ; -e3/50, +e5/2000 ; clear e5, fill e3
    each: set "4k3/8/8/8/8/p7/8/R3K3 w - - 0 1" ; -a1/30, +a2/500 ; a1a2 ; -a2/50, +a4/2000 ; clear a4, fill a2
    each: set "4k3/8/8/8/8/p7/8/R3K3 w - - 0 1" ; -a1/30, +a2/500 ; a1a2 ; -a2/50, +b2/2000 ; clear b2, fill a2
    each: set "4k3/8/8/8/8/p7/8/N3K3 w - - 0 1" ; -a1/30, +b3/500 ; a1b3 ; -b3/50, +c5/2000 ; clear c5, fill b3
    $1, $2 -> only $3
    $4 -> only $3, $5

OfTheOtherSidesCaptureIsNone
    set "4k3/8/1p6/r7/8/8/8/R3K3 w - - 0 1" persons, -a1/30, +a4/1600 -> only a1a4
    -a4/200, -a5/200, +a5/900 -> only a1a4   # it takes, and may put its rook back first
    -a5/200, +a4/600 -> moves 2

OfAProgramsGameItStays
    begin persons, follow, turn, e2e3 -> only e2e3
    -e3/50, +e4/2000 -> only e2e3, restoring, fill e3, clear e4
)");

const bool controller_other_move = played("ControllerOtherMove", R"(
PlayOnTheEnginesMoveLetsThePersonMakeAnother
    begin, e2e4, answer e7e5, 1000, PLAY -> person_to_move, not pending, not searching
    -e7/300 -> target e5 e6
    +e7/300, d7d5 -> moves 2, person_to_move, not searching
    e4d5 -> engine_thinking, purpose move

ItsOwnMoveShinesAsAdviceAndComesBackWithAnotherPress
    begin, e2e4, answer e7e5, 1000, PLAY -> person_to_move, hint_from e7, hint_to e5
    PLAY -> move_to_make, pending, move_from e7, move_to e5
    obey -> person_to_move, moves 2

AlsoIfTheEngineIsGivenTheSide
    begin, e2e4, answer e7e5, 1000, PLAY -> person_to_move, not pending
    MENU, tap b8, MENU -> move_to_make, pending

APieceThatIsPutBackIsNoMove
    begin, e2e4, answer e7e5, 1000, PLAY, -d7/300, +d7/300 -> person_to_move, moves 1
    PLAY -> move_to_make, pending

APressThatWasToHurryItChangesNothing
    begin, e2e4, PLAY -> stopped
    answer e7e5, PLAY -> move_to_make, pending

ItMayPromote
    set "4k3/8/8/8/8/8/p6K/8 w - - 0 1", h2g2, answer a2a1q, 1000, PLAY, a2a1 -> promotion_choice
    tap a5 -> moves 2, fen "4k3/8/8/8/8/8/6K1/n7 w - - 0 2"

NobodysTimeRunsMeanwhile
    begin c7, e2e4, answer e7e5, 1000, PLAY, note, 5000 -> clock white noted, clock black noted
    MENU, 5000, MENU -> clock white noted, clock black noted

TheNextMoveIsTheEnginesAgain
    each: up/1800 start ; e2e4
    each: d7d5 ; d2d4
    begin, e2e4, answer e7e5, 1000, PLAY, $1 -> person_to_move
    $2 -> engine_thinking

OnlyTheEnginesMoveIsChosen
    begin, claim, e2e4, remote e7e5, 1000, PLAY -> move_to_make, pending

WhoTakesTheSideOverKeepsIt
    begin, e2e4, answer e7e5, 1000, PLAY, settings persons, d7d5, g1f3 -> person_to_move, moves 3
)");

const bool controller_long_takebacks = played("ControllerLongTakebacks", R"(
AnyEarlierPositionOfTheGameThatThePiecesShowIsTakenBackTo
    begin persons, e2e4, e7e5, g1f3, b8c6, f1b5, up start -e2 +e4 -e7 +e5, 3000 -> person_to_move, moves 2, told "taken back"

WhicheverPieceGoesBackFirst
    begin persons, e2e4, e7e5, g1f3, b8c6, f1b5, a7a6
    -f3/200, +g1/700, -c6/200, +b8/900, -a6/200, +a7/600, -b5/200, +f1/2600 -> moves 2, person_to_move
    d2d4 -> moves 3

OfThreePliesIsNoCastlingThatTheLastOneBegan
    set "r3k2r/pppq1ppp/8/8/8/8/PPPQ1PPP/R3K2R w KQkq - 0 1" persons, a2a3, a7a6, -h1/200, +f1/2000 -> moves 3
    up start -b1 -c1 -d1 -f1 -g1 -e2 -b8 -c8 -d8 -f8 -g8 -e7, 3000 -> moves 0, not told "O-O"

WhileTheEngineThinksAndWhileItsMoveIsShown
    begin, e2e4, answer e7e5, obey, g1f3, answer b8c6, obey, f1b5 -> engine_thinking
    up start -e2 +e4 -e7 +e5, 3000 -> person_to_move, moves 2
    g1f3, answer b8c6, obey, f1b5, answer a7a6 -> move_to_make
    up start -e2 +e4 -e7 +e5, 3000 -> person_to_move, moves 2

ACapturedPieceStandsAgain
    begin persons, e2e4, d7d5, e4d5, d8d5, b1c3 -> moves 5
    up start -e2 +e4 -d7 +d5, 3000 -> moves 2

AProgramsGameStays
    begin persons, e2e4, e7e5, g1f3, b8c6, f1b5, follow, turn, up start -e2 +e4 -e7 +e5, 3000 -> moves 5

WhatTheGameNeverHadStaysWrong
    begin persons, e2e4, e7e5, g1f3, b8c6, f1b5, up start -e2 +e4 -e7 +e5 -a2, 5000 -> moves 5
)");

const bool controller_corrections = played("ControllerCorrections", R"(
AnIllegalMoveIsShownAndPutRight
    begin, -e2 -> target e3 e4
    +e5 -> correcting, picture "e1 turn, e2 fill, e5 clear", told "not a legal move"
    -e5 -> person_to_move
    +e4 -> engine_thinking

TheWrongPieceMovedForTheEngineIsShown
    begin, e2e4, answer e7e5, d7d5 -> correcting, fill d7, clear d5, move_from e7  # and what was asked
    -> moves 1
    -d5, +d7 -> move_to_make
    obey -> person_to_move

TheRookForgottenInCastlingGlows
    set "4k3/8/8/8/8/8/8/4K2R w K - 0 1" persons, -e1, +g1/1600 -> unfinished, clear h1, fill f1
    -h1, +f1 -> fen 4k3/8/8/8/8/8/8/5RK1 b - - 1 1

ThePawnTakenInPassingIsAskedToGo
    set "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1" persons, -e5, +d6 -> unfinished, clear d5
    -d5/400 -> fen 4k3/8/3P4/8/8/8/8/4K3 b - - 0 1

CheckIsShownOnTheKing
    set "4k3/8/8/8/8/8/3R4/4K3 w - - 0 1" persons, d2e2 -> picture "e8 check"

AfterTheEngineHasThoughtWhatIsWrongMustStillBePutRight
    begin, e2e4, -g1/800 -> engine_thinking, fill g1
    answer e7e5, 400 -> correcting
    +g1 -> move_to_make

AnExchangeOnOneSquareIsNoFlickering
    set "5rk1/4qp2/8/8/2B5/8/5R2/5RK1 w - - 0 1" persons
    -f7, -c4, +f7, -f7, -f8, +f7, -f7, -f2, +f7, -f7, -e7, +f7, -f7, -f1, +f7, -f7, -g8, +f7
    -> moves 6, not told "flickers"
)");

const bool controller_takebacks = played("ControllerTakebacks", R"(
PuttingThePieceBackWhileTheEngineThinksTakesTheMoveBack
    begin, e2e4 -> searching
    -e4 -> target e2
    +e2 -> person_to_move, not searching, cancels 1, moves 0, told "taken back 1 half move"

AMateIsTakenBackAndTheGameGoesOn
    begin persons, f2f3, e7e5, g2g4, d8h4 -> game_over
    h4d8/500 -> person_to_move, goes_on, goes_on
    d8h4 -> result checkmate 0-1  # told again

FromTheMenuThePiecesAreAskedBack
    begin persons, e2e4, MENU, tap b2 -> restoring, picture "e2 fill, e4 clear"
    -e4, +e2/700 -> person_to_move, fen start

BothLastMovesMayBeTakenBackOneAfterTheOtherAndAgain
    begin, e2e4, answer e7e5, obey, g1f3, answer b8c6, obey -> moves 4
    c6b8/500 -> engine_thinking  # it is the engine's turn again
    f3g1/500 -> person_to_move, moves 2
    e5e7/500, answer e7e6, e4e2/500 -> person_to_move, moves 0, not searching  # also while its move waits
)");

const bool steps_back = played("StepsBack", R"(
MayBeginWithTheOwnPiece
    each: "2b1k3/8/8/8/8/8/8/2B1K3 w - - 0 1" ; c1f4 ; c8f5 ; -f4/100, +c1/250, -f5/150, +c8
    each: "4k3/p7/8/8/8/8/P7/4K3 w - - 0 1" ; e1e2 ; e8e7 ; -e2/100, +e1/250, -e7/150, +e8
    each: "r3k3/8/8/8/8/8/8/R3K3 w - - 0 1" ; a1a3 ; a8a6 ; -a3/100, +a1/250, -a6/150, +a8
    each: "4k2r/8/8/8/8/8/8/4K2R w Kk - 0 1" ; h1f1 ; h8f8 ; -f1/100, +h1/250, -f8/150, +h8
    each: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1" ; g1f3 ; g8f6 ; -f3/100, +g1/250, -f6/150, +g8
    each: "4k3/8/8/8/8/8/4K3/Q6q w - - 0 1" ; a1h1 ; e8e7 ; -h1/100, +a1/250, -e7/150, +e8/200, +h1
    each: "2b1k3/8/8/8/8/8/8/2B1K3 w - - 0 1" ; c1f4 ; c8f5 ; -f4/100, +c1/1300, -f5/1300, +c8
    set $1 persons, $2, $3, $4, 3000 -> moves 0, told "taken back 2 half moves"

MayBeginWithTheOwnPieceAgainstTheEngine
    begin, g1f3, answer g8f6, obey -> moves 2
    -f3/100, +g1/250, -f6/150, +g8/3000 -> person_to_move, moves 0

AreMovesWhenTheOtherSideMovesAtOnceAsWell
    set "2b1k3/8/8/8/8/8/8/2B1K3 w - - 0 1" persons, c1f4, c8f5
    -f4/100, +c1/250, -e8/150, +e7/700 -> moves 4
    c1f4, f5g6, -f4/100, +c1/250, -g6/150, +h7/700 -> moves 8
    c1f4/1600, h7g6/1600, -f4/100, +c1/250, -g6/1400 -> moves 10
    200 -> moves 11  # nobody takes back so slowly
)");

const bool controller_promotion = played("ControllerPromotion", R"(
TheChoiceLightsUpAndATapChooses
    set "7k/4P3/8/8/8/8/8/K7 w - - 0 1" persons, e7e8
    -> promotion_choice, picture "e4 promotion, e5 promotion, e6 promotion, e7 promotion_default"
    tap e4 -> fen 4N2k/8/8/8/8/8/8/K7 b - - 0 1

PlayTakesTheQueen
    set "7k/4P3/8/8/8/8/8/K7 w - - 0 1" persons, e7e8, PLAY -> fen 4Q2k/8/8/8/8/8/8/K7 b - - 0 1

FiveSecondsOfNothingTakeTheQueenButNotWhileHandsAreBusy
    set "7k/4P3/8/8/8/8/8/K7 w - - 0 1" persons, e7e8, 4000, -e8/6000 -> promotion_choice  # the pawn is being exchanged
    +e8/4000 -> promotion_choice
    1200 -> fen 4Q2k/8/8/8/8/8/8/K7 b - - 0 1

ThePawnPutBackIsNoMove
    set "7k/4P3/8/8/8/8/8/K7 w - - 0 1" persons, e7e8, -e8, +e7 -> person_to_move
    6000 -> moves 0

BlackChoosesOnItsOwnSide
    set "k7/8/8/8/8/8/1p6/R6K b - - 0 1" persons, b2a1
    -> picture "a2 promotion_default, a3 promotion, a4 promotion, a5 promotion"
    tap a3 -> fen k7/8/8/8/8/8/8/r6K w - - 0 2

TheEnginesChoiceIsShown
    set "7k/4P3/8/8/8/8/8/K7 w - - 0 1" engine_first -> searching
    answer e7e8n -> picture "a1 turn, e4 promotion_default, e7 move_from, e8 move_to"
    obey -> fen 4N2k/8/8/8/8/8/8/K7 b - - 0 1, game_over  # king and knight against king

TheEnginesQueenDoesNotHideWhereThePawnIsToBeTakenFrom
    set "7k/4P3/8/8/8/8/8/K7 w - - 0 1" engine_first, answer e7e8q -> picture "a1 turn, e7 move_from, e8 move_to"
)");

const bool controller_engine = played("ControllerEngine", R"(
PlayMakesItMoveNowAndOneStopIsEnough
    begin, e2e4, PLAY -> stopped
    PLAY, answer e7e5 -> move_to_make  # Desk fails on a second stop

ItPlaysBothSidesWhenToldSo
    begin engines, answer e2e4, obey, answer e7e5, obey, answer g1f3, obey -> moves 3, engine_thinking

LimitsAreTheLevels
    begin d4, e2e4 -> depth 4, not has_move_time

AHintIsShownUntilAMoveIsMade
    begin, PLAY -> hint, purpose hint, has_move_time
    answer d2d4 -> person_to_move, picture "e1 turn, d2 hint_from, d4 hint_to", told "hint: d4 d2d4"
    PLAY -> not searching  # it has been given
    e2e4 -> hint_from none

AMoveMadeWhileAHintIsSoughtEndsTheSearch
    begin persons, HINT -> searching
    e2e4 -> not searching, person_to_move, moves 1

AnalysisShowsTheScoreAsABarAndFollowsTheMoves
    begin, MENU, tap e2 -> analysis, purpose analysis, infinite
    candidate e2e4 160 -> good_for_white h1 h2 h3 h4 h5 h6, good_for_black h7 h8, candidate_to e4
    e2e4 -> analysis, searching
    candidate e7e5 700 -> good_for_white none  # Black's view
    PLAY -> engine_thinking, purpose move

ChangingSidesLetsItMoveForThePerson
    begin, MENU, tap c2 -> engine_thinking, white engine, black person
    answer e2e4, obey -> person_to_move

AnAnswerThatIsNoMoveIsReplacedByALegalOne
    begin, e2e4, answer none -> move_to_make, pending  # and what waits is always legal
)");

const bool controller_pause = played("ControllerPause", R"(
NothingCountsUntilItEnds
    begin, e2e4, PAUSE -> picture "a1 paused, h1 paused, a8 paused, h8 paused", not searching
    -e4/3000, +e4, PLAY -> engine_thinking, searching
)");

const bool controller_ends = played("ControllerEnds", R"(
StalemateAndDeadPositions
    set "7k/5Q2/8/8/8/8/8/K7 w - - 0 1" persons, f7g6 -> result stalemate 1/2-1/2, drawn a1 h8

FiftyMovesMayBeClaimedAndSeventyFiveEndTheGame
    set "7k/8/8/8/8/8/R7/K7 w - - 99 80" persons, a2b2/1700 -> draw_claim h8
    draw, turn -> result draw by fifty moves 1/2-1/2

KingsInTheCentreTellTheResult
    each: d5 ; e4 ; result resigned 1-0, winner e1, loser e8
    each: e5 ; d4 ; result resigned 0-1, winner e8, loser e1
    each: d4 ; e4 ; result draw agreed 1/2-1/2, drawn e1 e8
    each: e5 ; d5 ; result draw agreed 1/2-1/2, drawn e1 e8
    begin, g1f3, -e1/200, -e8/200, +$1/200, +$2/1000 -> engine_thinking
    1200 -> game_over, $3, fill none, clear none, not searching
    9000 -> game_over, $3
    up start, 2000 -> person_to_move, moves 0

WhoeverIsToMove
    each: 10
    each: answer g8f6
    each: answer g8f6, obey
    each: answer g8f6, obey, PLAY
    begin, g1f3, $1, -e1/200, +e4/800, -e8/200, +d5/2200 -> result resigned 1-0

AlsoBetweenTwoPersonsAndWithClocks
    each: persons ; 10
    each: c7 persons ; 10
    begin $1, g1f3, g8f6, $2, -e8/200, +e4/700, -e1/200, +d5/2200 -> result resigned 1-0

WhatOtherKingsInTheCentreTellIsNoResult
    each: start -e1 -e8 +d4 +d5     # one above the other
    each: start -e1 -e8 +d4 +d6     # not both in the centre
    each: start -e1 +d4 +e5         # one has not moved
    each: start -e1 -e8 -d2 +d5 +e4
    begin persons, e2e3, e7e6, g1f3, up $1 -e2 +e3 -e7 +e6 -g1 +f3, 9000 -> correcting, moves 3

AKingThatMayGoThereTellsNothing
    set "8/8/2k5/8/8/4K3/8/7R w - - 0 1" persons, -e3/200, -c6/200, +d4/200, +e5/3000 -> unfinished, moves 0
    -d4/200, -e5/200, +e3/200, +c6/1000 -> person_to_move

APieceInTheCentreIsNoKing
    set "4k3/8/8/3p4/8/8/8/4K2R w - - 0 1" persons, -e1/200, -e8/200, -d5/200, +e4/3000 -> correcting

InAProgramsGameTheyTellNothing
    begin persons, follow, turn, g1f3, -e1/200, -e8/200, +e4/200, +d5/3000 -> remote_to_move, moves 1

AfterTheEndTheGameStaysOver
    begin persons, g1f3, resign white, -e1/200, -e8/200, +e4/200, +d5/3000 -> result resigned 0-1

ResigningIsAskedTwice
    begin, MENU, tap h2 -> asked e1, yes d4 e4, no d5 e5
    tap d5 -> person_to_move
    MENU, tap h2, tap e4 -> result resigned 0-1, winner e8, not reason none

TheStartPositionSetUpInTheMiddleOfAGameIsAskedAbout
    begin persons, e2e4, e7e5, g1f3, up/2500 start -> question, moves 3  # nothing is lost yet
    PLAY/1200 -> not question  # held: no
    -> moves 3
    -a2, +a2/2500 -> question
    PLAY, 1200 -> person_to_move, moves 0, told "abandoned"

ADeadPositionIsADraw
    set "7k/8/8/8/8/8/6p1/K5B1 w - - 0 1" persons, g1h2, g2g1, tap g3 -> person_to_move
    h2g1 -> result "draw: neither side can mate" 1/2-1/2

ThreefoldRepetitionMayBeClaimedFromTheMenu
    begin persons
    2 times: g1f3/1700, g8f6/1700, f3g1/1700, f6g8/1700
    -> person_to_move, draw_claim e1, told "may claim a draw"
    MENU, tap g2 -> question
    PLAY -> result draw by repetition 1/2-1/2

FivefoldRepetitionNeedsNoClaim
    begin persons
    3 times: g1f3/1700, g8f6/1700, f3g1/1700, f6g8/1700 -> not game_over
    g1f3/1700, g8f6/1700, f3g1/1700 -> not game_over
    f6g8/1700 -> result draw by repetition 1/2-1/2

SeventyFiveMovesEndTheGame
    set "7k/8/8/8/8/8/R7/K7 w - - 149 120" persons, a2b2/1700 -> result draw by seventy-five moves 1/2-1/2

TheEngineRefusesADrawUnlessItIsWorse
    each: 0 ; turn -> person_to_move, refused e8
    each: -80 ; turn -> result draw agreed 1/2-1/2
    begin, e2e4, answer e7e5 $1, obey, MENU, tap g2, PLAY, $2
    3100 -> refused none

TheEngineClaimsADrawThatItIsGladToHave
    begin
    2 times: g1f3/1700, answer g8f6 -100, obey, 1700, f3g1/1700, answer f6g8 -100, obey, 1700
    -> person_to_move  # it is the person's to claim
    g1f3/1700 -> result draw by repetition 1/2-1/2
)");

const bool controller_clocks = played("ControllerClocks", R"(
TheFirstMoveIsFreeAndIncrementsAreAdded
    begin persons c2, 60000 -> clock white 180000  # 3+2
    e2e4 -> clock white 182000
    10000, e7e5 -> clock black 172000 within 800

AFlagThatFallsLosesAndABareKingCannotWin
    begin persons c1, e2e4, 151000 -> hurry e8
    30000 -> result "time is up" 1-0

WhoseFlagHasFallenGetsAMinuteIfItIsTakenBack
    begin persons c1, e2e4, 181000 -> ending "time is up"
    undo, 100 -> clock black 60000, clock white 180000 within 1000

AlsoAgainstTheEngine
    begin c1, e2e4, answer e7e5, e7e5/1500, 181000 -> result "time is up" 0-1
    undo, 100 -> moves 0, clock white 60000

AMoveMadeInAPauseIsAskedBackWhenItEnds
    begin persons c1, e2e4, PAUSE -> picture "a1 paused, h1 paused, a8 paused, h8 paused"
    -e7, +e5/3000 -> moves 1  # a pause stops the game, too
    -> paused

TheFirstMoveIsFreeInTheMenuToo
    begin persons c1, MENU, 20000 -> clock white 180000

OneThatIsChosenOnTheLineRunsBehindTheMenuToo
    begin persons, e2e4, MENU, settings persons c1, 20000 -> menu, clock black 160000

ABareKingCannotWinOnTime
    set "7k/8/8/8/8/8/R7/K7 w - - 0 1" persons c1, a2b2/1700, h8g8/1700, 181000
    -> result "draw: time is up, and the other side cannot mate" 1/2-1/2

APauseStopsBothAndTheMenuBehindItStartsNone
    begin persons c1, e2e4, PAUSE, note, 300000 -> clock black noted
    MENU, 20000 -> clock black noted

NothingThatIsOpenedButAPauseIsTimeToThinkForNothing
    each: MENU ; menu
    each: MENU, 600, tap g2 ; question
    each: MENU, 600, tap h2 ; question
    each: MENU, 600, tap h8 ; question
    each: MENU, 600, tap a7 ; sensor_test
    begin persons c1, e2e4, $1, note -> $2
    20000 -> $2, clock black noted less 20000, clock white 180000

AFlagFallsInTheMenuToo
    begin persons c1, e2e4, MENU, 61000, MENU, 61000, MENU, 61000, MENU, 61000 -> result "time is up" 1-0, game_over

TheMenuTakesNoTimeWhileTheEnginesMoveIsMadeForIt
    begin c1, e2e4, answer e7e5, note, MENU, 20000 -> clock white noted, clock black noted

TheEngineIsToldItsTime
    begin c4, e2e4 -> has_clocks, black_time 300000, black_increment 3000  # 5+3
    5000 -> clock black 295000 within 500
    answer e7e5, 60000 -> clock black 295000 within 500, clock white 303000  # nobody's time while its move is made
)");

const bool set_game = played("SetGame", R"(
IsNotUndoneByThePiecesOfTheStartThatStoodThereBefore
    desk persons, up/5000 start, game "8/8/8/8/8/5k2/4p3/6K1 b - - 0 1", 3000 -> fen 8/8/8/8/8/5k2/4p3/6K1 b - - 0 1
    -e2, +e2/3000 -> fen start  # put up once more, they ask for a new game
)");

TEST(ControllerEngine, AnAnswerThatCrossesACancelIsIgnored) {
    BegunDesk desk;
    desk.move("e2e4", 400);
    desk.lift("e4");
    // The board is put back, and before the superloop has taken the order the search ends by itself.
    desk.board = start_board;
    for (int i = 0; i < 60 && desk.game.state() == states::State::engine_thinking; ++i)
        desk.game.update(desk.board, 0, 0, desk.now += 10);
    ASSERT_EQ(desk.game.state(), states::State::person_to_move);
    desk.searching = false;
    desk.game.engine_answer(move_from_text(Position{desk.game.record().position()}, "e7e5"), {}, 0, desk.now);
    run(desk, R"(
        500 -> person_to_move, not pending
        d2d4 -> searching
        answer d7d5 -> move_to_make)");
}

}  // namespace
}  // namespace stackmate::firmware::test
