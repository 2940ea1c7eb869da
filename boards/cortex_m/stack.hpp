// How much of the stack a program has used: what it never touched still holds the pattern it was painted with.
#pragma once

#include <cstddef>

extern "C" {
/// Fills the free part of the stack with a pattern. From the reset handler, before anything that may reach deep.
void stackmate_paint_stack();
}

namespace stackmate::boards::cortex_m {

/// Most bytes of the stack that were in use at any time since the start, interrupts included. Reads the free part: some hundred
/// instructions for each kilobyte of it. If the deepest function reserves space that it does not touch, the result is too small
/// by that space.
[[nodiscard]] std::size_t deepest_stack_bytes() noexcept;

}  // namespace stackmate::boards::cortex_m
