// STM32F100: Cortex-M3 at 24 MHz, 128 KB flash, 8 KB RAM. The smallest chip here: the engine over a serial line, and nothing
// else.
//
//   serial line   USART1, 115200 baud
//   clock         PLL from the crystal that the kit names
//   tick          SysTick, 1 ms: clock and deadline
#pragma once

#include STACKMATE_KIT_HEADER
#include "boards/chips/stm32/pin_rules.hpp"
#include "boards/chips/stm32/supply.hpp"
#include "boards/chips/stm32/unique_id.hpp"
#include "boards/chips/stm32/usart.hpp"
#include "boards/chips/stm32f100/clock.hpp"
#include "boards/cortex_m/system.hpp"
#include "boards/cortex_m/tick.hpp"
#include "boards/kit.hpp"
#include "hal/concepts.hpp"
#include "hal/pins.hpp"

namespace stackmate::boards {

static_assert(names_line_alone<Kit>());

/// What the kit uses each pin for.
struct PinUses {
    static constexpr auto pins = hal::all_pins(hal::pin_use(Kit::sends, hal::serial_sends),
                                               hal::pin_use(Kit::receives, hal::serial_receives), hal::kept_by<Kit>);

    [[nodiscard]] static constexpr std::string_view why_not(const hal::PinUse& at) {
        return stm32::why_not(
            at,
            {"PA9", "PA10", "USART1 sends at PA9 and receives at PA10; it also reaches port B, whose clock is off"});
    }
};
static_assert(hal::pins_fit<Kit, PinUses>());

struct Board : PinUses {
    static constexpr std::string_view name = STACKMATE_BOARD_NAME;
    static constexpr std::size_t ram_bytes = 8 * 1024;
    static constexpr std::size_t flash_bytes = 128 * 1024;
    static constexpr std::size_t stack_bytes = 896;
    static constexpr std::uint32_t nodes_a_second = 9'000;
    static constexpr std::uint32_t baud = 115200;

    using Clocks = stm32f100::ClockTree<crystal_hz_of<Kit, stm32::usual_crystal_hz>>;
    using Tick = cortex_m::SysTick<Clocks::system_hz>;
    using Supply = stm32::SupplyWatch<stm32::Bus, stm32::SupplyF1>;
    static constexpr unsigned usart_interrupt = 37;
    static constexpr std::size_t interrupts = 61;  ///< RM0041, vector table
    using Serial = stm32::Usart<stm32::UsartV1<0x40013800>, Clocks::apb2_hz, baud, 128, 256>;

    void init() noexcept;

    cortex_m::TickClock clock{};
    cortex_m::TickDeadline deadline{};
    Serial serial{};
    cortex_m::System<stm32::UniqueId<0x1FFFF7E8>> system{};  ///< RM0041, "Unique device ID register"
};

static_assert(hal::Board<Board>);

/// The only board.
[[nodiscard]] Board& board() noexcept;

}  // namespace stackmate::boards
