// Random numbers without a state: each is the mix of a seed with what it is for.
#pragma once

#include <cstdint>

namespace stackmate {

/// Mixes all bits (the finalizer of MurmurHash3, Appleby, public domain).
constexpr std::uint32_t mix(std::uint32_t x) {
    x = (x ^ (x >> 16)) * 0x85ebca6b;
    x = (x ^ (x >> 13)) * 0xc2b2ae35;
    return x ^ (x >> 16);
}

}  // namespace stackmate
