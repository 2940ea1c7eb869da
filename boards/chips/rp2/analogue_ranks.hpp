// Linear hall sensors, rank by rank behind a 74HC4051 each: a kit's `Squares`.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "boards/chips/rp2/adc.hpp"
#include "boards/chips/rp2/gpio.hpp"
#include "hal/analogue_scan.hpp"
#include "hal/sensing.hpp"

namespace stackmate::boards::rp2 {

template <class...>
struct PinList;

/// hal::AnalogueInputs: eight multiplexers with common address lines, their outputs joined at one input of the converter. A rank's
/// pin is low while its multiplexer is connected and its sensors have their supply.
template <class Enables, class Address, unsigned Input>
struct JoinedMultiplexers;

template <class... Ranks, class... Bits, unsigned Input>
struct JoinedMultiplexers<PinList<Ranks...>, PinList<Bits...>, Input> {
    static_assert(sizeof...(Ranks) == 8 && sizeof...(Bits) == 3);
    static constexpr std::uint16_t no_level = 0xFFFF;
    static constexpr std::uint32_t read_us = 5;

    // Inline, so that it lies in flash with its only caller, the start.
    [[gnu::always_inline]] static void use() noexcept {
        (Ranks::use_as_output(true), ...);
        (Bits::use_as_output(false), ...);
        (void)Adc::start<Input>();
    }

    /// Two outputs are never connected at once.
    static void select(unsigned row) noexcept {
        Register<Map::pins_set>::write((Ranks::bit | ...));
        if constexpr (in_order<Ranks...>) {
            Register<Map::pins_clear>::write(1u << (first_number<Ranks...> + row));
        } else {
            unsigned at = 0;
            ((row % 8 == at++ ? Ranks::set(false) : void()), ...);
        }
    }

    /// The first of two conversions is the time in which the multiplexer settles.
    [[nodiscard]] static std::uint16_t read(unsigned column) noexcept {
        Register<Map::pins_clear>::write((Bits::bit | ...));
        [[maybe_unused]] unsigned at = 0;
        unsigned high = 0;
        if constexpr (in_order<Bits...>) {
            high = column << first_number<Bits...>;
        } else {
            ((high |= (column >> at++ & 1) * Bits::bit), ...);
        }
        Register<Map::pins_set>::write(high);
        for (unsigned conversions = 0; conversions < 2; ++conversions) {
            if (!Adc::convert<Input, tries>()) return no_level;
        }
        return static_cast<std::uint16_t>(Adc::result());
    }

private:
    static constexpr std::uint32_t tries = 200;  ///< each takes several cycles, and a conversion 250 (300 on an RP2350)
};

inline constexpr std::array<std::string_view, 3> address_uses{
    "address A of the multiplexers", "address B of the multiplexers", "address C of the multiplexers"};
inline constexpr std::string_view converter_input = "output of the multiplexers, to the converter";

/// hal::Sensing. `Wiring` has pins: eight `ranks`, rank 1 first; three of the `address`, A (S0) first; `output`, where the multiplexers'
/// outputs come together.
template <class Wiring>
struct AnalogueRanks {
    static constexpr auto uses =
        hal::all_pins(hal::pin_uses(Wiring::ranks, hal::rows_of_ranks), hal::pin_uses(Wiring::address, address_uses),
                      hal::pin_use(Wiring::output, converter_input));
    // A wrong pin is refused by the board's list, with a better error than one from here.
    static constexpr unsigned input =
        Wiring::output.number < Adc::first_pin ? 0 : Wiring::output.number - Adc::first_pin;
    static constexpr auto ranks = std::to_array(Wiring::ranks);
    static constexpr auto address = std::to_array(Wiring::address);
    using Inputs = JoinedMultiplexers<hal::LinesOf<PinList, At, ranks>, hal::LinesOf<PinList, At, address>, input>;

    [[gnu::always_inline]] static void use() noexcept { Inputs::use(); }

    template <hal::ScanTiming Timing>
    [[nodiscard]] constexpr auto sensors() noexcept {
        return hal::ScannedSquares<hal::AnalogueScan<Inputs, Timing>>{inputs, levels};
    }

    [[no_unique_address]] Inputs inputs{};
    hal::SquareLevels levels{};
};

}  // namespace stackmate::boards::rp2
