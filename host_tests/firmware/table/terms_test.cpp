// A game keeps its own terms (firmware/game/terms.hpp), whatever is chosen, and over a power cut.
#include "host_tests/firmware/table/script.hpp"

namespace stackmate::firmware::test {
namespace {

const bool rated = at_table("RatedGame", R"(
ALossAtAnotherLevelDoesNotCountWhenTheAdaptiveOneIsChosenAfterwards
    begin "level s8", e2e4, say "board resign white" -> game_over
    say "board level adaptive", 100, PLAY, 100, up/2500 start -> person_to_move
    say "board settings" -> heard "rating 1200"

NorDoesItAfterAPowerCut
    begin "level s8", e2e4, say "board resign white" "board level adaptive", 2000 -> game_over
    restart, 700, up/3000 start -> person_to_move
    say "board settings" -> heard "rating 1200"

NorIfTheLevelIsChosenInTheMenu
    begin "level s8", e2e4, say "board resign white" -> game_over
    PLAY/1100, 100 -> menu
    tap c7, 100 -> exercises
    tap a8, 100, PLAY, 100 -> game_over
    PLAY, 100, up/2500 start -> person_to_move
    say "board settings" -> heard "rating 1200"

AWinAgainstAnEasyLevelDoesNotCount
    begin "level s1", e2e4, say "board resign black" -> game_over
    say "board level adaptive", 100, PLAY, 100, up/2500 start -> person_to_move
    say "board settings" -> heard "rating 1200"

ALevelThatIsChosenInMidGameEndsTheRating
    each: s1 ; adaptive
    each: adaptive ; s1
    begin "level $1", e2e4, say "board level $2" "board resign black" -> game_over
    PLAY, 100, up/2500 start -> person_to_move
    say "board settings" -> heard "rating 1200"

AGameOfTwoPersonsDoesNotCountIfTheEngineGetsASideAfterwards
    begin "level adaptive" "black person", e2e4, e7e5, say "board resign white" -> game_over
    say "board black engine", 100, PLAY, 100, up/2500 start -> person_to_move
    say "board settings" -> heard "rating 1200"

WhoGivesTheEngineASideInMidGameIsNotRated
    begin "level adaptive" "black person", e2e4, e7e5, say "board black engine" "board resign white" -> game_over
    PLAY, 100, up/2500 start -> person_to_move
    say "board settings" -> heard "rating 1200"

WhoMovesForTheEngineInAnalysisIsNotRated
    begin "level adaptive", e2e4, think, obey, PLAY/1100, 100, tap e2, 100 -> analysis
    PLAY, 100, say "board resign white" -> game_over
    PLAY, 100, up/2500 start -> person_to_move
    say "board settings" -> heard "rating 1200"

APauseLeavesTheRating
    begin "level adaptive", e2e4, think, obey, PAUSE, 100, PAUSE, 100, say "board resign white" -> game_over
    PLAY, 100, up/2500 start -> person_to_move
    say "board settings" -> heard "rating 900"

ARatingThatIsSaidAfterALossStands
    begin "level adaptive", e2e4, say "board resign white" -> game_over
    say "board rating 1500", PLAY, 100, up/1500 start -> person_to_move
    say "board settings" -> heard "rating 1500"

AndOneThatIsSaidInMidGame
    begin "level adaptive", e2e4, say "board rating 1500" "board resign white" -> game_over
    PLAY, 100, up/1500 start -> person_to_move
    say "board settings" -> heard "rating 1500"

ALossCountsAlsoIfAProgramTakesTheSidesBeforeTheNextGame
    begin "level adaptive", e2e4, say "board resign white" -> game_over
    say "setoption name Player value Board" "position startpos" "go wtime 60000 btime 60000", 500, say "quit", 200
    say "board new", 1000, up/3000 start -> person_to_move
    say "board settings" -> heard "rating 900"

AlsoIfASideIsRemoteInBetween
    begin "level adaptive", e2e4, say "board resign white" -> game_over
    say "board black remote", 100, say "board black engine", 100, PLAY, 100, up/3000 start -> person_to_move
    say "board settings" -> heard "rating 900"

AGameInWhichAProgramHadASideDoesNotCount
    begin "level adaptive", e2e4, say "board black remote" "board black engine", 100, say "board resign white" -> game_over
    PLAY, 100, up/2500 start -> person_to_move
    say "board settings" -> heard "rating 1200"

ALossCountsAfterAPowerCutOnceAndForAll
    begin "level adaptive", e2e4, say "board resign white" -> game_over
    restart, 700, up/2500 start -> person_to_move
    say "board settings" -> heard "rating 900"
    restart, 700, up/2500 start -> person_to_move  # at once: the power was there for a second at most
    say "board settings" -> heard "rating 900"

WhatIsChosenBeforeTheFirstHalfMoveBelongsToTheStart
    begin "level s3", say "board level adaptive", e2e4, say "board resign white" -> game_over
    PLAY, 100, up/2500 start -> person_to_move
    say "board settings" -> heard "rating 900"

AndALevelThatIsTakenInsteadThenEndsTheRating
    begin "level adaptive", say "board level s3", e2e4, say "board resign white" -> game_over
    PLAY, 100, up/2500 start -> person_to_move
    say "board settings" -> heard "rating 1200"

APositionWithAllMenIsNoGameFromTheStart
    begin "level adaptive", say "position startpos moves f2f3 e7e5 g2g4 b8c6" "board set", 100, up/2500 game
    say "board resign white" -> game_over
    PLAY, 100, up/2500 start -> person_to_move
    say "board settings" -> heard "rating 1200"

ALossCountsThoughThePowerFailsAtOnceAfterAClaim
    begin "level adaptive", e2e4, 2000, say "board resign white" "board black remote", 100 -> game_over
    restart, 700, up/2500 start -> person_to_move
    say "board settings" -> heard "rating 900"

ALossThatIsTakenBackDoesNotCount
    begin "level adaptive", f2f3, say "board resign white" -> game_over
    say "board takeback", 100, up/2500 start, say "board resign black" -> game_over
    PLAY, 100, up/2500 start -> person_to_move
    say "board settings" -> heard "rating 1500"

AClubGameLastsOverAPowerCut
    begin "black person", say "board club on", e2e4, 1500, note_board, restart, board_as_noted, 700 -> person_to_move, moves 1
    say "board settings" -> heard " club on "
    PLAY/1100, 100 -> person_to_move

AnExerciseThatBecomesAClubGameClosesTheMenu
    on "level d1" "club on" "exercise win-kqvk", 500, up/6000 game, 3000, a3d3/1500, PLAY/1100 -> menu
    say "board exercise off", 100 -> not menu, moves 1

SoEndsItsAnalysis
    on "level d1" "club on" "exercise win-kqvk", 500, up/6000 game, 3000, a3d3/1500, PLAY/1100, tap e2, 100 -> analysis
    say "board exercise off", 100 -> not analysis, moves 1

AndTheSettingUpOfAPosition
    on "level d1" "club on" "exercise win-kqvk", 500, up/6000 game, 3000, a3d3/1500, PLAY/1100, tap g8, 100 -> position_set_up
    say "board exercise off", 1500 -> not position_set_up, moves 1
)");

const bool kept = at_table("GameOverAPowerCut", R"(
AnExerciseHasNoClock
    on "level c1" "exercise win-kqvk", 500, up/6000 game, 3000, note_board -> person_to_move, not clock_runs
    restart, 300, board_as_noted, 1500 -> person_to_move
    say "board settings" -> heard "exercise win-kqvk"
    say "board show" -> not heard "clocks"
    200000 -> person_to_move

AnExerciseHasNoClockWhicheverLevelIsChosenAndWhoeverComesAndGoes
    on "level c1" "exercise win-kqvk", 500, up/6000 game, 3000 -> person_to_move, not clock_runs
    say "board level c2", 100 -> not clock_runs
    say "board black remote", 100, say "board black engine", 100 -> not clock_runs
    say "setoption name Player value Board", 100, say "setoption name Player value Engine", 100 -> not clock_runs
    say "board show" -> not heard "clocks"

WhereTheDistanceToMateIsKnownTheLineSaysIt
    on "level d1" "exercise win-kqvk", 500 -> heard "exercise: White wins\ninfo string board mate in 6\n"
    up/6000 game, 3000, a3d3/1500 -> heard "board move 1. Qd3 a3d3\ninfo string board mate in 5\n"
    say "board takeback", up/6000 game, a3e7/1500 -> heard "board move 1. Qe7 a3e7\ninfo string board mate in 7\n"
    say "board resign black" -> heard "result 1-0 resigned\ninfo string board mate in 8 moves, at best in 6\n"

AMistakeIsStillJudged
    begin "level d1", 3000, e2e4, think, obey, 3000, d1g4, think, obey, 5000 -> person_to_move
    say "board level c1" "board exercise mistake", 500, up/6000 game, 3000, note_board -> person_to_move
    restart, 300, board_as_noted, 5000 -> person_to_move
    d2d4/9000 -> game_over, heard "solved"

APauseLasts
    begin "level c7" "black person", e2e4, e7e5, PAUSE, 100 -> paused
    note_board, restart, 300, board_as_noted, 1500 -> paused, not clock_runs
    PAUSE, 100 -> person_to_move, clock_runs

AndSoDoesAnAnalysis
    begin "level d1", e2e4, think, obey, PLAY/1100, 100, tap e2, 100 -> analysis
    d2d4, 500, note_board, restart, 300, board_as_noted, 1500 -> analysis
    PLAY, 100 -> engines_turn

ALevelThatWasChosenInMidGameIsThere
    begin "level s3" "black person", e2e4, e7e5, g1f3, g8f6, say "board level c2", 100 -> clock white 180000 within 500, clock black 180000
    note_board, restart, 300, board_as_noted, 1500 -> person_to_move, clock black 180000
    say "board show" -> heard "level 3+2"

AClockOfOnesOwnIsThereWithItsRule
    begin "clock 5+3:1+0-hourglass" "black person", e2e4, 5000 -> clock black 55000 within 1500, clock white 308000 within 1500
    e7e5, note_board, restart, 300, board_as_noted, 1500 -> person_to_move, clock black 55000 within 3000, clock white 308000 within 3000
    10000 -> clock white 298000 within 4000, clock black 65000 within 4000
    say "board settings" -> heard "clock 5+3:1+0-hourglass"

AndRunsOutForTheSideThatHasLess
    begin "clock 5+0:0+20-move" "black person", e2e4, 15000, e7e5, 15000, g1f3, 15000, b8c6 -> person_to_move
    f1c4, note_board, restart, 300, board_as_noted, 15000 -> person_to_move
    6000 -> game_over, heard "result 1-0 time"

AnotherClockInMidGameRestartsItOnlyIfItIsTheOneInUse
    begin "clock 5+0" "black person", e2e4, 3000 -> clock black 297000 within 1500
    say "board clock 5+0", 100 -> clock black 297000 within 1500
    say "board clock 7+0", 100 -> clock white 420000 within 500, clock black 420000 within 500
    say "board level c1", 3000, say "board clock 7+0" "board level c1", 100 -> clock black 180000 within 500

TimeGivenAfterALossOnTimeThatIsTakenBackOutlastsAPowerCut
    begin "clock 5+3" "black person", e2e4, e7e5, 310000 -> game_over
    say "board takeback", 100, up/1500 game, note_board, restart, 300, board_as_noted, 1500 -> clock white 60000 within 4000, clock black 300000 within 4000

AndSoIsItsSecondStage
    begin "level c1" "black person", e2e4, e7e5, say "board level c8", 2000 -> clock black 5400000
    note_board, restart, 300, board_as_noted, 1500 -> person_to_move, clock black 5400000

AChoiceThatTheStoreHadNotKeptYetIsThatOfTheGame
    begin "level s3", e2e4, think, obey, say "board level d2" "board black person", 20, note_board
    restart, 300, board_as_noted, 1500 -> person_to_move
    say "board settings" -> heard "level depth 2 white person black person"

PiecesThatWerePutUpAreNotTakenForACapture
    begin "level d1", b1c3/1700, think, obey, 1300, note_board, restart, 3000 -> resume_offer
    PLAY, 100 -> restoring
    board_as_noted, 1500 -> person_to_move
    9000 -> person_to_move

NorArePiecesThatWereTakenAwayInTheGameAndPutUpAgain
    set "4k3/pp3pp1/8/2n5/8/1P3P2/P2Q2PP/4K1B1 w - - 0 1" "level d1", up/1000 none, up/12000 game -> person_to_move

BrightnessIsNoTermOfASavedGame
    begin "level s3", e2e4, think, obey, say "board level d2" "board black person", 20, note_board
    restart, 1500 -> resume_offer
    say "board brightness 100", board_as_noted, 1500 -> person_to_move
    say "board show" -> heard "level depth 2 white person black person"

AnExerciseThatWasLeftIsNotOfferedAgain
    on "exercise win-kqvk", 500, up/6000 game, 3000 -> person_to_move
    say "board new", 2000, restart, 700 -> setup

ALevelThatIsChosenAfterTheEndIsTheNextGames
    begin "level c1" "black person", e2e4, e7e5, say "board resign white" "board level s2", 1500 -> game_over
    say "board show" -> heard "level strength 2"
    restart, 300, up/2500 start -> person_to_move
    say "board show" -> heard "level strength 2"
)");

const bool taken_back = at_table("TakenBackInTheMenu", R"(
ItIsThePersonsOwnMoveAndWhatFollowed
    begin "level d1", e2e4, think, obey -> person_to_move, moves 2
    PLAY/1100, 100, tap b2, 300 -> restoring, moves 0

TwiceIsTwo
    begin "level d1", e2e4, think, obey, d2d3, think, obey -> person_to_move, moves 4
    PLAY/1100, 100, tap b2, 300 -> restoring, moves 2
    say "board takeback" -> restoring, moves 0
    say "board takeback" -> heard "there is no move to take back"

WhileTheEngineThinksOrItsMoveWaitsItIsOne
    begin "level d1", e2e4, think -> move_to_make, moves 1
    say "board takeback" -> restoring, moves 0
    up/1500 game -> person_to_move

OfTwoPersonsItIsTheLastMove
    begin "black person", e2e4, e7e5, say "board takeback" -> restoring, moves 1

TheEnginesFirstMoveIsNotThePersons
    on "level d1" "white engine" "black person", up/1500 start, think, obey -> person_to_move, moves 1
    say "board takeback" -> moves 1, heard "there is no move to take back"

InAnalysisItIsOneMove
    begin "level d1", e2e4, think, obey, PLAY/1100, 100, tap e2, 100, d2d4, 500, e7e6, 500 -> moves 4
    say "board takeback" -> moves 3

AfterMateItIsThePersonsLastMove
    set "6k1/5ppp/8/8/8/8/r4PPP/6K1 w - - 0 1" "level d1", h2h3, think, obey -> moves 2
    say "board takeback", up/1500 game -> person_to_move, moves 0
)");

const bool slid_on = at_table("SlidOn", R"(
AMistakeIsSolvedByWhatAPieceSlidesOnTo
    begin "level d1", 3000, e2e4, think, obey, 3000, d1g4, think, obey, 5000 -> person_to_move
    say "board exercise mistake", 500, up/6000 game -> person_to_move
    3000, d2d3/500, -d3/100, +d4/9000 -> game_over, heard "solved"

AQueenThatIsLostByGoingOnIsAskedAbout
    begin "level d1" "white-coach warns", 3000, e2e4, think, obey, 5000, d1e2/500, -e2/100, +g4/9000 -> question

AnExerciseThatIsAskedForAgainIsAnotherOne
    on "exercise win-krvk", 500, note_board, up/6000 game, 3000 -> person_to_move
    say "board exercise win-krvk", 500 -> restoring, not fen_as_noted

ATapThatAnswersAQuestionIsNoPartOfTheMoveThatWaits
    set "3rk3/8/8/8/3P4/8/8/4K3 w - - 0 1" "level d1", e1e2/1500, think -> waits_for d8d4
    PLAY/1100, 100, tap g2, 300 -> question
    tap d4, 30000 -> move_to_make, moves 1

ABoardThatWasToldToLetThePersonChooseGoesBackOnAWord
    begin "level d1", e2e4, think, 1100, PLAY, 100 -> person_to_move
    say "board black engine" -> move_to_make
)");

}  // namespace
}  // namespace stackmate::firmware::test
