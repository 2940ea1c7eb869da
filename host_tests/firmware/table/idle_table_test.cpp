// A board that nobody minds, and what wakes it: the whole firmware on fakes, through evenings of minutes that are not played.
#include "host_tests/firmware/table/script.hpp"

namespace stackmate::firmware::test {
namespace {

const bool idle = at_table("IdleTable", R"(
PiecesThatAreAskedForDimAfterTwoMinutesAndAfterTenOneMarkIsLeft
    on, pace 50, minutes 1 -> dimmed_to 128, not shining a1
    minutes 1 -> dimmed_to 32, shining start
    minutes 8 -> dimmed_to 32, shining a1, resets 0  # a1, and nothing else

AGameIsStillSeenAfterTwentyMinutesThinking
    begin, pace 50, minutes 20 -> dimmed_to 32, shining e1  # White is to move
    minutes 41 -> dimmed_to 32, shining a1

TheTouchThatWakesIsATouchLikeAnyOther
    each: 5
    each: 61
    begin "black person", pace 50, minutes $1 -> dimmed_to 32
    pace 5, -e2/20 -> dimmed_to 128  # within a picture
    +e4 -> moves 1, dimmed_to 128, not shining a1  # and the move counts

TheButtonThatWakesIsHeard
    begin, pace 50, minutes 61 -> dimmed_to 32, shining a1
    pace 5, PLAY/20 -> dimmed_to 128, hint  # a hint is looked for

AWordFromTheLineWakes
    on, pace 50, minutes 11 -> dimmed_to 32, shining a1
    say "isready" -> heard readyok, dimmed_to 128, not shining a1

AClockThatRunsKeepsTheBoardBright
    begin "level c7" "black person", e2e4 -> clock_runs
    pace 50, minutes 30 -> dimmed_to 128, not shining a1
    PAUSE, minutes 11 -> dimmed_to 32, shining a1

AFlagThatFallsWakes
    begin "level c1" "black person", e2e4, pace 50, minutes 3, 1000 -> game_over, dimmed_to 128, not shining a1
    minutes 3 -> dimmed_to 32, not shining a1
    minutes 8 -> dimmed_to 32, shining a1

AnEngineThatThinksKeepsTheBoardBrightAndItsMoveStaysSo
    begin "level t8", g2g4 -> engine_thinking
    pace 50, 119000 -> engine_thinking, dimmed_to 128, not shining a1
    minutes 1 -> move_to_make, dimmed_to 128, not shining a1
    minutes 2 -> dimmed_to 32, not shining a1

AnAnalysisThatNobodyMindsDims
    begin, say "board level t1", MENU -> menu
    tap e2 -> analysis
    pace 50, minutes 3 -> dimmed_to 32, not shining a1

ASquareThatIsLeftOutOfAccountKeepsNobodyAwake
    begin, say "board ignore a5", pace 50
    400 times: flip a5, 500
    -> dimmed_to 32, not shining a1
)");

}  // namespace
}  // namespace stackmate::firmware::test
