// How a board senses its squares: as a matrix, of which one row is driven and the eight columns are read after they have
// settled, or by another source that its kit names.
#pragma once

#include <utility>

#include "hal/pin.hpp"
#include "hal/pins.hpp"
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

/// The pins of a source, and what the source refers to. A kit names its own: `using Squares = ...`.
///
/// `uses`: each pin and what for, a list of PinUse; the board checks it with the kit's other pins.
/// `use()`: sets the pins up; called once, before the first scan.
/// `sensors<Timing>()`: SquareSensors that refer to this object; `Timing` says which steps the board skips.
template <class T>
concept Sensing = requires(T sensing) {
    all_pins(T::uses);
    { T::use() } noexcept -> std::same_as<void>;
    requires SquareSensors<decltype(sensing.template sensors<ScanTiming{}>())>;
};

/// Rows and columns of a matrix.
template <class Rows_, class Columns_, class Wiring = RowsAreRanks>
struct MatrixSensing {
    using Rows = Rows_;
    using Columns = Columns_;

    // Inline, so that it lies in flash with its only caller, the start.
    [[gnu::always_inline]] static void use() noexcept {
        Rows::use();
        Columns::use();
    }

    template <ScanTiming Timing>
    [[nodiscard]] constexpr auto sensors() noexcept {
        return SensorMatrix<Rows, Columns, Timing, Wiring>{rows, columns};
    }

    Rows rows{};
    Columns columns{};
};

template <std::size_t Size>
[[nodiscard]] consteval auto uses_of(const PinId (&rows)[Size]) {
    return pin_uses(rows, rows_of_ranks);
}

/// The pins of a kit's squares. A chip whose `rows` may be something else has another `uses_of`.
template <class Kit>
inline constexpr auto square_uses = all_pins(uses_of(Kit::rows), pin_uses(Kit::columns, columns_of_files));
template <class Kit>
    requires requires { typename Kit::Squares; }
inline constexpr auto square_uses<Kit> = Kit::Squares::uses;

/// The kit's `Squares`, or its rows and columns as the chip has them.
template <class Kit, template <class> class Matrix>
struct SensingOf : Matrix<Kit> {};
template <class Kit, template <class> class Matrix>
    requires requires { typename Kit::Squares; }
struct SensingOf<Kit, Matrix> {
    using Type = typename Kit::Squares;
    static_assert(Sensing<Type>);
};

}  // namespace stackmate::hal
