// The watchdog. Source: RP2040 data sheet, 4.7, "Watchdog".
#pragma once

#include <algorithm>
#include <cstdint>

#include "boards/chips/rp2/registers.hpp"
#include "hal/chess_concepts.hpp"

namespace stackmate::boards::rp2 {

/// hal::Watchdog. Counts the microseconds of the reference clock's tick, on an RP2040 two at a time (erratum RP2040-E1).
class Watchdog {
public:
    static constexpr std::uint32_t counts_a_ms = Map::has_e1 ? 2'000 : 1'000;
    static constexpr std::uint32_t longest_ms = 0xFF'FFFF / counts_a_ms;  ///< 24 bits
    static constexpr std::uint32_t late_percent = 1;                      ///< the count itself is exact to a tick

    /// Call it at the start. Disarms a watchdog that was armed before a restart; from now on it resets everything but the two
    /// oscillators.
    static void init() noexcept {
        Control::clear(enable);
        reset_everything();
    }

    void arm(std::uint32_t ms) noexcept {
        load_ = std::clamp<std::uint32_t>(ms, 1, longest_ms) * counts_a_ms + 1;
        Load::write(load_);
        Control::set(enable);
    }

    void feed() noexcept {
        if (load_ != 0) {
            Load::write(load_);
        }
    }

    /// Resets the chip at once, as the watchdog would.
    [[noreturn]] static void reset_now() noexcept {
        reset_everything();
        for (;;) {
            Control::set(trigger);
        }
    }

    /// Why it last reset the chip. Bit 0: it was not fed; bit 1: `reset_now`. 0 after any other reset.
    [[nodiscard]] static std::uint32_t reason() noexcept { return Register<Map::watchdog + 8>::read(); }

private:
    using Control = AtomicRegister<Map::watchdog>;
    using Load = Register<Map::watchdog + 4>;

    static constexpr std::uint32_t enable = 1u << 30;
    static constexpr std::uint32_t trigger = 1u << 31;

    /// 2.13.4, "List of Registers" of the power-on state machine, WDSEL.
    static void reset_everything() noexcept { Register<Map::power_on + 8>::write(Map::all_but_oscillators); }

    std::uint32_t load_ = 0;
};

static_assert(hal::Watchdog<Watchdog>);

}  // namespace stackmate::boards::rp2
