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
/// Guaranteed: never runs backwards, except that it wraps from `wrap_ms - 1` to 0. The difference of two readings taken
/// less than `wrap_ms` apart is right in unsigned 32-bit arithmetic. Callable from an interrupt. Does not block.
/// Not guaranteed: a rate more accurate than the board's oscillator (the board's page gives its accuracy).
template <class T>
concept Clock = requires(const T clock) {
    { clock.now_ms() } noexcept -> std::same_as<std::uint32_t>;
    { T::wrap_ms } -> std::convertible_to<std::uint64_t>;
} && T::wrap_ms == (std::uint64_t{1} << 32);

/// Raises a flag when time is up.
///
/// `arm(ms, flag)`: stores true in `flag` once, from an interrupt, never later than `ms` milliseconds after the call
/// and less than one tick (at most 1 ms) earlier; with `ms` = 0 before it returns. Arming again replaces the previous
/// deadline. The flag must live until it was raised or `disarm` has returned.
/// `disarm()`: after it returns, the flag is no longer written; harmless when nothing is armed.
///
/// Guaranteed: at most one store per `arm`; all 32-bit values are valid. Neither function blocks. Not guaranteed:
/// callable from an interrupt. On a desktop, "never later" is only as good as its scheduler.
template <class T>
concept Deadline = requires(T deadline, std::uint32_t ms, std::atomic<bool>& flag) {
    { deadline.arm(ms, flag) } noexcept -> std::same_as<void>;
    { deadline.disarm() } noexcept -> std::same_as<void>;
};

/// A byte stream to the other side, received by interrupt into a ring.
///
/// `read()`: the next received byte, 0 to 255, or -1 if there is none. `readable()`: something was received that has
/// not been read; a program with other work checks it often.
/// `write(bytes)`: queues all of `bytes` and returns true, or queues nothing and returns false because `tx_free()` is
/// smaller. A text longer than the whole queue is always refused.
/// `pump()`: moves queued bytes to the hardware as far as it takes them. The superloop calls it in each turn; a driver
/// may send by interrupt as well.
/// `tx_free()`: bytes that `write` would take now. `tx_idle()`: the last queued byte has been sent.
/// `overruns()`: receive losses since power-on, each of at least one byte; stays 0 on a healthy line. Wraps at 2^32.
/// `watch(line, flag)`: from now on the receive interrupt stores true in `flag` when a whole received line equals
/// `line`; carriage return and line feed both end a line. `read` still delivers the bytes. An empty `line` ends the
/// watch. Both arguments must live as long as the watch. A line that has already begun when the watch starts is not
/// matched.
/// `hung_up()`: the other side has gone since the last call (a window was closed, a cable pulled); reported once. What
/// it had sent and nobody has read is dropped, and so is what was queued for it. Nothing from the next one is read
/// before this call. Always false where the carrier cannot detect it, as on a UART.
/// `byte_time_us()`: microseconds that one byte takes on the wire, rounded up; 0 where there is no wire.
///
/// Guaranteed: bytes arrive in order. A byte that the driver has taken from the hardware is never lost: when the ring
/// is nearly full the driver stops taking bytes, and unwatched lines wait with them. Nothing blocks.
/// Not guaranteed: that the sender stops when the driver does. Without a handshake on the wire, bytes that the hardware
/// has no room for are lost and counted. One context reads and writes; nothing here may be called from an interrupt.
template <class T>
concept SerialPort = requires(T port, const T& seen, std::string_view bytes, std::atomic<bool>& flag) {
    { port.read() } noexcept -> std::same_as<int>;
    { seen.readable() } noexcept -> std::same_as<bool>;
    { port.write(bytes) } noexcept -> std::same_as<bool>;
    { port.pump() } noexcept -> std::same_as<void>;
    { port.watch(bytes, flag) } noexcept -> std::same_as<void>;
    { seen.tx_free() } noexcept -> std::same_as<std::size_t>;
    { seen.tx_idle() } noexcept -> std::same_as<bool>;
    { seen.overruns() } noexcept -> std::same_as<std::uint32_t>;
    { port.hung_up() } noexcept -> std::same_as<bool>;
    { seen.byte_time_us() } noexcept -> std::same_as<std::uint32_t>;
};

/// A port whose other side may stop reading, even for ever. The queue then stays full. A writer waits until no byte has
/// been taken for `stall_ms` milliseconds, and then drops what is queued. A port without these members always drains,
/// as a UART does.
///
/// `stall_ms`: 0 if a writer must not wait at all.
/// `drop_output()`: discards all that is queued. It counts as the other side hanging up: the next `hung_up()` reports
/// it, and what is written until then is discarded. If a line was cut off, the first byte sent afterwards is a newline.
/// `tx_free()` of an empty queue is always the same. Does not block.
template <class T>
concept MayStall = SerialPort<T> && requires(T port) {
    { T::stall_ms } -> std::convertible_to<std::uint32_t>;
    { port.drop_output() } noexcept -> std::same_as<void>;
};

/// Whether what is queued now is certain to be sent, so that a writer may wait for room. A port that `MayStall` may
/// know this about its present other side: then it has `drains()`.
template <SerialPort T>
[[nodiscard]] constexpr bool drains(const T& port) noexcept {
    if constexpr (requires { port.drains(); }) {
        return port.drains();
    } else {
        return !MayStall<T>;
    }
}

/// A port that cannot recognise who is at its other end even where it has no wire: it sets `is_anonymous`. There, as on
/// a UART, the line `uci` begins another session.
template <class T>
concept Anonymous = requires { requires T::is_anonymous; };

/// Several ports combined into one. One of them at a time has the session and is answered; the others are turned away.
/// `read` gives the bytes of the port with the session; while there is none, whole lines of all.
///
/// `take_session()`: the last bytes read were understood; their sender has the session. Harmless if it has it already.
/// `end_answer()`: what is written from now on is no answer to the last bytes read.
/// `keep_line()`: the line end just read may not be one: what was read still belongs to one line.
/// `keep_session()`: work for the session is in progress, so it does not count as silent.
/// `leave_session()`: the session is over. Nothing blocks.
template <class T>
concept SharedPort = SerialPort<T> && requires(T port) {
    { port.take_session() } noexcept -> std::same_as<void>;
    { port.end_answer() } noexcept -> std::same_as<void>;
    { port.keep_line() } noexcept -> std::same_as<void>;
    { port.keep_session() } noexcept -> std::same_as<void>;
    { port.leave_session() } noexcept -> std::same_as<void>;
};

/// Why the program started.
enum class ResetCause : std::uint8_t { unknown, power_on, pin, software, watchdog, fault };

/// What stopped the program before this start.
enum class FaultCause : std::uint8_t { none, hard, memory, bus, usage, unexpected_interrupt, assertion };

/// Where the program was when it failed. Kept in RAM that a reset does not clear.
struct FaultRecord {
    std::uint32_t pc = 0;       ///< address of the failing instruction; 0 if the stack frame could not be read
    std::uint32_t lr = 0;       ///< the return address of the failing function, from the stack frame
    std::uint32_t detail = 0;   ///< the processor's fault status, or the number of the unexpected exception
    std::uint32_t address = 0;  ///< the address whose access failed; 0 if the processor does not know it
    FaultCause cause = FaultCause::none;
};

/// The chip as a whole.
///
/// `reset_cause()`, `last_fault()`: fixed when the program starts. `last_fault()` is null unless a fault ended the
/// previous run; it covers that run only.
/// `reset()`: restarts the program and does not return. On a desktop it ends the process.
/// `unique_id()`: the same number at every start of one chip; 0 if the chip has none. Not guaranteed to be unique
/// across chip families.
/// `build_id()`: a number that two different programs hardly ever share; 0 if there is none. On a device it is the
/// beginning of the image's GNU build id, which `readelf -n` shows.
/// `deepest_stack_bytes()`: the most bytes of the stack used at any time since the start, as far as its present
/// contents show; 0 where the operating system provides the stack. May read the whole stack.
/// `idle()`: sleeps until an interrupt may have brought work. An interrupt between the caller's last check for work and
/// the call is not lost: `idle` then returns at once. May return without a reason; returns within one clock tick on a
/// device, 10 ms on a desktop.
template <class T>
concept System = requires(T system, const T& seen) {
    { seen.reset_cause() } noexcept -> std::same_as<ResetCause>;
    { seen.last_fault() } noexcept -> std::same_as<const FaultRecord*>;
    { seen.unique_id() } noexcept -> std::same_as<std::uint64_t>;
    { seen.build_id() } noexcept -> std::same_as<std::uint32_t>;
    { seen.deepest_stack_bytes() } noexcept -> std::same_as<std::size_t>;
    { system.idle() } noexcept -> std::same_as<void>;
    { system.reset() } noexcept -> std::same_as<void>;
};

/// All of the above: a board's `board.hpp` defines such a type as `stackmate::boards::Board`.
///
/// `name`: what the greeting and `status` call the board; empty on a desktop, which is none.
/// `ram_bytes`, `flash_bytes`: the chip's memory that the image may use, in bytes; 0 if there is no such limit.
/// `stack_bytes`: the stack that the linker script reserves, in bytes; 0 where the operating system provides it.
/// `baud`: bits a second on the serial line; 0 where there is no wire.
/// `init()`: sets up clocks, interrupts and pins; called once, before anything else; blocks for at most 0.5 s.
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
    { board.init() } noexcept -> std::same_as<void>;
};

}  // namespace stackmate::hal
