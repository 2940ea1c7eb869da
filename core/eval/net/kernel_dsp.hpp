// The net's arithmetic with the packed instructions of Cortex-M4, M7 and M33: two lanes an instruction. Words are loaded and
// stored in pairs, with one instruction for two.
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
        std::uint64_t pair[lanes / 4];  ///< four lanes, the first in the lowest half word
    };
    using Stored = std::int8_t;

    /// SXTAB16 adds the even bytes of a word to two lanes, and rotated by 8 the odd ones.
    static constexpr std::array<Stored, 4> stored(const std::int8_t* w) { return {w[0], w[2], w[1], w[3]}; }

    static void start(Accumulator& acc, const std::int16_t* bias) { std::memcpy(&acc, bias, sizeof acc); }

    static void move(Accumulator& out, const Accumulator& in, const Stored* put, const Stored* taken) {
#pragma GCC unroll 16
        for (std::size_t i = 0; i < lanes / 8; ++i) {
            const Pair p = eight(put, i), t = eight(taken, i);
            const Pair a = with(with(load(in.pair[2 * i]), p.low), negative(t.low));
            store(out.pair[2 * i], a.low, a.high);
            const Pair b = with(with(load(in.pair[2 * i + 1]), p.high), negative(t.high));
            store(out.pair[2 * i + 1], b.low, b.high);
        }
    }
    static void capture(Accumulator& out, const Accumulator& in, const Stored* put, const Stored* taken,
                        const Stored* victim) {
#pragma GCC unroll 16
        for (std::size_t i = 0; i < lanes / 8; ++i) {
            const Pair p = eight(put, i), t = eight(taken, i), v = eight(victim, i);
            const Pair a = with(with(with(load(in.pair[2 * i]), p.low), negative(t.low)), negative(v.low));
            store(out.pair[2 * i], a.low, a.high);
            const Pair b = with(with(with(load(in.pair[2 * i + 1]), p.high), negative(t.high)), negative(v.high));
            store(out.pair[2 * i + 1], b.low, b.high);
        }
    }
    static void put(Accumulator& out, const Stored* row) {
        for (std::size_t i = 0; i < lanes / 8; ++i) {
            const Pair p = eight(row, i);
            const Pair a = with(load(out.pair[2 * i]), p.low), b = with(load(out.pair[2 * i + 1]), p.high);
            store(out.pair[2 * i], a.low, a.high);
            store(out.pair[2 * i + 1], b.low, b.high);
        }
    }
    static int lane(const Accumulator& acc, std::size_t i) {
        return static_cast<std::int16_t>(acc.pair[i / 4] >> (i % 4 * 16));
    }

    template <bool squared>
    static std::int32_t dot(const Accumulator& acc, const std::int16_t* weights) {
        std::int32_t sum = 0;
#pragma GCC unroll 16
        for (std::size_t i = 0; i < lanes / 4; ++i) {
            const Pair a = load(acc.pair[i]);
            const Pair w = load(reinterpret_cast<const Words*>(weights)[i]);
            sum = two<squared>(a.high, w.high, two<squared>(a.low, w.low, sum));
        }
        return sum;
    }

private:
    using Words [[gnu::may_alias]] = std::uint64_t;

    struct Pair {
        std::uint32_t low, high;
    };
    // The compiler by itself would load and store the halves of most pairs separately.
    static Pair load(const Words& from) {
        Pair both;
        asm volatile("ldrd %0, %1, %2" : "=r"(both.low), "=r"(both.high) : "m"(from));
        return both;
    }
    static void store(std::uint64_t& to, std::uint32_t low, std::uint32_t high) {
        asm volatile("strd %1, %2, %0" : "=m"(to) : "r"(low), "r"(high));
    }
    static Pair eight(const Stored* row, std::size_t i) { return load(reinterpret_cast<const Words*>(row)[i]); }

    static_assert(2 * activation_top * activation_top < 65536);

    template <bool squared>
    static int two(std::uint32_t acc, std::uint32_t weights, int sum) {
        const auto v = static_cast<std::uint32_t>(__usat16(static_cast<int>(acc), 7));
        if constexpr (!squared) return __smlad(static_cast<int>(v), static_cast<int>(weights), sum);
        // One multiplication gives both squares: that of the low lane in the lowest bits, that of the high lane in the upper
        // word, and between them twice their product, which fits into sixteen bits.
        const std::uint64_t squares = std::uint64_t{v} * v;
        sum = __smlabb(static_cast<int>(squares), static_cast<int>(weights), sum);
        return __smlabt(static_cast<int>(squares >> 32), static_cast<int>(weights), sum);
    }

    /// Four lanes plus a word of weights.
    static Pair with(Pair a, std::uint32_t w) {
        a.low = static_cast<std::uint32_t>(__sxtab16(a.low, w));
        // The compiler does not put the rotation into the instruction by itself.
        asm("sxtab16 %0, %0, %1, ror #8" : "+r"(a.high) : "r"(w));
        return a;
    }
    /// Four weights, negated. That fits into bytes because no weight is -128.
    static std::uint32_t negative(std::uint32_t w) { return static_cast<std::uint32_t>(__ssub8(0, w)); }
};

}  // namespace stackmate::net

#endif
