// The self-test: squares that answer, lights, buttons and the store, as a person sees them. Here the store is the test's.
#include "host_tests/firmware/play/script.hpp"

namespace stackmate::firmware::test {
namespace {

const bool self_test = played("SelfTest", R"(
ASquareThatFlickersIsFoundWhileItIsTested
    begin persons, buttons 4, MENU, tap a7, flickers c4, 9000
    -> told "square c4 flickers: it is left out of account", ignored c4

ASquareThatIsLeftOutAnswersAllTheSame
    begin persons, ignore c4, MENU, tap a7 -> ignored c4
    +c4/60, -c4/60 -> has_answered c4  # so that a person sees that it may be heeded again

AButtonThatIsMissingIsNotWaitedFor
    begin persons, buttons 1, MENU, tap a7, PLAY x4 -> picture "a3 untried"
    PLAY -> picture "a3 answered"
    PLAY -> store_test

PiecesThatStandElsewhereAfterwardsAreAskedFor
    begin persons, buttons 4, MENU, tap a7, -b1, MENU, 1000 -> moves 0
    +b1/1000 -> picture "e1 turn"

AQuestionComesFirst
    begin persons, e2e4, MENU, tap h8 -> question
    test!busy -> question

SquaresThatHaveNotAnsweredStayLit
    begin persons, buttons 4, MENU, tap a7 -> sensor_test, told "self-test: touch every square"
    -> felt start, untried but start  # pieces stand there, and have not been touched
    +e4/60 -> answered e4
    -e4 -> dark e4  # it has answered, and feels nothing
    -a1, +a1 -> answered a1, has_answered a1 e4

TwoSquaresThatFeelOnePieceAreShown
    begin persons, buttons 4, MENU, tap a7, flip c4 f6, 60  # as a matrix without diodes shows a fourth corner
    -> mistake c4 f6, told "two squares felt a piece at once"
    flip c4 f6, 60 -> mistake none

EveryButtonShowsItself
    begin persons, buttons 4, MENU, tap a7, PLAY x4 -> button_test
    -> picture "a3 untried, b3 untried, c3 untried, d3 untried"
    PAUSE -> picture "a3 untried, b3 untried, c3 untried, d3 answered"
    MENU, HINT, down PLAY, 100 -> picture "a3 felt, b3 answered, c3 answered, d3 answered"
    let_go, 30 -> picture "a3 answered, b3 answered, c3 answered, d3 answered", button_test, not store_asked
    PLAY -> store_test  # once more goes on

TheMenuEndsEveryPartOfIt
    each: turn ; sensor_test ; MENU ; person_to_move
    each: PLAY ; led_test ; MENU ; person_to_move
    each: PLAY x4 ; button_test ; MENU x2 ; person_to_move  # the first is tried
    each: PLAY x6 ; store_test ; MENU ; person_to_move
    begin persons, buttons 4, MENU, tap a7, $1 -> $2
    $3 -> $4

ItEndsByItselfWhenNobodyIsThere
    each: turn ; sensor_test
    each: PLAY ; led_test
    each: PLAY x4 ; button_test
    each: PLAY x6 ; store_test
    begin persons, buttons 4, MENU, tap a7, $1 -> $2
    61000 -> person_to_move

TheEngineThinksOnMeanwhile
    begin, e2e4, MENU, tap a7 -> searching
    6 times: PLAY -> searching
    -> store_test
    answer e7e5, PLAY -> move_to_make

ItIsHadOnAWordAndGoesOnByTheSame
    begin persons, e2e4, test, turn -> sensor_test
    test, turn -> led_test
    test, turn -> led_test
    test, turn -> led_test
    test, turn -> button_test
    test, turn -> store_test
    test, turn -> person_to_move
    MENU, test -> sensor_test  # also when the menu is open

AWalkOverTheWholeBoardPutsTheLightsOut
    begin persons, buttons 4, MENU, tap a7, touch but none -> has_answered but none, answered start, dark but start

APieceThatIsSlidFromSquareToSquareCountsOnEach
    begin persons, buttons 4, MENU, tap a7, flip a4, 60, flip a4 b4, 60, flip b4 c4, 60, flip c4 d4, 60, flip d4 e4, 60
    flip e4 f4, 60, flip f4 g4, 60, flip g4 h4, 60 -> has_answered a4 b4 c4 d4 e4 f4 g4 h4, not told "at once"

ADeadSquareAndAStuckOneStayLit
    begin persons, buttons 4, MENU, tap a7, dead c4, stuck g1, touch but none
    -> untried c4, felt g1, has_answered but c4 g1

AllSquaresShineInEachColourAlone
    begin persons, buttons 4, MENU, tap a7, PLAY -> led_test, told "all squares shine red", red but none
    PLAY -> green but none
    PLAY -> blue but none
    PLAY -> button_test

TheStoresResultIsALight
    each: well ; answered ; the store has kept what was written
    each: badly ; mistake ; the store does not keep
    begin persons, buttons 4, MENU, tap a7, PLAY x6 -> store_test, picture ""  # nothing is known yet
    -> store_asked, not store_asked  # once
    stored $1, turn -> $2 d4 e4 d5 e5, told "$3"
    PLAY -> person_to_move

AResultThatComesWhenTheTestIsOverChangesNothing
    begin persons, buttons 4, MENU, tap a7, PLAY x7, stored badly -> person_to_move
)");

TEST(SelfTest, ItsColoursAreEachOneAlone) {
    for (const Light light : {Light::red, Light::green, Light::blue}) {
        const hal::Colour colour = style_of(light).colour;
        EXPECT_EQ((colour.red != 0) + (colour.green != 0) + (colour.blue != 0), 1) << style_of(light).name;
    }
}

}  // namespace
}  // namespace stackmate::firmware::test
