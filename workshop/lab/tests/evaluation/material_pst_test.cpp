// Material and piece-square tables: in favour of who has more.
#include "workshop/lab/evaluation/material_pst.hpp"

#include "host_tests/core/eval/stateful_eval.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <string_view>

namespace stackmate::test {
namespace {

INSTANTIATE_TYPED_TEST_SUITE_P(PieceSquare, StatefulEval, testing::Types<MaterialPst>);

Score value(const Position& p) { return evaluate<MaterialPst>(p); }
Score value(std::string_view fen) { return value(position(fen)); }

TEST(MaterialPst, PassingTheMoveTurnsTheSignButForTheTempo) {
    playouts(36, 3, 80, [](const Position& p) {
        if (p.checker() != Square::none) return;
        Position passed = p;
        Undo undo;
        passed.make_null(undo);
        const Score tempo = value(p) + value(passed);  // once for each side, rounded down twice
        ASSERT_GE(tempo, 2 * 6 - 2);
        ASSERT_LE(tempo, 2 * 16);
        passed.unmake_null(undo);
        ASSERT_EQ(value(passed), value(p));
    });
}

TEST(MaterialPst, TheStartIsWorthTheTempo) {
    EXPECT_EQ(value(Position::start_fen), tables::middle_game(tables::tempo));
    EXPECT_EQ(phase_of(position(Position::start_fen)), 24u);
}

TEST(MaterialPst, APieceMoreIsAnAdvantageForWhoeverMoves) {
    constexpr std::string_view without[] = {"rnbqkbn1/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR",
                                            "r1bqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR",
                                            "rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR",
                                            "rnbqkbnr/1ppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR",
                                            "4k3/5p2/8/8/8/8/4PP2/4K3",
                                            "4kr2/8/8/8/8/8/8/4KQ2",
                                            "4kb2/5p2/8/8/8/8/5P2/4KR2"};
    for (const std::string_view board : without) {
        EXPECT_GT(value(std::string(board) + " w - - 0 1"), tables::middle_game(tables::tempo)) << board;
        EXPECT_LT(value(std::string(board) + " b - - 0 1"), 0) << board;
    }
}

TEST(MaterialPst, TwoBishopsAreWorthMoreThanTheirPlaces) {
    const Score pair = value("4k3/pppp4/8/8/8/8/PPPP4/2B1KB2 w - - 0 1");
    const Score one = value("4k3/pppp4/8/8/8/8/PPPP4/2B1K3 w - - 0 1");
    const Score other = value("4k3/pppp4/8/8/8/8/PPPP4/4KB2 w - - 0 1");
    const Score none = value("4k3/pppp4/8/8/8/8/PPPP4/4K3 w - - 0 1");
    EXPECT_GT(pair + none, one + other + tables::end_game(tables::bishop_pair) / 2);
    EXPECT_EQ(value("2b1kb2/pppp4/8/8/8/8/PPPP4/4K3 b - - 0 1"), pair) << "Black's pair counts for Black";
}

TEST(MaterialPst, GoesFromMiddleGameToEndGameAsPiecesLeave) {
    for (const int sign : {1, -1}) {
        const std::int32_t packed = tables::pack(sign * 300, sign * -200);
        EXPECT_EQ(taper(packed, 24), sign * 300);
        EXPECT_EQ(taper(packed, 0), sign * -200);
        EXPECT_EQ(taper(packed, 40), sign * 300) << "more queens than at the start are no more than middle game";
        for (unsigned phase = 1; phase <= 24; ++phase) {
            const int step = sign * (taper(packed, phase) - taper(packed, phase - 1));
            EXPECT_GT(step, 0) << phase;
            EXPECT_LT(step, 30) << phase;
        }
    }
    EXPECT_EQ(phase_of(position("4k3/pppp4/8/8/8/8/PPPP4/4K3 w - - 0 1")), 0u);
    EXPECT_EQ(phase_of(position("3QQQQQ/k2QQQQ1/8/8/8/8/8/RNB1KBNR b - - 0 1")), 4u * 9 + 2 * 2 + 4);
}

}  // namespace
}  // namespace stackmate::test
