// What a board must offer, one concept per concern. A concept checks names and types; its comment is the
// contract, and the template of the same name in hal/conformance/ tests that contract on every
// implementation.
#pragma once

#include <atomic>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace stackmate::hal {

/// Milliseconds since power-on.
///
/// Guaranteed: never runs backwards except where it wraps from `wrap_ms - 1` to 0; differences of two
/// readings taken less than `wrap_ms` apart are right in unsigned 32-bit arithmetic; callable from an
/// interrupt.
/// Not guaranteed: the rate beyond the accuracy of the board's oscillator (the board's page says which).
/// Does not block.
template <class T>
concept Clock = requires(T const clock) {
    { clock.now_ms() }
    noexcept->std::same_as<std::uint32_t>;
    { T::wrap_ms } -> std::convertible_to<std::uint64_t>;
}
&&T::wrap_ms == (std::uint64_t{1} << 32);

/// Raises a flag when time is up.
///
/// `arm(ms, flag)`: stores true in `flag` once, from an interrupt, never later than `ms` milliseconds after
/// the call and less than one tick (at most 1 ms) earlier; `ms` = 0 stores before it returns. Arming again
/// replaces the deadline before it. The flag must live until it was raised or `disarm` returned.
/// `disarm()`: when it returns, the flag is not touched any more; harmless when nothing is armed.
///
/// Guaranteed: at most one store per `arm`; the range is all 32 bits. Not guaranteed: callable from an
/// interrupt. On a desktop "never later" is as good as its scheduler. Neither function blocks.
template <class T>
concept Deadline = requires(T deadline, std::uint32_t ms, std::atomic<bool>& flag) {
    { deadline.arm(ms, flag) }
    noexcept->std::same_as<void>;
    { deadline.disarm() }
    noexcept->std::same_as<void>;
};

/// A byte stream to the other side, received by interrupt into a ring.
///
/// `read()`: the next received byte, 0 to 255, or -1 when there is none. `readable()`: something was received that was not
/// read; a program that has other work looks at it often.
/// `write(bytes)`: queues all of `bytes` and returns true, or queues nothing and returns false because
/// `tx_free()` is smaller. A text longer than the whole queue is always refused.
/// `pump()`: moves queued bytes to the hardware as far as it takes them. The superloop calls it each time
/// round; a driver may send by interrupt as well.
/// `tx_free()`: bytes that `write` would take now. `tx_idle()`: the last queued byte has left.
/// `overruns()`: receive losses since power-on, each of at least one byte; stays 0 on a healthy line. Wraps
/// at 2^32.
/// `watch(line, flag)`: from now on the receive interrupt stores true in `flag` when a whole received line
/// equals `line`; carriage return and line feed both end a line. The bytes are delivered to `read` all the
/// same. An empty `line` ends the watch. Both arguments must live as long as the watch. A line already begun
/// when the watch starts is not matched.
/// `hung_up()`: the other side has gone since this was asked last (a window was closed, a cable pulled); asking takes the
/// answer away. What that side had sent and nobody has read is gone then, and so is what was queued for it; nothing of the
/// next one is read before this was asked. False for ever where the carrier cannot tell, as on a UART.
/// `byte_time_us()`: microseconds one byte takes on the wire, rounded up; 0 where there is no wire.
///
/// Guaranteed: bytes arrive in order; a byte the driver took from the hardware is never lost (when the ring
/// is nearly full it stops taking bytes, and unwatched lines wait with them); nothing blocks.
/// Not guaranteed: that the sender stops when the driver does: without a handshake on the wire, bytes the
/// hardware has no room for are lost and counted. One context reads and writes; nothing here is for
/// interrupts.
template <class T>
concept SerialPort = requires(T port, T const& seen, std::string_view bytes, std::atomic<bool>& flag) {
    { port.read() }
    noexcept->std::same_as<int>;
    { seen.readable() }
    noexcept->std::same_as<bool>;
    { port.write(bytes) }
    noexcept->std::same_as<bool>;
    { port.pump() }
    noexcept->std::same_as<void>;
    { port.watch(bytes, flag) }
    noexcept->std::same_as<void>;
    { seen.tx_free() }
    noexcept->std::same_as<std::size_t>;
    { seen.tx_idle() }
    noexcept->std::same_as<bool>;
    { seen.overruns() }
    noexcept->std::same_as<std::uint32_t>;
    { port.hung_up() }
    noexcept->std::same_as<bool>;
    { seen.byte_time_us() }
    noexcept->std::same_as<std::uint32_t>;
};

/// A port whose other side may stop taking bytes, for ever. The queue stays full then; who has to say something waits for
/// `stall_ms` milliseconds in which no byte is taken, and drops what is queued. A port without these always drains, as a
/// UART does.
///
/// `stall_ms`: 0 where nobody may wait at all.
/// `drop_output()`: withdraws all that is queued. It counts as the other side's going: the next `hung_up()` says so, and what
/// is written until then vanishes. If a line was cut, the first byte that leaves afterwards is a newline. `tx_free()` of an
/// empty queue is always the same. Does not block.
template <class T>
concept MayStall = SerialPort<T> && requires(T port) {
    { T::stall_ms } -> std::convertible_to<std::uint32_t>;
    { port.drop_output() }
    noexcept->std::same_as<void>;
};

/// Whether what is queued now is sure to leave, so that who has something to say may wait for room. A port that `MayStall` may know
/// it of its present side: `drains()`.
template <SerialPort T>
[[nodiscard]] constexpr bool drains(const T& port) noexcept {
    if constexpr (requires { port.drains(); }) {
        return port.drains();
    } else {
        return !MayStall<T>;
    }
}

/// A port of which nobody knows who is at the other end, though it takes no time: `is_anonymous` says so. There, as on a UART,
/// the line `uci` begins another session.
template <class T>
concept Anonymous = requires {
    requires T::is_anonymous;
};

/// Several ports as one, at which several may speak, one at a time: who has the session is answered, and the others are turned
/// away. `read` gives the bytes of the one who has it; as long as nobody has, whole lines of all.
///
/// `take_session()`: what was read last is understood: whoever sent it has the session. Harmless while there is one.
/// `keep_line()`: the line end that was read last is, perhaps, none: what was read is still one line.
/// `keep_session()`: work for it is under way, so it is not silent.
/// `leave_session()`: it is over. Nothing blocks.
template <class T>
concept SharedPort = SerialPort<T> && requires(T port) {
    { port.take_session() }
    noexcept->std::same_as<void>;
    { port.keep_line() }
    noexcept->std::same_as<void>;
    { port.keep_session() }
    noexcept->std::same_as<void>;
    { port.leave_session() }
    noexcept->std::same_as<void>;
};

/// Why the program started.
enum class ResetCause : std::uint8_t { unknown, power_on, pin, software, watchdog, fault };

/// What stopped the program before this start.
enum class FaultCause : std::uint8_t { none, hard, memory, bus, usage, unexpected_interrupt, assertion };

/// Where the program was when it failed. Kept in RAM that a reset does not clear.
struct FaultRecord {
    std::uint32_t pc = 0;       ///< address of the failing instruction; 0 if the stack frame could not be read
    std::uint32_t lr = 0;       ///< return address of the failing function, as the stack frame had it
    std::uint32_t detail = 0;   ///< the processor's fault status, or the number of the unexpected exception
    std::uint32_t address = 0;  ///< address whose access failed; 0 if the processor does not know it
    FaultCause cause = FaultCause::none;
};

/// The chip as a whole.
///
/// `reset_cause()`, `last_fault()`: fixed when the program starts. `last_fault()` is null unless a fault
/// ended the program before this start; it speaks of that one start only.
/// `reset()`: starts the program anew and does not return. On a desktop it ends the process.
/// `unique_id()`: the same number at every start of one chip; 0 where the chip has none. Not guaranteed to be
/// unique across chip families.
/// `build_id()`: a number that two different programs hardly ever share; 0 where there is none. For a device it is
/// the head of the image's GNU build id, which `readelf -n` shows.
/// `deepest_stack_bytes()`: most bytes of the stack that were in use at any time since the start, as far as
/// can be seen from what they hold now; 0 where the operating system provides the stack. May look at all of it.
/// `idle()`: sleeps until an interrupt may have brought work. An interrupt between the caller's last look for
/// work and the call is not lost: `idle` then returns at once. May return without cause; returns within one
/// clock tick on a device, 10 ms on a desktop.
template <class T>
concept System = requires(T system, T const& seen) {
    { seen.reset_cause() }
    noexcept->std::same_as<ResetCause>;
    { seen.last_fault() }
    noexcept->std::same_as<const FaultRecord*>;
    { seen.unique_id() }
    noexcept->std::same_as<std::uint64_t>;
    { seen.build_id() }
    noexcept->std::same_as<std::uint32_t>;
    { seen.deepest_stack_bytes() }
    noexcept->std::same_as<std::size_t>;
    { system.idle() }
    noexcept->std::same_as<void>;
    { system.reset() }
    noexcept->std::same_as<void>;
};

/// All of it: what a board's page defines as `stackmate::boards::Board`.
///
/// `ram_bytes`, `flash_bytes`: what the chip has and the image may use, in bytes; 0 where there is no such
/// limit.
/// `stack_bytes`: stack the linker script reserves, in bytes; 0 where the operating system provides it.
/// `baud`: bits a second on the serial line; 0 where there is no wire.
/// `init()`: clocks, interrupts and pins; called once, first of all; blocks for at most 0.5 s.
template <class T>
concept Board = requires(T board) {
    requires Clock<decltype(board.clock)>;
    requires Deadline<decltype(board.deadline)>;
    requires SerialPort<decltype(board.serial)>;
    requires System<decltype(board.system)>;
    { T::name } -> std::convertible_to<std::string_view>;
    { T::ram_bytes } -> std::convertible_to<std::size_t>;
    { T::flash_bytes } -> std::convertible_to<std::size_t>;
    { T::stack_bytes } -> std::convertible_to<std::size_t>;
    { T::baud } -> std::convertible_to<std::uint32_t>;
    { board.init() }
    noexcept->std::same_as<void>;
};

}  // namespace stackmate::hal
