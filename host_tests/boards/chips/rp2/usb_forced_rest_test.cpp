// Erratum RP2040-E5 on a model of the registers: those of host_tests/fuzz/rp2040 come before the chip's.
#define STACKMATE_CHIP_HEADER "boards/chips/rp2040/chip.hpp"
#include "boards/chips/rp2/usb_forced_rest.hpp"

#include <cstdint>
#include <map>

#include <gtest/gtest.h>

namespace {

using stackmate::boards::rp2::usb::ForcedRest;

constexpr std::uintptr_t pin_control = 0x4001407C, pad = 0x4001C040;  // of GP15: RP2040 data sheet, 2.19.6
constexpr std::uintptr_t muxing = 0x50110074, sie_status = 0x50110050, chip_id = 0x40000000;
constexpr std::uint32_t line_j = 1u << 2, line_k = 2u << 2, connected = 1u << 16;

/// What was written last, but for what the chip says itself.
struct Chip final : stackmate::boards::cortex_m::RegisterModel {
    explicit Chip(std::uint32_t stepping) {
        model = this;
        registers[chip_id] = stepping << 28 | 0x2927;
        registers[pin_control] = 5;  // SIO
        registers[pad] = 0x56;       // input, with its pull-down
        registers[muxing] = 1u << 3 | 1u << 0;
    }
    ~Chip() override { model = nullptr; }
    std::uint32_t read(std::uintptr_t address) override { return registers[address]; }
    void write(std::uintptr_t address, std::uint32_t value) override {
        ++writes;
        registers[address] = value;
        driven = driven || (address == pin_control && (value >> 12 & 3) != 2 && (value & 31) != 5);
    }
    [[nodiscard]] bool pin_is_the_boards() { return registers[pin_control] == 5 && registers[pad] == 0x56; }
    [[nodiscard]] bool rests() {
        return registers[muxing] == (1u << 3 | 1u << 2) && (registers[pin_control] & 31) == 8
               && (registers[pin_control] >> 16 & 3) == 3;
    }

    std::map<std::uintptr_t, std::uint32_t> registers{};
    int writes = 0;
    bool driven = false;  ///< the controller had the pin while its output was on
};

TEST(ForcedRest, ShowsTheControllerARestingLineOnceTheResetIsOver) {
    Chip chip{1};
    ForcedRest rest;
    rest.begin();
    for (int ms = 0; ms < 20; ++ms) {
        rest.step();
        ASSERT_FALSE(chip.rests()) << "both wires are low: the reset goes on";
        ASSERT_FALSE(rest.has_pin());
    }
    chip.registers[sie_status] = line_k;  // a busy bus
    rest.step();
    EXPECT_TRUE(chip.rests());
    EXPECT_TRUE(rest.has_pin());
    EXPECT_EQ(chip.registers[0x5011007C], 2u) << "the pull-up stays";
    EXPECT_EQ(chip.registers[0x50110080], 4u);
    EXPECT_EQ(chip.registers[pad] & 0xC, 0xCu) << "the pin keeps its level";
    EXPECT_FALSE(chip.driven);
    chip.registers[sie_status] = line_j | connected;
    rest.step();  // a millisecond later: 800 us were asked for
    EXPECT_FALSE(chip.rests());
    EXPECT_TRUE(chip.pin_is_the_boards());
    EXPECT_EQ(chip.registers[muxing], 1u << 3 | 1u << 0);
    EXPECT_EQ(chip.registers[0x50110080], 0u);
    EXPECT_TRUE(rest.has_pin()) << "the line has a millisecond to settle before the squares are asked";
    rest.step();
    EXPECT_FALSE(rest.has_pin());
    EXPECT_FALSE(chip.driven);
}

TEST(ForcedRest, GivesThePinBackToAControllerThatNeverConnects) {
    Chip chip{1};
    ForcedRest rest;
    rest.begin();
    chip.registers[sie_status] = line_k;
    for (int ms = 0; ms < 8; ++ms) {
        rest.step();
    }
    EXPECT_TRUE(chip.pin_is_the_boards());
    EXPECT_FALSE(rest.has_pin());
}

TEST(ForcedRest, GivesThePinBackAtTheNextResetAndWhenTheCableGoes) {
    for (const bool reset : {true, false}) {
        Chip chip{1};
        ForcedRest rest;
        rest.begin();
        chip.registers[sie_status] = line_j;
        rest.step();
        EXPECT_FALSE(chip.pin_is_the_boards());
        reset ? rest.begin() : rest.give_up();
        EXPECT_TRUE(chip.pin_is_the_boards());
        EXPECT_EQ(chip.registers[muxing], 1u << 3 | 1u << 0);
        rest.step();
        EXPECT_EQ(chip.pin_is_the_boards(), !reset) << "a new reset begins it anew";
    }
}

TEST(ForcedRest, LeavesTheChipAloneFromSteppingB2On) {
    Chip chip{2};
    ForcedRest rest;
    rest.begin();
    chip.registers[sie_status] = line_k;
    for (int ms = 0; ms < 8; ++ms) {
        rest.step();
        EXPECT_FALSE(rest.has_pin());
    }
    EXPECT_EQ(chip.writes, 0);
}

}  // namespace
