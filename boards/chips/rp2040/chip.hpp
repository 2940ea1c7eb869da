// The RP2040 as the drivers of boards/chips/rp2 see it: where its registers lie, and what differs from its relatives. Source:
// RP2040 data sheet; chapters are named beside each. What differs on the RP2350 was looked up in pico-sdk,
// src/rp2350/hardware_regs/include/hardware/regs; a register that the drivers use and that is not named here has the same offset
// there.
#pragma once

#include <cstddef>
#include <cstdint>

#include "boards/cortex_m/core.hpp"

namespace stackmate::boards::rp2 {

struct Map {
    // 2.2, "Address Map"
    static constexpr std::uintptr_t clocks = 0x40008000;
    static constexpr std::uintptr_t resets = 0x4000C000;
    static constexpr std::uintptr_t power_on = 0x40010000;  ///< its state machine, PSM
    static constexpr std::uintptr_t io_bank0 = 0x40014000;
    static constexpr std::uintptr_t pads_bank0 = 0x4001C000;
    static constexpr std::uintptr_t crystal = 0x40024000;  ///< its oscillator, XOSC
    static constexpr std::uintptr_t pll_system = 0x40028000;
    static constexpr std::uintptr_t pll_usb = 0x4002C000;
    static constexpr std::uintptr_t uart0 = 0x40034000;
    static constexpr std::uintptr_t adc = 0x4004C000;
    static constexpr std::uintptr_t pwm = 0x40050000;
    static constexpr std::uintptr_t timer = 0x40054000;
    static constexpr std::uintptr_t watchdog = 0x40058000;
    static constexpr std::uintptr_t dma = 0x50000000;
    static constexpr std::uintptr_t usb_memory = 0x50100000;
    static constexpr std::uintptr_t usb = 0x50110000;
    static constexpr std::uintptr_t pio0 = 0x50200000;

    // 125 MHz from the crystal's 12
    static constexpr std::uint32_t pll_multiply = 125, pll_divide_1 = 6, pll_divide_2 = 2;
    static constexpr std::uint32_t rated_hz = 133'000'000;
    static constexpr std::uintptr_t usb_clock = clocks + 0x54;  ///< CLK_USB_CTRL, 2.15.7
    static constexpr std::uintptr_t adc_clock = clocks + 0x60;  ///< CLK_ADC_CTRL
    static constexpr std::uint32_t undivided = 1u << 8;         ///< DIV of a clock generator
    /// 2.17: what a reset leaves the ring oscillator at, as a rule, and at most.
    static constexpr std::uint32_t ring_hz = 6'500'000, ring_most_hz = 12'000'000;
    /// 4.7.6, WATCHDOG_TICK: the timer's and the watchdog's microsecond, so many cycles of the reference clock.
    static void start_ticks(std::uint32_t cycles) noexcept {
        cortex_m::Register<watchdog + 0x2C>::write(1u << 9 | cycles);
    }

    static constexpr std::size_t ram_bytes = 264 * 1024;
    static constexpr std::uint32_t nodes_a_second = 27'000;
    static constexpr std::size_t flash_bytes = 1856 * 1024;  ///< for the program: 2 MB without the records' 192 KB

    static constexpr unsigned pins = 30;
    static constexpr std::uint32_t pad_after_reset = 0x56;  ///< 2.19.6.3
    /// RP2350-E9: a pulled-down input whose buffer is on stays high.
    static constexpr bool inputs_latch = false;
    // 2.3.1.7, "List of Registers" of the processor's own port
    static constexpr std::uintptr_t pins_in = 0xD0000004;
    static constexpr std::uintptr_t pins_set = 0xD0000014;
    static constexpr std::uintptr_t pins_clear = 0xD0000018;
    static constexpr std::uintptr_t pins_drive = 0xD0000024;      ///< GPIO_OE_SET
    static constexpr std::uintptr_t pins_drive_not = 0xD0000028;  ///< GPIO_OE_CLR

    // 2.12.8, CHIP_RESET
    static constexpr std::uintptr_t chip_reset = 0x40064008;
    static constexpr std::uint32_t had_power_on = 1u << 8, had_run_pin = 1u << 16;
    static constexpr bool has_tap_flag = false;  ///< one bit that the pin RUN leaves alone
    static constexpr std::uint32_t tap_flag = 0;
    static void set_tap_flag(bool) noexcept {}
    /// Reset below 0.946 V of core supply instead of 0.86: the core needs 0.99 V (2.12.8, BOD; 5.3, table 636).
    static void raise_brown_out() noexcept { cortex_m::Register<0x40064004>::write(0xBu << 4 | 1u << 0); }

    // 2.13.4
    static constexpr std::uint32_t all_but_oscillators = 0x1FFFC;
    static constexpr std::uint32_t second_core_power = 1u << 16;  ///< FRCE_OFF
    // 4.6.5
    static constexpr std::uintptr_t timer_raised = timer + 0x34;      ///< INTR
    static constexpr std::uintptr_t timer_interrupts = timer + 0x38;  ///< INTE
    // 2.5.7
    static constexpr std::uint32_t dma_quiet = 1u << 21;  ///< CTRL.IRQ_QUIET

    /// Raspberry Pi's number for a serial port of this chip (pico-sdk, pico_stdio_usb).
    static constexpr std::uint8_t usb_product = 0x0A;

    // Appendix B, "Errata".
    static constexpr bool has_e1 = true;
    static constexpr bool may_have_e5 = true;
    // Stepping B2 lacks E2 and E5; in CHIP_ID (2.20.3.1) B0 and B1 are 1, B2 is 2.
    [[nodiscard]] static bool has_e2() noexcept { return cortex_m::Register<0x40000000>::read() >> 28 < 2; }
    [[nodiscard]] static bool has_e5() noexcept { return has_e2(); }
    static constexpr bool has_e15 = true;

    /// 2.3.2, "Interrupts".
    struct Interrupt {
        static constexpr unsigned timer_0 = 0;
        static constexpr unsigned usb = 5;
        static constexpr unsigned dma_0 = 11;
        static constexpr unsigned uart_0 = 20;
        static constexpr unsigned count = 26;
    };

    /// 2.14, "Subsystem Resets": bits of RESET.
    struct Resets {
        static constexpr std::uint32_t adc = 1u << 0;
        static constexpr std::uint32_t dma = 1u << 2;
        static constexpr std::uint32_t io_bank0 = 1u << 5;
        static constexpr std::uint32_t pads_bank0 = 1u << 8;
        static constexpr std::uint32_t pio0 = 1u << 10;
        static constexpr std::uint32_t pll_sys = 1u << 12;
        static constexpr std::uint32_t pll_usb = 1u << 13;
        static constexpr std::uint32_t pwm = 1u << 14;
        static constexpr std::uint32_t sysinfo = 1u << 19;  ///< CHIP_ID
        static constexpr std::uint32_t timer = 1u << 21;
        static constexpr std::uint32_t uart0 = 1u << 22;
        static constexpr std::uint32_t usb = 1u << 24;
    };
};

}  // namespace stackmate::boards::rp2

namespace stackmate::boards::rp2040 {
using namespace rp2;  // its drivers are this chip's
}
