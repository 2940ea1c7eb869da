#include "boards/chips/stm32l475/clock.hpp"

#include "boards/cortex_m/core.hpp"

namespace stackmate::boards::stm32l475 {
namespace {

using cortex_m::Register;
using cortex_m::wait_for;

// RM0351, memory map: RCC at 0x40021000, flash interface at 0x40022000.
using Control = Register<0x40021000>;
using Configuration = Register<0x40021008>;
using PllConfiguration = Register<0x4002100C>;
using FlashAccess = Register<0x40022000>;

constexpr std::uint32_t msi_ready = 1u << 1;
constexpr std::uint32_t hsi_on = 1u << 8;
constexpr std::uint32_t hsi_ready = 1u << 10;
constexpr std::uint32_t pll_on = 1u << 24;
constexpr std::uint32_t pll_ready = 1u << 25;
constexpr std::uint32_t pll_r_output = 1u << 24;

// A poll takes at least 4 cycles of the 4 MHz oscillator the chip starts with.
constexpr std::uint32_t tries_10_ms = ClockTree::msi_hz / 100 / 4;
constexpr std::uint32_t tries_1_ms = ClockTree::msi_hz / 1000 / 4;

}  // namespace

void ClockTree::start() noexcept {
    const bool multi_speed = wait_for([] { return Control::any(msi_ready); }, tries_10_ms);
    if (!multi_speed) {
        Control::set(hsi_on);
        (void)wait_for([] { return Control::any(hsi_ready); }, tries_1_ms);
    }

    constexpr std::uint32_t from_msi = 1u | ((pll_m_msi - 1) << 4);
    constexpr std::uint32_t from_hsi = 2u | ((pll_m_hsi - 1) << 4);
    PllConfiguration::write((multi_speed ? from_msi : from_hsi) | (pll_n << 8) | ((pll_r / 2 - 1) << 25)
                            | pll_r_output);
    Control::set(pll_on);

    // Both caches on; the prefetch, which gains little beside them, off. The wait states must be in effect before the clock
    // rises.
    FlashAccess::write(flash_wait_states | (6u << 8));
    (void)wait_for([] { return (FlashAccess::read() & 0x7) == flash_wait_states; }, tries_1_ms);

    (void)wait_for([] { return Control::any(pll_ready); }, tries_1_ms);
    Configuration::modify(3u, 3u);  // both buses at the system's clock, which is their reset state
    (void)wait_for([] { return (Configuration::read() & 0xC) == 0xC; }, tries_1_ms);
}

}  // namespace stackmate::boards::stm32l475
