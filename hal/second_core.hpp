// A second processor core that works for the first one. Optional: a board that can spare one names it `second_core`.
#pragma once

#include <concepts>

namespace stackmate::hal {

/// Does a piece of work for `object`, bounded in time. Returns false if there is nothing to do at present.
using Serve = bool (*)(void* object) noexcept;

/// All functions are called by the first core.
///
/// `work(serve, object)`: from now on the second core calls `serve(object)` repeatedly. Returns false if there is no
/// such core after all; then nothing is called. Not to be called while the core is at work. The first call may block
/// for 0.5 s, as long as a core takes to start.
/// `dismiss()`: there will be no more work. The first `serve` that begins after this and returns false is the last one;
/// then the second core sleeps, if it can. Harmless when it is not at work. Does not block.
/// `settle()`: `dismiss()`, and on return the second core is not at work. Blocks until `serve` has returned false, but not without
/// end. Returns false if the core does not answer: it is not called again, and neither is it given work until the next reset.
///
/// Guaranteed: the second core sees what was written before `work`, and after `settle` the first one sees what the
/// second has written. In between they share only atomics.
/// Not guaranteed: when, or how fast, `serve` is called. Nothing here may be called from an interrupt.
template <class T>
concept SecondCore = requires(T core, Serve serve, void* object) {
    { core.work(serve, object) } noexcept -> std::same_as<bool>;
    { core.dismiss() } noexcept -> std::same_as<void>;
    { core.settle() } noexcept -> std::same_as<bool>;
};

/// A board that can spare a second core.
template <class T>
concept HasSecondCore = requires(T board) { requires SecondCore<decltype(board.second_core)>; };

}  // namespace stackmate::hal
