// A board that nobody minds, and what wakes it: the whole firmware on fakes, through evenings of minutes that are not played.
#include "host_tests/firmware/table/table.hpp"

namespace stackmate::firmware::test {
namespace {

constexpr std::uint32_t minute = 60'000;

struct IdleTable : testing::Test {
    hal::fake::NvStore<> memory{};
    Table table{memory};

    void wait(std::uint32_t ms) { table.wait(ms, 50); }
    [[nodiscard]] unsigned brightness() const { return table.board->leds.brightness; }
    /// Squares that shine within a period.
    [[nodiscard]] SquareSet shining() {
        SquareSet lit = 0;
        for (int i = 0; i < 41; ++i) {
            wait(50);
            for (unsigned square = 0; square < 64; ++square)
                if (table.board->leds.frame.squares[square] != hal::Colour{}) lit |= SquareSet{1} << square;
        }
        return lit;
    }
    void expect_full() {
        EXPECT_EQ(brightness(), 128u);
        EXPECT_NE(shining(), 1u);
    }
    void expect_dimmed() {
        EXPECT_EQ(brightness(), 32u);
        EXPECT_NE(shining(), 1u);
    }
    void expect_dark() {
        EXPECT_EQ(brightness(), 32u);
        EXPECT_EQ(shining(), 1u) << "a1, and nothing else";
    }
    static constexpr SquareSet e1 = SquareSet{1} << 4;
};

TEST_F(IdleTable, PiecesThatAreAskedForDimAfterTwoMinutesAndAfterTenOneMarkIsLeft) {
    wait(minute);
    expect_full();
    wait(minute);
    expect_dimmed();
    EXPECT_EQ(shining(), start_board);
    wait(8 * minute);
    expect_dark();
    EXPECT_EQ(table.board->watchdog.resets, 0u);
}

TEST_F(IdleTable, AGameIsStillSeenAfterTwentyMinutesThinking) {
    table.begin();
    wait(20 * minute);
    expect_dimmed();
    EXPECT_EQ(shining(), e1) << "White is to move";
    wait(41 * minute);
    expect_dark();
}

TEST_F(IdleTable, TheTouchThatWakesIsATouchLikeAnyOther) {
    for (const std::uint32_t idle : {5 * minute, 61 * minute}) {
        table.begin();
        table.send("board black person\n");
        wait(idle);
        ASSERT_EQ(brightness(), 32u);
        const SquareSet before = table.board->sensors.occupied;
        table.put(before & ~square_set(make_square(4, 1)), 20);  // the pawn on e2
        EXPECT_EQ(brightness(), 128u) << "within a picture";
        table.put(table.board->sensors.occupied | square_set(make_square(4, 3)));
        EXPECT_EQ(table.game().record().size(), 1u) << "and the move counts";
        expect_full();
        table.send("board new\n");
    }
}

TEST_F(IdleTable, TheButtonThatWakesIsHeard) {
    table.begin();
    wait(61 * minute);
    expect_dark();
    table.press(play_button, 20);
    EXPECT_EQ(brightness(), 128u);
    EXPECT_EQ(table.game().state(), states::State::hint) << "a hint is looked for";
}

TEST_F(IdleTable, AWordFromTheLineWakes) {
    wait(11 * minute);
    expect_dark();
    table.heard();
    table.send("isready\n");
    EXPECT_TRUE(has(table.heard(), "readyok"));
    expect_full();
}

TEST_F(IdleTable, AClockThatRunsKeepsTheBoardBright) {
    table.send("board level c7\nboard black person\n");
    table.begin();
    table.move("e2e4");
    ASSERT_TRUE(table.game().clock().running()) << table.ask("board\n");
    wait(30 * minute);
    expect_full();
    table.press(pause_button);
    wait(11 * minute);
    expect_dark();
}

TEST_F(IdleTable, AFlagThatFallsWakes) {
    table.send("board level c1\nboard black person\n");
    table.begin();
    table.move("e2e4");
    wait(3 * minute + 1000);
    ASSERT_EQ(table.game().state(), states::State::game_over);
    expect_full();
    wait(3 * minute);
    expect_dimmed();
    wait(8 * minute);
    expect_dark();
}

TEST_F(IdleTable, AnEngineThatThinksKeepsTheBoardBrightAndItsMoveStaysSo) {
    table.send("board level t8\n");
    table.begin();
    table.move("g2g4");
    ASSERT_EQ(table.game().state(), states::State::engine_thinking);
    wait(119'000);
    ASSERT_EQ(table.game().state(), states::State::engine_thinking);
    expect_full();
    wait(minute);
    ASSERT_EQ(table.game().state(), states::State::move_to_make);
    expect_full();
    wait(2 * minute);
    expect_dimmed();
}

TEST_F(IdleTable, AnAnalysisThatNobodyMindsDims) {
    table.begin();
    table.send("board level t1\n");
    table.press(menu_button);
    ASSERT_EQ(table.game().state(), states::State::menu);
    const SquareSet e2 = square_set(make_square(4, 1));
    table.put(table.board->sensors.occupied ^ e2, 200);
    table.put(table.board->sensors.occupied ^ e2, 600);
    ASSERT_EQ(table.game().state(), states::State::analysis);
    wait(3 * minute);
    expect_dimmed();
}

TEST_F(IdleTable, ASquareThatIsLeftOutOfAccountKeepsNobodyAwake) {
    table.begin();
    table.send("board ignore a5\n");
    const SquareSet a5 = square_set(make_square(0, 4));
    for (int i = 0; i < 400; ++i) {
        table.board->sensors.occupied ^= a5;
        wait(500);
    }
    expect_dimmed();
}

}  // namespace
}  // namespace stackmate::firmware::test
