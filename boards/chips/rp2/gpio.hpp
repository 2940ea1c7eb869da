// Pins of an RP2040 or its relatives. Source: RP2040 data sheet, 2.19, "GPIO", and 2.3.1, "SIO".
#pragma once

#include <cstdint>

#include "boards/chips/rp2/registers.hpp"
#include "hal/pins.hpp"

namespace stackmate::boards::rp2 {

/// What a pad does beside its pin's function.
enum class Pull : std::uint8_t { none, down, up };

/// 2.19.2, "Function Select".
enum class PinFunction : std::uint8_t { uart = 2, pwm = 4, sio = 5, pio0 = 6 };

/// Pin GP`Number`. Levels are set and read through the processor's own port (SIO), in one cycle and
/// without touching other pins.
template <unsigned Number>
struct Pin {
    static_assert(Number < Map::pins, "the chip has fewer pins");
    static constexpr unsigned number = Number;
    static constexpr std::uint32_t bit = 1u << Number;

    /// 2.19.6.3, "Pad Control - User Bank". An RP2350's pad also has a bit that keeps it as it was at a reset: it is cleared.
    using Pad = AtomicRegister<Map::pads_bank0 + 4 + 4 * Number>;
    static constexpr std::uint32_t input_enable = 1u << 6;

    static void use(PinFunction function, Pull pull = Pull::none) noexcept {
        constexpr std::uint32_t four_milliamperes = 1u << 4;
        constexpr std::uint32_t schmitt_trigger = 1u << 1;
        Pad::write(input_enable | four_milliamperes | schmitt_trigger
                   | (pull == Pull::up     ? 1u << 3
                      : pull == Pull::down ? 1u << 2
                                           : 0));
        Register<Map::io_bank0 + 4 + 8 * Number>::write(static_cast<std::uint32_t>(function));  // GPIO_CTRL
    }

    static void use_as_input(Pull pull) noexcept {
        OutputDisable::write(bit);
        use(PinFunction::sio, pull);
    }

    static void use_as_output(bool high) noexcept {
        set(high);
        OutputEnable::write(bit);
        use(PinFunction::sio);
    }

    static void set(bool high) noexcept { high ? OutputSet::write(bit) : OutputClear::write(bit); }
    [[nodiscard]] static bool get() noexcept { return Input::any(bit); }

private:
    using Input = Register<Map::pins_in>;
    using OutputSet = Register<Map::pins_set>;
    using OutputClear = Register<Map::pins_clear>;
    using OutputEnable = Register<Map::pins_drive>;
    using OutputDisable = Register<Map::pins_drive_not>;
};

/// The pin that a kit names: "GP12".
template <hal::PinId Id>
using At = Pin<Id.number>;

/// Whether the pins have consecutive numbers: then one shift reads them all.
template <class First, class... Others>
inline constexpr bool in_order = [](unsigned next) { return ((Others::number == next++) && ...); }(First::number + 1);

template <class First, class...>
inline constexpr unsigned first_number = First::number;

/// Eight output pins of which at most one is high: hal::RowLines.
template <class... Pins>
class RowPins {
    static_assert(sizeof...(Pins) == 8, "there are eight rows");

public:
    // Inline, so that it lies in flash with its only caller, the start.
    [[gnu::always_inline]] static void use() noexcept { (Pins::use_as_output(false), ...); }

    static void select(unsigned row) noexcept {
        release();
        if constexpr (in_order<Pins...>) {
            Set::write(1u << (first_number<Pins...> + row % 8));
        } else {
            unsigned at = 0;
            ((row % 8 == at++ ? Set::write(Pins::bit) : void()), ...);
        }
    }

    static void release() noexcept { Register<Map::pins_clear>::write((Pins::bit | ...)); }

private:
    using Set = Register<Map::pins_set>;
};

/// Up to eight input pins, the first in bit 0: hal::InputLines. `Active` is the level that counts as 1; lines that nobody drives
/// read as not active.
///
/// Where inputs latch (RP2350-E9, stepping A2), a pin that was high stays at 2.2 V, whatever pulls it down, as long as its input
/// buffer is on. So the buffers of pulled-down pins are on only while they are read, which is Raspberry Pi's way around.
template <bool Active, class... Pins>
class InputPins {
    static_assert(sizeof...(Pins) <= 8, "a byte has eight bits");

public:
    [[gnu::always_inline]] static void use() noexcept {
        (Pins::use_as_input(Active ? Pull::down : Pull::up), ...);
        if constexpr (briefly) {
            (Pins::Pad::clear(Pins::input_enable), ...);
        }
    }

    [[nodiscard]] static std::uint8_t read() noexcept {
        const auto levels = all_levels();
        if constexpr (sizeof...(Pins) > 1 && in_order<Pins...>) {
            const auto lines = levels >> first_number<Pins...>;
            return static_cast<std::uint8_t>((Active ? lines : ~lines) & ((1u << sizeof...(Pins)) - 1));
        } else {
            unsigned lines = 0;
            unsigned at = 0;
            ((lines |= static_cast<unsigned>(((levels & Pins::bit) != 0) == Active) << at++), ...);
            return static_cast<std::uint8_t>(lines);
        }
    }

private:
    static constexpr bool briefly = Active && Map::inputs_latch;

    [[nodiscard]] static std::uint32_t all_levels() noexcept {
        if constexpr (briefly) {
            (Pins::Pad::set(Pins::input_enable), ...);
            cortex_m::finish_writes();
            asm volatile("nop\n\tnop\n\tnop\n\tnop");  // a level passes the synchronizer in two cycles
            const auto levels = Register<Map::pins_in>::read();
            (Pins::Pad::clear(Pins::input_enable), ...);
            return levels;
        } else {
            return Register<Map::pins_in>::read();
        }
    }
};

}  // namespace stackmate::boards::rp2
