// Black Pill: STM32F411CE, Cortex-M4 at 100 MHz, 512 KB flash, 128 KB RAM, a 25 MHz crystal (WeAct MiniF4 and its
// relatives). For another crystal (4 to 26 MHz) change `hse_hz` in clock.hpp.
//
//   serial line   USART1, PA9 sends, PA10 receives, 115200 baud
//   clock         PLL from the crystal: clock.hpp
//   tick          SysTick, 1 ms: clock, deadline, sensors, buttons, status LED
//   chess board   pins: boards/stm32/pills.hpp; WS2812 by TIM1 and DMA2
//   saved game    flash sectors 1 to 3, 16 KB each: board.ld
#pragma once

#include "boards/cortex_m/system.hpp"
#include "boards/cortex_m/tick.hpp"
#include "boards/stm32/dma.hpp"
#include "boards/stm32/flash_f4.hpp"
#include "boards/stm32/pills.hpp"
#include "boards/stm32/timer_leds.hpp"
#include "boards/stm32/unique_id.hpp"
#include "boards/stm32/usart.hpp"
#include "boards/stm32/watchdog.hpp"
#include "boards/stm32f411/clock.hpp"
#include "hal/chess_concepts.hpp"
#include "hal/debounced_buttons.hpp"
#include "hal/flash_log.hpp"
#include "hal/sensor_matrix.hpp"
#include "hal/status_led.hpp"

namespace stackmate::boards {

struct Board {
    static constexpr std::string_view name = "stm32f411";
    static constexpr std::size_t ram_bytes = 128 * 1024;
    static constexpr std::size_t flash_bytes = 512 * 1024;
    static constexpr std::size_t stack_bytes = 3 * 1024;
    static constexpr std::uint32_t baud = 115200;

    using Clocks = stm32f411::ClockTree;
    using Tick = cortex_m::SysTick<Clocks::system_hz>;

    static constexpr unsigned usart_function = 7;
    static constexpr unsigned usart_interrupt = 37;
    using Serial = stm32::Usart<stm32::UsartV1<0x40011000>, Clocks::apb2_hz, baud, 256, 1024>;

    using Pins = stm32::PillPins<stm32::GpioF4<stm32::Bus>>;
    using TxPin = Pins::Pin<'A', 9>;
    using RxPin = Pins::Pin<'A', 10>;
    static constexpr unsigned led_function = 1;  ///< DS10314, "Alternate function mapping": PA8 is TIM1_CH1
    // RM0383, "DMA2 request mapping": TIM1_UP is request 6 of stream 5.
    using LedDma = stm32::DmaStreamF4<stm32::Bus, 0x40026400, 5, 6>;
    using Sensors = hal::SensorMatrix<Pins::Rows, Pins::Columns, hal::MatrixTiming{}, Pins::Wiring>;
    using Leds = stm32::TimerLeds<stm32::Bus, 0x40010000, Clocks::timer1_hz, LedDma, cortex_m::TickClock, Pins::Chain>;
    using Buttons = hal::DebouncedButtons<Pins::ButtonLines, Pins::ButtonNames>;
    using Flash = stm32::FlashF4<stm32::Bus, 1, 0x08004000, 3, 16 * 1024, Clocks::system_hz>;
    using Store = hal::FlashLog<Flash, 1>;
    using Watchdog = stm32::IndependentWatchdog<17'000, 47'000>;  ///< DS10314, "LSI oscillator"

    void init() noexcept;

    cortex_m::TickClock clock{};
    cortex_m::TickDeadline deadline{};
    Serial serial{};
    cortex_m::System<stm32::UniqueId<0x1FFF7A10>> system{};  ///< RM0383, "Unique device ID register"

    Pins::Rows rows{};
    Pins::Columns columns{};
    Pins::ButtonLines button_lines{};
    Pins::StatusLed status_pin{};
    Flash flash{};
    Sensors sensors{rows, columns};
    static inline constinit Leds::Buffer led_buffer{};
    Leds leds{clock, led_buffer};
    Buttons buttons{button_lines};
    Store store{flash};
    Watchdog watchdog{};
    hal::StatusLed<Pins::StatusLed, false> status{status_pin};  ///< blinks as long as the tick runs
};

static_assert(hal::ChessBoard<Board>);

/// The one board there is.
[[nodiscard]] Board& board() noexcept;

}  // namespace stackmate::boards
