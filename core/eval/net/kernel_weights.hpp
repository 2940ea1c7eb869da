// The numbers of a net in the order of its kernel, made at compile time from a generated header.
#pragma once

#include "core/eval/net/kernel_dsp.hpp"
#include "core/eval/net/kernel_halves.hpp"
#include "core/eval/net/kernel_m0.hpp"
#include "core/eval/net/kernel_plain.hpp"
#include "core/eval/net/kernel_words.hpp"
#include "core/chess/types.hpp"

#include <array>
#include <cstddef>
#include <cstdint>

namespace stackmate::net {

#if defined(__ARM_FEATURE_SIMD32)
template <std::size_t lanes>
using Kernel = DspKernel<lanes>;
#elif defined(__ARM_ARCH_6M__) && defined(__OPTIMIZE__)
template <std::size_t lanes>
using Kernel = M0Kernel<lanes>;
#elif defined(__riscv)
template <std::size_t lanes>
using Kernel = HalvesKernel<lanes>;
#elif defined(__arm__)
template <std::size_t lanes>
using Kernel = WordKernel<lanes>;
#else
template <std::size_t lanes>
using Kernel = PlainKernel<lanes>;
#endif

inline constexpr unsigned features = 768;

/// The feature of a side's own piece on a square, by its 0x88 index. The opponent's features are in the off-board half beside
/// them. So one XOR turns a feature into that of another view.
constexpr unsigned own_feature(PieceType type, Square s) { return (index(type) - 1) * 128 + index(s); }
inline constexpr unsigned foreign = 0x08;
/// Turns the ranks upside down and exchanges the sides: White's feature XOR this is Black's.
inline constexpr unsigned other_side = 0x70 | foreign;

/// `N`: a generated struct, see core/eval/weights. For each king bucket it has rows for own pieces by type and square, a1 to h8,
/// then rows for the opponent's.
template <class N, class K>
struct Weights {
    alignas(8) std::array<typename K::Stored, std::size_t{N::king_buckets} * features * N::hidden> rows;
    alignas(8) std::array<std::array<typename K::OutWeight, std::size_t{2} * N::hidden>, N::output_buckets> out;

    constexpr Weights() : rows{}, out{} {
        for (unsigned row = 0; row < N::king_buckets * features; ++row) {
            const unsigned kind = row % features / 64;
            const auto type = static_cast<PieceType>(kind % 6 + 1);
            const unsigned feature = own_feature(type, from_index64(row % 64)) ^ (kind < 6 ? 0u : foreign);
            // Through pointers, because Clang stops after a million steps of constant evaluation, and each call takes some.
            typename K::Stored* to = rows.data() + (std::size_t{row} / features * features + feature) * N::hidden;
            for (std::size_t i = 0; i < N::hidden; i += 4) {
                const auto four = K::stored(&N::weights[row][i]);
                const typename K::Stored* const from = four.data();
                for (std::size_t n = 0; n < 4; ++n) *to++ = from[n];
            }
        }
        for (std::size_t b = 0; b < N::output_buckets; ++b)
            for (std::size_t i = 0; i < std::size_t{2} * N::hidden; ++i) out[b][i] = N::out[b][i];
    }
};

}  // namespace stackmate::net
