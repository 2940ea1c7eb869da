#include "games/draughts/movegen.hpp"

#include "core/chess/perft.hpp"
#include "games/draughts/game.hpp"
#include "host_tests/games/draughts/naive.hpp"
#include "host_tests/games/draughts/playout.hpp"

#include <initializer_list>

namespace stackmate::draughts::test {
namespace {

template <Rules R>
naive::Setup setup_of(const Position<R>& p) {
    using Board = typename Position<R>::Board;
    naive::Setup setup{{}, p.side() == Color::white ? 'w' : 'b'};
    for (unsigned n = 1; n <= Board::count; ++n) {
        const Square s = Board::from_number(n);
        for (const Color c : {Color::white, Color::black})
            if ((p.pieces(c) & set_of(s)) != 0)
                setup.pieces[static_cast<int>(n)] = (p.king_on(s) ? "WB" : "wb")[index(c)];
    }
    return setup;
}

template <Rules R>
naive::Move naive_move(const Position<R>& p, Move m) {
    using Board = typename Position<R>::Board;
    naive::Move as{static_cast<int>(Board::number(m.from())), static_cast<int>(Board::number(m.to())), {}, false};
    if (m.takes())
        for (Set left = p.capture(m).taken(); left != 0; left &= left - 1)
            as.taken.insert(static_cast<int>(Board::number(lowest(left))));
    as.king = after(p, m).king_on(m.to());
    return as;
}

/// The same moves, each once, and they lead to the same.
template <Rules R>
void expect_same_moves(const Position<R>& p) {
    const naive::Game<R> game(setup_of(p));
    const std::vector<Move> moves = moves_of(p);
    std::set<naive::Move> found;
    for (const Move m : moves) {
        const naive::Move as = naive_move(p, m);
        ASSERT_TRUE(found.insert(as).second) << as.from << " to " << as.to << " comes twice";
        ASSERT_TRUE(setup_of(after(p, m)) == game.after(as).setup()) << as.from << " to " << as.to;
    }
    ASSERT_TRUE(found == game.moves()) << found.size() << " moves, not " << game.moves().size();
    ASSERT_EQ(count_legal_moves(p, p.takers() != 0), moves.size());
    ASSERT_EQ(p.any_legal_move(), !moves.empty());
}

template <Rules R>
void expect_same_perft(std::initializer_list<std::string_view> fens, int enough) {
    for (const std::string_view fen : fens) {
        Position<R> p = position<R>(fen);
        const naive::Game<R> game(setup_of(p));
        std::array<PerftFrameOf<Draughts<R>>, 16> frames;
        Perft<BulkPerft, Draughts<R>> perft(p, frames);
        std::uint64_t leaves = 1;
        for (int depth = 1; depth <= 12 && leaves != 0 && leaves < static_cast<std::uint64_t>(enough); ++depth) {
            leaves = game.perft(depth);
            ASSERT_EQ(perft.count(depth), leaves) << fen << ", depth " << depth;
        }
    }
}

TEST(DraughtsMoves, CountAsTheNaiveGeneratorCountsThemInTenPositionsOfCheckers) {
    expect_same_perft<English>(
        {
            "W:W5-8:B25-28",
            "W:WK29-32:BK1-4",
            "B:W18,24,27,28,K10,K15:B12,16,20,K22,K25,K29",
            "B:W18,19,21,23,24,26,29-32:B1-4,6,7,9-12",
            "W:WK2,13,25,K27:BK6,K7,K14,15-17,26,K28",
            "W:WK1,5,K9,13,17,25,28,29,32:BK4,K6,7,8,K11,K15,16,K18,23,24,26,27",
            "W:WK2,K3,23,27,31,32:BK1,6-9,11,14,15,K16,K18,K20,K24",
            "B:W18-20,25,26,28,29,31,32:B3-5,7-10,12,21",
            "B:W14,18,28,29,32:B5,8-10",
            "B:WK3,8,21:B5,10,12,13,16,K18,28",
        },
        whole_or_sample(1000, 200));
}

TEST(DraughtsMoves, CountAsTheNaiveGeneratorCountsThemInTenPositionsOfInternationalDraughts) {
    expect_same_perft<International>(
        {
            "W:W9,K12,K25,35,36,K37,41:B1,3,11,K15,16,23,26,K27,K30,32,33,40,43",
            "B:WK1,11,12,14,K16,21,29,30,32,K34,40,43:BK18,K35,K44",
            "B:WK4,12,15,19,K27,33,34,37,38,42:B3,5,6,K7,K8,K9,K11,13,17,21,K24,K30,35,41,44,45,K48,K49,K50",
            "B:WK5,13,16,17,19,23,K24,25,26,K27,K28,K32,42,K44,K45,46,47,K49,50:BK2,3,K4,K14,40,K48",
            "W:WK21,K32,K34,39,47:B5,K10,12,14,15,18,K28,30,41,42,K44,45,K46",
            "B:W10,13,21,22,36-38,43:B4-6,K12,K15,16,K17,18,K20,K23,K28,K35,K41,45",
            "B:W7,8,K13,14,21,K27,28,29,K32,36,37,K39,K40:B2,5,K16,19,K20,K24",
            "W:W29,31,33,35,36,38,40-42,44-48,50:B1-12,14-18,25",
            "W:W28,31,33,35,38,40-43,45,46,48,49:B1-4,6,7,9,11-13,15,23",
            "W:W27,29,33,35,37,39,40,50:B5-7,10,14,15,19,25",
        },
        whole_or_sample(1000, 200));
}

template <class R>
class DraughtsMovesOf : public testing::Test {};
TYPED_TEST_SUITE(DraughtsMovesOf, AllRules);

TYPED_TEST(DraughtsMovesOf, AreThoseOfTheNaiveGeneratorInRandomGames) {
    playouts<TypeParam>(3, whole_or_sample(30, 4), 100, expect_same_moves<TypeParam>);
}

TYPED_TEST(DraughtsMovesOf, AreThoseOfTheNaiveGeneratorOnRandomBoards) {
    Random random(11);
    for (int n = 0; n < whole_or_sample(1000, 100) && !testing::Test::HasFailure(); ++n) {
        const auto p = scattered<TypeParam>(random, men_of_a_side<TypeParam> * 2 / 3, 4);
        expect_same_moves(p);
        if (testing::Test::HasFailure()) FAIL() << "in " << fen_of(p);
    }
}

/// Whatever comes from a table: legal is what the cursor yields, and nothing else.
TYPED_TEST(DraughtsMovesOf, AreLegalIfTheCursorYieldsThem) {
    playouts<TypeParam>(5, 6, 60, [](const Position<TypeParam>& p) {
        const std::vector<Move> moves = moves_of(p);
        unsigned legal = 0;
        for (unsigned bits = 0; bits <= 0xffff; ++bits)
            if (p.legal(Move::from_bits(static_cast<std::uint16_t>(bits)))) {
                ++legal;
                ASSERT_NE(std::find(moves.begin(), moves.end(), Move::from_bits(static_cast<std::uint16_t>(bits))),
                          moves.end());
            }
        ASSERT_EQ(legal, moves.size());
    });
}

using Texts = std::vector<std::string>;

TEST(InternationalMoves, TakeAsManyAsCanBeTaken) {
    EXPECT_EQ(texts_of(position<International>("W:W32,50:B28,19,44")), Texts({"32x14"})) << "two, and 50x39 one";
    EXPECT_EQ(texts_of(position<International>("W:W32,33:B28,18,8")), Texts({"32x3", "33x2"})) << "three each";
    EXPECT_EQ(texts_of(position<International>("W:WK46:BK41,32,23,14")), Texts({"46x10", "46x5"}));
}

TEST(InternationalMoves, TakenPiecesAreInTheWayTillTheMoveIsOver) {
    // Over 32, 18 and 17; then 32, taken already, keeps the king from 43.
    EXPECT_EQ(texts_of(position<International>("W:WK46:B32,18,17,43")), Texts({"46x21", "46x26"}));
}

TEST(InternationalMoves, AManThatPassesTheLastRowStaysAMan) {
    const auto p = position<International>("W:W12:B8,9");
    ASSERT_EQ(texts_of(p), Texts({"12x14"}));
    EXPECT_EQ(after(p, move_from_text(p, "12x14")).kings(), 0u);
}

TEST(RussianMoves, AManThatPassesTheLastRowTakesOnAsAKing) {
    EXPECT_EQ(texts_of(position<Russian>("W:W12:B8,7")), Texts({"12x10", "12x14", "12x17", "12x21"}));
    EXPECT_EQ(texts_of(position<Pool>("W:W12:B8,7")), Texts({"12x10"}));
}

TEST(RussianMoves, AKingLandsWhereItCanTakeOn) {
    EXPECT_EQ(texts_of(position<Russian>("W:WK29:B22,14")), Texts({"29x9", "29x5"}));
}

TEST(EnglishMoves, AManTakesForwardOnlyAndStopsOnTheLastRow) {
    EXPECT_EQ(texts_of(position<English>("W:W14:B18,23")), Texts({"14-9", "14-10"}));
    EXPECT_EQ(texts_of(position<English>("W:W12:B8,7")), Texts({"12x3"})) << "a king would take 7 as well";
}

TEST(EnglishMoves, AShorterCaptureMayBeChosen) {
    EXPECT_EQ(texts_of(position<English>("B:W6,14,22,7:B2")), Texts({"2x25", "2x11"}));
}

}  // namespace
}  // namespace stackmate::draughts::test
