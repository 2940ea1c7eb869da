// The enhancements that no version uses do what they say, where they say, and nothing elsewhere. First the hooks alone, asked
// about one node; then in a search of nothing else.
#include "core/engine/books/openings.hpp"
#include "host_tests/core/search/few_enhancements.hpp"
#include "host_tests/core/search/one_node.hpp"
#include "workshop/lab/enhancements/book_values.hpp"
#include "workshop/lab/enhancements/half_table.hpp"
#include "workshop/lab/enhancements/known_draws.hpp"
#include "workshop/lab/enhancements/multi_cut.hpp"
#include "workshop/lab/enhancements/probcut.hpp"
#include "workshop/lab/enhancements/singular.hpp"
#include "workshop/lab/enhancements/table_cutoff.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>

namespace stackmate::test {
namespace {

// Singular extensions

using OneMove = Singular<40, 6, 2>;

/// At depth 8 with e2e4 from a table that knows as much as `hit` says.
Node with_hash_move(Score score = 50, Depth depth = 6, Bound bound = Bound::lower) {
    Node node(start, 100);
    node.depth(8).frame().hash_move = node.move("e2e4");
    node.table().store(node.position().key(), node.move("e2e4"), score, depth, bound);
    return node;
}

TEST(Singular, TriesTheOtherMovesLessDeepAgainstAWindowBelowTheTablesScore) {
    OneMove singular;
    Node node = with_hash_move();
    node.pv().window(-200, 300);
    EXPECT_EQ(singular.first_depth(node, node.frame()), 3);
    EXPECT_EQ(node.frame().beta, 50 - 2 * 8);
    EXPECT_EQ(node.frame().alpha, 50 - 2 * 8 - 1);
    EXPECT_FALSE(node.frame().pv) << "no line is wanted from it";
    EXPECT_TRUE(singular.refuse(node, node.frame(), node.move("e2e4")));
    EXPECT_FALSE(singular.refuse(node, node.frame(), node.move("d2d4")));
}

TEST(Singular, ExtendsTheTablesMoveOnlyIfAllOthersFailAndRestoresTheWindow) {
    for (const Score others : {33, 34}) {
        OneMove singular;
        Node node = with_hash_move();
        node.pv().window(-200, 300);
        node.frame().depth = static_cast<std::int8_t>(singular.first_depth(node, node.frame()));
        node.frame().best_score = static_cast<std::int16_t>(others);
        EXPECT_EQ(singular.next_depth(node, node.frame()), 8);
        EXPECT_EQ(node.frame().alpha, -200);
        EXPECT_EQ(node.frame().beta, 300);
        EXPECT_TRUE(node.frame().pv);
        EXPECT_FALSE(singular.refuse(node, node.frame(), node.move("e2e4"))) << "now it is searched";
        node.frame().move = node.move("e2e4");
        EXPECT_EQ(singular.extend(node, node.frame()), others < 34 ? 1 : 0);
        node.frame().move = node.move("d2d4");
        EXPECT_EQ(singular.extend(node, node.frame()), 0) << "others never";
        node.frame().depth = 8;
        EXPECT_EQ(singular.next_depth(node, node.frame()), depth_none) << "once is enough";
    }
}

TEST(Singular, CutsWhereAnotherMoveFailsHighAsWell) {
    for (const bool pv : {false, true})
        for (const Score others : {83, 84, 100, 101}) {
            OneMove singular;
            Node node = with_hash_move(100);  // others are measured by 84, the window is 100, 101
            if (pv) node.pv();
            node.frame().depth = static_cast<std::int8_t>(singular.first_depth(node, node.frame()));
            node.frame().best_score = static_cast<std::int16_t>(others);
            EXPECT_EQ(singular.next_depth(node, node.frame()), others == 101 && !pv ? 0 : 8) << others << ' ' << pv;
            EXPECT_EQ(node.frame().beta, 101);
        }
}

TEST(Singular, AnOnlyMoveIsSingularWhateverTheEmptyIterationIsWorth) {
    // The iteration without the only move has found no move at all, and calls that stalemate.
    OneMove singular;
    Node node("k7/8/8/8/8/1p6/1P6/K7 w - - 0 1", -1);
    const Move only = node.move("a1b1");
    node.depth(8).frame().hash_move = only;
    node.table().store(node.position().key(), only, -500, 6, Bound::exact);
    ASSERT_EQ(legal_moves(node.position()).size(), 1u);
    node.frame().depth = static_cast<std::int8_t>(singular.first_depth(node, node.frame()));
    node.count(0).frame().best_score = score_draw;
    EXPECT_EQ(singular.next_depth(node, node.frame()), 8) << "nothing failed high";
    node.frame().move = only;
    EXPECT_EQ(singular.extend(node, node.frame()), 1);
}

TEST(Singular, IsNotAskedWithoutATrustworthyMoveFromTheTable) {
    const auto asks = [](Node node) {
        OneMove singular;
        const Depth target = node.frame().target;
        const bool asked = singular.first_depth(node, node.frame()) != target;
        EXPECT_EQ(singular.refuse(node, node.frame(), node.move("e2e4")), asked);
        EXPECT_EQ(node.frame().alpha == 100 && node.frame().beta == 101, !asked) << "the window";
        return asked;
    };
    EXPECT_TRUE(asks(with_hash_move()));
    EXPECT_TRUE(asks(with_hash_move(50, 5)));
    EXPECT_FALSE(asks(with_hash_move(50, 4))) << "not deep enough";
    EXPECT_TRUE(asks(with_hash_move(50, 6, Bound::exact)));
    EXPECT_FALSE(asks(with_hash_move(50, 6, Bound::upper))) << "not known to be good";
    EXPECT_FALSE(asks(with_hash_move(score_mate - 20))) << "mates are not measured in centipawns";
    EXPECT_FALSE(asks(with_hash_move().depth(5))) << "too shallow";
    EXPECT_FALSE(asks(with_hash_move().at_ply(0))) << "the root is the driver's";
    Node without = with_hash_move();
    without.frame().hash_move = {};
    EXPECT_FALSE(asks(without));
    Node other = with_hash_move();
    other.frame().hash_move = other.move("d2d4");
    EXPECT_FALSE(asks(other)) << "the table has another by now";
}

TEST(Singular, ForgetsWhatItFoundWhenThePlyBelongsToAnotherNode) {
    OneMove singular;
    Node node = with_hash_move();
    node.frame().depth = static_cast<std::int8_t>(singular.first_depth(node, node.frame()));
    node.frame().best_score = -500;
    singular.next_depth(node, node.frame());
    node.frame().move = node.move("e2e4");
    ASSERT_EQ(singular.extend(node, node.frame()), 1);
    node.at_ply(5);
    EXPECT_EQ(singular.extend(node, node.frame()), 0) << "each ply has its own";
    node.at_ply(4);
    node.table().clear();
    EXPECT_EQ(singular.first_depth(node, node.frame()), 8);
    EXPECT_EQ(singular.extend(node, node.frame()), 0);
}

// ProbCut

using Cut = ProbCut<40, 5, 4, 100, ProbCutMoves::all>;
using CaptureCut = ProbCut<40, 5, 4, 100, ProbCutMoves::winning_captures>;

TEST(ProbCut, SearchesLessDeepAgainstAWindowAMarginAboveBeta) {
    Cut cut;
    Node node = Node(start).value(1).depth(8);
    EXPECT_EQ(cut.first_depth(node, node.frame()), 4);
    EXPECT_EQ(node.frame().alpha, 100);
    EXPECT_EQ(node.frame().beta, 101);
    EXPECT_FALSE(cut.refuse(node, node.frame(), node.move("e2e4"))) << "any move may do it";
}

TEST(ProbCut, EndsTheNodeOnlyIfThatFailsHighAndRestoresTheWindow) {
    for (const Score found : {100, 101}) {
        Cut cut;
        Node node = Node(start).value(1).depth(8);
        node.frame().depth = static_cast<std::int8_t>(cut.first_depth(node, node.frame()));
        node.frame().best_score = static_cast<std::int16_t>(found);
        EXPECT_EQ(cut.next_depth(node, node.frame()), found == 101 ? 0 : 8);
        EXPECT_EQ(node.frame().alpha, 0);
        EXPECT_EQ(node.frame().beta, 1);
        node.frame().depth = 8;
        EXPECT_EQ(cut.next_depth(node, node.frame()), depth_none) << "once is enough";
    }
}

TEST(ProbCut, DoesNotTakeANodeWithoutAMoveForOneThatFailsHigh) {
    CaptureCut cut;
    Node node = Node(start, -200).value(-100).depth(8).count(0);
    node.frame().depth = static_cast<std::int8_t>(cut.first_depth(node, node.frame()));
    node.frame().best_score = score_draw;  // stalemate, as it seems without the moves that were refused
    EXPECT_EQ(cut.next_depth(node, node.frame()), 8);
}

TEST(ProbCut, LooksOnlyAtCapturesThatWinWhatTheWindowWants) {
    // White's rook may take a knight and a pawn, both unguarded; the window is 100 above what White has.
    constexpr std::string_view taking = "4k3/8/8/n2R3p/8/8/PPPP4/4K3 w - - 0 1";
    CaptureCut cut;
    Node node = Node(taking, 299).value(300).depth(8);
    ASSERT_EQ(cut.first_depth(node, node.frame()), 4);
    EXPECT_FALSE(cut.refuse(node, node.frame(), node.move("d5a5")));
    EXPECT_TRUE(cut.refuse(node, node.frame(), node.move("d5d8"))) << "quiet";
    node.frame().static_eval = 200;
    EXPECT_TRUE(cut.refuse(node, node.frame(), node.move("d5h5"))) << "a pawn is not enough";
    EXPECT_FALSE(cut.refuse(node, node.frame(), node.move("d5a5")));
    node.frame().best_score = 0;
    ASSERT_EQ(cut.next_depth(node, node.frame()), 8);
    EXPECT_FALSE(cut.refuse(node, node.frame(), node.move("d5d8"))) << "that iteration is over";
}

TEST(ProbCut, ForgetsAnIterationThatWasAbandoned) {
    CaptureCut cut;
    Node node = Node(start).value(1).depth(8);
    cut.first_depth(node, node.frame());
    ASSERT_TRUE(cut.refuse(node, node.frame(), node.move("e2e4")));
    cut.new_search();
    EXPECT_FALSE(cut.refuse(node, node.frame(), node.move("e2e4")));
}

// Multi-cut

/// Two of the first three moves, three plies less deep.
using Cuts = MultiCut<40, 5, 3, 3, 2>;

/// `text` is searched in the node's inner iteration and comes to `score`.
void tries(Cuts& cuts, Node& node, std::string_view text, Score score) {
    node.frame().move = node.move(text);
    node.frame().count = 1;
    node.frame().best_score = static_cast<std::int16_t>(score);
    EXPECT_FALSE(cuts.refuse(node, node.frame(), node.frame().move)) << text << " was not tried yet";
    EXPECT_EQ(cuts.extend(node, node.frame()), 0);
    EXPECT_EQ(cuts.extend(node, node.frame()), 0) << "searched again";
}

TEST(MultiCut, EndsTheNodeWhenSoManyMovesFailHighLessDeep) {
    Cuts cuts;
    Node node = Node(start).value(1).depth(8);
    ASSERT_EQ(cuts.first_depth(node, node.frame()), 5);
    node.frame().depth = 5;
    tries(cuts, node, "e2e4", 1);
    node.frame().best = node.move("e2e4");
    EXPECT_EQ(cuts.next_depth(node, node.frame()), 5) << "one is not enough";
    EXPECT_TRUE(cuts.refuse(node, node.frame(), node.move("e2e4")));
    tries(cuts, node, "d2d4", 0);
    tries(cuts, node, "g1f3", 200);
    EXPECT_EQ(cuts.next_depth(node, node.frame()), 0);
    EXPECT_EQ(node.frame().best_score, 1) << "what is claimed is a cutoff";
}

TEST(MultiCut, GoesOnToTheFullDepthWithTheMoveItFoundWhenTooFewDo) {
    Cuts cuts;
    Node node = Node(start).value(1).depth(8);
    node.frame().depth = static_cast<std::int8_t>(cuts.first_depth(node, node.frame()));
    tries(cuts, node, "e2e4", 0);
    EXPECT_EQ(cuts.prune_move(node, node.frame(), node.move("d2d4")), Verdict::search);
    tries(cuts, node, "d2d4", 0);
    tries(cuts, node, "g1f3", 1);
    EXPECT_EQ(cuts.prune_move(node, node.frame(), node.move("a2a3")), Verdict::skip_rest) << "three were tried";
    node.frame().best = node.move("g1f3");
    EXPECT_EQ(cuts.next_depth(node, node.frame()), 8);
    EXPECT_EQ(node.frame().hash_move, node.move("g1f3"));
    EXPECT_FALSE(cuts.refuse(node, node.frame(), node.move("e2e4"))) << "all are searched now";
    EXPECT_EQ(cuts.prune_move(node, node.frame(), node.move("a2a3")), Verdict::search);
    EXPECT_EQ(cuts.next_depth(node, node.frame()), depth_none);
}

template <class E>
class TriedBefore : public testing::Test {};
using Tried = testing::Types<Cut, Cuts>;
TYPED_TEST_SUITE(TriedBefore, Tried);

TYPED_TEST(TriedBefore, KeepsOutOfOpenWindowsChecksMatesShallowNodesAndThoseBelowBeta) {
    const auto asks = [](Node node) {
        TypeParam tried;
        const Depth target = node.frame().target;
        return tried.first_depth(node, node.frame()) != target;
    };
    EXPECT_TRUE(asks(Node(start).value(1).depth(5)));
    EXPECT_FALSE(asks(Node(start).value(1).depth(4)));
    EXPECT_FALSE(asks(Node(start).value(0).depth(5)));
    EXPECT_FALSE(asks(Node(start).value(1).depth(5).pv()));
    EXPECT_FALSE(asks(Node(in_check).value(1).depth(5)));
    EXPECT_EQ(asks(Node(start, score_mate_bound - 50).value(score_mate_bound - 1).depth(5)),
              (std::is_same_v<TypeParam, Cuts>))
        << "above ProbCut's margin are mates";
    EXPECT_FALSE(asks(Node(start, -score_mate + 9).value(0).depth(5)));
}

// Enhanced transposition cutoff

/// The table knows the position after `text`.
Node with_child(std::string_view text, Score score, Depth depth, Bound bound) {
    Node node(start, 100);
    Position after = node.position();
    Undo undo;
    after.make(node.move(text), undo);
    node.table().store(after.key(), {}, score, depth, bound);
    return node;
}
Score cut_by_table(Node node) {
    const Position before = node.position();
    const Score score = TableCutoff<3>::prune_node(node, node.frame());
    EXPECT_EQ(node.position(), before);
    return score;
}

TEST(TableCutoff, CutsWhereTheTableKnowsAReplyThatIsBadEnough) {
    EXPECT_EQ(cut_by_table(with_child("g1f3", -101, 2, Bound::upper)), 101);
    EXPECT_EQ(cut_by_table(with_child("g1f3", -150, 9, Bound::exact)), 150);
    EXPECT_EQ(cut_by_table(with_child("g1f3", -100, 2, Bound::upper)), score_none) << "not above beta";
    EXPECT_EQ(cut_by_table(with_child("g1f3", -101, 1, Bound::upper)), score_none) << "not deep enough";
    EXPECT_EQ(cut_by_table(with_child("g1f3", -101, 2, Bound::lower)), score_none) << "may be better for the opponent";
    EXPECT_EQ(cut_by_table(with_child("g1f3", -score_mate + 9, 2, Bound::upper)), score_none);
    EXPECT_EQ(cut_by_table(with_child("g1f3", -101, 1, Bound::upper).depth(2)), score_none) << "too near the leaves";
    EXPECT_EQ(cut_by_table(with_child("g1f3", -101, 2, Bound::upper).pv()), score_none);
}

TEST(TableCutoff, DoesNotTakeARepetitionForANewPosition) {
    Node node = with_child("g1f3", -101, 2, Bound::upper);
    Position after = node.position();
    Undo undo;
    after.make(node.move("g1f3"), undo);
    node.history().push(after.key(), 1);
    EXPECT_EQ(cut_by_table(node), score_none);
}

// Knowledge where a node begins

TEST(KnownDraws, AnswersKingAndPawnEndingsThatAreDrawn) {
    const auto known = [](std::string_view fen, int ply = 4) {
        Node node(fen);
        node.at_ply(ply);
        return KnownDraws::lookup(node, node.frame());
    };
    EXPECT_EQ(known("8/8/8/8/4k3/8/4P3/4K3 w - - 0 1"), score_draw);
    EXPECT_EQ(known("8/8/8/8/4k3/8/4P3/4K3 w - - 0 1", 0), score_none) << "the root wants its move";
    EXPECT_EQ(known("4k3/8/4K3/4P3/8/8/8/8 w - - 0 1"), score_none) << "won";
    EXPECT_EQ(known("8/8/8/8/3k4/8/4R3/4K3 w - - 0 1"), score_none) << "no pawn";
    EXPECT_EQ(known("8/8/8/8/4k3/3P4/8/4K3 b - - 0 1"), score_none) << "in check";
    EXPECT_EQ(known(quiet), score_none);
}

TEST(KnownEndings, AnswersWinsWithTheStrongerSideToMoveUnlessTheRootHasOne) {
    KnownEndings known;
    const auto at = [&](std::string_view fen, int ply) {
        Node node(fen);
        node.at_ply(ply);
        return known.lookup(node, node.frame());
    };
    EXPECT_EQ(at(quiet, 0), score_none);
    constexpr std::string_view queen = "8/8/8/8/3k4/8/4Q3/4K3 w - - 0 1", rook = "8/8/8/8/3k4/8/4R3/4K3 w - - 0 1";
    EXPECT_GT(at(queen, 3), at(queen, 5)) << "the sooner the better";
    EXPECT_GT(at(queen, 3), at(rook, 3));
    EXPECT_GT(at(rook, 3), at("4k3/8/4K3/4P3/8/8/8/8 w - - 0 1", 3));
    EXPECT_GT(at("4k3/8/4K3/4P3/8/8/8/8 w - - 0 1", 3), 5000);
    EXPECT_FALSE(is_mate(at(queen, 3)));
    EXPECT_EQ(at("8/8/8/8/4k3/8/4P3/4K3 w - - 0 1", 3), score_draw);
    EXPECT_EQ(at("8/8/8/8/3k4/8/4Q3/4K3 b - - 0 1", 3), score_none) << "the queen may be lost, or it is stalemate";
    EXPECT_EQ(at("8/8/8/8/3k4/8/4B3/4K3 w - - 0 1", 3), score_none);
    EXPECT_EQ(at(rook, 0), score_none);
    EXPECT_EQ(at(rook, 4), score_none) << "the search must get on with it";
}

TEST(BookValues, AnswerWhatTheBookKnowsForTheSideToMove) {
    using Known = BookValues<opening_book, 10>;
    Position p = position(start);
    Undo undo;
    p.make(move_of(p, "e2e4"), undo);
    const unsigned rating = opening_book.rating(p);
    ASSERT_TRUE(rating != 0 && rating != book::rating_mask);
    const auto value = [](Node node) { return Known::lookup(node, node.frame()); };
    const Node node(fen_of(p));
    EXPECT_EQ(value(node), -book::score_of(rating));
    EXPECT_EQ(value(Node(node).pv()), score_none);
    EXPECT_EQ(value(Node(node).depth(0)), score_none);
    EXPECT_EQ(value(Node(node).at_ply(0)), score_none);
    std::string late = fen_of(p);
    late.back() = '1', late += '1';
    EXPECT_EQ(value(Node(late)), score_none) << "past the eleventh move the book is not asked";
    EXPECT_EQ(value(Node(quiet)), score_none);
}

// In a search

TEST(ProbCut, SavesNodes) {
    expect_saves_a_tenth<With<Scout, ProbCut<40, 4, 3, 80, ProbCutMoves::all>>, With<Scout>>(5);
}
TEST(MultiCut, SavesNodes) { expect_saves_a_tenth<With<Scout, MultiCut<40, 3, 2, 6, 2>>, With<Scout>>(5); }
TEST(TableCutoff, SavesNodes) {
    using Table = Transpositions<false>;
    EXPECT_LT((nodes<With<Table, TableCutoff<2>, Scout>>(5, 1 << 14)), (nodes<With<Table, Scout>>(5, 1 << 14)));
}

/// An enhancement alone, with what it cannot do without.
template <class V>
class NoFalseMates : public testing::Test {};
using Pruners = testing::Types<With<Transpositions<false>, Scout, OneMove>, With<Scout, Cut>, With<Scout, CaptureCut>,
                               With<Scout, Cuts>, With<Transpositions<false>, TableCutoff<2>, Scout>>;
TYPED_TEST_SUITE(NoFalseMates, Pruners);

TYPED_TEST(NoFalseMates, AMateThatIsToldIsTrueAndInTheEndItIsTheShortest) { expect_no_false_mates<TypeParam>(); }

// Half a table

TEST(HalfTable, GivesAMoveAndNoScoreOrAScoreAndNoMove) {
    const auto asked = []<class Table>(Table) {
        Node node = with_hash_move(150, 8);
        node.frame().hash_move = {};
        node.window(99, 100);
        const Score score = Table::lookup(node, node.frame());
        return std::pair{score, node.frame().hash_move == node.move("e2e4")};
    };
    EXPECT_EQ(asked(Transpositions<true>{}), std::pair(Score{150}, true));
    EXPECT_EQ(asked(TableMoveAlone{}), std::pair(score_none, true));
    EXPECT_EQ(asked(TableScoreAlone{}), std::pair(Score{150}, false));
}

}  // namespace
}  // namespace stackmate::test
