// The net's arithmetic with the packed instructions of Cortex-M4, M7 and M33: two lanes an instruction.
#pragma once

#include "core/net/kernel_plain.hpp"

#include <arm_acle.h>
#include <cstring>

namespace stackmate::net {

template <std::size_t lanes>
struct DspKernel {
    static_assert(lanes % 4 == 0);
    struct Accumulator {
        std::uint32_t word[lanes / 2];  ///< the even lane in the low half
    };
    using Stored = std::int8_t;

    /// SXTAB16 adds the even bytes of a word to two lanes, and rotated by 8 the odd ones.
    static constexpr std::array<Stored, 4> stored(const std::int8_t* w) { return {w[0], w[2], w[1], w[3]}; }

    static void start(Accumulator& acc, const std::int16_t* bias) {
        for (std::size_t i = 0; i < lanes / 2; ++i)
            acc.word[i] = static_cast<std::uint16_t>(bias[2 * i]) | static_cast<std::uint32_t>(bias[2 * i + 1]) << 16;
    }
    static void move(Accumulator& out, const Accumulator& in, const Stored* put, const Stored* taken) {
#pragma GCC unroll 16
        for (std::size_t i = 0; i < lanes / 4; ++i) {
            const std::uint32_t p = four(put, i), t = four(taken, i);
            out.word[2 * i] = __ssub16(__sxtab16(in.word[2 * i], p), __sxtb16(t));
            out.word[2 * i + 1] = __ssub16(add_odd(in.word[2 * i + 1], p), odd(t));
        }
    }
    static void put(Accumulator& out, const Stored* row) {
        for (std::size_t i = 0; i < lanes / 4; ++i) {
            const std::uint32_t p = four(row, i);
            out.word[2 * i] = __sxtab16(out.word[2 * i], p);
            out.word[2 * i + 1] = add_odd(out.word[2 * i + 1], p);
        }
    }
    static void take(Accumulator& out, const Stored* row) {
        for (std::size_t i = 0; i < lanes / 4; ++i) {
            const std::uint32_t t = four(row, i);
            out.word[2 * i] = __ssub16(out.word[2 * i], __sxtb16(t));
            out.word[2 * i + 1] = __ssub16(out.word[2 * i + 1], odd(t));
        }
    }
    static int lane(const Accumulator& acc, std::size_t i) {
        return static_cast<std::int16_t>(acc.word[i / 2] >> (i % 2 * 16));
    }

    template <bool squared>
    static std::int32_t dot(const Accumulator& acc, const std::int16_t* weights) {
        std::int32_t sum = 0;
#pragma GCC unroll 16
        for (std::size_t i = 0; i < lanes / 2; ++i) {
            const std::uint32_t v = static_cast<std::uint32_t>(__usat16(acc.word[i], 7));
            std::uint32_t w;
            std::memcpy(&w, static_cast<const std::int16_t*>(__builtin_assume_aligned(weights, 4)) + 2 * i, 4);
            if constexpr (squared) {
                sum = __smlabb(square(v), static_cast<int>(w), sum);
                sum = __smlabt(square(v >> 16), static_cast<int>(w), sum);
            } else {
                sum = __smlad(static_cast<int>(v), static_cast<int>(w), sum);
            }
        }
        return sum;
    }

private:
    static std::uint32_t four(const Stored* row, std::size_t i) {
        std::uint32_t word;
        std::memcpy(&word, static_cast<const Stored*>(__builtin_assume_aligned(row, 4)) + 4 * i, 4);
        return word;
    }
    static int square(std::uint32_t low_half) {
        const int v = static_cast<std::int16_t>(low_half);
        return v * v;
    }
    // The compiler does not put the rotation into the instruction by itself.
    static std::uint32_t odd(std::uint32_t w) {
        std::uint32_t result;
        asm("sxtb16 %0, %1, ror #8" : "=r"(result) : "r"(w));
        return result;
    }
    static std::uint32_t add_odd(std::uint32_t acc, std::uint32_t w) {
        std::uint32_t result;
        asm("sxtab16 %0, %1, %2, ror #8" : "=r"(result) : "r"(acc), "r"(w));
        return result;
    }
};

}  // namespace stackmate::net
