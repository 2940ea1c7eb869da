// How much of a long computation to make: all of it in the plain build, and where the same would only take longer (under
// sanitizers) a sample with the same assertions.
#pragma once

#include <cstdlib>

namespace stackmate::test {

#if defined __SANITIZE_ADDRESS__
inline constexpr bool has_address_sanitizer = true;
#elif defined __has_feature
inline constexpr bool has_address_sanitizer = __has_feature(address_sanitizer);
#else
inline constexpr bool has_address_sanitizer = false;
#endif

/// STACKMATE_SAMPLE is set: the second figure of each pair.
inline bool sampling() { return std::getenv("STACKMATE_SAMPLE") != nullptr; }

template <class T>
T whole_or_sample(T whole, T sample) {
    return sampling() ? sample : whole;
}

}  // namespace stackmate::test
