// An 8x8 RGB matrix behind a DM163 constant-current driver: the shield of the STM32L475 Discovery kit.
#pragma once

#include <atomic>

#include "hal/chess_concepts.hpp"
#include "hal/light.hpp"
#include "hal/pin.hpp"

namespace stackmate::hal {

/// The lines of a DM163 (SITI data sheet, "Pin Description" and "Timing Diagram"). All functions take effect before
/// they return.
///
/// `shift(bits)`: shifts 16 bits in on SIN with rising edges of DCK, the highest first.
/// `latch()`: one low pulse of LAT_B: the outputs take what was shifted in.
/// `reset(running)`: RST_B; when low, all outputs are off.
/// `bank(widths)`: SELBK; when low, bits go to the bank with 6 bits a channel (current); when high, to that with 8
/// (pulse width).
template <class T>
concept Dm163Lines = requires(T lines, std::uint16_t bits, bool high) {
    { lines.shift(bits) } noexcept -> std::same_as<void>;
    { lines.latch() } noexcept -> std::same_as<void>;
    { lines.reset(high) } noexcept -> std::same_as<void>;
    { lines.bank(high) } noexcept -> std::same_as<void>;
};

/// SquareLeds by multiplexing: `step`, called by a timer interrupt every `StepUs` microseconds, shows the next row. Row
/// 0 is rank 8, column 0 file a. 24 channels, the last first: columns 7 to 0, each blue, green, red, highest bit first.
///
/// A row goes dark before the next row's widths are shifted, so that its driver has switched off when they are latched.
/// Otherwise the neighbour's colours would be seen on it. There is one latch for each row. A step shifts 192 bits, or
/// none if the row equals the previous one: the driver has kept them.
///
/// `Limits` is the current allowed for one row: rows are lit in turn, so no more ever flows. A picture is dimmed as a
/// whole until its brightest row stays within it. A row of 24 channels at 60 mA takes at most 1,440 mA (data sheet,
/// "Features").
template <Dm163Lines Lines, RowLines Rows, Supply Limits, std::uint32_t StepUs = 1000>
class Dm163Matrix {
public:
    /// Until row 0 comes round, and then eight rows.
    static constexpr std::uint32_t frame_us = 16 * StepUs;

    constexpr Dm163Matrix(Lines& lines, Rows& rows) noexcept : lines_{lines}, rows_{rows} {}

    /// Resets the driver, sets all channels to full current and all widths to 0. Call it before the first `step`.
    void init() noexcept {
        rows_.release();
        lines_.reset(false);
        lines_.reset(true);
        lines_.bank(false);
        for (int part = 0; part < 24 * 6 / 16; ++part) {
            lines_.shift(0xFFFF);
        }
        lines_.bank(true);
        for (int part = 0; part < 24 * 8 / 16; ++part) {
            lines_.shift(0);
        }
    }

    [[nodiscard]] bool show(const Frame& frame) noexcept {
        if (!shown()) {
            return false;
        }
        auto& coming = pictures_[1 - showing_];
        const Dimming dim = dimming_of(frame);
        for (unsigned row = 0; row < 8; ++row) {
            coming.rows[row] = bits_of(&frame.squares[8 * (7 - row)], dim);
        }
        coming.changes = 0;
        for (unsigned row = 0; row < 8; ++row) {
            const bool same = coming.rows[row] == coming.rows[(row + 7) % 8];
            coming.changes = static_cast<std::uint8_t>(coming.changes | (same ? 0u : 1u << row));
        }
        state_.store(State::waiting, std::memory_order_release);
        return true;
    }

    void set_brightness(std::uint8_t level) noexcept { brightness_ = level; }
    [[nodiscard]] bool shown() const noexcept { return state_.load(std::memory_order_acquire) == State::shown; }

    /// Called by the timer interrupt.
    void step() noexcept {
        bool changes = row_ == 0 && begin_picture();
        rows_.release();
        const auto& picture = pictures_[showing_];
        changes = changes || (picture.changes >> row_ & 1) != 0;
        if (changes) {
            for (const auto bits : picture.rows[row_]) {
                lines_.shift(bits);
            }
        }
        lines_.latch();
        rows_.select(row_);
        row_ = (row_ + 1) % 8;
        if (row_ == 0 && state_.load(std::memory_order_relaxed) == State::coming) {
            state_.store(State::shown, std::memory_order_release);
        }
    }

private:
    enum class State : std::uint8_t { shown, waiting, coming };

    using RowBits = std::array<std::uint16_t, 12>;  ///< in the order of shifting

    struct Picture {
        std::array<RowBits, 8> rows{};
        std::uint8_t changes = 0;  ///< bit r: row r differs from the one before it; row 7 comes before row 0
    };

    [[nodiscard]] Dimming dimming_of(const Frame& frame) const noexcept {
        Dimming least;
        for (unsigned rank = 0; rank < 8; ++rank) {
            WidthSum sum;
            for (unsigned file = 0; file < 8; ++file) {
                sum.add(pulse_widths(frame.squares[8 * rank + file], brightness_));
            }
            const Dimming dim = dimming(sum, 8, Limits);
            least = dim.factor < least.factor ? dim : least;
        }
        return least;
    }

    [[nodiscard]] RowBits bits_of(const Colour* squares, Dimming dim) const noexcept {
        RowBits bits{};
        unsigned byte = 0;
        const auto append = [&](std::uint8_t width) {
            auto& part = bits[byte++ / 2];
            part = static_cast<std::uint16_t>(part << 8 | width);
        };
        for (unsigned column = 8; column-- > 0;) {
            const auto widths = dim.of(pulse_widths(squares[column], brightness_));
            append(widths.blue);
            append(widths.green);
            append(widths.red);
        }
        return bits;
    }

    /// Returns true if there is a new one.
    [[nodiscard]] bool begin_picture() noexcept {
        if (state_.load(std::memory_order_acquire) != State::waiting) {
            return false;
        }
        showing_ = 1 - showing_;
        state_.store(State::coming, std::memory_order_release);
        return true;
    }

    Lines& lines_;
    Rows& rows_;
    unsigned row_ = 0;
    std::uint8_t brightness_ = 255;
    std::atomic<State> state_{State::shown};
    unsigned showing_ = 0;  ///< which picture is on the rows; the interrupt switches when the other one is waiting
    std::array<Picture, 2> pictures_{};
};

}  // namespace stackmate::hal
