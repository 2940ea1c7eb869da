// Runs from flash, before the program was copied to RAM: see the chip's start.cpp.

#include "boards/chips/rp2/clock.hpp"

#include "boards/chips/rp2/registers.hpp"

namespace stackmate::boards::rp2 {
namespace {

/// 2.15.7: CTRL chooses the source, SELECTED says in one bit each which source is in use.
template <std::uintptr_t Control>
struct Generator {
    using Ctrl = AtomicRegister<Control>;
    using Div = Register<Control + 4>;
    using Selected = Register<Control + 8>;

    /// For the two clocks that can switch between running sources without a glitch.
    static void select(std::uint32_t mask, std::uint32_t source) noexcept {
        Ctrl::modify(mask, source);
        (void)wait_for([=] { return Selected::any(1u << source); }, 100'000);
    }
};

using Reference = Generator<Map::clocks + 0x30>;
using System = Generator<Map::clocks + 0x3C>;
using Peripheral = Generator<Map::clocks + 0x48>;
using Usb = Generator<Map::usb_clock>;

constexpr std::uint32_t from_ring = 0;     // CLK_REF_CTRL.SRC
constexpr std::uint32_t from_crystal = 2;  // CLK_REF_CTRL.SRC
constexpr std::uint32_t from_reference = 0;
constexpr std::uint32_t from_auxiliary = 1;  // CLK_SYS_CTRL.SRC; its auxiliary source 0 is the system PLL
constexpr std::uint32_t generator_on = 1u << 11;

// 2.16.7
using CrystalControl = Register<Map::crystal>;
using CrystalStatus = Register<Map::crystal + 0x4>;
using CrystalStartup = Register<Map::crystal + 0xC>;

// A poll takes at least 8 cycles of the ring oscillator.
constexpr std::uint32_t tries_10_ms = Map::ring_most_hz / 8 / 100;

constexpr std::uint32_t startup_delay = (crystal_hz / 1000 * ClockTree::crystal_start_ms + 128) / 256;
static_assert(startup_delay < 1u << 13, "STARTUP.DELAY, as pico-sdk limits it too");

void start_crystal() noexcept {
    CrystalControl::write(0xAA0);             // 1 to 15 MHz
    CrystalStartup::write(startup_delay);     // in units of 256 periods
    CrystalControl::write(0xFABAA0);          // on
    while (!CrystalStatus::any(1u << 31)) {}  // the one wait without a bound: clock.hpp
}

/// 2.18.4: control, power, feedback, dividers.
template <std::uintptr_t Base>
void start_pll(const Pll& pll) noexcept {
    using Status = Register<Base + 0x0>;
    using PowerDown = AtomicRegister<Base + 0x4>;
    Status::write(1);  // divide the crystal's frequency by 1
    Register<Base + 0x8>::write(pll.multiply);
    PowerDown::clear((1u << 5) | (1u << 0));  // VCO and PLL
    (void)wait_for([] { return Status::any(1u << 31); }, tries_10_ms);
    Register<Base + 0xC>::write((pll.divide_1 << 16) | (pll.divide_2 << 12));
    PowerDown::clear(1u << 3);  // the dividers
}

}  // namespace

// Flattened: the linker might take another file's copy of an inline function, which lies in RAM.
[[gnu::flatten]] void ClockTree::start() noexcept {
    // First all clocks leave what is changed below. The ring oscillator always runs.
    System::select(3u, from_reference);
    Reference::select(3u, from_ring);
    start_crystal();
    Resets::renew(Resets::pll_sys | Resets::pll_usb);
    start_pll<Map::pll_system>(system);
    start_pll<Map::pll_usb>(usb);

    Reference::select(3u, from_crystal);
    // The boot ROM of an RP2350 divides the reference clock by four from stepping A3 on (data sheet, 8.3.1).
    Reference::Div::write(Map::undivided);
    System::Div::write(Map::undivided);
    System::Ctrl::modify(7u << 5, 0);  // the auxiliary source first, while it is not in use
    System::select(1u, from_auxiliary);
    Peripheral::Ctrl::write(generator_on);  // source 0: the system clock
    Usb::Ctrl::write(generator_on);         // source 0: the USB PLL

    Map::start_ticks(crystal_hz / tick_hz);
}

}  // namespace stackmate::boards::rp2
