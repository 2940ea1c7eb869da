// Two hands that are quick: replies of a fraction of a second, and two half moves that only what stands explains.
#include "host_tests/firmware/play/script.hpp"

namespace stackmate::firmware::test {
namespace {

const bool quick_hands = played("ControllerQuickHands", R"(
ARecaptureIsBegunBeforeTheCaptureHasRested
    begin persons, e2e4, d7d5, -d5/60, -e4/60, +d5/$1, -d5/60, -d8/60, +d5/3000 -> moves 4, person_to_move

TheQueenIsLiftedBeforeTheRecapturedPawn
    begin persons, e2e4, d7d5, -d5/60, -e4/60, +d5/$1, -d8/60, -d5/60, +d5/3000 -> moves 4, person_to_move

AThirdMoveFollowsTheRecapture
    begin persons, e2e4, d7d5, -d5/60, -e4/60, +d5/$1, -d5/60, -d8/60, +d5/$1, -b1/60, +c3/3000 -> moves 5, person_to_move

TheNextMovesBeginBeforeAnyHasRested
    begin persons, -e2/60, +e4/$1, -e7/60, +e5/$1, -g1/60, +f3/$1, -b8/60, +c6/3000 -> moves 4, person_to_move

APieceSlidesOnAndIsAnsweredAtOnce
    begin persons, -e2/60, +e3/600 -> only e2e3
    -e3/60, +e4/$1, -e7/60, +e6/3000 -> moves 2, person_to_move, told "e4 e2e4"

TheKingIsAnsweredAtOnceThatCompletesCastling
    set "4k3/7p/8/8/8/8/8/4K2R w K - 0 1" persons, -h1/60, +f1/2000 -> only h1f1
    -e1/60, +g1/$1, -h7/60, +h5/3000 -> moves 2, person_to_move

AnotherMoveInItsPlaceIsAnsweredAtOnce
    begin persons, e2e4, -e4/60, +e2/60, -d2/60, +d4/$1, -d7/60, +d5/3000 -> moves 2, person_to_move

TheEnginesMoveIsAnsweredAtOnce
    set "4k3/8/5n2/3p4/4P3/8/8/4K3 w - - 0 1" engine_first, answer e4d5 -> move_to_make
    -d5/60, -e4/60, +d5/$1, -d5/60, -f6/60, +d5/3000 -> moves 2

TheEnginesAnswerIsItsOwnChoice
    begin, e2e4, answer d7d5, obey, -d5/60, -e4/60, +d5/$1, -d5/60, -d8/60, +d5/3000 -> moves 3, engine_thinking
    answer g8f6 -> moves 3, correcting
)",
                                R"(
each: 60
each: 100
each: 250
each: 350
)");

const bool two_half_moves = played("ControllerTwoHalfMoves", R"(
AnIllegalMoveIsAnsweredAndThenPutRight
    begin persons, -e2/60, +e5/600, -e7/60, +e6/600, -e5/60, +e4/1900 -> moves 0, unfinished
    300 -> moves 2, person_to_move

OnlyTheReplyTellsOfACaptureThatWasNotSeen
    begin persons, e2e4, d7d5, -e4/3000 -> moves 2  # the pawn may be in a hand
    -g8/60, +f6/3000 -> moves 4, person_to_move

OfTwoCapturesThatWereNotSeenNoneIsGuessed
    set "4k1n1/8/8/3p1p2/4P3/8/8/4K3 w - - 0 1" persons, -e4/2000, -g8/60, +f6/3000 -> moves 0, correcting

TheOneThatWasSeenCounts
    set "4k1n1/8/8/3p1p2/4P3/8/8/4K3 w - - 0 1" persons, -f5/60, +f5/60, -e4/2000, -g8/60, +f6/3000 -> moves 2

TheOneWhosePieceWasLiftedFirstCounts
    begin persons, -e2/60, +e3/600, -e7/60, +e6/60, -e3/60, +e4/3000 -> moves 3

TwoPiecesInTheAirAreNoMoves
    begin persons, e2e4, d7d5, -e4/60, -d8/3000 -> moves 2

ARecapturingPieceInTheAirHasNotMoved
    begin persons, e2e4, d7d5, -d5/60, -e4/60, +d5/100, -d8/3000 -> moves 3

NoneIsReadFromAnIgnoredSquare
    begin persons, e2e4, d7d5, ignore d5, -e4/60, -d8/3000 -> moves 2

NeitherCountsWhileTheEngineThinks
    begin, e2e4, -d2/60, +d4/60, -d7/60, +d5/60, -g1/60, +f3/5000 -> moves 1, engine_thinking

AnEarlierPositionIsATakeback
    # two moves of the knights would lead to the same
    begin persons, g1f3, g8f6, b1c3, b8c6 -> moves 4
    -f3/60, -f6/60, -c3/60, -c6/60, +g1, +g8/60, +c3/60, +c6/3000 -> moves 6

TheEnginesMoveIsNotChangedByHand
    begin, e2e4, answer e7e6, obey, -e6/60, +e5/3000 -> moves 2, correcting, fill e6, clear e5

NorByHandsThatGoOn
    begin, e2e4, answer e7e6, obey, -e6/60, +e5/100, -d2/60, +d4/3000 -> fill e6, clear e5

TheEnginesRookMoveIsNotMadeCastlingByHand
    set "4k2r/8/8/8/8/8/P7/4K3 w k - 0 1", a2a3, answer h8f8, obey, -e8/60, +g8/3000 -> moves 2, fill e8, clear g8
)");

}  // namespace
}  // namespace stackmate::firmware::test
