// What a module with an STM32F103 has on its bus, beside clock, tick and serial line: which timer, DMA, pins and flash serve the
// chess board. The bus is a type, so host_tests runs the same choices, addresses and order of steps on a model of the chip.
#pragma once

#include "boards/chips/stm32/dma.hpp"
#include "boards/chips/stm32/flash_f1.hpp"
#include "boards/chips/stm32/pill_pins.hpp"
#include "boards/chips/stm32/timer_leds.hpp"
#include "boards/chips/stm32/timer_wave.hpp"
#include "boards/chips/stm32/watchdog.hpp"
#include "boards/chips/stm32f103/clock.hpp"

namespace stackmate::boards::stm32f103 {

template <stm32::MemoryBus B, class Kit>
struct Peripherals {
    using Pins = stm32::PillPins<stm32::GpioF1<B>, Kit>;
    using TxPin = typename Pins::TxPin;
    using RxPin = typename Pins::RxPin;
    static constexpr unsigned led_function = 0;  ///< follows from the pin

    // RM0008, "DMA1 request mapping": TIM1_UP is on channel 5.
    using LedDma = stm32::DmaChannelF1<B, 0x40020000, 5>;
    template <class Clock>
    using Leds =
        stm32::TimerLeds<B, 0x40012C00, ClockTree<>::timer1_hz, LedDma, Clock, Pins::led_supply, typename Pins::Chain>;

    template <hal::PinId Id>
    using WaveAt = stm32::TimerWave<B, typename Pins::template At<Id>, stm32::timer_pins_f1.output(Id), 0x4002101C,
                                    ClockTree<>::timer2_hz>;

    template <std::uint32_t Hz>
    using FlashAt = stm32::FlashF1<B, 0x0801D000, 12, Hz>;  ///< the last 12 KB of 128: board.ld
    using Flash = FlashAt<ClockTree<>::system_hz>;
    static constexpr std::uint32_t segment_sectors = 4;

    using Watchdog = stm32::IndependentWatchdog<30'000, 60'000, B>;  ///< DS5319, "LSI oscillator"

    /// Clocks of all that is here and of USART1, then the pins, but for the LEDs'.
    static void start() noexcept {
        stm32::modify<B>(0x40021014, 0, 1u << 0);  // RCC_AHBENR: DMA1
        // RCC_APB2ENR: USART1, TIM1, ports A, B, C, pin mapping.
        stm32::modify<B>(0x40021018, 0, (1u << 14) | (1u << 11) | (7u << 2) | (1u << 0));
        (void)B::read(0x40021018);       // a clock is there two cycles after it was enabled
        B::write(0x40010004, 2u << 24);  // AFIO_MAPR: JTAG off, which frees PB3, PB4, PA15; the two-wire port stays
        Pins::init();
        TxPin::function(0);
        RxPin::input(stm32::PinPull::up);
    }

    /// When the timer holds its output low.
    static void connect_leds() noexcept { Pins::LedData::function(led_function); }
};

}  // namespace stackmate::boards::stm32f103
