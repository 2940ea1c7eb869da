// The net's arithmetic on 32-bit words, for processors without packed instructions (Cortex-M0, M0+, M3): one addition adds
// the two lanes of a word.
//
// A word is high * 65536 + low, both signed, so a negative low lane has borrowed from the high one. Such words can be added
// and subtracted like numbers. Weights are stored in bytes as weight + 128. The even and the odd bytes of a word of four are
// two words of two lanes, without a carry, and the 128s of a row that is added and of one that is subtracted cancel.
#pragma once

#include "core/eval/net/kernel_plain.hpp"

#include <bit>

#if defined(__ARM_FEATURE_SAT)
#include <arm_acle.h>
#endif

namespace stackmate::net {

template <std::size_t lanes>
struct WordKernel {
    static_assert(lanes % 4 == 0);
    struct Accumulator {
        std::uint32_t word[lanes / 2];
    };
    using Stored = std::uint8_t;
    using OutWeight = std::int16_t;

    /// In a word the even bytes are the lanes of one word of the accumulator, the odd bytes those of the next. The byte order
    /// decides whether the lowest byte is the first or the last in memory.
    static constexpr std::array<Stored, 4> stored(const std::int8_t* w) {
        if constexpr (std::endian::native == std::endian::big)
            return {with_offset(w[3]), with_offset(w[1]), with_offset(w[2]), with_offset(w[0])};
        return {with_offset(w[0]), with_offset(w[2]), with_offset(w[1]), with_offset(w[3])};
    }

    static void start(Accumulator& acc, const std::int16_t* bias) {
        for (std::size_t i = 0; i < lanes / 2; ++i)
            acc.word[i] =
                static_cast<std::uint32_t>(bias[2 * i + 1]) * 65536u + static_cast<std::uint32_t>(bias[2 * i]);
    }
    static void move(Accumulator& out, const Accumulator& in, const Stored* put, const Stored* taken) {
        const Split split;
        for (std::size_t i = 0; i < lanes / 4; ++i) {
            const std::uint32_t p = four(put, i), t = four(taken, i);
            out.word[2 * i] = in.word[2 * i] + split.even(p) - split.even(t);
            out.word[2 * i + 1] = in.word[2 * i + 1] + split.odd(p) - split.odd(t);
        }
    }
    static void capture(Accumulator& out, const Accumulator& in, const Stored* put, const Stored* taken,
                        const Stored* victim) {
        const Split split;
        for (std::size_t i = 0; i < lanes / 4; ++i) {
            const std::uint32_t p = four(put, i), t = four(taken, i), v = four(victim, i);
            out.word[2 * i] = in.word[2 * i] + split.even(p) - split.even(t) - split.even(v) + offsets;
            out.word[2 * i + 1] = in.word[2 * i + 1] + split.odd(p) - split.odd(t) - split.odd(v) + offsets;
        }
    }
    static void put(Accumulator& out, const Stored* row) {
        const Split split;
        for (std::size_t i = 0; i < lanes / 4; ++i) {
            const std::uint32_t p = four(row, i);
            out.word[2 * i] += split.even(p) - offsets;
            out.word[2 * i + 1] += split.odd(p) - offsets;
        }
    }
    static int lane(const Accumulator& acc, std::size_t i) {
        return i % 2 == 0 ? low(acc.word[i / 2]) : high(acc.word[i / 2]);
    }

    template <bool squared, class OutWeight>
    static std::int32_t dot(const Accumulator& acc, const OutWeight* weights) {
        std::int32_t sum = 0;
#pragma GCC unroll 16
        for (std::size_t i = 0; i < lanes / 2; ++i) {
            sum += term<squared>(low(acc.word[i]), weights[2 * i]);
            sum += term<squared>(high(acc.word[i]), weights[2 * i + 1]);
        }
        return sum;
    }

private:
    static constexpr std::uint32_t offsets = 0x00800080u;

    static constexpr Stored with_offset(std::int8_t w) { return static_cast<Stored>(w + 128); }
    static std::uint32_t four(const Stored* row, std::size_t i) {
        using Word [[gnu::may_alias]] = std::uint32_t;
        return reinterpret_cast<const Word*>(row)[i];
    }
    /// Takes a word of four bytes apart into two words of two lanes.
    struct Split {
        std::uint32_t mask = 0x00ff00ffu;
        /// The mask must be in a register: an instruction that contains the mask cannot also shift.
        Split() { asm("" : "+r"(mask)); }
        [[nodiscard]] std::uint32_t even(std::uint32_t w) const { return w & mask; }
        [[nodiscard]] std::uint32_t odd(std::uint32_t w) const { return w >> 8 & mask; }
    };
    static constexpr int low(std::uint32_t w) { return static_cast<std::int16_t>(w); }
    static constexpr int high(std::uint32_t w) { return static_cast<std::int32_t>(w + 0x8000u) >> 16; }

#if defined(__ARM_FEATURE_SAT)
    template <bool squared>
    static std::int32_t term(int lane, int weight) {
        const auto v = static_cast<std::int32_t>(__usat(lane, 7));
        return (squared ? v * v : v) * weight;
    }
#else
    /// Many lanes are 0 or less, and need no multiplication.
    template <bool squared>
    static std::int32_t term(int lane, int weight) {
        if (lane <= 0) return 0;
        const int v = lane > activation_top ? activation_top : lane;
        return (squared ? v * v : v) * weight;
    }
#endif
};

}  // namespace stackmate::net
