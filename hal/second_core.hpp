// A second processor that works for the first one. Optional: a board that has one to spare names it `second_core`.
#pragma once

#include <concepts>

namespace stackmate::hal {

/// A piece of work for `object`, bounded in time. False when there is nothing to do at present.
using Serve = bool (*)(void* object) noexcept;

/// The first core calls all of it.
///
/// `work(serve, object)`: from now on the second core calls `serve(object)`, over and over. False if there is no such core
/// after all; then nothing is called. Not while it is at work. Its first call may block for 0.5 s, as long as a core takes to
/// start.
/// `dismiss()`: there will be no more work. A `serve` that begins after this and returns false is the last one; then the
/// second core sleeps, if it can. Harmless when it is not at work. Does not block.
/// `settle()`: `dismiss()`, and when it returns the second core is not at work. Blocks until `serve` has returned false.
///
/// Guaranteed: the second core sees what was written before `work`, and after `settle` the first one sees what the second
/// has written. Between the two they share atomics only.
/// Not guaranteed: when, or how fast, `serve` is called. Nothing here is for interrupts.
template <class T>
concept SecondCore = requires(T core, Serve serve, void* object) {
    { core.work(serve, object) }
    noexcept->std::same_as<bool>;
    { core.dismiss() }
    noexcept->std::same_as<void>;
    { core.settle() }
    noexcept->std::same_as<void>;
};

/// A board with a second core to spare.
template <class T>
concept HasSecondCore = requires(T board) {
    requires SecondCore<decltype(board.second_core)>;
};

}  // namespace stackmate::hal
