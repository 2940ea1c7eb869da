// The nets' arithmetic: each kernel gives the integers that plain C++ gives, and so the same evaluation.
#include "core/net/evaluation.hpp"

#include "core/eval.hpp"
#include "core/net/full.hpp"
#include "core/net/kernel_words.hpp"
#include "core/net/tiny.hpp"
#include "host_tests/core/playout.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <cstdint>

namespace stackmate {

using FullByWords = NetEvaluation<nets::Full, net::WordKernel<nets::Full::hidden>>;
using TinyByWords = NetEvaluation<nets::Tiny, net::WordKernel<nets::Tiny::hidden>>;

template <>
const net::Weights<nets::Full, net::WordKernel<nets::Full::hidden>> FullByWords::weights{};
template <>
const net::Weights<nets::Tiny, net::WordKernel<nets::Tiny::hidden>> TinyByWords::weights{};

namespace test {
namespace {

constexpr int rounds = 1'000'000;
constexpr unsigned most_pieces = 32;
constexpr int most_bias = 2000;

template <std::size_t lanes>
using Row = std::array<std::int8_t, lanes>;

template <std::size_t lanes>
Row<lanes> random_row(Random& random) {
    Row<lanes> row;
    // Now and then all weights are as large as they get, on one side or both.
    const std::size_t kind = random.below(8);
    for (std::int8_t& w : row)
        w = static_cast<std::int8_t>(kind == 0   ? 127
                                     : kind == 1 ? -127
                                     : kind == 2 ? (random.below(2) == 0 ? 127 : -127)
                                                 : static_cast<int>(random.below(255)) - 127);
    return row;
}

/// One accumulator as a kernel sees it: the same rows in the order that suits it.
template <class K, std::size_t lanes>
struct Under {
    using Stored = typename K::Stored;
    struct alignas(8) StoredRow {
        std::array<Stored, lanes> weight;
    };
    typename K::Accumulator acc;

    static StoredRow stored(const Row<lanes>& row) {
        StoredRow out;
        for (std::size_t i = 0; i < lanes; i += 4) {
            const auto four = K::stored(&row[i]);
            for (std::size_t n = 0; n < 4; ++n) out.weight[i + n] = four[n];
        }
        return out;
    }
    void put(const Row<lanes>& row) { K::put(acc, stored(row).weight.data()); }
    void move(const Row<lanes>& put, const Row<lanes>& taken) {
        const auto before = acc;
        K::move(acc, before, stored(put).weight.data(), stored(taken).weight.data());
    }
    void capture(const Row<lanes>& put, const Row<lanes>& taken, const Row<lanes>& victim) {
        const auto before = acc;
        K::capture(acc, before, stored(put).weight.data(), stored(taken).weight.data(), stored(victim).weight.data());
    }
};

/// A game's worth of changes: pieces come, move, take and go, never more than there are in chess.
template <class K, std::size_t lanes>
void expect_same_as_plain(std::uint64_t seed) {
    Random random(seed);
    Under<net::PlainKernel<lanes>, lanes> plain;
    Under<K, lanes> other;
    std::array<Row<lanes>, most_pieces> on_board{};
    std::size_t pieces = 0;
    for (int round = 0; round < rounds; ++round) {
        if (round % 64 == 0) {
            alignas(8) std::array<std::int16_t, lanes> bias;
            for (std::int16_t& b : bias)
                b = static_cast<std::int16_t>(static_cast<int>(random.below(2 * most_bias + 1)) - most_bias);
            net::PlainKernel<lanes>::start(plain.acc, bias.data());
            K::start(other.acc, bias.data());
            pieces = 0;
        }
        const Row<lanes> put = random_row<lanes>(random);
        if (pieces < most_pieces && (pieces < 2 || random.below(3) != 0)) {
            plain.put(put);
            other.put(put);
            on_board[pieces++] = put;
        } else {
            const std::size_t mover = random.below(pieces);
            const std::size_t victim = random.below(pieces);
            if (mover == victim || random.below(2) == 0) {
                plain.move(put, on_board[mover]);
                other.move(put, on_board[mover]);
                on_board[mover] = put;
            } else {
                plain.capture(put, on_board[mover], on_board[victim]);
                other.capture(put, on_board[mover], on_board[victim]);
                on_board[mover] = put;
                on_board[victim] = on_board[--pieces];
            }
        }
        for (std::size_t i = 0; i < lanes; ++i)
            if (net::PlainKernel<lanes>::lane(plain.acc, i) != K::lane(other.acc, i)) {
                FAIL() << "lane " << i << " after " << round << " rounds: " << K::lane(other.acc, i) << ", not "
                       << net::PlainKernel<lanes>::lane(plain.acc, i);
            }
        alignas(8) std::array<std::int16_t, lanes> weights;
        const Row<lanes> out = random_row<lanes>(random);
        for (std::size_t i = 0; i < lanes; ++i) weights[i] = out[i];
        ASSERT_EQ(K::template dot<true>(other.acc, weights.data()),
                  net::PlainKernel<lanes>::template dot<true>(plain.acc, weights.data()))
            << "squared, after " << round << " rounds";
        ASSERT_EQ(K::template dot<false>(other.acc, weights.data()),
                  net::PlainKernel<lanes>::template dot<false>(plain.acc, weights.data()))
            << "clipped, after " << round << " rounds";
    }
}

TEST(NetKernels, WordsGiveTheIntegersOfPlainLanes) {
    expect_same_as_plain<net::WordKernel<8>, 8>(71);
    expect_same_as_plain<net::WordKernel<32>, 32>(72);
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
    for (const std::int16_t b : N::bias) {
        EXPECT_LE(b, most_bias);
        EXPECT_GE(b, -most_bias);
    }
    for (const auto& row : N::weights)
        for (const std::int8_t w : row) ASSERT_NE(w, -128) << "one more than the other way";
}
TEST(NetKernels, AreTestedOverAllThatTheNetsCanBringUp) {
    expect_within_range<nets::Full>();
    expect_within_range<nets::Tiny>();
}

TEST(NetEvaluation, IsTheSameByWords) {
    playouts(73, 4, 80, [](const Position& p) {
        ASSERT_EQ(evaluate<FullByWords>(p), evaluate<FullNet>(p));
        ASSERT_EQ(evaluate<TinyByWords>(p), evaluate<TinyNet>(p));
    });
}

}  // namespace
}  // namespace test
}  // namespace stackmate
