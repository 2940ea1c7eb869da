// 64 sensors as a matrix: one row is driven, and its eight columns are read after they have settled.
#pragma once

#include <utility>

#include "hal/pin.hpp"
#include "hal/scan.hpp"

namespace stackmate::hal {

/// ScanSource over row and column lines. A step reads the row driven in the previous step and drives the next one. It
/// takes as long as the row lines take to change.
///
/// With a step of 1 ms a pass takes 8 ms, and a change counts within 24 ms. Without a diode at each contact, three
/// pieces on the corners of a rectangle make a fourth appear. Hall sensors whose supply is switched by row need no
/// diodes.
template <RowLines Rows, InputLines Columns, ScanTiming Timing, class Wiring>
class MatrixScan {
public:
    static constexpr ScanTiming timing = Timing;
    static constexpr std::uint32_t pass_steps = 8 * Timing.settle_steps;

    constexpr MatrixScan(Rows& rows, const Columns& columns) noexcept : rows_{rows}, columns_{columns} {}

    [[nodiscard]] std::optional<std::uint64_t> step() noexcept {
        if (row_ == none) {
            row_ = 0;
            rows_.select(row_);
            return {};
        }
        if (++settled_ < Timing.settle_steps) {
            return {};
        }
        settled_ = 0;
        coming_ |= Wiring::squares(row_, columns_.read());
        row_ = (row_ + 1) % 8;
        rows_.select(row_);
        if (row_ != 0) {
            return {};
        }
        return std::exchange(coming_, 0);
    }

private:
    static constexpr unsigned none = 8;

    Rows& rows_;
    const Columns& columns_;
    unsigned row_ = none;
    std::uint32_t settled_ = 0;
    std::uint64_t coming_ = 0;
};

template <RowLines Rows, InputLines Columns, ScanTiming Timing = ScanTiming{}, class Wiring = RowsAreRanks>
using SensorMatrix = ScannedSquares<MatrixScan<Rows, Columns, Timing, Wiring>>;

}  // namespace stackmate::hal
