// A square that a person has marked stays marked until he says otherwise: over power-off, whichever way the board lies, and
// wherever the power fails while marks are stored.
#include "host_tests/firmware/table/table.hpp"
#include "host_tests/hal/flash_chips.hpp"

#include <array>

namespace stackmate::firmware::test {
namespace {

struct MarkedSquares : testing::Test {
    hal::fake::NvStore<> memory{};
    Table table{memory};

    /// So that a test sees whatever is stored when nothing has changed for a while.
    void rest() { table.wait(1500, 20); }
    void restart(SquareSet pieces = 0) {
        table = Table{memory};
        table.board->sensors.occupied = pieces;
        table.wait(700);
    }
    void tap(std::string_view name) {
        const SquareSet before = table.board->sensors.occupied;
        table.put(before ^ squares({name}), 100);
        table.put(before, 600);
    }
    void name_in_menu(std::string_view of_file, std::string_view of_rank) {
        table.press(play_button, 1200);
        ASSERT_EQ(table.game().state(), states::State::menu);
        tap("b7");
        ASSERT_EQ(table.game().state(), states::State::sensor_test);
        tap(of_file);
        tap(of_rank);
        table.press(play_button);
    }
    [[nodiscard]] SquareSet ignored() const { return table.game().doubts().ignored(); }
};

TEST_F(MarkedSquares, StayMarkedOverPowerOffUntilAPersonSaysOtherwise) {
    table.send("board ignore a5\nboard ignore h8\n");
    rest();
    restart();
    EXPECT_EQ(ignored(), squares({"a5", "h8"}));
    const std::string said = table.heard();
    EXPECT_TRUE(has(said, "info string board square a5 is left out of account\n")) << said;
    EXPECT_TRUE(has(said, "info string board square h8 is left out of account\n")) << said;
    table.send("board heed a5\n");
    rest();
    restart();
    EXPECT_EQ(ignored(), squares({"h8"}));
}

TEST_F(MarkedSquares, MayBeNamedInTheMenu) {
    table.begin();
    name_in_menu("a2", "h5");
    ASSERT_EQ(ignored(), squares({"a5"}));
    rest();
    restart(start_board);
    EXPECT_EQ(ignored(), squares({"a5"}));
    table.begin();
    name_in_menu("a2", "h5");
    rest();
    restart();
    EXPECT_EQ(ignored(), 0u);
}

// Nothing else could take such a mark back on a board without a line, now that it outlives the power.
TEST_F(MarkedSquares, CanBeNamedAgainBySquaresThatAreMarkedButAnswer) {
    table.send("board ignore b7\n");
    for (const char rank : std::string_view{"12345678"}) table.send(std::string{"board ignore e"} + rank + "\n");
    table.begin();
    name_in_menu("b3", "h7");
    EXPECT_EQ(ignored(), squares({"e1", "e2", "e3", "e4", "e5", "e6", "e7", "e8"}));
    name_in_menu("e8", "e5");
    EXPECT_EQ(ignored(), squares({"e1", "e2", "e3", "e4", "e6", "e7", "e8"}));
    EXPECT_EQ(table.game().state(), states::State::person_to_move);
}

TEST_F(MarkedSquares, ThatFlickerNameNothing) {
    table.begin();
    table.send("board ignore b7\n");
    const auto flicker = [&](int changes) {
        for (; changes != 0; --changes) table.put(table.board->sensors.occupied ^ squares({"b7"}), 250);
    };
    flicker(20);
    table.press(play_button, 1200);
    flicker(20);
    EXPECT_EQ(table.game().state(), states::State::menu);
}

TEST_F(MarkedSquares, ThatAreDeadUnderAPieceKeepNoOtherFromBeingTapped) {
    table.board->sensors.occupied = start_board & ~squares({"b7"});
    table.send("board ignore b7\n");
    table.wait(1500);
    ASSERT_EQ(table.game().state(), states::State::person_to_move);
    table.press(play_button, 1200);
    tap("a5");
    EXPECT_EQ(levels[table.game().settings().level].name, "depth 1");
}

// The carrier's end, and a program that ends: neither takes a person's word back.
TEST_F(MarkedSquares, OutliveTheSessionThatNamedThem) {
    table.send("board ignore a5\nquit\n");
    table.board->serial.hang_up();
    rest();
    EXPECT_EQ(ignored(), squares({"a5"}));
    restart();
    EXPECT_EQ(ignored(), squares({"a5"}));
}

TEST_F(MarkedSquares, AreLookedPastWhenTheSavedGameIsCompared) {
    table.send("board black person\n");
    table.begin();
    table.send("board ignore a1\n");
    table.move("e2e4");
    rest();
    const SquareSet felt = table.board->sensors.occupied & ~squares({"a1"});
    restart(felt);
    EXPECT_EQ(table.game().state(), states::State::person_to_move) << "the game goes on without a question";
    EXPECT_FALSE(has(table.heard(), "offered"));
    table.board->sensors.occupied = felt;
    table.move("e7e5");
    EXPECT_EQ(table.game().record().size(), 2u);
}

TEST_F(MarkedSquares, AreTheSameSensorsWhenTheBoardIsTurned) {
    table.send("board ignore a5\n");
    rest();
    table.send("board flip on\n");
    EXPECT_EQ(ignored(), squares({"h4"})) << "as the players see it now";
    rest();
    restart();
    EXPECT_EQ(ignored(), squares({"h4"}));
    table.send("board ignore g1\nboard flip off\n");
    rest();
    restart();
    EXPECT_EQ(ignored(), squares({"a5", "b8"}));
}

TEST_F(MarkedSquares, AreStoredWhenTheyChangeAndOnlyThen) {
    table.begin();
    rest();
    std::uint32_t before = memory.writes;
    const auto written = [&] {
        rest();
        return memory.writes - std::exchange(before, memory.writes);
    };
    table.send("board ignore a5\nboard ignore b5\nboard ignore c5\n");
    EXPECT_EQ(written(), 1u);
    table.send("board ignore a5\n");
    EXPECT_EQ(written(), 0u) << "it was";
    table.send("board heed b5\nboard ignore b5\n");
    EXPECT_EQ(written(), 0u) << "as before";
    restart();
    EXPECT_EQ(written(), 0u) << "a start tells of them and changes none";
    table.send("board heed c5\n");
    EXPECT_EQ(written(), 1u);
}

TEST_F(MarkedSquares, AreNotThoseThatTheBoardDoubtsByItself) {
    table.send("board level d3\n");
    table.begin();
    rest();
    const std::uint32_t before = memory.writes;
    const SquareSet pieces = table.board->sensors.occupied;
    for (int i = 0; i < 40; ++i) table.put(pieces ^ (i % 2 == 0 ? squares({"c6"}) : 0), 250);
    ASSERT_EQ(ignored(), squares({"c6"})) << "it flickers";
    rest();
    EXPECT_EQ(memory.writes, before);
    table.send("board ignore d5\n");
    rest();
    restart(pieces);
    EXPECT_EQ(ignored(), squares({"d5"}));
}

TEST_F(MarkedSquares, KeepALevelThatIsChosenMeanwhile) {
    table.send("board ignore a5\n");
    rest();
    table.send("board level d3\n");
    rest();
    restart();
    EXPECT_EQ(ignored(), squares({"a5"}));
    EXPECT_EQ(levels[table.game().settings().level].name, "depth 3");
}

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
        const auto stage = std::ranges::find(stages, table.game().doubts().ignored());
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
