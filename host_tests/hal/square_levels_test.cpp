#include "hal/square_levels.hpp"

#include <cstdint>
#include <utility>

#include <gtest/gtest.h>

namespace {

using stackmate::hal::SquareLevels;

/// One sensor, and hands. A second is a look.
struct Sensor {
    SquareLevels levels{};
    bool occupied = false;
    int rest = 2048, field = 0;
    double gain = 1;

    void look(unsigned times = 1) {
        while (times-- != 0) {
            const auto level = static_cast<std::uint16_t>(static_cast<int>(gain * (rest + field)));
            occupied = levels.take(12, level, occupied, true);
        }
    }
    void put(int by) { field = by, look(2); }
    void lift() { put(0); }
    void calibrate(int by) {
        levels.begin_calibration();
        look(2);
        put(by);
        lift();
        levels.end_calibration();
    }
    [[nodiscard]] bool is_weak() const { return (levels.weak() >> 12 & 1) != 0; }
};

TEST(SquareLevels, ACalibrationMeasuresWhereAPieceComesToRest) {
    Sensor sensor;
    sensor.rest = 2200;
    sensor.calibrate(-500);
    EXPECT_EQ(sensor.levels.empty(12), 2200);
    EXPECT_EQ(sensor.levels.swing(12), 500);
    EXPECT_EQ(sensor.levels.measured(), std::uint64_t{1} << 12);
    EXPECT_EQ(sensor.levels.margin(12), 267u) << "187 are needed";
    EXPECT_FALSE(sensor.is_weak());
    sensor.put(-187);
    EXPECT_TRUE(sensor.occupied);
}

TEST(SquareLevels, APieceThatOnlyPassesIsNoMeasure) {
    Sensor sensor;
    sensor.levels.begin_calibration();
    sensor.look(2);
    for (const int field : {100, 300, 500, 300, 100, 0}) sensor.field = field, sensor.look();
    EXPECT_EQ(sensor.levels.measured(), 0u);
    EXPECT_EQ(sensor.levels.swing(12), SquareLevels::usual_swing);
}

TEST(SquareLevels, APieceThatStoodThereBeforeTheTestIsNoMeasure) {
    Sensor sensor;
    sensor.put(600);
    sensor.levels.begin_calibration();
    sensor.look(5);
    EXPECT_EQ(sensor.levels.measured(), 0u);
    sensor.lift();
    sensor.put(550);
    EXPECT_EQ(sensor.levels.swing(12), 550);
}

TEST(SquareLevels, ASensorFarOffItsUsualLevelIsStuckUntilItIsCalibrated) {
    Sensor sensor;
    sensor.rest = 2048 + 200;
    sensor.put(600);
    sensor.lift();
    EXPECT_TRUE(sensor.occupied) << "the model shows the fault";
    Sensor calibrated;
    calibrated.rest = sensor.rest;
    calibrated.calibrate(600);
    calibrated.put(600);
    EXPECT_TRUE(calibrated.occupied);
    calibrated.lift();
    EXPECT_FALSE(calibrated.occupied);
}

TEST(SquareLevels, AWeakMagnetIsMeasuredAndCalledWeak) {
    Sensor sensor;
    sensor.put(200);
    EXPECT_FALSE(sensor.occupied);
    sensor.lift();
    sensor.calibrate(200);
    EXPECT_TRUE(sensor.is_weak()) << "however much of what is needed it is";
    sensor.put(200);
    EXPECT_TRUE(sensor.occupied);
    sensor.lift();
    sensor.calibrate(256);
    EXPECT_FALSE(sensor.is_weak());
}

TEST(SquareLevels, FollowsADriftOfThirtyPercentOnAnEmptySquareAndUnderAPiece) {
    for (const int stands : {0, 600}) {
        Sensor sensor;
        sensor.calibrate(600);
        sensor.put(stands);
        for (int second = 0; second < 1000; ++second) {
            sensor.gain = 1 - 0.0003 * second;
            sensor.look();
            ASSERT_EQ(sensor.occupied, stands != 0) << second;
        }
        sensor.lift();
        EXPECT_FALSE(sensor.occupied);
        sensor.look(200);
        sensor.put(600);
        EXPECT_TRUE(sensor.occupied);
        EXPECT_FALSE(sensor.is_weak()) << "70 % of the field are enough";
    }
}

TEST(SquareLevels, APieceThatIsPushedIntoTheMiddleIsNoDrift) {
    Sensor sensor;
    sensor.calibrate(600);
    sensor.put(300);
    sensor.field = 600;
    sensor.look(300);
    sensor.lift();
    EXPECT_FALSE(sensor.occupied);
    EXPECT_NEAR(sensor.levels.empty(12), 2048, 3);
}

TEST(SquareLevels, AHandThatHoversForAMinuteHidesNoPiece) {
    Sensor sensor;
    sensor.calibrate(600);
    sensor.field = 200;
    sensor.look(60);
    EXPECT_FALSE(sensor.occupied);
    sensor.put(600);
    EXPECT_TRUE(sensor.occupied);
    sensor.lift();
    EXPECT_FALSE(sensor.occupied);
}

TEST(SquareLevels, AMagnetThatDiesIsNamedBeforeItIsMissed) {
    Sensor sensor;
    sensor.calibrate(600);
    int named = 0, missed = 0;
    for (int field = 600; missed == 0; field -= 5) {
        sensor.put(field);
        if (sensor.is_weak() && named == 0) named = field;
        if (!sensor.occupied) missed = field;
        sensor.lift();
    }
    EXPECT_NEAR(named, 600 * 9 / 16, 5);
    EXPECT_NEAR(missed, 600 * 3 / 8, 5);
    sensor.put(600);
    EXPECT_FALSE(sensor.is_weak()) << "another piece";
}

TEST(SquareLevels, WhatIsRestoredIsUsedUnlessItIsNonsense) {
    SquareLevels levels;
    levels.restore(3, 1800, 500);
    EXPECT_EQ(levels.empty(3), 1800);
    EXPECT_EQ(levels.swing(3), 500);
    for (const auto& [empty, swing] : {std::pair{4096, 500}, {1800, 4096}, {1800, 63}, {1800, 0}}) {
        levels.restore(3, static_cast<std::uint16_t>(empty), static_cast<std::uint16_t>(swing));
        EXPECT_EQ(levels.swing(3), 500);
    }
    EXPECT_EQ(levels.margin(4), SquareLevels::not_felt);
    EXPECT_EQ(levels.weak(), 0u);
}

}  // namespace
