#include "games/draughts/move_text.hpp"
#include "host_tests/games/draughts/playout.hpp"

namespace stackmate::draughts::test {
namespace {

template <class R>
class DraughtsMoveText : public testing::Test {};
TYPED_TEST_SUITE(DraughtsMoveText, AllRules);

TYPED_TEST(DraughtsMoveText, NamesEachMoveOfRandomGamesAndNoOther) {
    playouts<TypeParam>(41, 60, 100, [](const Position<TypeParam>& p) {
        std::set<std::string> texts;
        for (const Move m : moves_of(p)) {
            const std::string text = text_of(p, m);
            ASSERT_TRUE(texts.insert(text).second) << text;
            ASSERT_EQ(move_from_text(p, text).bits(), m.bits()) << text;
        }
    });
}

TEST(DraughtsMoveTexts, HaveTheTwoEndsOrAllSquares) {
    const auto quiet = start<International>();
    EXPECT_EQ(text_of(quiet, move_from_text(quiet, "32-28")), "32-28");
    EXPECT_EQ(text_of(quiet, Move{}), "0-0");

    // Two ways for the king from 46 to 3, and one for the man.
    const auto p = position<International>("W:WK2,K4,6,14,25,K31,34,K46:B8,9,K15,18,20,22,K27,32,39,K49");
    EXPECT_EQ(texts_of(p), std::vector<std::string>({"14x23", "46x28x17x3", "46x23x12x3"}));
    EXPECT_FALSE(move_from_text(p, "46x3")) << "which of them?";
    EXPECT_EQ(move_from_text(p, "46x28x17x3").to(), move_from_text(p, "46x23x12x3").to());
    EXPECT_FALSE(move_from_text(p, "46x28x17x3") == move_from_text(p, "46x23x12x3"));
    // All squares may be said where two would do.
    EXPECT_EQ(move_from_text(p, "14x3x12x23").bits(), move_from_text(p, "14x23").bits());
}

TEST(DraughtsMoveTexts, ThatNameNoLegalMoveAreRefused) {
    const auto p = position<International>("W:WK2,K4,6,14,25,K31,34,K46:B8,9,K15,18,20,22,K27,32,39,K49");
    for (const std::string_view text :
         {"",       "x",     "46",      "46x",        "46x28",  "46x28x3", "46x28x17x3x", "46x28x17x3 ",
          " 14x23", "14-23", "14x23-3", "46-28-17-3", "014x23", "14x0",    "14x51",       "14x023",
          "14x123", "6-1",   "14 x 23", "0-0"})
        EXPECT_FALSE(move_from_text(p, text)) << '"' << text << '"';
    const auto quiet = start<International>();
    for (const std::string_view text : {"32x28", "32-29", "20-24", "32-28-23", "28-32", "42-38"})
        EXPECT_FALSE(move_from_text(quiet, text)) << '"' << text << '"';
}

}  // namespace
}  // namespace stackmate::draughts::test
