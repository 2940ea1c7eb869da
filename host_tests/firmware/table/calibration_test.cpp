// Games by hand on models of 64 linear sensors, their multiplexers and the converter.
#include "firmware/table/calibration.hpp"

#include "hal/analogue_scan.hpp"
#include "host_tests/firmware/table/table.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <type_traits>

#include <gtest/gtest.h>

namespace stackmate::firmware::test {
namespace {

/// A sensor rests anywhere within 7 % of the middle, and its pole may be either. A piece gives `field`. The converter has erratum
/// RP2040-E11: four codes are nine wide.
struct Sensors {
    static constexpr std::uint16_t no_level = 0xFFFF;
    static constexpr std::uint32_t read_us = 5;

    SquareSet standing = 0;
    std::array<int, 64> field{};
    double gain = 1;
    unsigned row = 0;
    std::uint32_t random = 1;

    Sensors() { field.fill(600); }
    void select(unsigned next) noexcept { row = next; }
    [[nodiscard]] std::uint16_t read(unsigned column) noexcept {
        const unsigned at = 8 * row + column;
        random = random * 1664525 + 1013904223;
        const int noise = static_cast<int>(random >> 24) % 5 - 2, rest = 2048 + static_cast<int>(at * 37 % 280) - 140;
        const int magnet = (standing >> at & 1) == 0 ? 0 : at % 3 == 0 ? -field[at] : field[at];
        const int level = static_cast<int>(gain * (rest + magnet)) + noise;
        for (const int wide : {512, 1536, 2560, 3584}) {
            if (level >= wide - 4 && level <= wide + 4) return static_cast<std::uint16_t>(wide);
        }
        return static_cast<std::uint16_t>(level);
    }
};

struct Scanned : hal::ScannedSquares<hal::AnalogueScan<Sensors>> {
    Scanned(Sensors& inputs, hal::SquareLevels& levels) : ScannedSquares{inputs, levels}, occupied{inputs.standing} {}
    SquareSet& occupied;  ///< the squares that pieces stand on
};

struct AnalogueBoard : hal::fake::Board {
    explicit AnalogueBoard(std::unique_ptr<AnyStore> any) : store{std::move(any)} {}

    Sensors inputs{};
    struct {
        hal::SquareLevels levels{};
    } sensing{};
    Scanned sensors{inputs, sensing.levels};
    hal::fake::SquareLeds leds{};
    hal::fake::Buttons<> buttons{};
    TableStore store;
    hal::fake::Watchdog watchdog{};
};
static_assert(hal::ChessBoard<AnalogueBoard> && hal::HasSquareLevels<AnalogueBoard>);
static_assert(!hal::HasSquareLevels<TableBoard>);
static_assert(std::is_empty_v<Calibration<TableBoard>>);

struct AnalogueTable : TableOf<AnalogueBoard> {
    using TableOf::TableOf;

    void wait(std::uint32_t ms) override {
        for (std::uint32_t gone = 0; gone < ms; ++gone) {
            board->clock.pass(1);
            board->watchdog.pass(1);
            board->sensors.step();
            if (gone % 4 == 3 || gone + 1 == ms) app->poll();
        }
    }
    void say(std::string_view text) {
        send(text);
        wait(20);
    }
    [[nodiscard]] const hal::SquareLevels& levels() const { return board->sensing.levels; }
    /// One piece is put on these squares, one after the other.
    void calibrate(SquareSet where = ~SquareSet{0}) {
        standing() = 0;
        say("board selftest\n");
        ASSERT_EQ(game().state(), states::State::sensor_test);
        wait(1000);
        for_each_square(where, [&](unsigned i) { put(SquareSet{1} << i, 500), put(0, 200); });
        press(1);  // PLAY goes on
        ASSERT_NE(game().state(), states::State::sensor_test);
        for (int parts = 0; parts < 4; ++parts) press(1);
        heard();
    }
    /// The game begins, between two persons.
    void begin_by_hand() {
        say("board white person\nboard black person\n");
        put(0, 500);
        say("board new\n");
        put(start_board, 2500);
        ASSERT_EQ(game().state(), states::State::person_to_move) << heard();
    }
    void play(std::string_view moves) {
        for (; !moves.empty(); moves.remove_prefix(std::min<std::size_t>(5, moves.size())))
            move(moves.substr(0, 4), 1500);
    }
    /// In so many seconds.
    void drift_to(double gain, unsigned seconds) {
        const double step = (gain - board->inputs.gain) / seconds;
        for (unsigned i = 0; i < seconds; ++i) {
            board->inputs.gain += step;
            wait(1000);
        }
    }
    void set_field(SquareSet where, int field) {
        for_each_square(where, [&](unsigned i) { board->inputs.field[i] = field; });
    }
};

constexpr std::string_view opening = "e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5c6 d7c6 e1g1 f7f6";
constexpr std::string_view after_opening = "r1bqkbnr/1pp3pp/p1p2p2/4p3/4P3/5N2/PPPP1PPP/RNBQ1RK1 w kq -";

TEST(Calibration, AGameByHandWithoutOneUsesWhatIsUsual) {
    hal::fake::NvStore<> memory;
    AnalogueTable table{memory};
    table.begin_by_hand();
    table.play(opening);
    EXPECT_TRUE(has(table.fen(), after_opening)) << table.fen();
}

TEST(Calibration, TheSelfTestMeasuresEachSquareThatAPieceRestsOn) {
    hal::fake::NvStore<> memory;
    AnalogueTable table{memory};
    table.set_field(squares({"e4"}), 200);
    table.calibrate(~squares({"a1"}));
    EXPECT_EQ(table.levels().measured(), ~squares({"a1"}));
    EXPECT_NEAR(table.levels().swing(square("d4")), 600, 5);
    EXPECT_NEAR(table.levels().swing(square("e4")), 200, 5);
    EXPECT_EQ(table.levels().swing(square("a1")), hal::SquareLevels::usual_swing);
    const std::string told = table.ask("board sensors\n");
    EXPECT_TRUE(has(told, "margins of rank 1 0 26")) << told;
    EXPECT_TRUE(has(told, "weak squares: e4\n")) << told;
}

TEST(Calibration, AWeakSquareIsShownAndReportedDuringTheSelfTest) {
    hal::fake::NvStore<> memory;
    AnalogueTable table{memory};
    table.set_field(squares({"e4"}), 200);
    table.say("board selftest\n");
    table.wait(1000);
    table.put(squares({"e4"}), 1500);
    EXPECT_TRUE(has(table.heard(), "weak square e4: margin 26"));
    bool shone = false;
    for (int i = 0; i < 256; ++i) {
        table.wait(8);
        shone = shone || table.board->leds.frame.squares[square("e4")] == weak_shine.colour;
    }
    EXPECT_TRUE(shone);
}

TEST(Calibration, IsKept) {
    hal::fake::NvStore<> memory;
    {
        AnalogueTable table{memory};
        table.set_field(~SquareSet{0}, 200);  // too little without a calibration
        table.put(start_board, 1000);
        EXPECT_EQ(table.game().state(), states::State::setup);
        EXPECT_NE(table.board->sensors.scan(), start_board);
        table.calibrate();
    }
    AnalogueTable table{memory};
    table.set_field(~SquareSet{0}, 200);
    table.begin_by_hand();
    table.play(opening);
    EXPECT_TRUE(has(table.fen(), after_opening)) << table.fen();
}

TEST(Calibration, WhatIsKeptAndNotUnderstoodIsAsIfThereWereNone) {
    hal::fake::NvStore<> memory;
    (void)memory.open();
    const std::array<std::byte, 97> other{std::byte{2}};
    const std::array<std::byte, 98> longer{std::byte{1}};
    ASSERT_EQ(memory.put(calibration_keys<AnalogueBoard>.first, other), hal::NvResult::ok);
    ASSERT_EQ(memory.put(calibration_keys<AnalogueBoard>.first + 1, longer), hal::NvResult::ok);
    AnalogueTable table{memory};
    for (const unsigned i : {0u, 63u}) EXPECT_EQ(table.levels().swing(i), hal::SquareLevels::usual_swing);
}

TEST(Calibration, ADriftOfThirtyPercentDuringAGameIsFollowed) {
    hal::fake::NvStore<> memory;
    AnalogueTable table{memory};
    table.calibrate();
    table.begin_by_hand();
    table.play(opening.substr(0, 24));
    table.drift_to(0.7, 1200);
    table.play(opening.substr(25));
    EXPECT_TRUE(has(table.fen(), after_opening)) << table.fen();
    EXPECT_EQ(table.game().sight().ignored(), 0u);
    const std::string heard = table.heard();
    EXPECT_FALSE(has(heard, "weak square")) << "70 % of the field are enough: " << heard;
}

TEST(Calibration, AMagnetThatDiesIsNamedByLineAndLightWhileTheGameGoesOn) {
    hal::fake::NvStore<> memory;
    AnalogueTable table{memory};
    table.calibrate();
    table.begin_by_hand();
    int named = 0;
    for (int field = 600; named == 0 && field > 0; field -= 20) {
        table.set_field(squares({"f3", "g1"}), field);  // the knight's
        table.move("g1f3", 3500);
        if (has(table.heard(), "weak square f3")) named = field;
        ASSERT_EQ(table.game().state(), states::State::person_to_move) << "it is still felt with " << field;
        const SquareSet weak = squares({"f3"});
        bool shone = false;
        for (int i = 0; i < 256; ++i) {
            table.wait(8);
            for (unsigned at = 0; at < 64; ++at) {
                if (table.board->leds.frame.squares[at] != weak_shine.colour) continue;
                EXPECT_NE(weak >> at & 1, 0u) << at;
                shone = true;
            }
        }
        EXPECT_EQ(shone, named != 0) << field;
        table.move("b8c6", 600);
        table.move("f3g1", 600);
        table.move("c6b8", 600);
    }
    EXPECT_GT(named, 600 * 3 / 8 + 60) << "before it fails";
    EXPECT_LT(named, 450) << "and not long before";
}

/// Two lights of one picture never blink alike.
TEST(Calibration, ItsLightIsLikeNoOther) {
    for (const LightStyle& style : light_styles) {
        EXPECT_NE(style.colour, weak_shine.colour) << style.name;
        if ((style.scenes & (in_game | in_test)) != 0) {
            EXPECT_FALSE(style.period_log2 == weak_shine.period_log2 && style.on == weak_shine.on) << style.name;
        }
    }
}

}  // namespace
}  // namespace stackmate::firmware::test
