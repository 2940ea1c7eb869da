// Erratum RP2350-E9 on a model of the pads: those of host_tests/fuzz/rp2040 come before the chip's.
#define rp2 rp2_on_an_rp2350  // the program also has the drivers as an RP2040 has them
#define STACKMATE_CHIP_HEADER "boards/chips/rp2350/chip.hpp"
#include "boards/chips/rp2/gpio.hpp"

#include <array>
#include <cstdint>

#include <gtest/gtest.h>

namespace {

using namespace stackmate::boards::rp2;

/// Stepping A2 (RP2350 data sheet, "Errata"): while a pad's input buffer is on, it holds 2.2 V against its own pull-down; that
/// reads as high. With the buffer off it lets go.
struct Pads final : stackmate::boards::cortex_m::RegisterModel {
    Pads() { model = this; }
    ~Pads() override { model = nullptr; }

    std::uint32_t read(std::uintptr_t address) override {
        if (address != 0xD0000004) return pads.at((address - 0x40038004) / 4);
        std::uint32_t levels = 0;
        for (unsigned pin = 0; pin < pads.size(); ++pin) {
            settle(pin);
            levels |= static_cast<std::uint32_t>(buffer_on(pin) && high.at(pin)) << pin;
        }
        return levels;
    }
    void write(std::uintptr_t address, std::uint32_t value) override {
        const std::uintptr_t offset = (address & ~std::uintptr_t{0x3000}) - 0x40038004;
        if (offset / 4 >= pads.size()) return;  // not a pad's
        auto& pad = pads.at(offset / 4);
        const auto alias = address >> 12 & 3;
        pad = alias == 2 ? pad | value : alias == 3 ? pad & ~value : value;
        settle(static_cast<unsigned>(offset / 4));
    }

    void drive(unsigned pin, bool up) {
        driven.at(pin) = up;
        settle(pin);
    }

private:
    [[nodiscard]] bool buffer_on(unsigned pin) const { return (pads.at(pin) & 1u << 6) != 0; }
    void settle(unsigned pin) {
        const bool pulled_down = (pads.at(pin) & 1u << 2) != 0;
        if (driven.at(pin)) {
            high.at(pin) = true;
        } else if (pulled_down && !buffer_on(pin)) {
            high.at(pin) = false;
        }
    }

    std::array<std::uint32_t, 30> pads{};
    std::array<bool, 30> driven{}, high{};
};

TEST(LatchingPins, ASquareThatWasLeftIsEmpty) {
    Pads pads;
    using Columns = InputPins<true, Pin<10>, Pin<11>, Pin<12>, Pin<13>, Pin<14>, Pin<15>, Pin<16>, Pin<17>>;
    Columns::use();
    EXPECT_EQ(Columns::read(), 0);
    pads.drive(10, true);
    pads.drive(17, true);
    EXPECT_EQ(Columns::read(), 0x81);
    pads.drive(10, false);
    EXPECT_EQ(Columns::read(), 0x80);
    pads.drive(17, false);
    EXPECT_EQ(Columns::read(), 0);
}

TEST(LatchingPins, PinsInNoOrderLikewise) {
    Pads pads;
    using Lines = InputPins<true, Pin<24>, Pin<3>>;
    Lines::use();
    pads.drive(3, true);
    EXPECT_EQ(Lines::read(), 2);
    pads.drive(3, false);
    EXPECT_EQ(Lines::read(), 0);
}

TEST(LatchingPins, WithoutTheWayAroundThePinStaysHigh) {
    Pads pads;
    Pin<10>::use_as_input(Pull::down);
    EXPECT_FALSE(Pin<10>::get());
    pads.drive(10, true);
    EXPECT_TRUE(Pin<10>::get());
    pads.drive(10, false);
    EXPECT_TRUE(Pin<10>::get()) << "the model has the erratum";
}

TEST(LatchingPins, WhatIsPulledUpKeepsItsBufferOn) {
    Pads pads;
    using Buttons = InputPins<false, Pin<18>, Pin<19>>;
    Buttons::use();
    EXPECT_EQ(pads.read(0x40038004 + 4 * 18) & 1u << 6, 1u << 6);
    EXPECT_EQ(Buttons::read(), 3) << "this model pulls nothing up: both are down";
}

}  // namespace
