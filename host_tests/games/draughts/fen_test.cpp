#include "host_tests/games/draughts/playout.hpp"

namespace stackmate::draughts::test {
namespace {

TEST(DraughtsFen, WritesTheStartAsARange) {
    EXPECT_EQ(fen_of(start<International>()), "W:W31-50:B1-20");
    EXPECT_EQ(fen_of(start<English>()), "B:W21-32:B1-12");
    EXPECT_TRUE(position<International>("W:W31-50:B1-20") == start<International>());
    EXPECT_TRUE(position<English>("B:W21-32:B1-12") == start<English>());
}

TEST(DraughtsFen, TakesWhatOtherProgramsWrite) {
    const Position<English> p = position<English>("B:W18,24,27,28,K10,K15:B12,16,20,K22,K25,K29");
    EXPECT_EQ(fen_of(p), "B:WK10,K15,18,24,27,28:B12,16,20,K22,K25,K29");
    EXPECT_TRUE(position<English>("B:B12,16,20,K22,K25,K29:W18,24,27,28,K10,K15.") == p) << "Black first, a full stop";
    EXPECT_TRUE(position<English>("  B:W18,24,27-28,K10,K15:B12,16,20,K22,K25,K29\n") == p) << "a range of two";
    EXPECT_TRUE(position<International>("W:WK31-33:B1") == position<International>("W:WK31,K32,K33:B1"));
    EXPECT_EQ(position<International>("W:W31:B1:H17").halfmove(), 17u);
    EXPECT_EQ(fen_of(position<International>("B:W:BK50")), "B:W:BK50") << "White has lost all";
}

template <class R>
class DraughtsFenOf : public testing::Test {};
TYPED_TEST_SUITE(DraughtsFenOf, AllRules);

TYPED_TEST(DraughtsFenOf, EveryPositionOfRandomGamesIsReadAsItWasWritten) {
    playouts<TypeParam>(29, 20, 100, [](const Position<TypeParam>& p) {
        const std::string fen = fen_of(p);
        ASSERT_LE(fen.size(), max_fen_length);
        ASSERT_TRUE(position<TypeParam>(fen) == p) << fen;
    });
}

TEST(DraughtsFen, LongestTextFits) {
    std::string kings = "W:W", others = ":B";
    for (int n = 11; n <= 30; ++n) {
        kings += (n > 11 ? ",K" : "K") + std::to_string(n);
        others += (n > 11 ? ",K" : "K") + std::to_string(n + 20);
    }
    const std::string fen = kings + others + ":H255";
    EXPECT_EQ(fen_of(position<International>(fen)), fen);
    EXPECT_LE(fen.size(), max_fen_length);
}

struct Wrong {
    std::string_view fen;
    FenError error;
};

TEST(DraughtsFen, RefusesWhatIsWrongByNameAndChangesNothing) {
    constexpr Wrong wrong[] = {
        {"", FenError::field_count},
        {"W", FenError::field_count},
        {"W:W31", FenError::field_count},
        {"W:W31:B1:H1:F1", FenError::field_count},
        {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", FenError::field_count},
        {":W31:B1", FenError::bad_side},
        {"w:W31:B1", FenError::bad_side},
        {"WB:W31:B1", FenError::bad_side},
        {"W:31:B1", FenError::bad_color},
        {"W:W31:", FenError::bad_color},
        {"W:W31:b1", FenError::bad_color},
        {"W:W31:W32", FenError::color_twice},
        {"W:W0:B1", FenError::bad_square},
        {"W:W51:B1", FenError::bad_square},
        {"W:W4294967297:B1", FenError::bad_square},
        {"W:W31,:B1", FenError::bad_square},
        {"W:W31,,32:B1", FenError::bad_square},
        {"W:W31 ,32:B1", FenError::bad_square},
        {"W:Wk31:B1", FenError::bad_square},
        {"W:WKK31:B1", FenError::bad_square},
        {"W:W31-:B1", FenError::bad_range},
        {"W:W31-31:B1", FenError::bad_range},
        {"W:W31-30:B1", FenError::bad_range},
        {"W:W31-51:B1", FenError::bad_range},
        {"W:W31-33-35:B1", FenError::bad_square},
        {"W:W31,31:B1", FenError::square_twice},
        {"W:W31:BK31", FenError::square_twice},
        {"W:W30-50:B1", FenError::too_many_pieces},
        {"W:W31:BK1-21", FenError::too_many_pieces},
        {"W:W5:B1", FenError::man_on_last_row},
        {"W:W31:B46", FenError::man_on_last_row},
        {"W:W:B", FenError::no_pieces},
        {"W:W31:B1:", FenError::bad_halfmove_count},
        {"W:W31:B1:12", FenError::bad_halfmove_count},
        {"W:W31:B1:H", FenError::bad_halfmove_count},
        {"W:W31:B1:H256", FenError::bad_halfmove_count},
        {"W:W31:B1:H1x", FenError::bad_halfmove_count},
    };
    Position<International> p = start<International>();
    for (const Wrong& w : wrong) {
        EXPECT_EQ(p.set_fen(w.fen), w.error) << w.fen << ": " << to_text(w.error);
        EXPECT_TRUE(p == start<International>()) << w.fen;
        EXPECT_NE(to_text(w.error), "unknown error");
    }
    Position<English> small = start<English>();
    EXPECT_EQ(small.set_fen("W:W33:B1"), FenError::bad_square) << "no square of the small board";
    EXPECT_EQ(small.set_fen("W:W20-32:B1"), FenError::too_many_pieces);
    EXPECT_TRUE(small == start<English>());
}

}  // namespace
}  // namespace stackmate::draughts::test
