// What a module with an STM32F405 or F411 has on its bus, beside clock, tick and serial line: which timer, DMA, pins and flash
// serve the chess board. The bus is a type, so host_tests runs the same choices, addresses and order of steps on a model of the
// chips.
#pragma once

#include "boards/chips/stm32/dma.hpp"
#include "boards/chips/stm32/flash_f4.hpp"
#include "boards/chips/stm32/pill_pins.hpp"
#include "boards/chips/stm32/timer_leds.hpp"
#include "boards/chips/stm32/timer_wave.hpp"
#include "boards/chips/stm32/watchdog.hpp"

namespace stackmate::boards::stm32 {

/// `Clocks`: the chip's clock tree.
template <MemoryBus B, class Kit, class Clocks>
struct PeripheralsF4 {
    using Pins = PillPins<GpioF4<B>, Kit>;
    using TxPin = typename Pins::TxPin;
    using RxPin = typename Pins::RxPin;
    static constexpr unsigned usart_function = 7;  ///< DS8626, DS10314, "Alternate function mapping"
    static constexpr unsigned led_function = 1;    ///< the same: PA8 is TIM1_CH1

    // RM0090, RM0383, "DMA2 request mapping": TIM1_UP is request 6 of stream 5.
    using LedDma = DmaStreamF4<B, 0x40026400, 5, 6>;
    template <class Clock>
    using Leds = TimerLeds<B, 0x40010000, Clocks::timer1_hz, LedDma, Clock, Pins::led_supply, typename Pins::Chain>;

    template <hal::PinId Id>
    using WaveAt =
        TimerWave<B, typename Pins::template At<Id>, timer_pins_f4.output(Id), 0x40023840, Clocks::timer2_hz>;

    template <std::uint32_t Hz>
    using FlashAt = FlashF4<B, 1, 0x08004000, 3, 16 * 1024, Hz>;  ///< sectors 1 to 3: the chip's board.ld
    using Flash = FlashAt<Clocks::system_hz>;
    static constexpr std::uint32_t segment_sectors = 1;

    using Watchdog = IndependentWatchdog<17'000, 47'000, B>;  ///< DS8626, DS10314, "LSI oscillator"

    /// Clocks of all that is here and of USART1, then the pins, but for the LEDs'.
    static void start() noexcept {
        modify<B>(0x40023830, 0, (1u << 22) | 7u);        // RCC_AHB1ENR: DMA2, ports A, B, C
        modify<B>(0x40023844, 0, (1u << 4) | (1u << 0));  // RCC_APB2ENR: USART1, TIM1
        (void)B::read(0x40023844);                        // a clock is there two cycles after it was enabled
        Pins::init();
        TxPin::function(usart_function, PinPull::up);
        RxPin::function(usart_function, PinPull::up);
    }

    /// When the timer holds its output low.
    static void connect_leds() noexcept { Pins::LedData::function(led_function); }
};

}  // namespace stackmate::boards::stm32
