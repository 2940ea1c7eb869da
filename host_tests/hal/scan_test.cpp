// Every source of squares keeps the promises of SquareSensors, over a model of what is at its pins.
#include "hal/scan.hpp"

#include <algorithm>
#include <array>
#include <bitset>

#include "hal/analogue_scan.hpp"
#include "hal/conformance/squares.hpp"
#include "hal/expander_scan.hpp"
#include "hal/sensing.hpp"
#include "hal/shift_register_rows.hpp"
#include "hal/shift_register_scan.hpp"
#include "host_tests/hal/report.hpp"

namespace {

using namespace stackmate;

/// Lets time pass for a rig, or for anything that has `place` and `step`.
template <class Rig>
struct Hand {
    Rig& rig;
    std::uint32_t step_us = 1000;
    std::uint32_t passed_us = 0;
    void place(std::uint64_t occupied) { rig.place(occupied); }
    void pass_ms(std::uint32_t ms) {
        for (passed_us += ms * 1000; passed_us >= step_us; passed_us -= step_us) rig.step();
    }
};
template <class Rig, class... Us>
Hand(Rig&, Us...) -> Hand<Rig>;

// ---- the sensor matrix

/// Contacts between row and column lines.
struct Matrix {
    std::uint64_t occupied = 0;
    std::uint8_t driven = 0;  ///< row lines
    bool diodes = true;
    unsigned age = 0;     ///< steps since the row lines changed
    unsigned settle = 0;  ///< steps the columns take to follow
    unsigned most_driven = 0;
    std::uint8_t old_columns = 0;

    void drive(std::uint8_t rows) {
        old_columns = columns();
        driven = rows;
        age = 0;
        most_driven = std::max(most_driven, static_cast<unsigned>(std::bitset<8>(rows).count()));
    }
    [[nodiscard]] std::uint8_t row(unsigned i) const { return static_cast<std::uint8_t>(occupied >> 8 * i); }
    [[nodiscard]] std::uint8_t columns() const {
        if (age < settle) return old_columns;
        std::uint8_t live = 0;
        auto rows = driven;
        for (int pass = 0; pass < 8; ++pass) {  // without diodes current finds its way through other rows
            for (unsigned i = 0; i < 8; ++i) {
                if ((rows >> i & 1) != 0) live |= row(i);
            }
            for (unsigned i = 0; i < 8 && !diodes; ++i) {
                if ((row(i) & live) != 0) rows = static_cast<std::uint8_t>(rows | 1u << i);
            }
        }
        return live;
    }
};

struct Rows {
    Matrix& matrix;
    void select(unsigned row) noexcept { matrix.drive(static_cast<std::uint8_t>(1u << row)); }
    void release() noexcept { matrix.drive(0); }
};
struct Columns {
    const Matrix& matrix;
    [[nodiscard]] std::uint8_t read() const noexcept { return matrix.columns(); }
};

template <hal::ScanTiming Timing = hal::ScanTiming{}, class Wiring = hal::RowsAreRanks>
struct MatrixRig {
    Matrix matrix{};
    Rows rows{matrix};
    const Columns columns{matrix};
    hal::SensorMatrix<Rows, Columns, Timing, Wiring> sensors{rows, columns};

    void place(std::uint64_t occupied) { matrix.occupied = occupied; }
    void step() {
        ++matrix.age;
        sensors.step();
        EXPECT_LE(matrix.most_driven, 1u);
    }
};

TEST(SensorMatrix, WaitsForSensorsThatSettleSlowly) {
    MatrixRig<hal::ScanTiming{.step_us = 100, .settle_steps = 3, .samples = 3}> rig;
    rig.matrix.settle = 3;
    Hand hand{rig, 100};
    hal::conformance::check_sensors(rig.sensors, hand, test::report);

    MatrixRig<hal::ScanTiming{.step_us = 100, .settle_steps = 2, .samples = 1}> wrong;
    wrong.matrix.settle = 3;
    wrong.place(0xFF);
    for (int i = 0; i < 100; ++i) wrong.step();
    EXPECT_NE(wrong.sensors.raw(), 0xFFu) << "the model does not notice haste";
}

TEST(SensorMatrix, NumbersSquaresAsItsWiringSays) {
    MatrixRig<hal::ScanTiming{}, hal::RowsAreFiles> rig;
    Hand hand{rig};
    hand.place(std::uint64_t{1} << (8 * 4 + 1));  // row e, column 2
    hand.pass_ms(30);
    EXPECT_EQ(rig.sensors.scan(), std::uint64_t{1} << 12);  // e2
}

TEST(SensorMatrix, ShowsAFourthPieceOnlyWhereDiodesAreMissing) {
    MatrixRig rig;
    Hand hand{rig};
    constexpr std::uint64_t three = 1u | 1u << 1 | 1u << 8;  // a1 b1 a2
    hand.place(three);
    hand.pass_ms(30);
    EXPECT_EQ(rig.sensors.scan(), three);
    rig.matrix.diodes = false;
    hand.pass_ms(30);
    EXPECT_EQ(rig.sensors.scan(), three | 1u << 9);  // and b2, the ghost
}

/// A 74HC595 whose outputs drive the rows, QH row 0 as on Open-Chess.
struct Register {
    Matrix& matrix;
    std::uint8_t shifting = 0;
    bool data = false, clock = false, latch = false;

    void set_clock(bool high) {
        if (high && !clock) shifting = static_cast<std::uint8_t>(shifting << 1 | (data ? 1 : 0));
        clock = high;
    }
    void set_latch(bool high) {
        if (high && !latch) {
            std::uint8_t rows = 0;
            for (unsigned row = 0; row < 8; ++row) {
                rows = static_cast<std::uint8_t>(rows | (shifting >> (7 - row) & 1u) << row);
            }
            matrix.drive(rows);
        }
        latch = high;
    }
};
struct DataPin {
    Register& chip;
    void set(bool high) noexcept { chip.data = high; }
};
struct ClockPin {
    Register& chip;
    void set(bool high) noexcept { chip.set_clock(high); }
};
struct LatchPin {
    Register& chip;
    void set(bool high) noexcept { chip.set_latch(high); }
};

TEST(SensorMatrix, KeepsItsPromisesBehindAShiftRegister) {
    Matrix matrix;
    Register chip{matrix};
    DataPin data{chip};
    ClockPin clock{chip};
    LatchPin latch{chip};
    hal::ShiftRegisterRows rows{data, clock, latch};
    const Columns columns{matrix};
    struct {
        Matrix& matrix;
        hal::SensorMatrix<decltype(rows), Columns> sensors;
        void place(std::uint64_t occupied) { matrix.occupied = occupied; }
        void step() { sensors.step(); }
    } rig{matrix, hal::SensorMatrix<decltype(rows), Columns>{rows, columns}};
    Hand hand{rig};
    hal::conformance::check_sensors(rig.sensors, hand, test::report);
    EXPECT_EQ(matrix.most_driven, 1u);
    rows.release();
    EXPECT_EQ(matrix.driven, 0);
}

TEST(ShiftRegisterRows, ShiftsInEitherOrderAndToEitherLevel) {
    Matrix matrix;
    Register chip{matrix};
    DataPin data{chip};
    ClockPin clock{chip};
    LatchPin latch{chip};
    hal::ShiftRegisterRows<DataPin, ClockPin, LatchPin, hal::ShiftOrder::row_7_first> other{data, clock, latch};
    other.select(2);
    EXPECT_EQ(matrix.driven, 1u << 5);
    hal::ShiftRegisterRows<DataPin, ClockPin, LatchPin, hal::ShiftOrder::row_0_first, false> low{data, clock, latch};
    low.select(2);
    EXPECT_EQ(matrix.driven, 0xFF & ~(1u << 2));
    low.release();
    EXPECT_EQ(matrix.driven, 0xFF);
}

// ---- a chain of 74HC165

/// Eight registers in a row, all inputs high unless a contact pulls them to ground.
struct Chain {
    std::uint64_t occupied = 0;
    std::uint64_t levels = 0;  ///< what has been loaded
    unsigned shifted = 0;
    bool load = true, clock = false;

    void set_load(bool high) {
        load = high;
        if (!load) levels = ~occupied, shifted = 0;
    }
    void set_clock(bool high) {
        if (high && !clock && load) ++shifted;
        clock = high;
    }
    /// Input H of a register comes before its input A.
    [[nodiscard]] bool data() const { return shifted < 64 && (levels >> (shifted / 8 * 8 + 7 - shifted % 8) & 1) != 0; }
};
struct ChainLoad {
    Chain& chain;
    void set(bool high) noexcept { chain.set_load(high); }
};
struct ChainClock {
    Chain& chain;
    void set(bool high) noexcept { chain.set_clock(high); }
};
struct ChainData {
    const Chain& chain;
    [[nodiscard]] bool read() const noexcept { return chain.data(); }
};

template <hal::ScanTiming Timing = hal::ScanTiming{}, bool ActiveHigh = false, class Wiring = hal::RowsAreRanks>
struct ChainRig {
    Chain chain{};
    ChainLoad load{chain};
    ChainClock clock{chain};
    const ChainData data{chain};
    hal::ScannedSquares<hal::ShiftRegisterScan<ChainLoad, ChainClock, ChainData, Timing, ActiveHigh, Wiring>> sensors{
        load, clock, data};

    void place(std::uint64_t occupied) { chain.occupied = occupied; }
    void step() { sensors.step(); }
};

TEST(ShiftRegisterScan, SeesAllSquaresAtOneInstant) {
    ChainRig rig;
    for (unsigned step = 0; step < 64; ++step) {
        rig.place(step % 3 == 0 ? 1 : std::uint64_t{1} << 63);  // one piece, here or there
        rig.step();
        EXPECT_EQ(std::has_single_bit(rig.sensors.raw()), rig.sensors.scans() != 0);
    }
}

TEST(ShiftRegisterScan, TakesEitherLevelAndAnyWiring) {
    ChainRig<hal::ScanTiming{}, true, hal::RowsAreFiles> rig;
    rig.place(~(std::uint64_t{1} << (8 * 4 + 1)));  // input B of the fifth register is high
    Hand{rig}.pass_ms(24);
    EXPECT_EQ(rig.sensors.scan(), std::uint64_t{1} << 12);  // e2
}

// ---- four PCA9555

/// A bus with four expanders, all inputs high unless a contact pulls them to ground.
struct Expanders {
    static constexpr std::uint32_t hz = 400'000;
    std::uint64_t occupied = 0;
    unsigned busy_steps = 0;  ///< how long a transfer takes
    unsigned busy = 0;
    unsigned missing = 4;  ///< this one does not answer
    hal::I2cState last = hal::I2cState::done;

    void begin(std::uint8_t address, std::span<const std::uint8_t> send, std::span<std::uint8_t> receive) noexcept {
        EXPECT_EQ(busy, 0u);
        const unsigned chip = address - 0x20u;
        ASSERT_LT(chip, 4u);
        busy = busy_steps;
        last = chip == missing ? hal::I2cState::failed : hal::I2cState::done;
        if (chip == missing) return;
        ASSERT_TRUE(send.size() == 1 && send[0] == 0 && receive.size() == 2);
        for (unsigned port = 0; port < 2; ++port) {
            receive[port] = static_cast<std::uint8_t>(~occupied >> (16 * chip + 8 * port));
        }
    }
    [[nodiscard]] hal::I2cState state() const noexcept { return busy != 0 ? hal::I2cState::busy : last; }
};

template <hal::ScanTiming Timing = hal::ScanTiming{}>
struct ExpanderRig {
    Expanders bus{};
    hal::ScannedSquares<hal::ExpanderScan<Expanders, Timing>> sensors{bus};

    void place(std::uint64_t occupied) { bus.occupied = occupied; }
    void step() {
        sensors.step();
        if (bus.busy != 0) --bus.busy;
    }
};

static_assert(hal::ScannedSquares<hal::ExpanderScan<Expanders>>::latency_ms == 20);

TEST(ExpanderScan, PublishesNothingWhileAnExpanderIsMissing) {
    for (unsigned missing = 0; missing < 4; ++missing) {
        ExpanderRig rig;
        Hand hand{rig};
        hand.place(0x8001);
        hand.pass_ms(13);
        ASSERT_EQ(rig.sensors.scan(), 0x8001u);
        rig.bus.missing = missing;
        hand.pass_ms(8);
        const auto scans = rig.sensors.scans();
        hand.place(0x18);
        hand.pass_ms(100);
        EXPECT_EQ(rig.sensors.scans(), scans);
        rig.bus.missing = 4;
        hand.pass_ms(13);
        EXPECT_EQ(rig.sensors.scan(), 0x18u);
    }
}

TEST(ExpanderScan, WaitsForASlowTransferWithoutBlocking) {
    ExpanderRig rig;
    rig.bus.busy_steps = 3;  // so a pass takes three times as long
    Hand hand{rig};
    hand.place(0x8001);
    hand.pass_ms(3 * 12);
    EXPECT_EQ(rig.sensors.scan(), 0x8001u);
}

// ---- analogue sensors

/// A magnet moves a sensor's value from 2048 by 640, up or down.
struct Analogue {
    static constexpr std::uint16_t no_level = 0xffff;
    static constexpr std::uint32_t read_us = 5;
    std::uint64_t occupied = 0;
    unsigned row = 99;
    bool answers = true;
    std::array<int, 64> noise{};

    void select(unsigned next) noexcept { row = next; }
    [[nodiscard]] std::uint16_t read(unsigned column) const noexcept {
        const unsigned square = 8 * row + column;
        const int magnet = (occupied >> square & 1) == 0 ? 0 : square % 2 == 0 ? 640 : -640;
        return answers ? static_cast<std::uint16_t>(2048 + magnet + noise[square]) : no_level;
    }
};

template <hal::ScanTiming Timing = hal::ScanTiming{}>
struct AnalogueRig {
    Analogue inputs{};
    hal::SquareLevels levels{};
    hal::ScannedSquares<hal::AnalogueScan<Analogue, Timing>> sensors{inputs, levels};

    void place(std::uint64_t occupied) { inputs.occupied = occupied; }
    void step() { sensors.step(); }
};
static_assert(decltype(AnalogueRig<>::sensors)::latency_ms == 24);

TEST(AnalogueScan, HoldsASquareBetweenItsOwnThresholds) {
    AnalogueRig rig;
    rig.levels.restore(9, 1900, 400);
    Hand hand{rig};
    const auto seen_at = [&](unsigned square, int noise) {
        rig.inputs.noise[square] = noise;
        hand.pass_ms(24);
        return (rig.sensors.scan() >> square & 1) != 0;
    };
    for (const int side : {1, -1}) {
        EXPECT_FALSE(seen_at(8, side * 239));
        EXPECT_TRUE(seen_at(8, side * 240));
        EXPECT_TRUE(seen_at(8, side * 160)) << "not gone yet";
        EXPECT_FALSE(seen_at(8, side * 159));
        EXPECT_FALSE(seen_at(8, side * 200)) << "not come again";
    }
    EXPECT_FALSE(seen_at(9, 1)) << "149 from its own rest";
    EXPECT_TRUE(seen_at(9, 2));
    EXPECT_TRUE(seen_at(9, -48)) << "100";
    EXPECT_FALSE(seen_at(9, -49));
}

TEST(AnalogueScan, TakesAPassWithoutAnswersForNone) {
    AnalogueRig rig;
    Hand hand{rig};
    hand.place(1);
    hand.pass_ms(24);
    ASSERT_EQ(rig.sensors.scan(), 1u);
    const std::uint32_t scans = rig.sensors.scans();
    hand.place(2);
    rig.inputs.answers = false;
    hand.pass_ms(100);
    EXPECT_LE(rig.sensors.scans(), scans + 1) << "a program can tell";
    EXPECT_EQ(rig.sensors.scan(), 1u);
    rig.inputs.answers = true;
    hand.pass_ms(40);
    EXPECT_EQ(rig.sensors.scan(), 2u);
}

// ---- what all sources promise

/// With the smallest source: a pass is one step.
template <hal::ScanTiming Timing>
struct PortRig {
    struct Source {
        static constexpr hal::ScanTiming timing = Timing;
        static constexpr std::uint32_t pass_steps = 1;
        const std::uint64_t& levels;
        explicit Source(const std::uint64_t& port) noexcept : levels{port} {}
        [[nodiscard]] std::optional<std::uint64_t> step() noexcept { return levels; }
    };
    std::uint64_t levels = 0;
    hal::ScannedSquares<Source> sensors{levels};

    void place(std::uint64_t occupied) { levels = occupied; }
    void step() { sensors.step(); }
};

template <template <hal::ScanTiming> class Rig_>
struct Over {
    template <hal::ScanTiming Timing>
    using Rig = Rig_<Timing>;
};
template <hal::ScanTiming Timing>
using MatrixOver = MatrixRig<Timing>;
template <hal::ScanTiming Timing>
using ChainOver = ChainRig<Timing>;

/// The list of sources. A new one brings a rig and a line here.
using Sources = testing::Types<Over<MatrixOver>, Over<ChainOver>, Over<ExpanderRig>, Over<AnalogueRig>, Over<PortRig>>;

constexpr hal::ScanTiming usual{};
constexpr hal::ScanTiming skipping{.lost_steps = 2, .of_steps = 12};

template <class>
class ScanSources : public testing::Test {};
TYPED_TEST_SUITE(ScanSources, Sources);

TYPED_TEST(ScanSources, KeepThePromisesOfSensors) {
    typename TypeParam::template Rig<usual> rig;
    Hand hand{rig};
    hal::conformance::check_sensors(rig.sensors, hand, test::report);
}

TYPED_TEST(ScanSources, SeeAChangeInTimeThoughStepsAreSkipped) {
    constexpr auto ends = 1 | std::uint64_t{1} << 63;
    using Rig = typename TypeParam::template Rig<skipping>;
    constexpr auto latency_ms = decltype(Rig::sensors)::latency_ms;
    std::uint32_t longest = 0;
    for (unsigned changed = 0; changed < 48; ++changed) {
        for (unsigned lost = 0; lost < skipping.of_steps; ++lost) {
            Rig rig;
            const auto step = [&](unsigned ms) {
                if ((ms + lost) % skipping.of_steps >= skipping.lost_steps) rig.step();
            };
            unsigned ms = 0;
            while (ms < 48 + changed) step(ms++);
            rig.place(ends);
            std::uint32_t seen = 0;
            for (; rig.sensors.scan() != ends && seen < 100; ++seen) step(ms++);
            longest = std::max(longest, seen);
            EXPECT_LE(seen, latency_ms) << changed << ' ' << lost;
        }
    }
    EXPECT_GE(longest + 2, latency_ms) << "the figure is no tighter than it must be";
}

TYPED_TEST(ScanSources, DoNotSeeABounce) {
    using Rig = typename TypeParam::template Rig<usual>;
    Rig rig;
    Hand hand{rig};
    constexpr std::uint32_t pass_ms = decltype(Rig::sensors)::latency_ms / 3;
    for (int i = 0; i < 200; ++i) {  // touches for less than a pass, at all places in a pass
        hand.place(1);
        hand.pass_ms(pass_ms > 3 ? pass_ms - 3 : 1);
        hand.place(0);
        EXPECT_EQ(rig.sensors.scan(), 0u);
        hand.pass_ms(4 * pass_ms);
        EXPECT_EQ(rig.sensors.scan(), 0u);
    }
}

}  // namespace
