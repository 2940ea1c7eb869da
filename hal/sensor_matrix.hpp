// 64 sensors as a matrix: one row is driven, and its eight columns are read after they have settled.
#pragma once

#include <atomic>

#include "hal/chess_concepts.hpp"
#include "hal/debounce.hpp"
#include "hal/pin.hpp"

namespace stackmate::hal {

// A wiring maps the active columns of a row to squares, one bit each: `squares(row, columns)`.

/// Row r, column c is square 8 r + c: rows are ranks, columns are files. Open-Chess is wired like this.
struct RowsAreRanks {
    [[nodiscard]] static constexpr std::uint64_t squares(unsigned row, std::uint8_t columns) noexcept {
        return std::uint64_t{columns} << 8 * row;
    }
};

/// The same with row 0 at the top: row r, column c is square 8 (7 - r) + c.
struct RowsAreRanksFromTop {
    [[nodiscard]] static constexpr std::uint64_t squares(unsigned row, std::uint8_t columns) noexcept {
        return RowsAreRanks::squares(7 - row, columns);
    }
};
static_assert(RowsAreRanksFromTop::squares(0, 1) == std::uint64_t{1} << 56, "a8");

/// Row r, column c is square 8 c + r: rows are files.
struct RowsAreFiles {
    [[nodiscard]] static constexpr std::uint64_t squares(unsigned row, std::uint8_t columns) noexcept {
        std::uint64_t squares = 0;
        for (unsigned column = 0; column < 8; ++column) {
            squares |= std::uint64_t{columns >> column & 1u} << 8 * column;
        }
        return squares << row;
    }
};

/// `step_us`: microseconds between two calls of `step`.
/// `settle_steps`: steps from driving a row to reading it; their time must cover the sensors' settling time (175 to 300
/// us for hall sensors, by their switching frequency; 1 us for reed contacts).
/// `samples`: consecutive scans that must agree before a change counts.
/// `lost_steps`: how many of any `of_steps` consecutive steps the board may skip, for as long as something would
/// disturb them.
struct MatrixTiming {
    std::uint32_t step_us = 1000;
    std::uint32_t settle_steps = 1;
    unsigned samples = 2;
    std::uint32_t lost_steps = 0;
    std::uint32_t of_steps = 1;

    /// A change may just miss its row; it then takes `samples` whole scans.
    [[nodiscard]] constexpr std::uint32_t latency_ms() const noexcept {
        const std::uint32_t needed = 8 * settle_steps * (samples + 1);
        std::uint32_t steps = needed;
        while (steps < needed + lost_steps * ((steps + of_steps - 1) / of_steps)) ++steps;
        return (steps * step_us + 999) / 1000;
    }
};
static_assert(MatrixTiming{}.latency_ms() == 24);
static_assert(MatrixTiming{.lost_steps = 1, .of_steps = 12}.latency_ms() == 27);

/// SquareSensors over row and column lines. `step` is called by a timer interrupt and does one thing: it reads the row
/// driven in the previous step and drives the next one. Nothing waits for a sensor to settle.
///
/// With a step of 1 ms a scan takes 8 ms, and a change counts within 24 ms. Without a diode at each contact, three
/// pieces on the corners of a rectangle make a fourth appear. Hall sensors whose supply is switched by row need no
/// diodes.
template <RowLines Rows, InputLines Columns, MatrixTiming Timing = MatrixTiming{}, class Wiring = RowsAreRanks>
class SensorMatrix {
public:
    static constexpr std::uint32_t latency_ms = Timing.latency_ms();
    static_assert(Timing.settle_steps >= 1 && Timing.step_us >= 1 && Timing.lost_steps < Timing.of_steps);

    constexpr SensorMatrix(Rows& rows, const Columns& columns) noexcept : rows_{rows}, columns_{columns} {}

    [[nodiscard]] std::uint64_t scan() const noexcept { return read(debounced_); }
    [[nodiscard]] std::uint64_t raw() const noexcept { return read(raw_); }
    [[nodiscard]] std::uint32_t scans() const noexcept { return changes_.load(std::memory_order_relaxed) / 2; }

    /// Called by the timer interrupt. Takes as long as the row lines take to change.
    void step() noexcept {
        if (row_ == none) {
            row_ = 0;
            rows_.select(row_);
            return;
        }
        if (++settled_ < Timing.settle_steps) {
            return;
        }
        settled_ = 0;
        coming_ |= Wiring::squares(row_, columns_.read());
        row_ = (row_ + 1) % 8;
        rows_.select(row_);
        if (row_ == 0) {
            publish();
        }
    }

private:
    static constexpr unsigned none = 8;

    /// 64 bits on a processor whose loads are 32 bits wide.
    struct Picture {
        std::atomic<std::uint32_t> low{0};
        std::atomic<std::uint32_t> high{0};

        void store(std::uint64_t squares) noexcept {
            low.store(static_cast<std::uint32_t>(squares), std::memory_order_relaxed);
            high.store(static_cast<std::uint32_t>(squares >> 32), std::memory_order_relaxed);
        }
    };

    void publish() noexcept {
        const auto changes = changes_.load(std::memory_order_relaxed);
        changes_.store(changes + 1, std::memory_order_relaxed);  // odd: a reader must not trust what it has read
        std::atomic_thread_fence(std::memory_order_release);
        raw_.store(coming_);
        debounced_.store(debounce_.update(coming_));
        changes_.store(changes + 2, std::memory_order_release);
        coming_ = 0;
    }

    /// Reads again if an interrupt came in between. The next one comes a scan later, so the loop ends.
    [[nodiscard]] std::uint64_t read(const Picture& picture) const noexcept {
        for (;;) {
            const auto before = changes_.load(std::memory_order_acquire);
            const std::uint64_t low = picture.low.load(std::memory_order_relaxed);
            const std::uint64_t high = picture.high.load(std::memory_order_relaxed);
            std::atomic_thread_fence(std::memory_order_acquire);
            if (before % 2 == 0 && changes_.load(std::memory_order_relaxed) == before) {
                return high << 32 | low;
            }
        }
    }

    Rows& rows_;
    const Columns& columns_;
    unsigned row_ = none;
    std::uint32_t settled_ = 0;
    std::uint64_t coming_ = 0;
    Debounce<std::uint64_t, Timing.samples> debounce_{};
    Picture raw_{};
    Picture debounced_{};
    std::atomic<std::uint32_t> changes_{0};
};

}  // namespace stackmate::hal
