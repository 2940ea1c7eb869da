// The nets' arithmetic: each kernel gives the integers that plain C++ gives, and so the same evaluation.
#include "core/eval/net/evaluation.hpp"

#include "core/eval/eval.hpp"
#include "core/eval/net/full.hpp"
#include "core/eval/net/kernel_halves.hpp"
#include "core/eval/net/tiny.hpp"
#include "core/eval/net/wide.hpp"
#include "host_tests/core/playout.hpp"
#include "host_tests/support/kernel_comparison.hpp"
#include "host_tests/support/sample.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <memory>

namespace stackmate {

using FullByWords = NetEvaluation<nets::Full, net::WordKernel<nets::Full::hidden>>;
using WideByWords = NetEvaluation<nets::Wide, net::WordKernel<nets::Wide::hidden>>;
using TinyByWords = NetEvaluation<nets::Tiny, net::WordKernel<nets::Tiny::hidden>>;

template <>
const net::Weights<nets::Full, net::WordKernel<nets::Full::hidden>> FullByWords::weights{};
template <>
const net::Weights<nets::Wide, net::WordKernel<nets::Wide::hidden>> WideByWords::weights{};
template <>
const net::Weights<nets::Tiny, net::WordKernel<nets::Tiny::hidden>> TinyByWords::weights{};

namespace test {
namespace {

const std::uint32_t rounds = whole_or_sample<std::uint32_t>(1'000'000, 200'000);

template <class K, std::size_t lanes>
void expect_same_as_plain(std::uint32_t seed) {
    const auto comparison = std::make_unique<KernelComparison<K, lanes>>();
    EXPECT_EQ(comparison->run(seed, rounds), rounds) << lanes << " lanes differ after so many rounds";
    EXPECT_GT(comparison->farthest(), whole_or_sample(4000, 3500)) << "a side with all its pieces comes that far";
}

TEST(NetKernels, WordsGiveTheIntegersOfPlainLanes) {
    expect_same_as_plain<net::WordKernel<8>, 8>(71);
    expect_same_as_plain<net::WordKernel<32>, 32>(72);
}

TEST(NetKernels, HalvesGiveTheIntegersOfPlainLanes) {
    expect_same_as_plain<net::HalvesKernel<8>, 8>(71);
    expect_same_as_plain<net::HalvesKernel<32>, 32>(72);
}

/// Wrong in one lane of many, at one value of many.
struct AlmostPlain : net::PlainKernel<8> {
    template <bool squared>
    static std::int32_t dot(const Accumulator& acc, const std::int16_t* weights) {
        return PlainKernel::dot<squared>(acc, weights) + (lane(acc, 5) == 1234 ? 1 : 0);
    }
};

TEST(NetKernels, ADifferenceInOneLaneIsFound) {
    const auto comparison = std::make_unique<KernelComparison<AlmostPlain, 8>>();
    EXPECT_LT(comparison->run(73, rounds), rounds);
}

TEST(NetKernels, ActivationsAreClampedAndSquaredOnlyIfAsked) {
    using K = net::PlainKernel<4>;
    constexpr std::int16_t bias[] = {-1, 126, 127, 128};
    K::Accumulator acc;
    K::start(acc, bias);
    constexpr std::int16_t each[4][4] = {{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}, {0, 0, 0, -1}};
    constexpr int clipped[] = {0, 126, 127, -127};
    constexpr int squared[] = {0, 126 * 126, 127 * 127, -127 * 127};
    for (std::size_t i = 0; i < 4; ++i) {
        EXPECT_EQ(K::dot<false>(acc, each[i]), clipped[i]);
        EXPECT_EQ(K::dot<true>(acc, each[i]), squared[i]);
    }
}

/// What the tests above call possible is enough for the nets there are.
template <class N>
void expect_within_range() {
    constexpr int most = KernelComparison<net::PlainKernel<8>, 8>::most_bias;
    for (const std::int16_t b : N::bias) {
        EXPECT_LE(b, most);
        EXPECT_GE(b, -most);
    }
    for (const auto& row : N::weights)
        for (const std::int8_t w : row) ASSERT_NE(w, -128) << "one more than the other way";
}
TEST(NetKernels, AreTestedOverAllThatTheNetsCanBringUp) {
    expect_within_range<nets::Full>();
    expect_within_range<nets::Wide>();
    expect_within_range<nets::Tiny>();
}

TEST(NetEvaluation, IsTheSameByWords) {
    playouts(73, 4, 80, [](const Position& p) {
        ASSERT_EQ(evaluate<FullByWords>(p), evaluate<FullNet>(p));
        ASSERT_EQ(evaluate<WideByWords>(p), evaluate<WideNet>(p));
        ASSERT_EQ(evaluate<TinyByWords>(p), evaluate<TinyNet>(p));
    });
}

}  // namespace
}  // namespace test
}  // namespace stackmate
