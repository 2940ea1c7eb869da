// An 8x8 RGB matrix behind a DM163 constant-current driver: the shield of the STM32L475 Discovery kit.
#pragma once

#include <atomic>

#include "hal/chess_concepts.hpp"
#include "hal/light.hpp"
#include "hal/pin.hpp"

namespace stackmate::hal {

/// SquareLeds by multiplexing: `step`, called by a timer interrupt every `StepUs` microseconds, shows the next
/// row. Row 0 is rank 8, column 0 file a.
///
/// Pins (SITI DM163 data sheet): `data` SIN; `clock` DCK shifts on its rising edge; `latch` LAT_B takes over on
/// its falling edge; `reset` RST_B, low resets; `bank` SELBK, low is the bank of 6 bits (current), high that of
/// 8 bits (pulse width). 24 channels, the last first: column 7 to 0, each blue, green, red, highest bit first.
///
/// A row is dark while the next one's widths are latched, or its neighbour's colours would be seen on it; there
/// is one latch a row. A step shifts 192 bits: about 600 pin changes, in the interrupt.
template <OutputPin Pin, RowLines Rows, std::uint32_t StepUs = 1000>
class Dm163Matrix {
public:
    /// Until row 0 comes round, and eight rows.
    static constexpr std::uint32_t frame_us = 16 * StepUs;

    struct Pins {
        Pin data;
        Pin clock;
        Pin latch;
        Pin reset;
        Pin bank;
    };

    constexpr Dm163Matrix(Pins& pins, Rows& rows) noexcept : pins_{pins}, rows_{rows} {}

    /// Resets the driver and sets all channels to full current. Before the first `step`.
    void init() noexcept {
        rows_.release();
        pins_.clock.set(false);
        pins_.latch.set(true);
        pins_.reset.set(false);
        pins_.reset.set(true);
        pins_.bank.set(false);
        for (int channel = 0; channel < 24; ++channel) {
            shift(63, 6);
        }
        pins_.bank.set(true);
    }

    [[nodiscard]] bool show(const Frame& frame) noexcept {
        if (!shown()) {
            return false;
        }
        for (unsigned square = 0; square < Frame::size; ++square) {
            coming_.squares[square] = pulse_widths(frame.squares[square], brightness_);
        }
        state_.store(State::waiting, std::memory_order_release);
        return true;
    }

    void set_brightness(std::uint8_t level) noexcept { brightness_ = level; }
    [[nodiscard]] bool shown() const noexcept { return state_.load(std::memory_order_acquire) == State::shown; }

    /// From the timer interrupt.
    void step() noexcept {
        if (row_ == 0) {
            begin_picture();
        }
        for (unsigned column = 8; column-- > 0;) {
            const auto colour = showing_.squares[8 * (7 - row_) + column];
            shift(colour.blue, 8);
            shift(colour.green, 8);
            shift(colour.red, 8);
        }
        rows_.release();
        pins_.latch.set(false);
        pins_.latch.set(true);
        rows_.select(row_);
        row_ = (row_ + 1) % 8;
        if (row_ == 0 && state_.load(std::memory_order_relaxed) == State::coming) {
            state_.store(State::shown, std::memory_order_release);
        }
    }

private:
    enum class State : std::uint8_t { shown, waiting, coming };

    void begin_picture() noexcept {
        if (state_.load(std::memory_order_acquire) == State::waiting) {
            showing_ = coming_;
            state_.store(State::coming, std::memory_order_release);
        }
    }

    void shift(unsigned value, unsigned bits) noexcept {
        for (unsigned bit = bits; bit-- > 0;) {
            pins_.clock.set(false);
            pins_.data.set((value >> bit & 1) != 0);
            pins_.clock.set(true);
        }
    }

    Pins& pins_;
    Rows& rows_;
    unsigned row_ = 0;
    std::uint8_t brightness_ = 255;
    std::atomic<State> state_{State::shown};
    Frame coming_{};   ///< pulse widths taken by `show`
    Frame showing_{};  ///< those on the rows
};

}  // namespace stackmate::hal
