// The static evaluation: the same for both sides, the same by moves and from scratch, and in favour of who
// has more.
#include "core/eval/eval.hpp"

#include "core/engine/bench_positions.hpp"
#include "core/eval/net/full.hpp"
#include "core/eval/net/tiny.hpp"
#include "host_tests/core/playout.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cctype>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

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

Score value(const Position& p) { return evaluate<MaterialPst>(p); }
Score value(std::string_view fen) { return value(position(fen)); }

/// The board seen from the other side: colours swapped, ranks turned over.
std::string mirrored(const std::string& fen) {
    std::array<std::string, 6> fields;
    std::size_t field = 0;
    for (const char c : fen) {
        if (c == ' ')
            ++field;
        else
            fields.at(field) += c;
    }
    const auto swap_case = [](std::string& text) {
        for (char& c : text) {
            const auto u = static_cast<unsigned char>(c);
            c = static_cast<char>(std::isupper(u) != 0 ? std::tolower(u) : std::toupper(u));
        }
    };
    std::string board;
    for (std::size_t begin = 0; begin <= fields[0].size();) {
        const std::size_t end = std::min(fields[0].find('/', begin), fields[0].size());
        board = fields[0].substr(begin, end - begin) + (board.empty() ? "" : "/") + board;
        begin = end + 1;
    }
    swap_case(board);
    swap_case(fields[2]);
    if (fields[3] != "-") fields[3][1] = fields[3][1] == '3' ? '6' : '3';
    return board + (fields[1] == "w" ? " b " : " w ") + fields[2] + ' ' + fields[3] + ' ' + fields[4] + ' ' + fields[5];
}

TEST(Eval, OfTheMirroredPositionIsTheSame) {
    for (const std::string_view fen : bench_positions) ASSERT_EQ(value(fen), value(mirrored(std::string(fen)))) << fen;
    playouts(31, 5, 100, [](const Position& p) { ASSERT_EQ(value(p), value(mirrored(fen_of(p)))); });
}

TEST(Eval, TheMirrorTurnsEverythingOver) {
    EXPECT_EQ(mirrored("r3k3/8/8/8/4pP2/8/8/4K2R b Kq f3 7 20"), "4k2r/8/8/4Pp2/8/8/8/R3K3 w kQ f6 7 20");
    playouts(32, 1, 60, [](const Position& p) { ASSERT_EQ(mirrored(mirrored(fen_of(p))), fen_of(p)); });
}

/// Frames as the search has them, for an evaluation alone.
template <class E>
struct Line {
    struct Picker {};
    using Frame = PlyFrame<Picker, typename E::PerPly>;

    explicit Line(const Position& start) : p(start) { evaluation.begin(p, frames[0]); }
    void make(Move m) {
        frames[ply].move = m;
        p.make(m, frames[ply].undo);
        follow(true);
    }
    void pass() {
        p.make_null(frames[ply].undo);
        follow(false);
    }
    void take_back() {
        --ply;
        frames[ply + 1].null_allowed ? p.unmake(frames[ply].move, frames[ply].undo) : p.unmake_null(frames[ply].undo);
    }
    [[nodiscard]] Score value() { return evaluation.value(p, frames[ply]); }

    Position p;
    E evaluation;
    std::array<Frame, 16> frames{};
    std::size_t ply = 0;

private:
    void follow(bool moved) {
        ++ply;
        frames[ply].null_allowed = moved;
        evaluation.follow(p, frames[ply]);
    }
};

template <class E>
class StatefulEval : public testing::Test {};
using Evaluations = testing::Types<MaterialPst, FullNet, TinyNet, TurningNet>;
TYPED_TEST_SUITE(StatefulEval, Evaluations);

TYPED_TEST(StatefulEval, OfTheMirroredPositionIsTheSame) {
    for (const std::string_view fen : bench_positions)
        ASSERT_EQ(evaluate<TypeParam>(position(fen)), evaluate<TypeParam>(position(mirrored(std::string(fen))))) << fen;
    playouts(39, 2, 80, [](const Position& p) {
        ASSERT_EQ(evaluate<TypeParam>(p), evaluate<TypeParam>(position(mirrored(fen_of(p)))));
    });
}

TYPED_TEST(StatefulEval, FollowsAnyLineDownAndUpAgain) {
    Random random(34);
    playouts(35, 5, 80, [&](const Position& start) {
        Line<TypeParam> line(start);
        for (int i = 0; i < 12; ++i) {
            const std::vector<Move> moves = legal_moves(line.p);
            if (random.below(8) == 0 && line.p.checker() == Square::none)
                line.pass();
            else if (!moves.empty())
                line.make(moves[random.below(moves.size())]);
            else
                break;
            ASSERT_EQ(line.value(), evaluate<TypeParam>(position(fen_of(line.p)))) << fen_of(line.p);
        }
        while (line.ply != 0) {
            line.take_back();
            ASSERT_EQ(line.value(), evaluate<TypeParam>(line.p)) << fen_of(line.p);
        }
    });
}

/// Lines that the playouts rarely come to: castling on both sides, en passant, promotions with and without a capture.
TYPED_TEST(StatefulEval, FollowsEveryKindOfMove) {
    for (const auto& [fen, move] :
         {std::pair{"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1g1"},
          std::pair{"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1c1"},
          std::pair{"r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1", "e8g8"},
          std::pair{"r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1", "e8c8"},
          std::pair{"4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6"},
          std::pair{"4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1", "d4e3"},
          std::pair{"1r2k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8q"},
          std::pair{"1r2k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7b8n"},
          std::pair{"4k3/8/8/8/8/8/p7/1R2K3 b - - 0 1", "a2b1r"}, std::pair{"4k3/8/8/8/8/8/8/3K4 w - - 0 1", "d1e1"},
          std::pair{"4k3/8/8/8/8/8/8/3K4 b - - 0 1", "e8d8"}, std::pair{"4k3/8/8/8/8/8/4p3/3K4 w - - 0 1", "d1e2"},
          std::pair{"4k3/3P4/8/8/8/8/8/3K4 b - - 0 1", "e8d7"}, std::pair{"r3k3/8/8/8/8/8/8/R3K3 w - - 0 1", "a1a8"}}) {
        Line<TypeParam> line(position(fen));
        line.make(move_of(line.p, move));
        EXPECT_EQ(line.value(), evaluate<TypeParam>(position(fen_of(line.p)))) << fen << ' ' << move;
    }
}

TYPED_TEST(StatefulEval, FollowsKingsAcrossTheMiddleAndBack) {
    Line<TypeParam> line(position("r3k3/pp4pp/8/8/8/8/PP1n2PP/R3K3 w q - 0 1"));
    for (const char* const move : {"e1d2", "e8c8", "d2e3", "c8b8", "e3e4", "d8d5", "e4d5", "b8c7", "d5e5", "c7d7",
                                   "e5f5", "d7e7", "a1e1", "e7d7"}) {
        line.make(move_of(line.p, move));
        ASSERT_EQ(line.value(), evaluate<TypeParam>(position(fen_of(line.p)))) << move;
    }
    while (line.ply != 0) {
        line.take_back();
        ASSERT_EQ(line.value(), evaluate<TypeParam>(line.p)) << fen_of(line.p);
    }
}

TEST(Eval, PassingTheMoveTurnsTheSignButForTheTempo) {
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

TEST(Eval, TheStartIsWorthTheTempo) {
    EXPECT_EQ(value(Position::start_fen), tables::middle_game(tables::tempo));
    EXPECT_EQ(position(Position::start_fen).phase(), 24u);
}

TEST(Eval, APieceMoreIsAnAdvantageForWhoeverMoves) {
    constexpr std::string_view without[] = {"rnbqkbn1/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR",
                                            "r1bqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR",
                                            "rn1qkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR",
                                            "1nbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR",
                                            "rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR",
                                            "rnbqkbnr/1ppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR",
                                            "4k3/8/8/8/8/8/8/4KR2",
                                            "4k3/8/8/8/8/8/8/4KQ2",
                                            "4k3/5p2/8/8/8/8/4PP2/4K3",
                                            "4kr2/8/8/8/8/8/8/4KQ2",
                                            "4kn2/8/8/8/8/8/8/4KR2",
                                            "4kb2/5p2/8/8/8/8/5P2/4KR2"};
    for (const std::string_view board : without) {
        EXPECT_GT(value(std::string(board) + " w - - 0 1"), tables::middle_game(tables::tempo)) << board;
        EXPECT_LT(value(std::string(board) + " b - - 0 1"), 0) << board;
    }
}

TEST(Eval, TakingAnyUndefendedPieceNeverMakesThingsWorse) {
    playouts(37, 3, 80, [](const Position& start) {
        Position p = start;
        for (const Move m : legal_moves(p)) {
            const PieceType victim = type_of(p.at(m.to()));
            if (p.at(m.to()) == Piece::empty || index(victim) < index(PieceType::knight)) continue;
            const Score before = value(p);
            Undo undo;
            p.make(m, undo);
            ASSERT_GT(-value(p), before) << text_of(m, start);
            p.unmake(m, undo);
        }
    });
}

TEST(Eval, TwoBishopsAreWorthMoreThanTheirPlaces) {
    const Score pair = value("4k3/pppp4/8/8/8/8/PPPP4/2B1KB2 w - - 0 1");
    const Score one = value("4k3/pppp4/8/8/8/8/PPPP4/2B1K3 w - - 0 1");
    const Score other = value("4k3/pppp4/8/8/8/8/PPPP4/4KB2 w - - 0 1");
    const Score none = value("4k3/pppp4/8/8/8/8/PPPP4/4K3 w - - 0 1");
    EXPECT_GT(pair + none, one + other + tables::end_game(tables::bishop_pair) / 2);
    EXPECT_EQ(value("2b1kb2/pppp4/8/8/8/8/PPPP4/4K3 b - - 0 1"), pair) << "Black's pair counts for Black";
}

TEST(Eval, GoesFromMiddleGameToEndGameAsPiecesLeave) {
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
    EXPECT_EQ(position("4k3/pppp4/8/8/8/8/PPPP4/4K3 w - - 0 1").phase(), 0u);
    EXPECT_EQ(position("3QQQQQ/k2QQQQ1/8/8/8/8/8/RNB1KBNR b - - 0 1").phase(), 4u * 9 + 2 * 2 + 4);
}

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

TEST(Eval, StaysFarFromMateScoresWithAllThatCanBeOnABoard) {
    const Score most = value("3QQQQQ/k2QQQQ1/8/8/8/8/8/RNB1KBNR b - - 0 1");
    EXPECT_LT(most, -6000);
    EXPECT_GT(most, -score_mate_bound / 2);
    playouts(38, 3, 80, [](const Position& p) { ASSERT_LT(std::abs(value(p)), score_mate_bound / 2); });
}

}  // namespace
}  // namespace test
}  // namespace stackmate
