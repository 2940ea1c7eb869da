// Every source of squares keeps the promises of SquareSensors, over a model of what is at its pins.
#include "hal/scan.hpp"

#include <algorithm>
#include <array>
#include <bitset>

#include "hal/conformance/squares.hpp"
#include "hal/sensor_matrix.hpp"
#include "hal/shift_register_rows.hpp"
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

/// The list of sources. A new one brings a rig and a line here.
using Sources = testing::Types<Over<MatrixOver>, Over<PortRig>>;

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
