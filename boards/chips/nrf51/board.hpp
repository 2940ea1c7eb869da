// nRF51822: Cortex-M0 at 16 MHz, 256 KB flash, 16 KB RAM. The image takes the whole chip; no radio software is expected beneath
// it.
//
//   serial line   UART, 115200 baud
//   clock         16 MHz crystal: boards/chips/nrf51/clock.hpp
//   tick          TIMER0, 1 ms: clock and deadline
//
// The flash begins at address 0, so reading through a null pointer is not noticed. A fault record has the place, but neither
// kind nor address, which the processor does not report.
#pragma once

#include STACKMATE_KIT_HEADER
#include "boards/chips/nrf51/chip.hpp"
#include "boards/chips/nrf51/tick.hpp"
#include "boards/chips/nrf51/uart.hpp"
#include "boards/cortex_m/system.hpp"
#include "boards/cortex_m/tick.hpp"
#include "boards/kit.hpp"
#include "hal/concepts.hpp"
#include "hal/pins.hpp"

namespace stackmate::boards {

static_assert(names_line_alone<Kit>());
static_assert(crystal_hz_of<Kit, 16'000'000> == 16'000'000, "the kit's `crystal_hz`: the start expects 16 MHz");

/// What the kit uses each pin for.
struct PinUses {
    static constexpr auto pins = hal::all_pins(hal::pin_use(Kit::sends, hal::serial_sends),
                                               hal::pin_use(Kit::receives, hal::serial_receives), hal::kept_by<Kit>);

    [[nodiscard]] static constexpr std::string_view why_not(const hal::PinUse& at) {
        return at.pin.is("P0.", 32) ? "" : "the pins are P0.0 to P0.31";
    }
};
static_assert(hal::pins_fit<Kit, PinUses>());

struct Board : PinUses {
    static constexpr std::string_view name = STACKMATE_BOARD_NAME;
    static constexpr std::size_t ram_bytes = 16 * 1024;
    static constexpr std::size_t flash_bytes = 256 * 1024;
    static constexpr std::size_t stack_bytes = 1280;
    static constexpr std::uint32_t nodes_a_second = 4'000;
    static constexpr std::uint32_t baud = 115200;

    static constexpr unsigned tick_interrupt = 8;  ///< TIMER0
    using Tick = nrf51::TimerTick<0x40008000>;
    using Serial = nrf51::Uart<Kit::sends.number, Kit::receives.number, baud, 256, 512>;

    void init() noexcept;

    cortex_m::TickClock clock{};
    cortex_m::TickDeadline deadline{};
    Serial serial{};
    cortex_m::System<nrf51::UniqueId> system{};
};

static_assert(hal::Board<Board>);

/// The only board.
[[nodiscard]] Board& board() noexcept;

}  // namespace stackmate::boards
