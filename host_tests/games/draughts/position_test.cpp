#include "games/draughts/position.hpp"
#include "host_tests/games/draughts/playout.hpp"

namespace stackmate::draughts::test {
namespace {

template <class R>
class DraughtsPosition : public testing::Test {};
TYPED_TEST_SUITE(DraughtsPosition, AllRules);

TYPED_TEST(DraughtsPosition, IsAsItWasWhenAMoveIsUnmade) {
    playouts<TypeParam>(31, 40, 120, [](const Position<TypeParam>& p) {
        ASSERT_TRUE(p.consistent());
        Position<TypeParam> q = p;
        for (const Move m : moves_of(p)) {
            Undo undo;
            q.make(m, undo);
            ASSERT_TRUE(q.consistent());
            ASSERT_EQ(q.side(), ~p.side());
            ASSERT_EQ(undo.captured != 0, m.takes());
            ASSERT_NE(q.key(), p.key());
            ASSERT_EQ(q.halfmove(), p.king_on(m.from()) && !m.takes() ? p.halfmove() + 1 : 0u);
            q.unmake(m, undo);
            ASSERT_TRUE(q == p);
        }
        Undo undo;
        q.make_null(undo);
        ASSERT_TRUE(q.consistent());
        ASSERT_EQ(q.side(), ~p.side());
        q.unmake_null(undo);
        ASSERT_TRUE(q == p);
    });
}

TYPED_TEST(DraughtsPosition, HasTheKeyOfItsPiecesAndOfNoOthers) {
    std::map<Key, std::string> seen;
    playouts<TypeParam>(37, 60, 100, [&](const Position<TypeParam>& p) {
        std::string fen = fen_of(p);
        fen = fen.substr(0, fen.find(":H"));
        const auto [known, is_new] = seen.emplace(p.key(), fen);
        ASSERT_EQ(known->second, fen);
        ASSERT_EQ(position<TypeParam>(fen).key(), p.key());
    });
    EXPECT_GT(seen.size(), 1000u);
}

TEST(DraughtsPositionState, CountsTheMovesOfKingsThatTakeNothing) {
    Position<International> p = position<International>("W:WK26,31:BK5,1");
    for (const auto& [text, halfmove] : {std::pair{"26-21", 1u}, {"5-10", 2u}, {"31-27", 0u}}) {
        const Move m = move_from_text(p, text);
        ASSERT_TRUE(m) << text;
        p = after(p, m);
        EXPECT_EQ(p.halfmove(), halfmove) << text;
    }
    Undo undo;
    p.make_null(undo);
    EXPECT_EQ(p.halfmove(), 0u);
}

}  // namespace
}  // namespace stackmate::draughts::test
