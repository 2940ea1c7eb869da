#include "boards/chips/stm32f100/clock.hpp"

#include "boards/cortex_m/core.hpp"

namespace stackmate::boards::stm32f100 {
namespace {

using cortex_m::Register;
using cortex_m::wait_for;

// RM0041, memory map: RCC at 0x40021000.
using Control = Register<0x40021000>;
using Configuration = Register<0x40021004>;

constexpr std::uint32_t hse_on = 1u << 16;
constexpr std::uint32_t hse_ready = 1u << 17;
constexpr std::uint32_t pll_on = 1u << 24;
constexpr std::uint32_t pll_ready = 1u << 25;

// A poll takes at least 4 cycles of the 8 MHz oscillator the chip starts with.
constexpr std::uint32_t tries_50_ms = ClockTree::hsi_hz / 20 / 4;
constexpr std::uint32_t tries_1_ms = ClockTree::hsi_hz / 1000 / 4;

constexpr std::uint32_t multiply_by(std::uint32_t factor) noexcept { return (factor - 2) << 18; }  // PLLMUL

}  // namespace

void ClockTree::start() noexcept {
    Control::set(hse_on);
    const bool crystal = wait_for([] { return Control::any(hse_ready); }, tries_50_ms);
    if (!crystal) {
        Control::clear(hse_on);
    }
    constexpr std::uint32_t from_hse = (1u << 16) | multiply_by(multiplier_hse);
    constexpr std::uint32_t from_hsi = multiply_by(multiplier_hsi);
    Configuration::write(crystal ? from_hse : from_hsi);
    Control::set(pll_on);
    (void)wait_for([] { return Control::any(pll_ready); }, tries_1_ms);
    Configuration::set(2u);
    (void)wait_for([] { return (Configuration::read() & 0xC) == 0x8; }, tries_1_ms);
}

}  // namespace stackmate::boards::stm32f100
