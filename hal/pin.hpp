// Pins as seen by drivers that use them. Boards implement them with registers.
#pragma once

#include <concepts>
#include <cstdint>

namespace stackmate::hal {

/// A digital output. `set(high)` takes effect before it returns; callable from an interrupt. Blocks for at most one bus
/// access.
template <class T>
concept OutputPin = requires(T pin, bool high) {
    { pin.set(high) } noexcept -> std::same_as<void>;
};

/// A digital input. `read()` is its level, true for high; callable from an interrupt. Blocks for at most one bus
/// access.
template <class T>
concept InputPin = requires(const T pin) {
    { pin.read() } noexcept -> std::same_as<bool>;
};

/// Eight lines of which at most one is active. `select(row)`, `row` 0 to 7, activates that one only; `release()` none.
/// Both take effect before they return and are callable from an interrupt.
template <class T>
concept RowLines = requires(T rows, unsigned row) {
    { rows.select(row) } noexcept -> std::same_as<void>;
    { rows.release() } noexcept -> std::same_as<void>;
};

/// Up to eight inputs read at once: bit i of `read()` is 1 while line i is active, whichever level that is.
/// Callable from an interrupt, does not block.
template <class T>
concept InputLines = requires(const T lines) {
    { lines.read() } noexcept -> std::same_as<std::uint8_t>;
};

}  // namespace stackmate::hal
