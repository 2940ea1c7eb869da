// The arithmetic on 32-bit words in the instructions of Cortex-M0 and M0+. The compiler needs a third more, because it
// knows few uses of the instructions that load and store several registers, and has too few registers for its own order.
#pragma once

#include "core/eval/net/kernel_words.hpp"

#if defined(__ARM_ARCH_6M__) && defined(__OPTIMIZE__)

namespace stackmate::net {

template <std::size_t lanes>
struct M0Kernel : WordKernel<lanes> {
    using typename WordKernel<lanes>::Accumulator, typename WordKernel<lanes>::Stored;
    using OutWeight = std::int32_t;  ///< a byte or half word would first need its distance in a register

    static void move(Accumulator& out, const Accumulator& in, const Stored* put, const Stored* taken) {
        std::uint32_t* to = out.word;
        const std::uint32_t* from = in.word;
        const std::uint32_t odd = kept(0x00ff00ffu);
#pragma GCC unroll 4
        for (std::size_t i = 0; i < lanes / 4; ++i) {
            std::uint32_t row;
            asm volatile(
                ".syntax unified\n\t"
                "ldmia %[from]!, {r5, r6}\n\t"
                "ldmia %[put]!, {%[row]}\n\t"
                // The even bytes are what is left of the row without the odd ones.
                "adds r5, r5, %[row]\n\t"
                "lsrs %[row], %[row], #8\n\t"
                "ands %[row], %[odd]\n\t"
                "adds r6, r6, %[row]\n\t"
                "lsls %[row], %[row], #8\n\t"
                "subs r5, r5, %[row]\n\t"
                "ldmia %[taken]!, {%[row]}\n\t"
                "subs r5, r5, %[row]\n\t"
                "lsrs %[row], %[row], #8\n\t"
                "ands %[row], %[odd]\n\t"
                "subs r6, r6, %[row]\n\t"
                "lsls %[row], %[row], #8\n\t"
                "adds r5, r5, %[row]\n\t"
                "stmia %[to]!, {r5, r6}\n\t"
                ".syntax divided"
                : [to] "+l"(to), [from] "+l"(from), [put] "+l"(put), [taken] "+l"(taken), [row] "=&l"(row)
                : [odd] "l"(odd)
                : "r5", "r6", "cc", "memory");
        }
    }
    static void capture(Accumulator& out, const Accumulator& in, const Stored* put, const Stored* taken,
                        const Stored* victim) {
        move(out, in, put, taken);
        std::uint32_t* to = out.word;
        const std::uint32_t odd = kept(0x00ff00ffu), offsets = kept(0x00800080u);
#pragma GCC unroll 4
        for (std::size_t i = 0; i < lanes / 4; ++i) {
            std::uint32_t row;
            asm volatile(
                ".syntax unified\n\t"
                "ldr r5, [%[to]]\n\t"
                "ldr r6, [%[to], #4]\n\t"
                "ldmia %[victim]!, {%[row]}\n\t"
                "subs r5, r5, %[row]\n\t"
                "lsrs %[row], %[row], #8\n\t"
                "ands %[row], %[odd]\n\t"
                "subs r6, r6, %[row]\n\t"
                "lsls %[row], %[row], #8\n\t"
                "adds r5, r5, %[row]\n\t"
                "adds r5, r5, %[offsets]\n\t"
                "adds r6, r6, %[offsets]\n\t"
                "stmia %[to]!, {r5, r6}\n\t"
                ".syntax divided"
                : [to] "+l"(to), [victim] "+l"(victim), [row] "=&l"(row)
                : [odd] "l"(odd), [offsets] "l"(offsets)
                : "r5", "r6", "cc", "memory");
        }
    }

    template <bool squared>
    static std::int32_t dot(const Accumulator& acc, const OutWeight* weights) {
        if constexpr (!squared) return WordKernel<lanes>::template dot<squared>(acc, weights);
        std::int32_t sum = 0;
        const std::uint32_t half = kept(0x8000u);
#pragma GCC unroll 8
        for (std::size_t i = 0; i < lanes / 2; ++i) {
            std::uint32_t word = acc.word[i], lane, weight;
            // A lane that is negative counts as 0, which needs two instructions.
            asm(".syntax unified\n\t"
                "lsls %[lane], %[word], #16\n\t"
                "bmi 2f\n\t"
                "lsrs %[lane], %[lane], #16\n\t"
                "cmp %[lane], %[top]\n\t"
                "bls 1f\n\t"
                "movs %[lane], %[top]\n"
                "1:\n\t"
                "ldr %[weight], %[low]\n\t"
                "muls %[lane], %[lane], %[lane]\n\t"
                "muls %[lane], %[weight], %[lane]\n\t"
                "adds %[sum], %[sum], %[lane]\n"
                "2:\n\t"
                "adds %[word], %[word], %[half]\n\t"
                "bmi 4f\n\t"
                "lsrs %[word], %[word], #16\n\t"
                "cmp %[word], %[top]\n\t"
                "bls 3f\n\t"
                "movs %[word], %[top]\n"
                "3:\n\t"
                "ldr %[weight], %[high]\n\t"
                "muls %[word], %[word], %[word]\n\t"
                "muls %[word], %[weight], %[word]\n\t"
                "adds %[sum], %[sum], %[word]\n"
                "4:\n\t"
                ".syntax divided"
                : [sum] "+l"(sum), [word] "+l"(word), [lane] "=&l"(lane), [weight] "=&l"(weight)
                : [low] "m"(weights[2 * i]), [high] "m"(weights[2 * i + 1]), [half] "l"(half), [top] "I"(activation_top)
                : "cc");
        }
        return sum;
    }

private:
    /// In a register, because the compiler would make it anew wherever it is needed.
    static std::uint32_t kept(std::uint32_t number) {
        asm("" : "+l"(number));
        return number;
    }
};

}  // namespace stackmate::net

#endif
