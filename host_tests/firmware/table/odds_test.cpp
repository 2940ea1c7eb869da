// Games in which a side gives odds: how one is chosen, set up, kept and left.
#include "host_tests/firmware/table/script.hpp"

namespace stackmate::firmware::test {
namespace {

const bool odds = at_table("Odds", R"(
# ---- who gives what

TheEngineBeginsWithoutItsMan
    each: knight ; b8 ; r1bqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1
    each: rook ; a8 ; 1nbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQk - 0 1
    each: queen ; d8 ; rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1
    each: pawn ; f7 ; rnbqkbnr/ppppp1pp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1
    begin, say "board odds $1", 100 -> restoring, clear $2, fen $3, heard "info string board new game $3\n"
    -$2, 1500 -> person_to_move, moves 0, fen $3
    say "board pgn" -> heard "[SetUp \"1\"]\n[FEN \"$3\"]\n"

AlsoIfItHasWhite
    each: knight ; b1 ; rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/R1BQKBNR w KQkq - 0 1
    each: rook ; a1 ; rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/1NBQKBNR w Kkq - 0 1
    each: queen ; d1 ; rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNB1KBNR w KQkq - 0 1
    begin, say "board black person" "board white engine" "board odds $1", 100 -> restoring, clear $2, fen $3
    -$2, 1500 -> engines_turn

PawnAndMoveGivesThePersonWhite
    begin, say "board black person" "board white engine" "board odds pawn", 100, -f7, 1500 -> person_to_move
    -> fen rnbqkbnr/ppppp1pp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1
    say "board settings" -> heard " white person black engine "

BetweenPersonsWhiteGivesButForPawnAndMove
    each: rook ; a1
    each: pawn ; f7
    begin "black person", say "board odds $1", 100 -> restoring, clear $2
    say "board settings" -> heard " white person black person "

ThereAreNoOtherOdds
    begin, say "board odds bishop", 500 -> person_to_move
    -> heard "info string board error: board odds takes queen, rook, knight or pawn, not 'bishop'\n"

# ---- how it begins

TheMenuHasThemBesideTheMistakes
    each: b4 ; f7
    each: c4 ; b8
    each: d4 ; a8
    each: e4 ; d8
    begin, PLAY/1100, tap c7 -> exercises, lit $1 choice
    tap $1, 100 -> restoring, clear $2

AGameThatIsPlayedIsNotGivenUpWithoutAQuestion
    each: tap d4
    each: PLAY
    begin "black person", e2e4, PLAY/1100, tap c7, tap c4, 100 -> question, moves 1
    $1, 100 -> restoring, clear b1 e4, fill e2
    up/1000 none, up/2500 game -> person_to_move, moves 0

AfterTheAnswerNoTheNextGameIsTheUsualOne
    begin "black person", e2e4, PLAY/1100, tap c7, tap c4, 100 -> question
    tap d5, 100 -> person_to_move, moves 1
    say "board new", 100, up/2500 start -> fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1

TheManMayBePutUpBeforeItIsRemoved
    begin, say "board odds rook", 100, -g1, 100, +g1, 5000 -> restoring, clear a8
    -a8, 1500 -> person_to_move, moves 0

OnceItHasBegunTheWholeStartPositionIsAnOrdinaryGame
    begin, say "board odds rook", 100, -a8, 1500 -> person_to_move
    +a8, 3000 -> person_to_move, fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1

AlsoWhileTheEngineThinks
    begin, say "board black person" "board white engine" "board level t8" "board odds rook", 100, -a1, 1500 -> engine_thinking
    +a1, 3000 -> engine_thinking, fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1

AfterItTheNextGameIsTheUsualOne
    begin, say "board odds queen", 100, -d8, 1500, say "board resign white" -> game_over
    PLAY, 100, +d8, 1500 -> person_to_move, fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1

# ---- what it is

ThereIsNoCastlingToTheSideOfTheRook
    begin "black person", say "board odds rook", 100, -a1, 1500 -> person_to_move
    d2d4, d7d5, c1f4, c8f5, b1c3, b8c6, d1d2, d8d7 -> moves 8
    -e1/200, +c1/2000 -> correcting, moves 8

APowerCutKeepsIt
    begin, say "board odds rook", 100, -a8, 1500, e2e4 -> moves 1
    note_board, restart, board_as_noted, 1500 -> moves 1, fen_as_noted

BeforeItsFirstHalfMoveThereIsNothingToKeep
    begin, say "board odds rook", 100, -a8, 2000 -> person_to_move
    restart, 100, up/2500 start -> person_to_move, fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1

WhatTheLineAskedForBeginsAfterTheAnswerYes
    begin "black person", e2e4, 1500, restart, 300, up/1500 start -> question
    tap d5, 100, say "board odds rook" -> question
    PLAY, 100 -> restoring, clear a1

ItIsNotRated
    begin "level adaptive", say "board odds queen", 100, -d8, 1500, e2e4, say "board resign white" -> game_over
    PLAY, 100, up/2500 start -> person_to_move
    say "board settings" -> heard "rating 1200"

TheGameBeforeStillIs
    begin "level adaptive", e2e4, say "board resign white" -> game_over
    say "board odds queen", 100 -> restoring
    say "board settings" -> heard "rating 900"
)");

}  // namespace
}  // namespace stackmate::firmware::test
