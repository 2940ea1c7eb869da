// A square that a person has marked stays marked until he says otherwise: over power-off, whichever way the board lies, and
// wherever the power fails while marks are stored.
#include "host_tests/firmware/table/script.hpp"
#include "host_tests/firmware/table/table.hpp"
#include "host_tests/hal/flash_chips.hpp"

#include <array>

namespace stackmate::firmware::test {
namespace {

// What is stored when nothing has changed for a while is stored after 1500 ms.
const bool marked = at_table("MarkedSquares", R"(
StayMarkedOverPowerOffUntilAPersonSaysOtherwise
    on, say "board ignore a5" "board ignore h8", 1500
    restart, 700 -> left_out a5 h8, heard "info string board square a5 is left out of account\n"
    -> heard "info string board square h8 is left out of account\n"
    say "board heed a5", 1500, restart, 700 -> left_out h8

MayBeNamedInTheMenu
    begin, PLAY/1200 -> menu
    tap b7 -> sensor_test
    tap a2, tap h5, PLAY -> left_out a5
    1500, restart, up start -> left_out a5, person_to_move
    PLAY/1200 -> menu
    tap b7 -> sensor_test
    tap a2, tap h5, PLAY, 1500, restart, 700 -> left_out none

# Nothing else could take such a mark back on a board without a line, now that it outlives the power.
CanBeNamedAgainBySquaresThatAreMarkedButAnswer
    on, say "board ignore b7" "board ignore e1" "board ignore e2" "board ignore e3" "board ignore e4"
    say "board ignore e5" "board ignore e6" "board ignore e7" "board ignore e8", up start, PLAY/1200 -> menu
    tap b7 -> sensor_test
    tap b3, tap h7, PLAY -> left_out e1 e2 e3 e4 e5 e6 e7 e8
    PLAY/1200 -> menu
    tap b7 -> sensor_test
    tap e8, tap e5, PLAY -> left_out e1 e2 e3 e4 e6 e7 e8, person_to_move

ThatFlickerNameNothing
    begin, say "board ignore b7"
    20 times: flip b7, 250
    PLAY/1200
    20 times: flip b7, 250
    -> menu

ThatAreDeadUnderAPieceKeepNoOtherFromBeingTapped
    on, board start -b7, say "board ignore b7", 1500 -> person_to_move
    PLAY/1200, tap a5 -> level d1

# The carrier's end, and a program that ends: neither takes a person's word back.
OutliveTheSessionThatNamedThem
    on, say "board ignore a5" quit, hang_up, 1500 -> left_out a5
    restart, 700 -> left_out a5

AreLookedPastWhenTheSavedGameIsCompared
    begin "black person", say "board ignore a1", e2e4, 1500
    restart, up/700 start -a1 -e2 +e4 -> person_to_move, not heard offered  # the game goes on without a question
    e7e5 -> moves 2

AreTheSameSensorsWhenTheBoardIsTurned
    on, say "board ignore a5", 1500, say "board flip on" -> left_out h4  # as the players see it now
    1500, restart, 700 -> left_out h4
    say "board ignore g1" "board flip off", 1500, restart, 700 -> left_out a5 b8

AreStoredWhenTheyChangeAndOnlyThen
    begin, 1500, count, say "board ignore a5" "board ignore b5" "board ignore c5", 1500 -> writes 1
    say "board ignore a5", 1500 -> writes 0  # it was
    say "board heed b5" "board ignore b5", 1500 -> writes 0  # as before
    restart, 700, 1500 -> writes 0  # a start tells of them and changes none
    say "board heed c5", 1500 -> writes 1

AreNotThoseThatTheBoardDoubtsByItself
    begin "level d3", 1500, count
    40 times: flip c6, 250
    -> left_out c6  # it flickers
    1500 -> writes 0
    say "board ignore d5", 1500, restart, up/700 start -> left_out d5

KeepALevelThatIsChosenMeanwhile
    on, say "board ignore a5", 1500, say "board level d3", 1500, restart, 700 -> left_out a5, level d3
)");

/// On each chip's flash.
template <class C>
struct MarkedSquaresPowerCut : testing::Test {
    using Flash = typename C::Flash;
    static std::unique_ptr<AnyStore> log(Flash& flash) { return std::make_unique<StoreOf<typename C::Log>>(flash); }
};
TYPED_TEST_SUITE(MarkedSquaresPowerCut, stackmate::test::BoardsChips, stackmate::test::NameOfChip);

TYPED_TEST(MarkedSquaresPowerCut, LeavesThemAsTheyWereBeforeOrAfterAWordAndTheSettingsWithThem) {
    const auto flash = std::make_unique<typename TypeParam::Flash>();
    {
        Table table{this->log(*flash)};
        table.send("board level d3\nboard ignore a5\n");
        table.wait(1500, 500);
    }
    const auto prepared = *flash;
    const std::array<SquareSet, 3> stages{squares({"a5"}), squares({"a5", "h8"}), squares({"h8"})};
    const auto play = [&] {
        Table table{this->log(*flash)};
        table.send("board ignore h8\n");
        table.wait(1500, 500);
        table.send("board heed a5\n");
        table.wait(1500, 500);
    };
    play();
    const std::uint64_t steps = flash->steps() - prepared.steps();
    ASSERT_GE(steps, 2u);
    std::array<unsigned, 3> found{};
    for (std::uint32_t way = 0; way < steps * hal::fake::tears; ++way) {
        *flash = prepared;
        flash->cut_after(way / hal::fake::tears, static_cast<hal::fake::Tear>(way % hal::fake::tears), way + 1);
        play();
        flash->power_on();
        const Table table{this->log(*flash)};
        const auto stage = std::ranges::find(stages, table.game().sight().ignored());
        ASSERT_NE(stage, stages.end()) << "step " << way / hal::fake::tears << ", tear " << way % hal::fake::tears;
        ++found[static_cast<std::size_t>(stage - stages.begin())];
        ASSERT_EQ(levels[table.game().settings().level].name, "depth 3");
        ASSERT_EQ(flash->misuses, 0u);
    }
    EXPECT_GT(found[0], 0u);
    EXPECT_GT(found[1], 0u);
}

}  // namespace
}  // namespace stackmate::firmware::test
