// STM32L475 board: Cortex-M4 at 80 MHz, 1 MB flash, 96 KB of its 128 KB RAM. The B-L475E-IOT01A Discovery kit
// with the 8x8 RGB shield (DM163) as a chess board.
//
//   serial line   USART1, PB6 sends, PB7 receives, 115200 baud (the ST-LINK's virtual COM port)
//   clock         PLL from the multi-speed oscillator: clock.hpp
//   tick          SysTick, 1 ms: clock, deadline, one row of squares, button
//   program       bank 1 of the flash; the game and the settings: the last 32 KB of bank 2;
//                 the games before: the 64 KB below
//   squares       the shield; its row lines also ask the sensors, so those need eight pins of their own only
//   button        the blue one, PC13, low while it is down: PLAY
//
// Pins on the Arduino connectors (UM2153, "Arduino connectors"); those of the shield are where it has them:
//
//   shield     SIN PA4 D7    DCK PB1 D6    RST_B PC3 A2    LAT_B PC4 A1    SELBK PC5 A0
//   rows       rank 8 PB2 D8     7 PA15 D9    6 PA2 D10    5 PA7 D11
//              rank 4 PA6 D12    3 PA5 D13    2 PB0 D3     1 PA3 D4
//   columns    file a PC0 A5     b PC1 A4     c PC2 A3     d PA0 D1
//              file e PA1 D0     f PB4 D5     g PB8 D15    h PB9 D14
//
// A square's contact (reed switch) and a diode in series lead from its row line to its column line; the
// diode's cathode is on the column's side. Without diodes two contacts in one column would connect a row line
// that is high to one that is low. The chip pulls the columns down, but weakly: 10 kOhm from each to ground keep
// the LEDs' currents out (docs/WIRING.md). A row line gives the contacts' current only, eight times 0.3 mA; hall
// sensors want a supply of their own.
#pragma once

#include "boards/cortex_m/system.hpp"
#include "boards/cortex_m/tick.hpp"
#include "boards/chips/stm32/flash_l4.hpp"
#include "boards/chips/stm32/gpio.hpp"
#include "boards/chips/stm32/supply.hpp"
#include "boards/chips/stm32/unique_id.hpp"
#include "boards/chips/stm32/usart.hpp"
#include "boards/chips/stm32/watchdog.hpp"
#include "boards/chips/stm32l475/clock.hpp"
#include "hal/chess_concepts.hpp"
#include "hal/debounced_buttons.hpp"
#include "hal/dm163.hpp"
#include "hal/flash_log.hpp"
#include "hal/pins.hpp"
#include "hal/sensor_matrix.hpp"

namespace stackmate::boards {

namespace stm32l475 {

template <unsigned Number>
using PortA = stm32::Pin<0x48000000, Number>;
template <unsigned Number>
using PortB = stm32::Pin<0x48000400, Number>;
template <unsigned Number>
using PortC = stm32::Pin<0x48000800, Number>;

/// The shield's rows, from the top.
using Rows = stm32::RowPins<PortB<2>, PortA<15>, PortA<2>, PortA<7>, PortA<6>, PortA<5>, PortB<0>, PortA<3>>;
using Columns = stm32::InputPins<true, PortC<0>, PortC<1>, PortC<2>, PortA<0>, PortA<1>, PortB<4>, PortB<8>, PortB<9>>;
using ButtonLine = stm32::InputPins<false, PortC<13>>;

/// Of one row, and rows shine in turn: a channel takes 58 mA, and the array behind the rows gives 500 mA to each (ITEAD's page
/// of the Colors Shield). 500 mA is also what the ST-LINK's USB socket gives: 40 for the shield's logic, 160 left for the kit.
inline constexpr hal::Supply led_supply{.limit_ma = 300, .colour_ma = 58, .idle_ma = 0};

/// hal::Dm163Lines.
struct Shield {
    using DataPin = PortA<4>;
    using ClockPin = PortB<1>;
    using Line = stm32::ShiftPins<DataPin, ClockPin>;
    using ResetPin = PortC<3>;
    using LatchPin = PortC<4>;
    using BankPin = PortC<5>;

    static void use() noexcept {
        Line::use();
        ResetPin::use_output(false);
        LatchPin::use_output(true);
        BankPin::use_output(false);
    }
    [[gnu::always_inline]] static void shift(std::uint16_t bits) noexcept { Line::shift(bits); }
    static void latch() noexcept {
        LatchPin::set(false);
        LatchPin::set(true);
    }
    static void reset(bool running) noexcept { ResetPin::set(running); }
    static void bank(bool widths) noexcept { BankPin::set(widths); }
};

/// Sensor rows that the display drives: both go one row further in the same tick, the sensors first.
struct RowsOfDisplay {
    static void select(unsigned) noexcept {}
    static void release() noexcept {}
};

struct ButtonNames {
    static constexpr std::array<std::string_view, 1> names{"PLAY"};
};

}  // namespace stm32l475

struct Board {
    static constexpr std::string_view name = "stm32l475";
    static constexpr std::size_t ram_bytes = 96 * 1024;
    static constexpr std::size_t flash_bytes = 512 * 1024;  ///< bank 1
    static constexpr std::size_t stack_bytes = 2560;
    static constexpr std::uint32_t baud = 115200;
    static constexpr bool has_book = true;

    using Clocks = stm32l475::ClockTree;
    using Tick = cortex_m::SysTick<Clocks::system_hz>;

    using TxPin = stm32l475::PortB<6>;
    using RxPin = stm32l475::PortB<7>;
    static constexpr unsigned usart_function = 7;
    using Supply = stm32::SupplyWatch<stm32::Bus, stm32::SupplyL4>;
    static constexpr unsigned usart_interrupt = 37;
    using Serial = stm32::Usart<stm32::UsartV2<0x40013800>, Clocks::apb2_hz, baud, 256, 1024>;
    using Sensors =
        hal::SensorMatrix<stm32l475::RowsOfDisplay, stm32l475::Columns, hal::MatrixTiming{}, hal::RowsAreRanksFromTop>;
    using Flash = stm32::FlashL4<16, Clocks::system_hz>;
    using GamesFlash = stm32::FlashL4<32, Clocks::system_hz, stm32::Bus, 16>;

    using Shield = stm32l475::Shield;
    static constexpr auto pins = hal::all_pins(
        hal::pin_uses(stm32l475::Rows::names, hal::rows_of_ranks_from_top),
        hal::pin_uses(stm32l475::Columns::names, hal::columns_of_files),
        hal::pin_uses(stm32l475::ButtonLine::names, stm32l475::ButtonNames::names),
        hal::pin_use(Shield::DataPin::name, "shield, data"), hal::pin_use(Shield::ClockPin::name, "shield, clock"),
        hal::pin_use(Shield::ResetPin::name, "shield, reset"), hal::pin_use(Shield::LatchPin::name, "shield, latch"),
        hal::pin_use(Shield::BankPin::name, "shield, bank"), hal::pin_use(TxPin::name, "serial line, sends"),
        hal::pin_use(RxPin::name, "serial line, receives"), hal::pin_use("PA13", "debug port"),
        hal::pin_use("PA14", "debug port"));

    void init() noexcept;

    cortex_m::TickClock clock{};
    cortex_m::TickDeadline deadline{};
    Serial serial{};
    cortex_m::System<stm32::UniqueId<0x1FFF7590>> system{};  ///< RM0351, "Unique device ID register"

    stm32l475::Rows rows{};
    stm32l475::Shield shield{};
    hal::Dm163Matrix<stm32l475::Shield, stm32l475::Rows, stm32l475::led_supply> leds{shield, rows};
    stm32l475::RowsOfDisplay sensor_rows{};
    stm32l475::Columns columns{};
    Sensors sensors{sensor_rows, columns};
    stm32l475::ButtonLine button_line{};
    hal::DebouncedButtons<stm32l475::ButtonLine, stm32l475::ButtonNames> buttons{button_line};
    Flash flash{};
    GamesFlash games{};
    stm32::IndependentWatchdog<29'500, 34'000> watchdog{};  ///< DS10969, "LSI oscillator characteristics"
    hal::FlashLog<Flash, 2, 16, 120, decltype(watchdog)> store{flash, watchdog};
};

static_assert(hal::ChessBoard<Board>);
static_assert(hal::each_pin_has_one_use<Board>());
static_assert(Board::TxPin::name == "PA9" || Board::TxPin::name == "PB6", "USART1 sends at PA9 and PB6");
static_assert(Board::RxPin::name == "PA10" || Board::RxPin::name == "PB7", "USART1 receives at PA10 and PB7");
static_assert(Board::Sensors::latency_ms <= 30);

/// The one board there is.
[[nodiscard]] Board& board() noexcept;

}  // namespace stackmate::boards
