// The engine over the serial line of an STM32, and nothing else. Chip and kit say what differs.
//
//   serial line   USART1, 115200 baud
//   clock         PLL from the crystal
//   tick          SysTick, 1 ms: clock and deadline
#pragma once

#include STACKMATE_CHIP_HEADER
#include "boards/chips/stm32/pin_rules.hpp"
#include "boards/chips/stm32/supply.hpp"
#include "boards/chips/stm32/unique_id.hpp"
#include "boards/chips/stm32/usart.hpp"
#include "boards/cortex_m/system.hpp"
#include "boards/cortex_m/tick.hpp"
#include "hal/concepts.hpp"
#include "hal/pins.hpp"

namespace stackmate::boards {

/// What the kit uses each pin for.
struct PinUses {
    static constexpr auto pins = hal::all_pins(hal::pin_use(Kit::sends, hal::serial_sends),
                                               hal::pin_use(Kit::receives, hal::serial_receives), hal::kept_by<Kit>);

    [[nodiscard]] static constexpr std::string_view why_not(const hal::PinUse& at) {
        return stm32::why_not(at, Chip::usart_pins);
    }
};
static_assert(hal::pins_fit<Kit, PinUses>());

struct Board : Chip, PinUses {
    static constexpr std::string_view name = STACKMATE_BOARD_NAME;
    static constexpr std::uint32_t baud = 115200;

    using Tick = cortex_m::SysTick<Clocks::system_hz>;
    using Supply = stm32::SupplyWatch<stm32::Bus, SupplyFamily>;
    static constexpr unsigned usart_interrupt = 37;
    using Serial = stm32::Usart<Usart, Clocks::apb2_hz, baud, received_bytes, queued_bytes>;

    void init() noexcept;

    cortex_m::TickClock clock{};
    cortex_m::TickDeadline deadline{};
    Serial serial{};
    cortex_m::System<stm32::UniqueId<unique_id_at>> system{};
};

static_assert(hal::Board<Board>);

/// The only board.
[[nodiscard]] Board& board() noexcept;

}  // namespace stackmate::boards
