// What a board offers, besides hal::Board, to be a chess board: sensors and lights in the squares, buttons,
// non-volatile memory, a watchdog. A board may have some of them; `ChessBoard` requires all.
//
// As in hal/concepts.hpp, a concept checks names and types, its comment is the contract, and the template of the same
// name in hal/conformance/ tests the contract on every implementation.
#pragma once

#include <span>
#include <type_traits>

#include "hal/concepts.hpp"
#include "hal/flash.hpp"
#include "hal/frame.hpp"

namespace stackmate::hal {

/// Which squares have a piece on them. The sensors know nothing else.
///
/// `scan()`: bit 0 is a1, bit 1 is b1, bit 63 is h8; 1 is occupied. The result is debounced and consistent: all 64
/// squares come from scans that were complete when it was called. Several changes may appear at once.
/// `raw()`: the last complete scan without debouncing, for a sensor test.
/// `scans()`: the number of complete scans since power-on; wraps at 2^32. It stands still if nothing drives the scan,
/// which a program can report.
/// `latency_ms`: a square that has changed and stays so appears in `scan()` at most this many milliseconds later.
///
/// Guaranteed: nothing blocks and nothing waits for a sensor; a change shorter than the debounce time is not seen at
/// all. Not guaranteed: callable from an interrupt.
template <class T>
concept SquareSensors = requires(const T& seen) {
    { seen.scan() } noexcept -> std::same_as<std::uint64_t>;
    { seen.raw() } noexcept -> std::same_as<std::uint64_t>;
    { seen.scans() } noexcept -> std::same_as<std::uint32_t>;
    { T::latency_ms } -> std::convertible_to<std::uint32_t>;
};

/// 64 RGB squares.
///
/// `show(frame)`: takes a copy of `frame` as the next picture and returns; hardware or an interrupt sends it. Returns
/// false and takes nothing while the previous picture is still being sent: try again later.
/// `shown()`: the last picture has been sent, and `show` would take another.
/// `set_brightness(level)`: 0 to 255, 0 is dark; takes effect with the next `show`. The driver may use less brightness
/// than requested to stay within the current of its supply, never more.
/// `frame_us`: the longest time from `show` to `shown()`, in microseconds; at most 20,000, which is 50 pictures a
/// second.
///
/// Guaranteed: nothing blocks; two pictures are never mixed; a picture stays until the next `show`. Not guaranteed:
/// callable from an interrupt.
template <class T>
concept SquareLeds = requires(T leds, const T& seen, const Frame& frame, std::uint8_t level) {
    { leds.show(frame) } noexcept -> std::same_as<bool>;
    { leds.set_brightness(level) } noexcept -> std::same_as<void>;
    { seen.shown() } noexcept -> std::same_as<bool>;
    { T::frame_us } -> std::convertible_to<std::uint32_t>;
} && T::frame_us <= 20'000;

/// A few push buttons, debounced.
///
/// `held()`: bit i is 1 while button i is down.
/// `pressed()`: bit i is 1 if button i went down since the last call; reported once.
/// `count`: the number of buttons, 1 to 8; the other bits are 0.
/// `name(i)`: what is printed beside button i on this board, for `i` < `count`; otherwise empty.
/// `latency_ms`: a button that goes down and stays so is seen at most this many milliseconds later.
///
/// Guaranteed: nothing blocks; one push is one edge, however long it is held, and a push between two calls is not lost.
/// A button that is down at power-on is held, but not pressed. Not guaranteed: callable from an interrupt.
template <class T>
concept Buttons = requires(T buttons, const T& seen, unsigned button) {
    { buttons.pressed() } noexcept -> std::same_as<std::uint8_t>;
    { seen.held() } noexcept -> std::same_as<std::uint8_t>;
    { T::name(button) } noexcept -> std::same_as<std::string_view>;
    { T::count } -> std::convertible_to<unsigned>;
    { T::latency_ms } -> std::convertible_to<std::uint32_t>;
} && T::count >= 1 && T::count <= 8;

/// The result of a request to a NvStore.
enum class NvResult : std::uint8_t {
    ok,
    empty,     ///< open: nothing was ever stored
    foreign,   ///< open: the memory holds data that is not ours; it stays until the first write
    damaged,   ///< open: stored bytes are damaged; what precedes the first damaged ones is available
    bad_key,   ///< no such key; nothing was changed
    too_long,  ///< more bytes than one request may have; nothing was changed
    full,      ///< not enough room even after compaction; nothing was changed
    failed,    ///< the memory does not keep what is written; nothing that can be read was changed
};

/// Values that survive the loss of power at any instant. A value is a string of bytes under a key; it is replaced as a
/// whole, or grows at its end.
///
/// `open()`: finds what is stored; called once, before anything else. Returns `ok`, `empty`, `foreign` or `damaged`;
/// the store can be used after each of them. Writes nothing.
/// `size(key)`: bytes under `key`; 0 if there are none or there is no such key.
/// `read(key, offset, to)`: copies the value's bytes from `offset` on to `to`, as far as both reach, and returns how
/// many. Each call may read the whole store, so use large pieces. Writes nothing.
/// `put(key, bytes)`: replaces the value. An empty one removes it.
/// `append(key, bytes)`: appends `bytes` to the value, or makes them the value if there was none.
/// `make_room(bytes)`: compacts the store now if otherwise fewer than `bytes` bytes of requests would fit, so that this
/// does not happen in the middle of a game. A request with n bytes takes `request_bytes(n)` of them.
/// `growth(key)`: how many more bytes `append` can certainly add to the value, in pieces of any length, as long as no
/// other value grows and the memory works. The store may be compacted in between.
/// `longest_silence_us`: the longest time, in microseconds, for which a request does not feed the watchdog while the
/// memory works, if it feeds one.
/// `keys`: keys are 0 to `keys` - 1. `longest_piece`: the most bytes of one `put` or `append`.
///
/// Guaranteed: when `put` or `append` has returned `ok`, the bytes are stored permanently. If power fails during a
/// request, the next start finds all values as they were before it or all as they are after it, and nothing else. The
/// same holds if power fails again and again. What a start has found is permanent once a request of any kind, even
/// `make_room(0)`, has returned `ok`; until then, another start may find the other of the two states. Wear is spread
/// over the memory.
/// Blocks: `put`, `append` and `make_room` while the memory is written, and while it is erased if they compact it. The
/// implementation states the longest time. Not guaranteed: callable from an interrupt.
template <class T>
concept NvStore = requires(T store, const T& seen, unsigned key, std::span<const std::byte> bytes,
                           std::span<std::byte> to, std::size_t count) {
    { store.open() } noexcept -> std::same_as<NvResult>;
    { store.put(key, bytes) } noexcept -> std::same_as<NvResult>;
    { store.append(key, bytes) } noexcept -> std::same_as<NvResult>;
    { store.make_room(count) } noexcept -> std::same_as<NvResult>;
    { seen.size(key) } noexcept -> std::same_as<std::size_t>;
    { seen.growth(key) } noexcept -> std::same_as<std::size_t>;
    { seen.read(key, count, to) } noexcept -> std::same_as<std::size_t>;
    { T::keys } -> std::convertible_to<unsigned>;
    { T::longest_piece } -> std::convertible_to<std::size_t>;
    { T::longest_silence_us } -> std::convertible_to<std::uint32_t>;
    { T::request_bytes(count) } noexcept -> std::same_as<std::size_t>;
} && T::keys >= 8 && T::longest_piece >= 32;

/// A board with separate flash for past games: `games`, a hal::Flash that is not the store's.
template <class T>
concept KeepsGames = requires(T board) { requires Flash<std::remove_cvref_t<decltype(board.games)>>; };

/// Something that makes a tone.
///
/// `play(hz, ms, loud)`: from now on this tone, loud or quiet, for so many milliseconds, in place of the one that may be heard.
/// 0 milliseconds are silence.
///
/// Guaranteed: nothing blocks. Not guaranteed: callable from an interrupt; the exact pitch.
template <class T>
concept Sound = requires(T sound, std::uint16_t hz, std::uint16_t ms, bool loud) {
    { sound.play(hz, ms, loud) } noexcept -> std::same_as<void>;
};

/// A board that has one: `sound`.
template <class T>
concept HasSound = requires(T board) { requires Sound<std::remove_cvref_t<decltype(board.sound)>>; };

/// Resets the chip when the program stops feeding it.
///
/// `arm(ms)`: from now on the chip resets, with ResetCause::watchdog, if it is not fed in time: never earlier than `ms`
/// milliseconds after the last `arm` or `feed`, and at most `late_percent` of `ms` later. One call is enough; another
/// may change the interval. It cannot be disarmed. `ms` is 1 to `longest_ms`; other values are replaced by the nearest
/// of these.
/// `feed()`: restarts the interval; harmless before `arm`.
///
/// Neither function blocks. Not guaranteed: callable from an interrupt, where feeding would hide a program that hangs.
/// While a debugger halts the chip, the interval may stand still.
template <class T>
concept Watchdog = requires(T watchdog, std::uint32_t ms) {
    { watchdog.arm(ms) } noexcept -> std::same_as<void>;
    { watchdog.feed() } noexcept -> std::same_as<void>;
    { T::longest_ms } -> std::convertible_to<std::uint32_t>;
    { T::late_percent } -> std::convertible_to<std::uint32_t>;
} && T::longest_ms >= 1000;

/// A board on which a game can be played without a PC.
template <class T>
concept ChessBoard = Board<T> && requires(T board) {
    requires SquareSensors<decltype(board.sensors)>;
    requires SquareLeds<decltype(board.leds)>;
    requires Buttons<decltype(board.buttons)>;
    requires NvStore<decltype(board.store)>;
    requires Watchdog<decltype(board.watchdog)>;
};

}  // namespace stackmate::hal
