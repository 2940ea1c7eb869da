// What a mutated copy asks at each place where it can differ from its original. Read before all else (-include).
#pragma once

namespace mutation {

/// The mutant that this process is, from 1; 0: none.
extern int chosen;
/// By mutant: that its place has been run.
extern unsigned char reached[];

/// This process is that mutant. What is computed at compile time is always the original.
constexpr bool on(int mutant) noexcept {
    if (__builtin_is_constant_evaluated()) return false;
    reached[mutant] = 1;
    return chosen == mutant;
}

}  // namespace mutation
