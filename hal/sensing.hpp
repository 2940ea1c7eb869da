// How a board senses its squares: by rows and columns, or by another source that its kit names.
#pragma once

#include "hal/pins.hpp"
#include "hal/sensor_matrix.hpp"

namespace stackmate::hal {

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
