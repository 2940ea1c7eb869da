// The clock trees of Black Pill (STM32F411), Blue Pill (STM32F103), STM32F100 and STM32F405 on models of the chips' clock controllers, which
// know what a chip forbids on the way up.
#include "boards/chips/stm32f100/clock.hpp"
#include "boards/chips/stm32f103/clock.hpp"
#include "boards/chips/stm32f405/clock.hpp"
#include "boards/chips/stm32f411/clock.hpp"
#include "emulators/stm32/clock_model.hpp"

#include <gtest/gtest.h>

namespace {

using namespace stackmate;
using namespace stackmate::test;
using ClockTree = stackmate::boards::stm32f103::ClockTree<>;
using F405 = stackmate::boards::stm32f405::ClockTree<>;
using F411 = stackmate::boards::stm32f411::ClockTree;

template <class Model>
class Clocks : public testing::Test {
protected:
    Clocks() {
        ModelBus::reset();
        ModelBus::devices = {&model};
    }
    ~Clocks() override {
        for (const auto& fault : ModelBus::faults) ADD_FAILURE() << fault;
        ModelBus::reset();
    }

    Model model;
};

using BlackPillClocks = Clocks<ClocksF4>;
using BluePillClocks = Clocks<ClocksF1>;

TEST_F(BlackPillClocks, RiseToFullSpeedFromTheCrystal) {
    F411::start<ModelBus>();
    EXPECT_EQ(model.system_hz, F411::system_hz);
    EXPECT_EQ(model.apb1_hz, F411::apb1_hz);
    EXPECT_EQ(model.apb2_hz, F411::apb2_hz);
}

TEST_F(BlackPillClocks, AreTheSameFromEachCrystalThatIsSoldHoweverWrongTheInnerOscillatorIs) {
    for (const double crystal_hz : {8e6, 12e6, 16e6, 25e6}) {
        for (const double error : {-0.08, 0.0, 0.045}) {  // of the inner oscillator, from -40 to 105 degrees
            for (const std::uint32_t cycles : {8u, 30u, 75u}) {
                ClocksF4 one;
                one.crystal_hz = crystal_hz;
                one.inner_hz *= 1 + error;
                one.timer.cycles_a_look = cycles;
                ModelBus::devices = {&one};
                F411::start<ModelBus>();
                EXPECT_EQ(one.system_hz, F411::system_hz) << crystal_hz << error;
                EXPECT_EQ(one.apb1_hz, F411::apb1_hz);
                EXPECT_EQ(one.apb2_hz, F411::apb2_hz);
                EXPECT_TRUE(one.on_crystal()) << crystal_hz << " " << error;
                EXPECT_TRUE(one.left_as_found());
            }
        }
    }
}

TEST_F(BlackPillClocks, AreTheInnerOscillatorsWhereTheCrystalIsAStrangeOneOrCannotBeMeasured) {
    for (const double crystal_hz : {4e6, 6e6, 10e6, 14e6, 20e6, 40e6, 0.0}) {
        ClocksF4 one;
        one.crystal_hz = crystal_hz;
        one.timer_sees_crystal = crystal_hz != 0;
        ModelBus::devices = {&one};
        F411::start<ModelBus>();
        EXPECT_EQ(one.system_hz, F411::system_hz) << crystal_hz;
        EXPECT_FALSE(one.on_crystal()) << crystal_hz;
        EXPECT_TRUE(one.left_as_found());
    }
}

TEST_F(BlackPillClocks, MeasuringCannotBeCheatedByALookThatComesTooLate) {
    model.timer.cycles_a_look = 400;  // two captures of a 25 MHz crystal between two looks
    F411::start<ModelBus>();
    EXPECT_EQ(model.system_hz, F411::system_hz);
    EXPECT_FALSE(model.on_crystal());
}

TEST_F(BlackPillClocks, AreTheSameWithoutTheCrystal) {
    model.crystal = false;
    F411::start<ModelBus>();
    EXPECT_EQ(model.system_hz, F411::system_hz);
    EXPECT_EQ(model.apb1_hz, F411::apb1_hz);
    EXPECT_EQ(model.apb2_hz, F411::apb2_hz);
}

TEST_F(BlackPillClocks, StartEndsThoughTheLoopLocksLateAndTheSwitchIsMadeThen) {
    model.pll_polls = 1'000'000;
    F411::start<ModelBus>();
    EXPECT_EQ(model.system_hz, 0u);
    model.pll_polls = 1;
    (void)ModelBus::read(0x40023800);
    EXPECT_EQ(model.system_hz, F411::system_hz);
}

TEST_F(BlackPillClocks, OfAnF405RiseToItsSpeedWithAndWithoutItsCrystal) {
    for (const bool crystal : {true, false}) {
        ClocksF4 one;
        one.crystal_hz = F405::hse_hz;
        one.crystal = crystal;
        one.most_mhz = 168, one.most_apb1_mhz = 42, one.most_apb2_mhz = 84;  // DS8626
        one.regulator_has_scales = false;                                    // its one scale is that of the reset
        ModelBus::devices = {&one};
        F405::start<ModelBus>();
        EXPECT_EQ(one.system_hz, F405::system_hz);
        EXPECT_EQ(one.apb1_hz, F405::apb1_hz);
        EXPECT_EQ(one.apb2_hz, F405::apb2_hz);
        EXPECT_EQ(one.on_crystal(), crystal);
    }
}

/// Starts a chip with each of the crystals, and without it.
template <template <std::uint32_t> class Tree, std::uint32_t... Crystals, class Model>
void expect_one_speed(const Model& chip, std::uint32_t hz, std::uint32_t without_crystal) {
    const auto start = [&]<std::uint32_t Hz>(bool crystal) {
        Model one = chip;
        one.crystal_hz = Hz;
        one.crystal = crystal;
        ModelBus::devices = {&one};
        (void)Tree<Hz>::template start<ModelBus>();
        EXPECT_EQ(Tree<Hz>::system_hz, hz);
        EXPECT_EQ(one.system_hz, crystal ? hz : without_crystal) << Hz;
    };
    (start.template operator()<Crystals>(true), ...);
    (start.template operator()<Crystals>(false), ...);
}

TEST_F(BluePillClocks, AreTheSameFromEachCrystalThatAKitMayName) {
    expect_one_speed<boards::stm32f103::ClockTree, 4'800'000, 6'000'000, 8'000'000, 9'000'000, 12'000'000, 14'400'000,
                     16'000'000>(ClocksF1{}, 72'000'000, 64'000'000);
    ClocksF1 f100;
    f100.most_mhz = 24;
    expect_one_speed<boards::stm32f100::ClockTree, 4'000'000, 6'000'000, 8'000'000, 12'000'000, 16'000'000, 24'000'000>(
        f100, 24'000'000, 24'000'000);
    ClocksF4 f405;
    f405.most_mhz = 168, f405.most_apb1_mhz = 42, f405.most_apb2_mhz = 84;
    f405.regulator_has_scales = false;
    expect_one_speed<boards::stm32f405::ClockTree, 4'000'000, 8'000'000, 12'000'000, 16'000'000, 25'000'000,
                     26'000'000>(f405, 168'000'000, 168'000'000);
}

TEST_F(BluePillClocks, RiseToFullSpeedFromTheCrystal) {
    EXPECT_TRUE(ClockTree::start<ModelBus>());
    EXPECT_EQ(model.system_hz, ClockTree::system_hz);
    EXPECT_EQ(model.apb1_hz, ClockTree::apb1_hz);
    EXPECT_EQ(model.apb2_hz, ClockTree::apb2_hz);
}

TEST_F(BluePillClocks, AreANinthSlowWithoutTheCrystalAndSaySo) {
    model.crystal = false;
    EXPECT_FALSE(ClockTree::start<ModelBus>());
    EXPECT_EQ(model.system_hz, ClockTree::fallback_hz);
    EXPECT_EQ(model.system_hz * 9ull, ClockTree::system_hz * 8ull);
}

TEST_F(BluePillClocks, StartEndsThoughTheLoopLocksLateAndTheSwitchIsMadeThen) {
    model.pll_polls = 1'000'000;
    EXPECT_TRUE(ClockTree::start<ModelBus>());
    EXPECT_EQ(model.system_hz, 0u);
    model.pll_polls = 1;
    (void)ModelBus::read(0x40021000);
    EXPECT_EQ(model.system_hz, ClockTree::system_hz);
}

}  // namespace
