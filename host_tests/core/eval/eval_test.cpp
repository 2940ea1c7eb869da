// The static evaluation: the same for both sides, the same by moves and from scratch, and in favour of who
// has more.
#include "core/eval/net/full.hpp"
#include "core/eval/net/tiny.hpp"
#include "host_tests/core/eval/stateful_eval.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace stackmate {
namespace test {

constexpr int number(std::size_t n) {
    const auto mixed = static_cast<std::uint32_t>(n) * 2654435761u;
    return static_cast<int>((mixed ^ mixed >> 13) % 61u) - 30;
}
template <class T, std::size_t rows, std::size_t columns>
constexpr auto numbers() {
    std::array<std::array<T, columns>, rows> all{};
    for (std::size_t n = 0; n < rows * columns; ++n)
        all[n / columns][n % columns] = static_cast<T>(number(n + 7 * rows));
    return all;
}

/// A net of numbers that mean nothing, with all that a net may have: sides see left and right exchanged once their king
/// crosses the board's middle, and other weights once he leaves his first rank.
struct TurningNumbers {
    static constexpr unsigned hidden = 8;
    static constexpr bool squared = false;
    static constexpr bool mirrored = true;
    static constexpr unsigned king_buckets = 2;
    static constexpr unsigned output_buckets = 8;
    static constexpr unsigned pieces_per_bucket = 4;
    static constexpr std::int32_t mul = 1;
    static constexpr int shift = 3;

    static constexpr auto king_bucket = [] {
        std::array<std::uint8_t, 64> buckets{};
        for (std::size_t i = 8; i < 64; ++i) buckets[i] = 1;
        return buckets;
    }();
    static constexpr std::int16_t bias[hidden] = {60, -20, 40, 0, 70, 30, -10, 50};
    static constexpr auto out = numbers<std::int8_t, output_buckets, std::size_t{2} * hidden>();
    static constexpr std::int32_t out_bias[output_buckets] = {5, 10, -20, 40, 0, 7, -9, 100};
    static constexpr auto weights = numbers<std::int8_t, king_buckets * net::features, hidden>();
};
using TurningNet = NetEvaluation<TurningNumbers>;

}  // namespace test

template <>
const net::Weights<test::TurningNumbers, net::Kernel<test::TurningNumbers::hidden>> test::TurningNet::weights{};

namespace test {
namespace {

TEST(Eval, TheMirrorTurnsEverythingOver) {
    EXPECT_EQ(mirrored("r3k3/8/8/8/4pP2/8/8/4K2R b Kq f3 7 20"), "4k2r/8/8/4Pp2/8/8/8/R3K3 w kQ f6 7 20");
    playouts(32, 1, 60, [](const Position& p) { ASSERT_EQ(mirrored(mirrored(fen_of(p))), fen_of(p)); });
}

using Evaluations = testing::Types<FullNet, TinyNet, TurningNet>;
INSTANTIATE_TYPED_TEST_SUITE_P(Nets, StatefulEval, Evaluations);

/// The nets' views do turn: else the test net would not test that.
TEST(NetEvaluation, LooksFromTheKingsSideOfTheBoardWhereTheNetSaysSo) {
    const auto mirrors = [](auto evaluate_one) {
        return evaluate_one("3k4/1p6/8/8/8/8/P7/3K4 w - - 0 1") == evaluate_one("4k3/6p1/8/8/8/8/7P/4K3 w - - 0 1");
    };
    EXPECT_TRUE(mirrors([](std::string_view fen) { return evaluate<TurningNet>(position(fen)); }));
    EXPECT_EQ(mirrors([](std::string_view fen) { return evaluate<FullNet>(position(fen)); }), nets::Full::mirrored);
    EXPECT_EQ(mirrors([](std::string_view fen) { return evaluate<TinyNet>(position(fen)); }), nets::Tiny::mirrored);
}

TEST(NetEvaluation, APieceMoreIsAnAdvantageForWhoeverMoves) {
    for (const std::string_view board :
         {"rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR", "rnbqkbn1/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR",
          "4k3/pppp4/8/8/8/8/PPPP4/R3K3", "4kr2/pppp4/8/8/8/8/PPPP4/3QK3"}) {
        EXPECT_GT(evaluate<FullNet>(position(std::string(board) + " w - - 0 1")), 50) << board;
        EXPECT_LT(evaluate<FullNet>(position(std::string(board) + " b - - 0 1")), -50) << board;
        EXPECT_GT(evaluate<TinyNet>(position(std::string(board) + " w - - 0 1")), 50) << board;
        EXPECT_LT(evaluate<TinyNet>(position(std::string(board) + " b - - 0 1")), -50) << board;
    }
}

}  // namespace
}  // namespace test
}  // namespace stackmate
