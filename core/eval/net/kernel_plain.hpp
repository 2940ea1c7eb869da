// The net's arithmetic in plain C++, one lane at a time: for the desktop, where the compiler vectorises it.
#pragma once

#include "core/cpp20.hpp"

#include <array>
#include <cstddef>
#include <cstdint>

namespace stackmate::net {

/// The largest activation, so small that its square fits into sixteen bits with a sign.
inline constexpr int activation_top = 127;

constexpr int clamped(int lane) { return lane < 0 ? 0 : lane > activation_top ? activation_top : lane; }

// A kernel has:
//   Accumulator                    the lanes of one side's view, in the kernel's own form
//   OutWeight                      what the weights of the sum are kept as
//   stored(weights)                four weights in the kernel's own order, at compile time
//   start(acc, bias)               all lanes at the bias
//   move(out, in, put, taken)      out = in + a row - a row
//   capture(out, in, put, taken, victim)   out = in + a row - two rows
//   put(out, put)                  out += a row
//   lane(acc, i)                   for tests
//   dot<squared>(acc, weights)     the sum of activation times weight
// Every kernel gives the same integers.

template <std::size_t lanes>
struct PlainKernel {
    static_assert(lanes % 4 == 0);
    struct Accumulator {
        std::int16_t lane[lanes];
    };
    using Stored = std::int8_t;
    using OutWeight = std::int16_t;

    static constexpr std::array<Stored, 4> stored(const std::int8_t* w) { return {w[0], w[1], w[2], w[3]}; }

    static void start(Accumulator& acc, const std::int16_t* bias) {
        for (std::size_t i = 0; i < lanes; ++i) acc.lane[i] = bias[i];
    }
    static void move(Accumulator& out, const Accumulator& in, const Stored* put, const Stored* taken) {
        for (std::size_t i = 0; i < lanes; ++i) out.lane[i] = static_cast<std::int16_t>(in.lane[i] + put[i] - taken[i]);
    }
    static void capture(Accumulator& out, const Accumulator& in, const Stored* put, const Stored* taken,
                        const Stored* victim) {
        for (std::size_t i = 0; i < lanes; ++i)
            out.lane[i] = static_cast<std::int16_t>(in.lane[i] + put[i] - taken[i] - victim[i]);
    }
    static void put(Accumulator& out, const Stored* row) {
        for (std::size_t i = 0; i < lanes; ++i) out.lane[i] = static_cast<std::int16_t>(out.lane[i] + row[i]);
    }
    static int lane(const Accumulator& acc, std::size_t i) { return acc.lane[i]; }

    template <bool squared>
    static std::int32_t dot(const Accumulator& acc, const OutWeight* weights) {
        std::int32_t sum = 0;
        for (std::size_t i = 0; i < lanes; ++i) {
            const int v = clamped(acc.lane[i]);
            sum += (squared ? v * v : v) * weights[i];
        }
        return sum;
    }
};

}  // namespace stackmate::net
