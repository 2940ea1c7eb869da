// The net's arithmetic with the packed instructions of Cortex-M4, M7 and M33: two lanes an instruction. Words are loaded and
// stored four at a time, with one instruction.
#pragma once

#include "core/eval/net/kernel_plain.hpp"

#if defined(__ARM_FEATURE_SIMD32)

#include <arm_acle.h>
#include <cstring>

namespace stackmate::net {

template <std::size_t lanes>
struct DspKernel {
    static_assert(lanes % 8 == 0);
    struct Accumulator {
        alignas(8) std::uint32_t word[lanes / 2];  ///< two lanes, the first in the lower half
    };
    using Stored = std::int8_t;
    using OutWeight = std::int16_t;

    /// SXTAB16 adds the even bytes of a word to two lanes, and rotated by 8 the odd ones.
    static constexpr std::array<Stored, 4> stored(const std::int8_t* w) { return {w[0], w[2], w[1], w[3]}; }

    static void start(Accumulator& acc, const std::int16_t* bias) { std::memcpy(&acc, bias, sizeof acc); }

    static void move(Accumulator& out, const Accumulator& in, const Stored* put, const Stored* taken) {
        Word* to = out.word;
        const Word* from = in.word;
#pragma GCC unroll 16
        for (std::size_t i = 0; i < lanes / 8; ++i) {
            Four acc = load(from);
            add(acc, eight(put, i));
            subtract(acc, eight(taken, i));
            store(to, acc);
        }
    }
    static void capture(Accumulator& out, const Accumulator& in, const Stored* put, const Stored* taken,
                        const Stored* victim) {
        Word* to = out.word;
        const Word* from = in.word;
#pragma GCC unroll 16
        for (std::size_t i = 0; i < lanes / 8; ++i) {
            Four acc = load(from);
            add(acc, eight(put, i));
            subtract(acc, eight(taken, i));
            subtract(acc, eight(victim, i));
            store(to, acc);
        }
    }
    static void put(Accumulator& out, const Stored* row) {
        Word* to = out.word;
        const Word* from = out.word;
        for (std::size_t i = 0; i < lanes / 8; ++i) {
            Four acc = load(from);
            add(acc, eight(row, i));
            store(to, acc);
        }
    }
    static int lane(const Accumulator& acc, std::size_t i) {
        return static_cast<std::int16_t>(acc.word[i / 2] >> (i % 2 * 16));
    }

    template <bool squared>
    static std::int32_t dot(const Accumulator& acc, const OutWeight* weights) {
        std::int32_t sum = 0;
        const Word* from = acc.word;
        const Word* by = reinterpret_cast<const Word*>(weights);
#pragma GCC unroll 16
        for (std::size_t i = 0; i < lanes / 8; ++i) {
            if constexpr (squared) {
                eight_squares(sum, from, by);
                continue;
            }
            for (const std::uint32_t two : load(from).word)
                sum = __smlad(__usat16(static_cast<int>(two), 7), static_cast<int>(*by++), sum);
        }
        return sum;
    }

private:
    using Word [[gnu::may_alias]] = std::uint32_t;
    using Words [[gnu::may_alias]] = std::uint64_t;

    struct Four {
        std::uint32_t word[4];
    };
    struct Pair {
        std::uint32_t low, high;
    };
    // The compiler by itself would load and store most words separately. These instructions want registers in ascending order,
    // which only named ones promise. Not r7, which may be the frame pointer.
    [[gnu::always_inline]] static Four load(const Word*& from) {
        register std::uint32_t a asm("r4"), b asm("r5"), c asm("r6"), d asm("r8");
        asm volatile("ldmia %0!, {%1, %2, %3, %4}" : "+r"(from), "=r"(a), "=r"(b), "=r"(c), "=r"(d) : : "memory");
        return {{a, b, c, d}};
    }
    [[gnu::always_inline]] static void store(Word*& to, const Four& acc) {
        register std::uint32_t a asm("r4") = acc.word[0], b asm("r5") = acc.word[1], c asm("r6") = acc.word[2],
                                 d asm("r8") = acc.word[3];
        asm volatile("stmia %0!, {%1, %2, %3, %4}" : "+r"(to) : "r"(a), "r"(b), "r"(c), "r"(d) : "memory");
    }
    [[gnu::always_inline]] static Pair eight(const Stored* row, std::size_t i) {
        Pair both;
        asm volatile("ldrd %0, %1, %2" : "=r"(both.low), "=r"(both.high) : "m"(reinterpret_cast<const Words*>(row)[i]));
        return both;
    }
    static_assert(2 * activation_top * activation_top < 65536);

    /// Adds the squares of eight clipped lanes times their weights. One multiplication gives two squares: that of the low lane in
    /// the lowest bits, that of the high lane in the upper word, and between them twice their product, which fits into sixteen
    /// bits. All in one piece, because the compiler would move what is loaded to other registers.
    [[gnu::always_inline]] static void eight_squares(std::int32_t& sum, const Word*& from, const Word*& by) {
        std::uint32_t high;
        asm volatile(
            "ldmia %[from]!, {r4, r5, r6, r8}\n\t"
            "ldmia %[by]!, {r9, r10, r11, r12}\n\t"
            "usat16 r4, #7, r4\n\t"
            "umull r4, %[high], r4, r4\n\t"
            "smlabb %[sum], r4, r9, %[sum]\n\t"
            "smlabt %[sum], %[high], r9, %[sum]\n\t"
            "usat16 r5, #7, r5\n\t"
            "umull r5, %[high], r5, r5\n\t"
            "smlabb %[sum], r5, r10, %[sum]\n\t"
            "smlabt %[sum], %[high], r10, %[sum]\n\t"
            "usat16 r6, #7, r6\n\t"
            "umull r6, %[high], r6, r6\n\t"
            "smlabb %[sum], r6, r11, %[sum]\n\t"
            "smlabt %[sum], %[high], r11, %[sum]\n\t"
            "usat16 r8, #7, r8\n\t"
            "umull r8, %[high], r8, r8\n\t"
            "smlabb %[sum], r8, r12, %[sum]\n\t"
            "smlabt %[sum], %[high], r12, %[sum]"
            : [sum] "+r"(sum), [from] "+r"(from), [by] "+r"(by), [high] "=&r"(high)
            :
            : "r4", "r5", "r6", "r8", "r9", "r10", "r11", "r12", "memory");
    }

    /// Eight lanes plus eight weights. The compiler does not put the rotation into the instruction by itself.
    [[gnu::always_inline]] static void add(Four& acc, Pair w) {
        acc.word[0] = static_cast<std::uint32_t>(__sxtab16(acc.word[0], w.low));
        asm("sxtab16 %0, %0, %1, ror #8" : "+r"(acc.word[1]) : "r"(w.low));
        acc.word[2] = static_cast<std::uint32_t>(__sxtab16(acc.word[2], w.high));
        asm("sxtab16 %0, %0, %1, ror #8" : "+r"(acc.word[3]) : "r"(w.high));
    }
    [[gnu::always_inline]] static void subtract(Four& acc, Pair w) { add(acc, {negative(w.low), negative(w.high)}); }
    /// Four weights, negated. That fits into bytes because no weight is -128.
    static std::uint32_t negative(std::uint32_t w) { return static_cast<std::uint32_t>(__ssub8(0, w)); }
};

}  // namespace stackmate::net

#endif
