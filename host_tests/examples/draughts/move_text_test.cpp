#include "examples/draughts/move_text.hpp"
#include "host_tests/examples/draughts/playout.hpp"

#include <gtest/gtest.h>

#include <set>
#include <string>
#include <string_view>

namespace stackmate::draughts {
namespace {

using draughts::test::moves_of;
using draughts::test::playouts;
using draughts::test::position;
using draughts::test::start;
using draughts::test::text_of;

template <class R>
class DraughtsMoveText : public testing::Test {};
TYPED_TEST_SUITE(DraughtsMoveText, draughts::test::AllRules);

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
    const auto p = start<International>();
    EXPECT_EQ(text_of(p, move_from_text(p, "32-28")), "32-28");
    EXPECT_EQ(text_of(p, Move{}), "0-0");
}

}  // namespace
}  // namespace stackmate::draughts
