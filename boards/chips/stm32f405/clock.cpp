#include "boards/chips/stm32f405/clock.hpp"

#include "boards/cortex_m/core.hpp"

namespace stackmate::boards::stm32f405 {
namespace {

using cortex_m::Register;
using cortex_m::wait_for;

// RM0090, memory map: RCC at 0x40023800, flash interface at 0x40023C00.
using Control = Register<0x40023800>;
using PllConfiguration = Register<0x40023804>;
using Configuration = Register<0x40023808>;
using FlashAccess = Register<0x40023C00>;

constexpr std::uint32_t hse_on = 1u << 16;
constexpr std::uint32_t hse_ready = 1u << 17;
constexpr std::uint32_t pll_on = 1u << 24;
constexpr std::uint32_t pll_ready = 1u << 25;

// A poll takes at least 4 cycles of the 16 MHz oscillator the chip starts with: 50 ms, and 1 ms.
constexpr std::uint32_t tries_50_ms = ClockTree::hsi_hz / 20 / 4;
constexpr std::uint32_t tries_1_ms = ClockTree::hsi_hz / 1000 / 4;

}  // namespace

void ClockTree::start() noexcept {
    Control::set(hse_on);
    const bool crystal = wait_for([] { return Control::any(hse_ready); }, tries_50_ms);
    if (!crystal) {
        Control::clear(hse_on);
    }

    // Q, source, P, N, M; the bits between them must keep their reset value.
    PllConfiguration::modify(0x0F437FFF, (crystal ? pll_m_hse | (1u << 22) : pll_m_hsi) | (pll_n << 6)
                                             | ((pll_p / 2 - 1) << 16) | (pll_q << 24));
    Control::set(pll_on);

    // Prefetch and both caches on; the wait states must count before the clock rises.
    constexpr std::uint32_t access = flash_wait_states | (7u << 8);
    FlashAccess::write(access);
    (void)wait_for([] { return (FlashAccess::read() & 0xF) == flash_wait_states; }, tries_1_ms);

    // APB1 by 4, APB2 by 2: before the switch, so neither bus is ever too fast.
    Configuration::write((5u << 10) | (4u << 13));
    (void)wait_for([] { return Control::any(pll_ready); }, tries_1_ms);
    Configuration::set(2u);
    (void)wait_for([] { return (Configuration::read() & 0xC) == 0x8; }, tries_1_ms);
}

}  // namespace stackmate::boards::stm32f405
