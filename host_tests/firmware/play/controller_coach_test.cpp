// The coach at the board: what shines while a piece is in the air, and the question after a blunder.
#include "host_tests/firmware/play/script.hpp"

namespace stackmate::firmware::test {
namespace {

const bool replaced_moves = played("ReplacedMove", R"(
WhatSlidesOnIsJudgedAsTheMoveItIs
    begin warns, grade 30, d2d3 -> engine_thinking, purpose grade
    grade 20 -> engine_thinking, purpose move
    -d3/100, +d4/700 -> moves 1, purpose grade
    grade 300 -> question

AlsoOutOfTheQuestionWhetherItStands
    begin warns, grade 30, g2g3 -> engine_thinking, purpose grade
    grade 300 -> question
    -g3/100, +g4/900 -> moves 1, purpose grade
    grade 20 -> engine_thinking, purpose move

CastlingInTwoGoesIsJudgedAsCastling
    set "r3k2r/pppq1ppp/2n2n2/8/8/2N2N2/PPPQ1PPP/R3K2R w KQkq - 0 1" warns, grade 30, h1f1/2000 -> engine_thinking, purpose grade
    grade 20 -> purpose move
    e1g1/2000 -> moves 1, purpose grade

WhatIsPutBackIsNotJudged
    begin warns, grade 30, d2d3 -> purpose grade
    grade 20, -d3/100, +d2/900 -> moves 0, person_to_move, purpose grade, searched all
)");

const bool controller_coach = played("ControllerCoach", R"(
NothingIsSearchedForAPersonWithoutOne
    begin, 2000 -> person_to_move, not searching
    -g1/500 -> target f3 h3, not searching

APieceInTheAirShowsWhatItsMovesAreWorth
    begin all -> person_to_move, searching, purpose grade, searched all
    grade 30 -> not searching
    -g1/200 -> searching, searched g1f3, target f3 h3
    grade 25 -80 -> target_good f3, target_weak h3
    grade 25 -300 -> target_good f3, target_blunder h3, not searching
    +g1/200 -> target_good none, target_blunder none, person_to_move
    -e2/200 -> searching, target e3 e4

OnlyBlundersAreShownToWhoWantsOnlyThem
    begin blunders, grade 30, -g1/200, grade 25 -80 20 -300 -> target f3, target_blunder h3

ThePositionIsWeighedToItsEndThoughAPieceIsLifted
    begin all, -g1/200 -> searched all
    grade 30 -> searched g1f3

AnotherPieceInTheAirEndsTheSearchOfTheFirst
    begin all, grade 30, -g1/100 -> searched g1f3
    +g1/100, -b1/100 -> searched b1a3

APieceThatIsTakenBelongsToTheMove
    set "rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 1" all, grade 60
    -d5/100 -> not searching, origin e4
    -e4/100 -> searched e4d5

PiecesBeyondTheLimitShowOnlyWhereTheyMayGo
    begin all 2_pieces, grade 30, -g1/200, grade 25 -80 25 -80 -> target_good f3
    +g1/200, -b1/200, grade 25 -80 25 -80 -> target_good a3
    +b1/200, -e2/200 -> target e3 e4, not searching
    +e2/200, -g1/200 -> searched g1f3  # one that has been shown is shown again
    +g1/200, e2e4, grade -20, answer e7e5, obey, grade 30 -> person_to_move
    -b1/200 -> searched b1a3  # the next turn begins anew

WithALimitOfNoneOnlyWarningsAreGiven
    begin all 0_pieces, grade 30, -g1/200 -> target f3 h3, not searching
    +h3/400, grade 250 -> question

WithTwoPiecesInTheAirNothingIsSaid
    begin all, grade 30, -g1/100, -b1/200 -> not searching

ABlunderIsAskedAboutBeforeTheEngineAnswers
    begin warns, grade 30, -g1/200 -> not searching  # it warns only
    +h3/400 -> engine_thinking, purpose grade, searched all
    grade 250 -> question, told "a blunder? PLAY", asked g1 h3, yes d4 e4, no d5 e5, not searching

AMoveThatStandsIsAnswered
    each: PLAY
    each: tap d4
    begin warns, grade 30, g1h3, grade 250 -> question
    $1 -> engine_thinking, purpose move
    answer e7e5 -> move_to_make, moves 1

AMovePutBackIsTakenBack
    begin warns, grade 30, g1h3, grade 250 -> question
    -h3/200, +g1/2000 -> person_to_move, moves 0, told "taken back", purpose grade
    grade 30, g1f3 -> engine_thinking, purpose grade
    grade 20 -> engine_thinking, purpose move

ATapSaysNoAndTheLightsAskForThePiece
    begin warns, grade 30, g1h3, grade 250, tap d5 -> restoring, moves 0, fill g1, clear h3
    -h3/200, +g1/1000 -> person_to_move

ASquareOfTheMoveIsNoAnswer
    set "4k3/8/8/8/8/8/3R4/4K3 w - - 0 1" warns, grade 500, -d2/200, +d5/400, grade 300 -> question
    -> asked d2 d5, no e5, yes d4 e4

AMoveThatIsNoBlunderCostsNoQuestion
    begin warns, grade 30, g1h3 -> engine_thinking, purpose grade
    grade 150 -> engine_thinking, purpose move, not told "a blunder"

WhoMovesBeforeThePositionIsWeighedIsNotAsked
    begin warns, g1h3 -> engine_thinking, purpose move

WhereAClockRunsAMoveCounts
    begin warns c7, grade 30, g1h3 -> engine_thinking, purpose move

AgainstAPersonNobodyAsks
    begin warns persons, grade 30, g1h3 -> person_to_move, moves 1, purpose grade

TheEnginesMovesAreNotJudged
    begin warns, grade 30, e2e4, grade -20, answer e7e5, obey -> person_to_move, purpose grade, moves 2

AProgramThatHasTheSidesGetsNoHelp
    begin all, follow, turn -> not searching
    -g1/300 -> target f3 h3

TheMenuClosesTheQuestionByTakingBack
    begin warns, grade 30, g1h3, grade 250, PLAY/1100 -> restoring, moves 0
)");

}  // namespace
}  // namespace stackmate::firmware::test
