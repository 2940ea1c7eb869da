// The RP2350 as the drivers of boards/chips/rp2 see it: where its registers lie, and what differs from the RP2040. Source:
// pico-sdk, src/rp2350/hardware_regs/include/hardware/regs, whose file is named beside each; RP2350 data sheet, "Errata".
#pragma once

#include <cstddef>
#include <cstdint>

#include "boards/cortex_m/core.hpp"

namespace stackmate::boards::rp2 {

struct Map {
    // addressmap.h
    static constexpr std::uintptr_t clocks = 0x40010000;
    static constexpr std::uintptr_t power_on = 0x40018000;  ///< its state machine, PSM
    static constexpr std::uintptr_t resets = 0x40020000;
    static constexpr std::uintptr_t io_bank0 = 0x40028000;
    static constexpr std::uintptr_t pads_bank0 = 0x40038000;
    static constexpr std::uintptr_t crystal = 0x40048000;  ///< its oscillator, XOSC
    static constexpr std::uintptr_t pll_system = 0x40050000;
    static constexpr std::uintptr_t pll_usb = 0x40058000;
    static constexpr std::uintptr_t uart0 = 0x40070000;
    static constexpr std::uintptr_t adc = 0x400A0000;
    static constexpr std::uintptr_t pwm = 0x400A8000;
    static constexpr std::uintptr_t timer = 0x400B0000;            ///< TIMER0
    static constexpr std::uintptr_t flash_interface = 0x400D0000;  ///< QMI
    static constexpr std::uintptr_t watchdog = 0x400D8000;
    static constexpr std::uintptr_t power_manager = 0x40100000;  ///< POWMAN
    static constexpr std::uintptr_t ticks = 0x40108000;
    static constexpr std::uintptr_t dma = 0x50000000;
    static constexpr std::uintptr_t usb_memory = 0x50100000;
    static constexpr std::uintptr_t usb = 0x50110000;
    static constexpr std::uintptr_t pio0 = 0x50200000;

    // 150 MHz from the crystal's 12
    static constexpr std::uint32_t pll_multiply = 125, pll_divide_1 = 5, pll_divide_2 = 2;
    static constexpr std::uint32_t rated_hz = 150'000'000;
    static constexpr std::uintptr_t usb_clock = clocks + 0x60;  ///< CLK_USB_CTRL
    static constexpr std::uintptr_t adc_clock = clocks + 0x6C;  ///< CLK_ADC_CTRL
    static constexpr std::uint32_t undivided = 1u << 16;        ///< DIV of a clock generator
    /// Data sheet, 8.3.1: what the boot leaves the system clock at, from stepping A3 on, as a rule and at most. On A2 it is a
    /// quarter.
    static constexpr std::uint32_t ring_hz = 44'000'000, ring_most_hz = 96'000'000;
    /// ticks.h: the microseconds of TIMER0 and of the watchdog, each so many cycles of the reference clock.
    static void start_ticks(std::uint32_t cycles) noexcept {
        start_tick<0x18>(cycles);
        start_tick<0x30>(cycles);
    }

    static constexpr std::size_t ram_bytes = 520 * 1024;
    static constexpr std::uint32_t nodes_a_second = 50'000;
    static constexpr std::size_t flash_bytes = 1856 * 1024;  ///< for the program: 2 MB without the records' 192 KB

    static constexpr unsigned pins = 30;                     ///< of the smaller package, RP2350A
    static constexpr std::uint32_t pad_after_reset = 0x116;  ///< pads_bank0.h
    /// RP2350-E9, stepping A2: a pulled-down input whose buffer is on stays high. What is done about it is right on A4, too.
    static constexpr bool inputs_latch = true;
    // sio.h
    static constexpr std::uintptr_t pins_in = 0xD0000004;
    static constexpr std::uintptr_t pins_set = 0xD0000018;
    static constexpr std::uintptr_t pins_clear = 0xD0000020;
    static constexpr std::uintptr_t pins_drive = 0xD0000038;      ///< GPIO_OE_SET
    static constexpr std::uintptr_t pins_drive_not = 0xD0000040;  ///< GPIO_OE_CLR

    // powman.h, CHIP_RESET
    static constexpr std::uintptr_t chip_reset = power_manager + 0x2C;
    static constexpr std::uint32_t had_power_on = 1u << 16 | 1u << 17;  ///< HAD_POR, HAD_BOR
    static constexpr std::uint32_t had_run_pin = 1u << 18;
    static constexpr bool has_tap_flag = true;  ///< one bit that the pin RUN leaves alone, where RAM loses its supply
    static constexpr std::uint32_t tap_flag = 1u << 0;
    static void set_tap_flag(bool set) noexcept {
        constexpr std::uint32_t password = 0x5AFE0000;
        cortex_m::Register<chip_reset>::write(password | (set ? tap_flag : 0));
    }
    static void raise_brown_out() noexcept {}  // a reset leaves it at 0.946 V: BOD

    // psm.h
    static constexpr std::uint32_t all_but_oscillators = 0x1FFFFF3;
    static constexpr std::uint32_t second_core_power = 1u << 24;  ///< FRCE_OFF
    // timer.h
    static constexpr std::uintptr_t timer_raised = timer + 0x3C;      ///< INTR
    static constexpr std::uintptr_t timer_interrupts = timer + 0x40;  ///< INTE
    // dma.h
    static constexpr std::uint32_t dma_quiet = 1u << 23;  ///< CTRL.IRQ_QUIET

    /// Raspberry Pi's number for a serial port of this chip (pico-sdk, pico_stdio_usb).
    static constexpr std::uint8_t usb_product = 0x09;

    // The RP2040's errata are gone.
    static constexpr bool has_e1 = false;
    static constexpr bool may_have_e5 = false;
    [[nodiscard]] static constexpr bool has_e2() noexcept { return false; }
    [[nodiscard]] static constexpr bool has_e5() noexcept { return false; }
    static constexpr bool has_e15 = false;

    /// intctrl.h
    struct Interrupt {
        static constexpr unsigned timer_0 = 0;
        static constexpr unsigned dma_0 = 10;
        static constexpr unsigned usb = 14;
        static constexpr unsigned uart_0 = 33;
        static constexpr unsigned count = 52;
    };

    /// resets.h: bits of RESET.
    struct Resets {
        static constexpr std::uint32_t adc = 1u << 0;
        static constexpr std::uint32_t dma = 1u << 2;
        static constexpr std::uint32_t io_bank0 = 1u << 6;
        static constexpr std::uint32_t pads_bank0 = 1u << 9;
        static constexpr std::uint32_t pio0 = 1u << 11;
        static constexpr std::uint32_t pll_sys = 1u << 14;
        static constexpr std::uint32_t pll_usb = 1u << 15;
        static constexpr std::uint32_t pwm = 1u << 16;
        static constexpr std::uint32_t sysinfo = 1u << 21;
        static constexpr std::uint32_t timer = 1u << 23;
        static constexpr std::uint32_t uart0 = 1u << 26;
        static constexpr std::uint32_t usb = 1u << 28;
    };

private:
    template <std::uintptr_t Offset>
    static void start_tick(std::uint32_t cycles) noexcept {
        cortex_m::Register<ticks + Offset + 4>::write(cycles);
        cortex_m::Register<ticks + Offset>::write(1);
    }
};

}  // namespace stackmate::boards::rp2

namespace stackmate::boards::rp2350 {
using namespace rp2;  // its drivers are this chip's
}
