// Bit scans of sets that are not empty. A Cortex-M0 has no instruction for them and would call a function of twenty
// instructions. With tables of 32 and 256 bytes it takes seven or eight. For the lowest bit see Leiserson, Prokop, Randall,
// "Using de Bruijn sequences to index a 1 in a computer word", 1998.
#pragma once

#include "core/cpp20.hpp"

#include <array>
#include <bit>
#include <cstdint>

namespace stackmate {

namespace detail {
inline constexpr std::uint32_t de_bruijn = 0x077cb531u;  ///< all its sequences of five bits are different

constexpr std::array<std::uint8_t, 32> make_bit_numbers() {
    std::array<std::uint8_t, 32> numbers{};
    for (unsigned n = 0; n < 32; ++n) numbers[(de_bruijn << n) >> 27] = static_cast<std::uint8_t>(n);
    return numbers;
}
inline constexpr std::array<std::uint8_t, 32> bit_numbers = make_bit_numbers();

/// The number of the only bit that is set.
constexpr unsigned number_of(std::uint32_t bit) { return bit_numbers[(bit * de_bruijn) >> 27]; }
constexpr std::array<std::uint8_t, 256> make_highest_of_byte() {
    std::array<std::uint8_t, 256> highest{};
    for (unsigned byte = 2; byte < 256; ++byte) highest[byte] = static_cast<std::uint8_t>(highest[byte / 2] + 1);
    return highest;
}
inline constexpr std::array<std::uint8_t, 256> highest_of_byte = make_highest_of_byte();

constexpr unsigned highest_by_bytes(std::uint32_t set) {
    unsigned below = 0;
    if (set >> 16 != 0) set >>= 16, below = 16;
    if (set >> 8 != 0) set >>= 8, below += 8;
    return below + highest_of_byte[set];
}

#if (defined(__arm__) && !defined(__ARM_FEATURE_CLZ)) || (defined(__riscv) && !defined(__riscv_zbb))
inline constexpr bool scans_bits = false;
#else
inline constexpr bool scans_bits = true;
#endif

static_assert([] {
    for (unsigned n = 0; n < 32; ++n)
        if (number_of(1u << n) != n || highest_by_bytes((2u << n) - 1) != n) return false;
    return true;
}());
}  // namespace detail

constexpr unsigned lowest_bit(std::uint32_t set) {
    if constexpr (detail::scans_bits)
        return static_cast<unsigned>(std::countr_zero(set));
    else
        return detail::number_of(set & (0u - set));
}

constexpr unsigned highest_bit(std::uint32_t set) {
    if constexpr (detail::scans_bits)
        return static_cast<unsigned>(31 - std::countl_zero(set));
    else
        return detail::highest_by_bytes(set);
}

}  // namespace stackmate
