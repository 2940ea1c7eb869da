// 64 analogue hall sensors behind four multiplexers of sixteen channels.
#pragma once

#include <bit>
#include <span>

#include "hal/scan.hpp"

namespace stackmate::hal {

/// Four multiplexers with common select lines, each at an input of an analogue-to-digital converter.
///
/// `select(channel)`, 0 to 15: all four pass this channel on from now on.
/// `read(multiplexer)`, 0 to 3: converts its input now and returns the value, of at most 16 bits. Blocks for one
/// conversion: 2 us on an RP2040.
///
/// Both are callable from an interrupt.
template <class T>
concept AnalogueInputs = requires(T inputs, unsigned which) {
    { inputs.select(which) } noexcept -> std::same_as<void>;
    { inputs.read(which) } noexcept -> std::same_as<std::uint16_t>;
};

/// When a square is occupied. `rest` is its sensor's value on the empty board; a magnet moves it to either side. A
/// piece has come when the value is `comes` or more away from `rest`, and has gone when it is less than `goes` away.
/// Noise between the two changes nothing.
struct AnalogueThreshold {
    std::uint16_t rest;
    std::uint16_t comes;
    std::uint16_t goes;  ///< below `comes`
};

/// ScanSource over analogue inputs. Channels 0 to 7 of the first multiplexer are row 0, channels 8 to 15 are row 1, and
/// so on. `thresholds` are numbered as squares are, a1 first, and belong to the caller: constants, or values that a
/// calibration writes while nothing scans.
///
/// A step reads the channel selected in the previous step at all four, and selects the next. The sensors are always
/// powered, so only multiplexer and converter must settle: less than 1 us with a 74HC4067. With a step of 1 ms a pass
/// takes 16 ms, and a change counts within 48 ms. With a step of 500 us it counts within 24 ms.
template <AnalogueInputs Inputs, ScanTiming Timing = ScanTiming{}, class Wiring = RowsAreRanks>
class AnalogueScan {
public:
    static constexpr ScanTiming timing = Timing;
    static constexpr std::uint32_t pass_steps = 16 * Timing.settle_steps;

    constexpr AnalogueScan(Inputs& inputs, std::span<const AnalogueThreshold, 64> thresholds) noexcept
        : inputs_{inputs}, thresholds_{thresholds} {}

    [[nodiscard]] std::optional<std::uint64_t> step() noexcept {
        if (channel_ == none) {
            channel_ = 0;
            inputs_.select(channel_);
            return {};
        }
        if (++settled_ < Timing.settle_steps) {
            return {};
        }
        settled_ = 0;
        for (unsigned multiplexer = 0; multiplexer < 4; ++multiplexer) {
            const auto column = static_cast<std::uint8_t>(1u << channel_ % 8);
            judge(Wiring::squares(2 * multiplexer + channel_ / 8, column), inputs_.read(multiplexer));
        }
        channel_ = (channel_ + 1) % 16;
        inputs_.select(channel_);
        return channel_ == 0 ? std::optional{occupied_} : std::nullopt;
    }

private:
    static constexpr unsigned none = 16;

    void judge(std::uint64_t square, unsigned value) noexcept {
        const auto& at = thresholds_[static_cast<unsigned>(std::countr_zero(square))];
        const unsigned distance = value > at.rest ? value - at.rest : at.rest - value;
        if (distance >= at.comes) {
            occupied_ |= square;
        } else if (distance < at.goes) {
            occupied_ &= ~square;
        }
    }

    Inputs& inputs_;
    std::span<const AnalogueThreshold, 64> thresholds_;
    unsigned channel_ = none;
    std::uint32_t settled_ = 0;
    std::uint64_t occupied_ = 0;
};

}  // namespace stackmate::hal
