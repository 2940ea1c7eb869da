// What a board may offer beside hal::Board to be a chess board: squares that feel and shine, buttons, memory
// that outlives the power, a watchdog. No board need have them; `ChessBoard` names those that have them all.
//
// As in hal/concepts.hpp a concept checks names and types, its comment is the contract, and the template of
// the same name in hal/conformance/ tests it on every implementation.
#pragma once

#include <span>
#include <type_traits>

#include "hal/concepts.hpp"
#include "hal/flash.hpp"
#include "hal/frame.hpp"

namespace stackmate::hal {

/// Which squares have a piece on them. The sensors know nothing but that.
///
/// `scan()`: bit 0 is a1, bit 1 is b1, bit 63 is h8; 1 is occupied. The picture is debounced and whole: all
/// 64 squares come from scans that were finished when it was asked for. Two changes may come in one picture.
/// `raw()`: the last finished scan as the sensors gave it, for a sensor test.
/// `scans()`: how many scans were finished since power-on; wraps at 2^32. Stands still when nobody drives the
/// scan, which a program can report.
/// `latency_ms`: a square that changed and stays so is in `scan()` at most this many milliseconds later.
///
/// Guaranteed: nothing blocks and nothing waits for a sensor; a change shorter than the debounce time is not
/// seen at all. Not guaranteed: callable from an interrupt.
template <class T>
concept SquareSensors = requires(T const& seen) {
    { seen.scan() }
    noexcept->std::same_as<std::uint64_t>;
    { seen.raw() }
    noexcept->std::same_as<std::uint64_t>;
    { seen.scans() }
    noexcept->std::same_as<std::uint32_t>;
    { T::latency_ms } -> std::convertible_to<std::uint32_t>;
};

/// 64 RGB squares.
///
/// `show(frame)`: takes a copy of `frame` as the next picture and returns; hardware or an interrupt brings it
/// out. False, and nothing taken, while the picture before it is still on its way: try again later.
/// `shown()`: the picture taken last is out, and `show` would take another.
/// `set_brightness(level)`: 0 to 255, 0 is dark; holds from the next `show` on. The driver may shine less
/// brightly than asked to keep within the current its supply allows, never more brightly.
/// `frame_us`: longest time from `show` to `shown()`, in microseconds; at most 20,000, which is 50 pictures a
/// second.
///
/// Guaranteed: nothing blocks; a picture is never mixed of two; what is shown stays until the next `show`.
/// Not guaranteed: callable from an interrupt.
template <class T>
concept SquareLeds = requires(T leds, T const& seen, const Frame& frame, std::uint8_t level) {
    { leds.show(frame) }
    noexcept->std::same_as<bool>;
    { leds.set_brightness(level) }
    noexcept->std::same_as<void>;
    { seen.shown() }
    noexcept->std::same_as<bool>;
    { T::frame_us } -> std::convertible_to<std::uint32_t>;
}
&&T::frame_us <= 20'000;

/// A few push buttons, debounced.
///
/// `held()`: bit i is 1 while button i is down. `pressed()`: bit i is 1 if button i went down since `pressed`
/// was called last; asking takes the answer away. `count`: how many there are, 1 to 8; the other bits are 0.
/// `name(i)`: what is printed beside button i on this board, for `i` < `count`; empty beyond.
/// `latency_ms`: a button that goes down and stays so is seen at most this many milliseconds later.
///
/// Guaranteed: nothing blocks; one push is one edge, however long it is held, and a push between two calls is
/// not lost. A button down at power-on is held, and not pressed. Not guaranteed: callable from an interrupt.
template <class T>
concept Buttons = requires(T buttons, T const& seen, unsigned button) {
    { buttons.pressed() }
    noexcept->std::same_as<std::uint8_t>;
    { seen.held() }
    noexcept->std::same_as<std::uint8_t>;
    { T::name(button) }
    noexcept->std::same_as<std::string_view>;
    { T::count } -> std::convertible_to<unsigned>;
    { T::latency_ms } -> std::convertible_to<std::uint32_t>;
}
&&T::count >= 1 && T::count <= 8;

/// What became of a request to a NvStore.
enum class NvResult : std::uint8_t {
    ok,
    empty,     ///< open: nothing was ever stored
    foreign,   ///< open: the memory holds something that is not ours; it stays until the first write
    damaged,   ///< open: stored bytes have gone bad; what there was before the first bad ones is there
    bad_key,   ///< no such key; nothing was changed
    too_long,  ///< more bytes than one request may bring; nothing was changed
    full,      ///< not enough room even after tidying; nothing was changed
    failed,    ///< the memory does not take what is written to it; nothing was changed that can be read
};

/// Values that survive the loss of power at any instant. A value is a string of bytes under a key; it is
/// replaced whole, or grows at its end.
///
/// `open()`: finds what is stored; called first, once. `ok`, `empty`, `foreign` or `damaged`; the store can
/// be used after each of them. Writes nothing.
/// `size(key)`: bytes under `key`; 0 if there are none or there is no such key.
/// `read(key, offset, to)`: copies the value's bytes from `offset` on to `to`, as far as both reach, and says
/// how many. Each call may read through the whole store, so take large pieces. Writes nothing.
/// `put(key, bytes)`: replaces the value. An empty one removes it.
/// `append(key, bytes)`: puts `bytes` behind the value, or makes them the value if there was none.
/// `make_room(bytes)`: tidies now if less than `bytes` bytes of requests would fit without, so that tidying
/// does not come in the middle of a game. `request_bytes(n)` of them go to a request that brings n bytes.
/// `growth(key)`: at least so many bytes more `append` puts behind the value, in pieces of any length, as long as no other
/// value grows and the memory takes them; tidying may come in between.
/// `longest_silence_us`: most microseconds within which a request feeds no watchdog while the memory works, if it feeds one.
/// `keys`: keys are 0 to `keys` - 1. `longest_piece`: most bytes a `put` or `append` takes.
///
/// Guaranteed: when `put` or `append` returned `ok` the bytes are stored for good; when power fails during
/// one, the next start finds the values as they were before it or as they are after it, all keys alike, and
/// nothing else. The same when it fails again and again. What a start has found is sure once a request of any kind, also
/// `make_room(0)`, has returned `ok`; before, another start may still find the other of the two. Wear is spread over the memory.
/// Blocks: `put`, `append` and `make_room` while the memory is written; when they tidy, while it is erased.
/// The implementation says how long at most. Not guaranteed: callable from an interrupt.
template <class T>
concept NvStore = requires(T store, T const& seen, unsigned key, std::span<std::byte const> bytes,
                           std::span<std::byte> to, std::size_t count) {
    { store.open() }
    noexcept->std::same_as<NvResult>;
    { store.put(key, bytes) }
    noexcept->std::same_as<NvResult>;
    { store.append(key, bytes) }
    noexcept->std::same_as<NvResult>;
    { store.make_room(count) }
    noexcept->std::same_as<NvResult>;
    { seen.size(key) }
    noexcept->std::same_as<std::size_t>;
    { seen.growth(key) }
    noexcept->std::same_as<std::size_t>;
    { seen.read(key, count, to) }
    noexcept->std::same_as<std::size_t>;
    { T::keys } -> std::convertible_to<unsigned>;
    { T::longest_piece } -> std::convertible_to<std::size_t>;
    { T::longest_silence_us } -> std::convertible_to<std::uint32_t>;
    { T::request_bytes(count) }
    noexcept->std::same_as<std::size_t>;
}
&&T::keys >= 8 && T::longest_piece >= 32;

/// A board with flash of its own for the games that were played before: `games`, a hal::Flash apart from the store's.
template <class T>
concept KeepsGames = requires(T board) {
    requires Flash<std::remove_cvref_t<decltype(board.games)>>;
};

/// Resets the chip when the program stops feeding it.
///
/// `arm(ms)`: from now on the chip resets, with ResetCause::watchdog, if it is not fed in time: never earlier
/// than `ms` milliseconds after the last `arm` or `feed`, at most `late_percent` of `ms` later. Once is
/// enough; arming again may change the interval. There is no way to disarm it. `ms` is 1 to `longest_ms`,
/// others are taken as the nearest of those.
/// `feed()`: begins the interval anew; harmless before `arm`.
///
/// Neither function blocks. Not guaranteed: callable from an interrupt, where feeding would hide a program
/// that hangs. While a debugger holds the chip the interval may stand still.
template <class T>
concept Watchdog = requires(T watchdog, std::uint32_t ms) {
    { watchdog.arm(ms) }
    noexcept->std::same_as<void>;
    { watchdog.feed() }
    noexcept->std::same_as<void>;
    { T::longest_ms } -> std::convertible_to<std::uint32_t>;
    { T::late_percent } -> std::convertible_to<std::uint32_t>;
}
&&T::longest_ms >= 1000;

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
