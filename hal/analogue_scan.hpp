// 64 analogue hall sensors behind multiplexers.
#pragma once

#include <array>
#include <bit>

#include "hal/scan.hpp"
#include "hal/square_levels.hpp"

namespace stackmate::hal {

/// Eight rows of eight sensors, of which one row is connected to an analogue-to-digital converter.
///
/// `select(row)`, 0 to 7: connects this row from now on, and no other.
/// `read(column)`, 0 to 7: converts this sensor of the row now and returns the value, at most SquareLevels::full_scale; or
/// `no_level` if the converter does not answer. Blocks for at most `read_us` microseconds.
///
/// Both are callable from an interrupt.
template <class T>
concept AnalogueInputs = requires(T inputs, unsigned which) {
    { inputs.select(which) } noexcept -> std::same_as<void>;
    { inputs.read(which) } noexcept -> std::same_as<std::uint16_t>;
    { T::no_level } -> std::convertible_to<std::uint16_t>;
    { T::read_us } -> std::convertible_to<std::uint32_t>;
} && T::no_level > SquareLevels::full_scale;

/// ScanSource over analogue inputs; rows are ranks. `levels` says when a square is occupied, and learns from what is read.
///
/// A step reads the row selected in the previous step and selects the next one. It takes eight readings. With a step of 1 ms a pass
/// takes 8 ms, and a change counts within 24 ms. A pass in which the converter did not answer is none.
template <AnalogueInputs Inputs, ScanTiming Timing = ScanTiming{}>
class AnalogueScan {
public:
    static constexpr ScanTiming timing = Timing;
    static constexpr std::uint32_t pass_steps = 8 * Timing.settle_steps;
    static_assert(8 * Inputs::read_us < Timing.step_us / 4,
                  "a step would take more than a quarter of the processor's time");

    constexpr AnalogueScan(Inputs& inputs, SquareLevels& levels) noexcept : inputs_{inputs}, levels_{levels} {}

    [[nodiscard]] std::optional<std::uint64_t> step() noexcept {
        if constexpr (Timing.settle_steps > 1) {
            if (row_ != none && ++settled_ < Timing.settle_steps) return {};
            settled_ = 0;
        }
        std::optional<std::uint64_t> pass;
        if (row_ != none) {
            read_row();
            if (row_ == 7 && answers_) pass = all();
        }
        row_ = row_ < 7 ? row_ + 1 : 0;
        if (row_ == 0) begin_pass();
        inputs_.select(row_);
        return pass;
    }

private:
    static constexpr unsigned none = 8;

    void begin_pass() noexcept {
        answers_ = true;
        looks_ = ++passes_ >= levels_.look_passes();
        if (looks_) passes_ = 0;
    }

    void read_row() noexcept {
        if (!answers_) return;
        for (unsigned column = 0; column < 8; ++column) {
            const std::uint16_t level = inputs_.read(column);
            if (level > SquareLevels::full_scale) {
                answers_ = false;
                return;
            }
            const unsigned bit = 1u << column, row = occupied_[row_];
            const bool is = levels_.take(8 * row_ + column, level, (row & bit) != 0, looks_);
            occupied_[row_] = static_cast<std::uint8_t>(is ? row | bit : row & ~bit);
        }
    }

    [[nodiscard]] std::uint64_t all() const noexcept {
        if constexpr (std::endian::native == std::endian::little) return std::bit_cast<std::uint64_t>(occupied_);
        std::uint64_t squares = 0;
        for (unsigned row = 8; row-- != 0;) squares = squares << 8 | occupied_[row];
        return squares;
    }

    Inputs& inputs_;
    SquareLevels& levels_;
    unsigned row_ = none;
    std::uint32_t settled_ = 0;
    unsigned passes_ = 0;
    bool looks_ = false;
    bool answers_ = true;
    alignas(8) std::array<std::uint8_t, 8> occupied_{};  ///< a bit for each column
};

}  // namespace stackmate::hal
