// What holds for every evaluation: it is the same for both sides, and the same by moves and from scratch.
#pragma once

#include "core/engine/bench_positions.hpp"
#include "core/eval/eval.hpp"
#include "host_tests/core/playout.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cstddef>
#include <cstdlib>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace stackmate::test {

/// The board seen from the other side: colours swapped, ranks turned over.
inline std::string mirrored(const std::string& fen) {
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

/// Frames as the search has them, for an evaluation alone.
template <class E>
struct Line {
    struct Picker {};
    using Frame = PlyFrame<Picker, typename E::PerPly>;

    explicit Line(const Position& start) : p(start) { evaluation.begin(p, frames[0]); }
    void make(Move m) {
        frames[ply].move = m;
        p.make(m, frames[ply].undo);
        follow(false);
    }
    void pass() {
        p.make_null(frames[ply].undo);
        follow(true);
    }
    void take_back() {
        --ply;
        frames[ply + 1].passed ? p.unmake_null(frames[ply].undo) : p.unmake(frames[ply].move, frames[ply].undo);
    }
    [[nodiscard]] Score value() { return evaluation.value(p, frames[ply]); }

    Position p;
    E evaluation;
    std::array<Frame, 16> frames{};
    std::size_t ply = 0;

private:
    void follow(bool passed) {
        ++ply;
        frames[ply].passed = passed;
        evaluation.follow(p, frames[ply]);
    }
};

template <class E>
class StatefulEval : public testing::Test {};
TYPED_TEST_SUITE_P(StatefulEval);

TYPED_TEST_P(StatefulEval, OfTheMirroredPositionIsTheSame) {
    for (const std::string_view fen : bench_positions)
        ASSERT_EQ(evaluate<TypeParam>(position(fen)), evaluate<TypeParam>(position(mirrored(std::string(fen))))) << fen;
    playouts(39, 2, 80, [](const Position& p) {
        ASSERT_EQ(evaluate<TypeParam>(p), evaluate<TypeParam>(position(mirrored(fen_of(p)))));
    });
}

TYPED_TEST_P(StatefulEval, FollowsAnyLineDownAndUpAgain) {
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
TYPED_TEST_P(StatefulEval, FollowsEveryKindOfMove) {
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

TYPED_TEST_P(StatefulEval, FollowsKingsAcrossTheMiddleAndBack) {
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

TYPED_TEST_P(StatefulEval, StaysFarFromMateScoresWithAllThatCanBeOnABoard) {
    const Score most = evaluate<TypeParam>(position("3QQQQQ/k2QQQQ1/8/8/8/8/8/RNB1KBNR b - - 0 1"));
    EXPECT_LT(std::abs(most), score_mate_bound / 2);
    playouts(38, 3, 80, [](const Position& p) { ASSERT_LT(std::abs(evaluate<TypeParam>(p)), score_mate_bound / 2); });
}

REGISTER_TYPED_TEST_SUITE_P(StatefulEval, OfTheMirroredPositionIsTheSame, FollowsAnyLineDownAndUpAgain,
                            FollowsEveryKindOfMove, FollowsKingsAcrossTheMiddleAndBack,
                            StaysFarFromMateScoresWithAllThatCanBeOnABoard);

}  // namespace stackmate::test
