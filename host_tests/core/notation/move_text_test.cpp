#include "core/notation/move_text.hpp"
#include "host_tests/core/playout.hpp"
#include "host_tests/support/sample.hpp"

namespace stackmate::test {
namespace {

std::string written(Move m) {
    std::array<char, max_move_length> out{};
    return {out.data(), write_move(out.data(), m)};
}

TEST(MoveText, EveryLegalMoveOfRandomGamesComesBackFromItsText) {
    playouts(101, 6, 80, [](const Position& p) {
        for (const Move m : legal_moves(p)) {
            ASSERT_EQ(written(m), text_of(m, p));
            ASSERT_EQ(move_from_text(p, written(m)), m);
        }
    });
}

TEST(MoveText, OfAllPairsOfSquaresOnlyTheLegalOnesAreMoves) {
    playouts(102, 1, whole_or_sample(25, 5), [](const Position& p) {
        const std::vector<std::string> legal = legal_texts(p);
        for (unsigned from = 0; from < 64; ++from)
            for (unsigned to = 0; to < 64; ++to)
                for (const std::string_view promotion : {"", "q", "r", "b", "n", "k", "p"}) {
                    std::array<char, 4> squares{};
                    write_square(write_square(squares.data(), from_index64(from)), from_index64(to));
                    const std::string text = std::string(squares.data(), 4).append(promotion);
                    const bool expected = std::binary_search(legal.begin(), legal.end(), text);
                    ASSERT_EQ(static_cast<bool>(move_from_text(p, text)), expected) << text;
                }
    });
}

TEST(MoveText, AnySixteenBitsAreLegalExactlyIfTheGeneratorYieldsThem) {
    playouts(103, 1, whole_or_sample(6, 2), [](const Position& p) {
        std::vector<std::uint16_t> legal;
        for (const Move m : legal_moves(p)) legal.push_back(m.bits());
        for (unsigned bits = 0; bits < 0x10000; ++bits) {
            const auto m = Move::from_bits(static_cast<std::uint16_t>(bits));
            ASSERT_EQ(is_legal(p, m), std::find(legal.begin(), legal.end(), bits) != legal.end()) << bits;
        }
    });
}

TEST(MoveText, CastlingIsTheKingsMove) {
    const Position p = position("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
    EXPECT_EQ(written(move_from_text(p, "e1g1")), "e1g1");
    EXPECT_EQ(written(move_from_text(p, "e1c1")), "e1c1");
    EXPECT_FALSE(move_from_text(p, "e1h1"));
    EXPECT_FALSE(move_from_text(p, "O-O"));
}

TEST(MoveText, PromotionNeedsItsLetterInEitherCaseAndNothingElseHasOne) {
    const Position p = position("3n4/4P3/8/8/8/k7/8/K6N w - - 0 1");
    EXPECT_EQ(move_from_text(p, "e7e8q"), move_from_text(p, "e7e8Q"));
    EXPECT_EQ(move_from_text(p, "e7d8n").promotion(), PieceType::knight);
    for (const std::string_view text : {"e7e8", "e7d8", "e7e8k", "e7e8p", "e7e8=", "e7e8qq", "h1g3n", "h1g3q"})
        EXPECT_FALSE(move_from_text(p, text)) << text;
    EXPECT_TRUE(move_from_text(p, "h1g3"));
}

TEST(MoveText, ANewQueenThatComesBackToTheSeventhRankDoesNotPromoteAgain) {
    Position p = position("8/P6k/8/8/8/8/8/7K w - - 0 1");
    for (const std::string_view text : {"a7a8q", "h7g7", "a8a7", "g7g8", "a7b8"}) {
        const Move m = move_from_text(p, text);
        ASSERT_TRUE(m) << text;
        EXPECT_EQ(written(m), text);
        p = after(p, m);
    }
}

TEST(MoveText, AnythingElseIsNoMove) {
    const Position p = position(Position::start_fen);
    for (const std::string_view text :
         {"",     "e",    "e2",   "e2e",  "e2e4 ", " e2e4", "E2E4", "e2-e4", "0000",  "a1a1",
          "i2i4", "e0e4", "e2e9", "e2e5", "e7e5",  "e3e4",  "d1d2", "Nf3",   "e2e4q", "e2e4n"})
        EXPECT_FALSE(move_from_text(p, text)) << text;
}

TEST(MoveText, NoMoveIsWrittenAsFourZeros) { EXPECT_EQ(written(Move{}), "0000"); }

TEST(MoveText, AMoveThatLeavesTheKingInCheckIsNone) {
    const Position pinned = position("4k3/4r3/8/8/8/8/4N3/4K3 w - - 0 1");
    EXPECT_FALSE(move_from_text(pinned, "e2c3"));
    EXPECT_TRUE(move_from_text(pinned, "e1d1"));
    const Position checked = position("4k3/4r3/8/8/8/8/8/R3K3 w Q - 0 1");
    EXPECT_FALSE(move_from_text(checked, "a1a2"));
    EXPECT_FALSE(move_from_text(checked, "e1c1"));
    EXPECT_FALSE(move_from_text(checked, "e1e2"));
    EXPECT_TRUE(move_from_text(checked, "e1f1"));
}

}  // namespace
}  // namespace stackmate::test
