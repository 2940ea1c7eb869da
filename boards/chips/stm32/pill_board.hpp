// A chess board on a module with an STM32F1 or F4: what Black Pill, Blue Pill and core board have in common.
//
//   serial line   USART1, 115200 baud
//   tick          SysTick, 1 ms: clock, deadline, sensors, buttons, status LED
//   LEDs          WS2812 by TIM1 and DMA
//   sounder       where the kit names one: a channel of TIM2, TIM3 or TIM4
//   saved games   in the chip's own flash: its board.ld
#pragma once

#include STACKMATE_CHIP_HEADER
#include "boards/chips/stm32/pin_rules.hpp"
#include "boards/chips/stm32/reset_flags.hpp"
#include "boards/chips/stm32/supply.hpp"
#include "boards/chips/stm32/unique_id.hpp"
#include "boards/chips/stm32/usart.hpp"
#include "boards/cortex_m/system.hpp"
#include "boards/cortex_m/tick.hpp"
#include "boards/kit.hpp"
#include "hal/chess_concepts.hpp"
#include "hal/debounced_buttons.hpp"
#include "hal/flash_log.hpp"
#include "hal/status_led.hpp"

// Whether there are exercises. The firmware's build says so; a kit may be compiled without it.
#ifndef STACKMATE_EXERCISES
#define STACKMATE_EXERCISES 0
#endif

namespace stackmate::boards {

static_assert(names_chained_board<Kit>());
static_assert(led_bits_of<Kit> == 24, "the kit's `led_bits`: this chip's timer sends 24 bits to each LED");

/// What the kit uses each pin for.
struct PinUses {
    static constexpr auto pins =
        hal::all_pins(hal::square_uses<Kit>, hal::pin_uses(Kit::buttons), hal::pin_use(Kit::led_data, hal::led_data),
                      status_led_use<Kit>, hal::pin_use(Kit::sends, hal::serial_sends),
                      hal::pin_use(Kit::receives, hal::serial_receives), sounder_use<Kit>, hal::kept_by<Kit>);

    [[nodiscard]] static constexpr std::string_view why_not(const hal::PinUse& at) {
        if (at.use == hal::led_data && !hal::is_one_of(at.pin, "PA8")) {
            return "a timer sends the LEDs' data, and channel 1 of timer 1 is at PA8";
        }
        return stm32::why_not(at, Chip::usart_pins, Chip::timer_pins);
    }
};
static_assert(hal::pins_fit<Kit, PinUses>());

struct Board : Chip, hal::SoundOf<Kit, Chip::Peripherals<stm32::Bus, Kit>::WaveAt>, PinUses {
    static constexpr std::string_view name = STACKMATE_BOARD_NAME;
    static constexpr std::uint32_t baud = 115200;

    using Clocks = Chip::Clocks;
    using Tick = cortex_m::SysTick<Clocks::system_hz>;
    using Supply = stm32::SupplyWatch<stm32::Bus, Chip::SupplyFamily>;

    static constexpr unsigned usart_interrupt = 37;
    using Serial = stm32::Usart<Chip::Usart, Clocks::apb2_hz, baud, 256, 1024>;

    using Peripherals = Chip::Peripherals<stm32::Bus, Kit>;
    using Pins = Peripherals::Pins;
    using Leds = Peripherals::Leds<cortex_m::TickClock>;
    static constexpr hal::ScanTiming scan_timing{.lost_steps = Leds::sending_ms, .of_steps = Leds::frame_ms};
    using Buttons = hal::DebouncedButtons<Pins::ButtonLines, Pins::ButtonNames>;
    using Flash = Peripherals::Flash;
    using Watchdog = Peripherals::Watchdog;
    static constexpr unsigned keys = STACKMATE_EXERCISES ? 24 : 16;  ///< mistakes beside past games: 32 bytes of RAM
    using Store = hal::FlashLog<Flash, Peripherals::segment_sectors, keys, 120, Watchdog>;

    void init() noexcept;

    cortex_m::TickClock clock{};
    cortex_m::TickDeadline deadline{};
    static inline constinit Serial serial{};  // like the LED buffer: its rings, all zeros, need no copy in flash
    cortex_m::System<stm32::UniqueId<Chip::unique_id_at>> system{};

    Pins::Sensing sensing{};
    Pins::ButtonLines button_lines{};
    Pins::StatusLed status_pin{};
    Flash flash{};
    decltype(sensing.sensors<scan_timing>()) sensors = sensing.sensors<scan_timing>();
    static inline constinit Leds::Buffer led_buffer{};
    Leds leds{clock, led_buffer};
    Buttons buttons{button_lines};
    Watchdog watchdog{};
    Store store{flash, watchdog};
    hal::StatusLed<Pins::StatusLed, status_high_of<Kit>> status{status_pin};  ///< blinks as long as the tick runs

    /// From the tick interrupt.
    [[gnu::always_inline]] void tick() noexcept {
        cortex_m::tick(*this);
        if (!leds.sending()) {
            sensors.step();
        }
        buttons.step();
        step_sound();
        if (clock.now_ms() % 125 == 0) {
            status.step();
        }
    }

    /// No light and no sound goes on while the supply is low.
    [[gnu::always_inline]] void stop() noexcept {
        leds.stop();
        stop_sound();
    }

    /// Call it when the clocks run. `pattern`: of the status LED.
    [[gnu::always_inline]] void start(std::uint16_t pattern) noexcept {
        system.init(stm32::take_reset_cause<stm32::Bus>(Chip::reset_flags_at, 1u << 24));

        Peripherals::start();
        leds.init();
        Peripherals::connect_leds();
        start_sound();
        status.blink(pattern);
        serial.init();
        cortex_m::enable_interrupt(usart_interrupt);
        cortex_m::enable_interrupt(Supply::interrupt);
        Tick::start();
    }
};

static_assert(hal::ChessBoard<Board>);
static_assert(decltype(Board::sensors)::latency_ms <= 30 && Board::Buttons::latency_ms <= 50);

/// The only board.
[[nodiscard]] Board& board() noexcept;

}  // namespace stackmate::boards
