// Linear sensors on models of the converter and of eight multiplexers: the registers of host_tests/fuzz/rp2040 come before the chip's.
#define rp2 rp2_with_a_converter  // the program also has drivers on other models
#define STACKMATE_CHIP_HEADER "boards/chips/rp2040/chip.hpp"
#include "boards/chips/rp2/analogue_ranks.hpp"

#include <array>
#include <bit>
#include <cstdint>

#include <gtest/gtest.h>

namespace {

using namespace stackmate::boards::rp2;
namespace hal = stackmate::hal;

struct Wiring {
    static constexpr hal::PinId ranks[8] = {"GP2", "GP3", "GP4", "GP5", "GP6", "GP7", "GP8", "GP9"};
    static constexpr hal::PinId address[3] = {"GP10", "GP11", "GP12"};
    static constexpr hal::PinId output = "GP26";
};
using Ranks = AnalogueRanks<Wiring>;

/// What the driver uses of an RP2040, and what is behind its pins.
struct Chip final : stackmate::boards::cortex_m::RegisterModel {
    Chip() { model = this; }
    ~Chip() override { model = nullptr; }

    std::array<std::uint16_t, 64> level{};
    bool stands = false;          ///< the converter has no clock
    unsigned short_circuits = 0;  ///< times that two multiplexers were connected
    unsigned early = 0;           ///< results taken although the multiplexer may not have settled
    std::uint32_t pad = 0, clock = 0;

    std::uint32_t read(std::uintptr_t address) override {
        switch (address) {
        case Map::adc: return control_ | (stands || clock == 0 ? 0u : 1u << 8);
        case Map::adc + 4: early += conversions_ < 2; return result_;
        case Map::resets + 8: return ~0u;
        }
        return 0;
    }
    void write(std::uintptr_t address, std::uint32_t value) override {
        switch (address) {
        case Map::adc: convert(value); break;
        case Map::adc_clock: clock = value; break;
        case Map::pads_bank0 + 4 + 4 * 26: pad = value; break;
        case Map::pins_set: move(pins_ | value); break;
        case Map::pins_clear: move(pins_ & ~value); break;
        case Map::pins_drive:
            driven_ |= value;
            move(pins_);
            break;
        }
    }

private:
    [[nodiscard]] unsigned connected() const { return ~(pins_ >> 2) & driven_ >> 2 & 0xFF; }
    void move(std::uint32_t pins) {
        if (pins != pins_) conversions_ = 0;
        pins_ = pins;
        short_circuits += std::popcount(connected()) > 1;
    }
    void convert(std::uint32_t value) {
        control_ = value & 0x7001;
        if ((value & 4) == 0 || stands) return;
        ++conversions_;
        const unsigned rank = static_cast<unsigned>(std::countr_zero(connected()));
        result_ = rank < 8 && value >> 12 == 0 ? level.at(8 * rank + (pins_ >> 10 & 7)) : 0;
    }

    std::uint32_t pins_ = 0, driven_ = 0, control_ = 0, result_ = 0;
    unsigned conversions_ = 0;
};

struct Squares {
    Ranks ranks{};
    decltype(ranks.sensors<hal::ScanTiming{}>()) sensors = ranks.sensors<hal::ScanTiming{}>();

    Squares() { Ranks::use(); }
    void pass(unsigned ms) {
        while (ms-- != 0) sensors.step();
    }
};

TEST(AnalogueRanks, EachSquareIsWhereItsSensorIs) {
    Chip chip;
    chip.level.fill(2048);
    Squares squares;
    for (unsigned at = 0; at < 64; ++at) {
        chip.level[at] = at % 2 == 0 ? 3000 : 1000;
        squares.pass(24);
        EXPECT_EQ(squares.sensors.scan(), std::uint64_t{1} << at);
        chip.level[at] = 2048;
        squares.pass(24);
        EXPECT_EQ(squares.sensors.scan(), 0u);
    }
    EXPECT_EQ(chip.short_circuits, 0u);
    EXPECT_EQ(chip.early, 0u);
    EXPECT_EQ(chip.pad, 1u << 7) << "no pull, no level";
}

TEST(AnalogueRanks, AConverterThatDoesNotAnswerGivesNoPassAndEndsEachStep) {
    Chip chip;
    chip.level.fill(2048);
    Squares squares;
    squares.pass(24);
    const std::uint32_t scans = squares.sensors.scans();
    ASSERT_NE(scans, 0u);
    chip.stands = true;
    chip.level[5] = 3000;
    squares.pass(8);
    const std::uint32_t last = squares.sensors.scans();
    squares.pass(1000);
    EXPECT_EQ(squares.sensors.scans(), last);
    EXPECT_EQ(squares.sensors.scan(), 0u);
    chip.stands = false;
    squares.pass(32);
    EXPECT_EQ(squares.sensors.scan(), std::uint64_t{1} << 5);
}

}  // namespace
