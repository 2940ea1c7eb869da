// An I2C bus as seen by drivers that use it. Boards implement it with registers.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>

namespace stackmate::hal {

enum class I2cState : std::uint8_t {
    busy,    ///< a transfer is on its way
    done,    ///< the last transfer succeeded, or there was none
    failed,  ///< the last transfer was not acknowledged, or the bus was held
};

/// The one master of a bus, which works in the background.
///
/// `begin(address, send, receive)`: starts a transfer with the device at the 7-bit `address` and returns. The transfer
/// writes `send`; then, if `receive` is not empty, it repeats the start and fills `receive`. The caller keeps the bytes
/// of both until the transfer has ended, and does not call while the bus is `busy`.
/// `state()`: see I2cState. `hz`: the clock.
///
/// Guaranteed: nothing blocks; callable from an interrupt; every transfer ends, also when the bus is held low: then it
/// fails, and the next `begin` tries to free the bus.
template <class T>
concept I2cMaster = requires(T bus, const T& seen, std::uint8_t address, std::span<const std::uint8_t> send,
                             std::span<std::uint8_t> receive) {
    { bus.begin(address, send, receive) } noexcept -> std::same_as<void>;
    { seen.state() } noexcept -> std::same_as<I2cState>;
    { T::hz } -> std::convertible_to<std::uint32_t>;
};

}  // namespace stackmate::hal
