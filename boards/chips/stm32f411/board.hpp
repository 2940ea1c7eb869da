// Black Pill: STM32F411CE, Cortex-M4 at 100 MHz, 512 KB flash, 128 KB RAM, a crystal of 25 or 8 MHz (WeAct MiniF4 and its
// relatives), which is measured at the start: clock.hpp.
//
//   serial line   USART1, PA9 sends, PA10 receives, 115200 baud
//   clock         PLL from the crystal: clock.hpp
//   tick          SysTick, 1 ms: clock, deadline, sensors, buttons, status LED
//   chess board   pins: boards/chips/stm32/pills.hpp; peripherals.hpp: WS2812 by TIM1 and DMA2
//   saved games   flash sectors 1 to 3, 16 KB each: board.ld
#pragma once

#include "boards/cortex_m/system.hpp"
#include "boards/cortex_m/tick.hpp"
#include "boards/chips/stm32/supply.hpp"
#include "boards/chips/stm32/unique_id.hpp"
#include "boards/chips/stm32/usart.hpp"
#include "boards/chips/stm32f411/clock.hpp"
#include "boards/chips/stm32f411/peripherals.hpp"
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
    static constexpr bool has_book = true;
    static constexpr unsigned games_in_store = 8;  ///< before the one that is played, if they find room

    using Clocks = stm32f411::ClockTree;
    using Tick = cortex_m::SysTick<Clocks::system_hz>;

    using Supply = stm32::SupplyWatch<stm32::Bus, stm32::SupplyF4>;

    static constexpr unsigned usart_interrupt = 37;
    using Serial = stm32::Usart<stm32::UsartV1<0x40011000>, Clocks::apb2_hz, baud, 256, 1024>;

    using Peripherals = stm32f411::Peripherals<stm32::Bus>;
    using Pins = Peripherals::Pins;
    static constexpr auto pins = Pins::list(Peripherals::TxPin::name, Peripherals::RxPin::name);
    using Leds = Peripherals::Leds<cortex_m::TickClock>;
    using Sensors =
        hal::SensorMatrix<Pins::Rows, Pins::Columns,
                          hal::MatrixTiming{.lost_steps = Leds::sending_ms, .of_steps = Leds::frame_ms}, Pins::Wiring>;
    using Buttons = hal::DebouncedButtons<Pins::ButtonLines, Pins::ButtonNames>;
    using Flash = Peripherals::Flash;
    using Store = hal::FlashLog<Flash, Peripherals::segment_sectors, 16, 120, Peripherals::Watchdog>;

    void init() noexcept;

    cortex_m::TickClock clock{};
    cortex_m::TickDeadline deadline{};
    static inline constinit Serial serial{};  // like the LED buffer: its rings, all zeros, need no copy in flash
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
    Peripherals::Watchdog watchdog{};
    Store store{flash, watchdog};
    hal::StatusLed<Pins::StatusLed, false> status{status_pin};  ///< blinks as long as the tick runs
};

static_assert(hal::ChessBoard<Board>);
static_assert(hal::each_pin_has_one_use<Board>());
static_assert(stm32::ports_are_on(Board::pins), "the start switches on ports A, B and C alone");
static_assert(Board::Sensors::latency_ms <= 30 && Board::Buttons::latency_ms <= 50);

/// The one board there is.
[[nodiscard]] Board& board() noexcept;

}  // namespace stackmate::boards
