// A net's numbers as its kernel wants them to lie in memory, made at compile time from a generated header.
#pragma once

#include "core/net/kernel_dsp.hpp"
#include "core/net/kernel_plain.hpp"
#include "core/net/kernel_words.hpp"

#include <array>
#include <cstddef>
#include <cstdint>

namespace stackmate::net {

#if defined(__ARM_FEATURE_SIMD32)
template <std::size_t lanes>
using Kernel = DspKernel<lanes>;
#elif defined(__arm__)
template <std::size_t lanes>
using Kernel = WordKernel<lanes>;
#else
template <std::size_t lanes>
using Kernel = PlainKernel<lanes>;
#endif

inline constexpr std::size_t features = 768;

/// `N`: a generated struct, see core/nets.
template <class N, class K>
struct Weights {
    alignas(8) std::array<typename K::Stored, std::size_t{N::king_buckets} * features * N::hidden> rows;
    alignas(8) std::array<std::array<std::int16_t, std::size_t{2} * N::hidden>, N::output_buckets> out;

    constexpr Weights() : rows{}, out{} {
        for (std::size_t row = 0; row < std::size_t{N::king_buckets} * features; ++row)
            for (std::size_t i = 0; i < N::hidden; i += 4) {
                const auto four = K::stored(&N::weights[row][i]);
                for (std::size_t n = 0; n < 4; ++n) rows[row * N::hidden + i + n] = four[n];
            }
        for (std::size_t b = 0; b < N::output_buckets; ++b)
            for (std::size_t i = 0; i < std::size_t{2} * N::hidden; ++i) out[b][i] = N::out[b][i];
    }
};

}  // namespace stackmate::net
