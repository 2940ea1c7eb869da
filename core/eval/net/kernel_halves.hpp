// The net's arithmetic on 32-bit words where half words are loaded as cheaply as words, and an instruction cannot also shift
// (RISC-V): the sum loads lane by lane.
//
// Lanes are kept as lane + 32768, from 0 up, so no lane borrows from its neighbour and each half of a word is one.
#pragma once

#include "core/eval/net/kernel_words.hpp"

namespace stackmate::net {

template <std::size_t lanes>
struct HalvesKernel : WordKernel<lanes> {
    using typename WordKernel<lanes>::Accumulator;

    static void start(Accumulator& acc, const std::int16_t* bias) {
        WordKernel<lanes>::start(acc, bias);
        for (std::uint32_t& word : acc.word) word += 0x80008000u;
    }
    static int lane(const Accumulator& acc, std::size_t i) {
        return half(acc, i) + (half(acc, i) < 0 ? 0x8000 : -0x8000);
    }

    /// Many lanes are negative, and need no multiplication.
    template <bool squared, class OutWeight>
    static std::int32_t dot(const Accumulator& acc, const OutWeight* weights) {
        std::int32_t sum = 0;
#pragma GCC unroll 8
        for (std::size_t i = 0; i < lanes; ++i) {
            const int less = half(acc, i);  // than the lane, by 32768, if that is not negative
            if (less >= 0) continue;
            const int v = less + 0x8000 > activation_top ? activation_top : less + 0x8000;
            sum += (squared ? v * v : v) * weights[i];
        }
        return sum;
    }

private:
    static int half(const Accumulator& acc, std::size_t i) {
        using Half [[gnu::may_alias]] = std::int16_t;
        return reinterpret_cast<const Half*>(acc.word)[std::endian::native == std::endian::big ? i ^ 1 : i];
    }
};

}  // namespace stackmate::net
