// A chess board with an STM32L475: Cortex-M4 at 80 MHz, 1 MB flash, 96 KB RAM, and 32 KB more for the serial port.
//
//   serial line   USART1, 115200 baud
//   clock         PLL from the multi-speed oscillator: clock.hpp
//   tick          SysTick, 1 ms: clock, deadline, one row of squares, buttons
//   program       bank 1 of the flash; the game and the settings: the last 32 KB of bank 2;
//                 the games before: the 64 KB below
//   squares       a DM163 shield, whose row lines also ask the sensors
#pragma once

#include STACKMATE_KIT_HEADER
#include "boards/chips/stm32/flash_l4.hpp"
#include "boards/chips/stm32/gpio.hpp"
#include "boards/chips/stm32/pin_rules.hpp"
#include "boards/chips/stm32/supply.hpp"
#include "boards/chips/stm32/timer_wave.hpp"
#include "boards/chips/stm32/unique_id.hpp"
#include "boards/chips/stm32/usart.hpp"
#include "boards/chips/stm32/watchdog.hpp"
#include "boards/chips/stm32l475/clock.hpp"
#include "boards/cortex_m/system.hpp"
#include "boards/cortex_m/tick.hpp"
#include "boards/kit.hpp"
#include "hal/chess_concepts.hpp"
#include "hal/debounced_buttons.hpp"
#include "hal/dm163.hpp"
#include "hal/flash_log.hpp"
#include "hal/pins.hpp"
#include "hal/sensing.hpp"

namespace stackmate::boards {

static_assert(names_shield_board<Kit>());
static_assert(crystal_hz_of<Kit, 0> == 0, "the kit's `crystal_hz`: this chip runs without a crystal");

namespace stm32l475 {

/// What the kit uses each pin for.
struct PinUses {
    static constexpr auto pins = hal::all_pins(
        hal::pin_uses(Kit::rows, hal::rows_of_ranks_from_top), hal::pin_uses(Kit::columns, hal::columns_of_files),
        hal::pin_uses(Kit::buttons), hal::pin_use(Kit::Shield::data, "shield, data"),
        hal::pin_use(Kit::Shield::clock, "shield, clock"), hal::pin_use(Kit::Shield::reset, "shield, reset"),
        hal::pin_use(Kit::Shield::latch, "shield, latch"), hal::pin_use(Kit::Shield::bank, "shield, bank"),
        hal::pin_use(Kit::sends, hal::serial_sends), hal::pin_use(Kit::receives, hal::serial_receives),
        sounder_use<Kit>, hal::kept_by<Kit>);

    [[nodiscard]] static constexpr std::string_view why_not(const hal::PinUse& at) {
        return stm32::why_not(at, {"PA9 PB6", "PA10 PB7", "USART1 sends at PA9 and PB6, and receives at PA10 and PB7"});
    }
};
static_assert(hal::pins_fit<Kit, PinUses>());

template <hal::PinId Id>
using At = stm32::Pin<stm32::GpioL4<stm32::Bus>, Id>;
template <class... Pins>
using ColumnPins = stm32::InputPins<true, Pins...>;
template <class... Pins>
using ButtonPins = stm32::InputPins<false, Pins...>;

// Timers of a bus that is not divided run at its clock.
template <hal::PinId Id>
using WaveAt = stm32::TimerWave<stm32::Bus, At<Id>, stm32::timer_pins_f4.output(Id), 0x40021058, ClockTree::system_hz>;

/// The shield's rows, from the top.
using Rows = hal::LinesOf<stm32::RowPins, At, Kit::rows>;
using Columns = hal::LinesOf<ColumnPins, At, Kit::columns>;
using ButtonLines = hal::LinesOf<ButtonPins, At, Kit::buttons>;
using ButtonNames = hal::NamesOf<Kit::buttons>;

/// hal::Dm163Lines.
struct Shield {
    using DataPin = At<Kit::Shield::data>;
    using ClockPin = At<Kit::Shield::clock>;
    using Line = stm32::ShiftPins<DataPin, ClockPin>;
    using ResetPin = At<Kit::Shield::reset>;
    using LatchPin = At<Kit::Shield::latch>;
    using BankPin = At<Kit::Shield::bank>;

    static void use() noexcept {
        Line::use();
        ResetPin::output(false);
        LatchPin::output(true);
        BankPin::output(false);
    }
    [[gnu::always_inline]] static void shift(std::uint16_t bits) noexcept { Line::shift(bits); }
    static void latch() noexcept {
        LatchPin::set(false);
        LatchPin::set(true);
    }
    static void reset(bool running) noexcept { ResetPin::set(running); }
    static void bank(bool widths) noexcept { BankPin::set(widths); }
};

/// Sensor rows driven by the display: in each tick both advance by one row, the sensors first.
struct RowsOfDisplay {
    static void select(unsigned) noexcept {}
    static void release() noexcept {}
};

}  // namespace stm32l475

struct Board : hal::SoundOf<Kit, stm32l475::WaveAt>, stm32l475::PinUses {
    static constexpr std::string_view name = STACKMATE_BOARD_NAME;
    static constexpr std::size_t ram_bytes = 96 * 1024;
    static constexpr std::size_t flash_bytes = 512 * 1024;  ///< bank 1
    static constexpr std::size_t stack_bytes = 2560;
    static constexpr std::uint32_t nodes_a_second = 20'000;
    static constexpr std::uint32_t baud = 115200;
    static constexpr bool has_book = true;

    using Clocks = stm32l475::ClockTree;
    using Tick = cortex_m::SysTick<Clocks::system_hz>;

    using TxPin = stm32l475::At<Kit::sends>;
    using RxPin = stm32l475::At<Kit::receives>;
    static constexpr unsigned usart_function = 7;
    using Supply = stm32::SupplyWatch<stm32::Bus, stm32::SupplyL4>;
    static constexpr unsigned usart_interrupt = 37;
    using Serial = stm32::Usart<stm32::UsartV2<0x40013800>, Clocks::apb2_hz, baud, 256, 1024>;
    using Sensors =
        hal::SensorMatrix<stm32l475::RowsOfDisplay, stm32l475::Columns, hal::ScanTiming{}, hal::RowsAreRanksFromTop>;
    using Flash = stm32::FlashL4<16, Clocks::system_hz>;
    using GamesFlash = stm32::FlashL4<32, Clocks::system_hz, stm32::Bus, 16>;

    using Shield = stm32l475::Shield;

    void init() noexcept;

    cortex_m::TickClock clock{};
    cortex_m::TickDeadline deadline{};
    [[gnu::section(".bss.second_ram")]] static inline constinit Serial serial{};  ///< made by `init`
    cortex_m::System<stm32::UniqueId<0x1FFF7590>> system{};  ///< RM0351, "Unique device ID register"

    stm32l475::Rows rows{};
    stm32l475::Shield shield{};
    hal::Dm163Matrix<stm32l475::Shield, stm32l475::Rows, Kit::led_supply> leds{shield, rows};
    stm32l475::RowsOfDisplay sensor_rows{};
    stm32l475::Columns columns{};
    Sensors sensors{sensor_rows, columns};
    stm32l475::ButtonLines button_lines{};
    hal::DebouncedButtons<stm32l475::ButtonLines, stm32l475::ButtonNames> buttons{button_lines};
    Flash flash{};
    GamesFlash games{};
    stm32::IndependentWatchdog<29'500, 34'000> watchdog{};  ///< DS10969, "LSI oscillator characteristics"
    hal::FlashLog<Flash, 2, 16, 120, decltype(watchdog)> store{flash, watchdog};
};

static_assert(hal::ChessBoard<Board>);
static_assert(Board::Sensors::latency_ms <= 30);

/// The only board.
[[nodiscard]] Board& board() noexcept;

}  // namespace stackmate::boards
