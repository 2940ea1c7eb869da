// What a module with an STM32F411 has on its bus, beside clock, tick and serial line: which timer, DMA, pins and flash serve the
// chess board. The bus is a type, so host_tests runs the same choices, addresses and order of steps on a model of the chip.
#pragma once

#include "boards/chips/stm32/dma.hpp"
#include "boards/chips/stm32/flash_f4.hpp"
#include "boards/chips/stm32/pill_pins.hpp"
#include "boards/chips/stm32/timer_leds.hpp"
#include "boards/chips/stm32/watchdog.hpp"
#include "boards/chips/stm32f411/clock.hpp"

namespace stackmate::boards::stm32f411 {

template <stm32::MemoryBus B, class Kit>
struct Peripherals {
    using Pins = stm32::PillPins<stm32::GpioF4<B>, Kit>;
    using TxPin = typename Pins::TxPin;
    using RxPin = typename Pins::RxPin;
    static constexpr unsigned usart_function = 7;  ///< DS10314, "Alternate function mapping"
    static constexpr unsigned led_function = 1;    ///< the same: PA8 is TIM1_CH1

    // RM0383, "DMA2 request mapping": TIM1_UP is request 6 of stream 5.
    using LedDma = stm32::DmaStreamF4<B, 0x40026400, 5, 6>;
    template <class Clock>
    using Leds =
        stm32::TimerLeds<B, 0x40010000, ClockTree::timer1_hz, LedDma, Clock, Pins::led_supply, typename Pins::Chain>;

    template <std::uint32_t Hz>
    using FlashAt = stm32::FlashF4<B, 1, 0x08004000, 3, 16 * 1024, Hz>;  ///< sectors 1 to 3: board.ld
    using Flash = FlashAt<ClockTree::system_hz>;
    static constexpr std::uint32_t segment_sectors = 1;

    using Watchdog = stm32::IndependentWatchdog<17'000, 47'000, B>;  ///< DS10314, "LSI oscillator"

    /// Clocks of all that is here and of USART1, then the pins, but for the LEDs'.
    static void start() noexcept {
        stm32::modify<B>(0x40023830, 0, (1u << 22) | 7u);        // RCC_AHB1ENR: DMA2, ports A, B, C
        stm32::modify<B>(0x40023844, 0, (1u << 4) | (1u << 0));  // RCC_APB2ENR: USART1, TIM1
        (void)B::read(0x40023844);                               // a clock is there two cycles after it was enabled
        Pins::init();
        TxPin::function(usart_function, stm32::PinPull::up);
        RxPin::function(usart_function, stm32::PinPull::up);
    }

    /// When the timer holds its output low.
    static void connect_leds() noexcept { Pins::LedData::function(led_function); }
};

}  // namespace stackmate::boards::stm32f411
