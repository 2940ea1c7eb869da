// King and pawn against king: the table and the rule of rook pawns are right about every position there is.
#include "core/eval/endings/kpk.hpp"

#include "core/eval/endings/drawish.hpp"
#include "core/search/enhancements/endings.hpp"
#include "host_tests/core/eval/endings/kpk_positions.hpp"
#include "host_tests/support/source_dir.hpp"
#include "workshop/training/endings/kpk.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <string>
#include <string_view>

namespace stackmate::test {
namespace {

const KpkByRules& by_rules() {
    static const KpkByRules all;
    return all;
}

/// `look(position, strong, won)` for all of them, of both colours and on all files.
template <class Look>
void each_kpk(Look look) {
    for (const Color strong : {Color::white, Color::black})
        for (const bool mirrored : {false, true})
            for (unsigned n = 0; n < KpkByRules::positions; ++n)
                if (const auto p = KpkByRules::position(n, strong, mirrored)) {
                    look(*p, strong, by_rules().won(n));
                    if (testing::Test::HasFatalFailure()) return;
                }
}

// Well-known positions, so that what all else is compared with is not wrong itself.
TEST(Kpk, TheRulesKnowTheTextbooksPositions) {
    const auto won = [](std::string_view fen) {
        for (unsigned n = 0; n < KpkByRules::positions; ++n)
            if (const auto p = KpkByRules::position(n); p && *p == position(fen)) return by_rules().won(n);
        ADD_FAILURE() << fen;
        return false;
    };
    EXPECT_TRUE(won("3k4/8/3K4/3P4/8/8/8/8 w - - 0 1")) << "the king on the sixth rank, before its pawn";
    EXPECT_TRUE(won("3k4/8/3K4/3P4/8/8/8/8 b - - 0 1"));
    EXPECT_FALSE(won("8/8/3k4/8/3K4/3P4/8/8 w - - 0 1")) << "the opposition";
    EXPECT_TRUE(won("8/8/3k4/8/3K4/3P4/8/8 b - - 0 1"));
    EXPECT_FALSE(won("k7/8/K7/P7/8/8/8/8 w - - 0 1")) << "a rook pawn";
    EXPECT_TRUE(won("8/8/8/P5k1/8/8/8/K7 w - - 0 1")) << "outside the square";
    EXPECT_FALSE(won("8/8/8/P3k3/8/8/8/K7 b - - 0 1")) << "inside";
}

// Positions and wins for one colour: Chess Programming Wiki, "KPK".
TEST(Kpk, TheRulesFindAsManyWinsAsOthersHaveCounted) {
    unsigned positions[2] = {}, wins[2] = {};
    for (unsigned n = 0; n < KpkByRules::positions; ++n)
        if (KpkByRules::position(n)) {
            positions[n & 1u] += 2;
            wins[n & 1u] += by_rules().won(n) ? 2 : 0;
        }
    EXPECT_EQ(positions[0], 163'328u);
    EXPECT_EQ(positions[1], 168'024u);
    EXPECT_EQ(wins[0], 124'960u);
    EXPECT_EQ(wins[1], 97'604u);
}

TEST(KpkTable, KnowsEveryPositionOfBothColoursOnAllFiles) {
    unsigned seen = 0;
    each_kpk([&](const Position& p, Color strong, bool won) {
        ++seen;
        ASSERT_EQ(KpkTable::drawn(p, strong), !won) << fen_of(p);
    });
    EXPECT_EQ(seen, 2u * (163'328 + 168'024));
}

TEST(KpkTable, IsWhatItsGeneratorPrints) {
    std::ifstream file(test::in_sources("core/eval/endings/kpk_table.hpp"));
    const std::string text(std::istreambuf_iterator<char>(file), {});
    EXPECT_TRUE(text == endings::kpk_header());
}

TEST(WrongRookPawn, CallsNoWinOfAPawnADraw) {
    unsigned found = 0;
    each_kpk([&](const Position& p, Color strong, bool won) {
        if (!wrong_rook_pawn(p, strong)) return;
        ++found;
        ASSERT_FALSE(won) << fen_of(p);
    });
    EXPECT_GT(found, 4 * 2000u);
}

// What the search is told

struct Node {
    const Position& here;
    [[nodiscard]] const Position& position() const { return here; }
};

template <bool has_tables>
Score told(const Position& p, Color strong) {
    const Node node{p};
    const Score of_the_sum = p.side() == strong ? 333 : -333;
    const Score score = Endings<has_tables>::adjust(node, p, of_the_sum);
    return p.side() == strong ? score : -score;
}

TEST(Endings, NoDrawnPawnIsClaimedAsWonAndNoWonOneAsDrawn) {
    each_kpk([](const Position& p, Color strong, bool won) {
        if (p.checker() != Square::none) return;  // not asked of
        const Score score = told<true>(p, strong);
        if (!won) {
            ASSERT_EQ(score, score_draw) << fen_of(p);
            return;
        }
        ASSERT_GE(score, 500) << fen_of(p);
        ASSERT_FALSE(is_mate(score));
        ASSERT_EQ(told<false>(p, strong), 333) << fen_of(p);
    });
}

TEST(Endings, AWonPawnIsWorthMoreTheFurtherItIsAndLessThanARook) {
    Score before = 0;
    for (const std::string_view fen :
         {"8/8/3K4/8/8/8/3P3k/8 w - - 0 1", "8/8/3K4/8/8/3P4/7k/8 w - - 0 1", "8/8/3K4/8/3P4/8/7k/8 w - - 0 1",
          "8/8/4K3/3P4/8/8/7k/8 w - - 0 1", "8/8/3PK3/8/8/8/7k/8 w - - 0 1", "8/3P4/4K3/8/8/8/7k/8 w - - 0 1"}) {
        const Score score = told<true>(position(fen), Color::white);
        EXPECT_GT(score, before) << fen;
        before = score;
    }
    EXPECT_LT(before, told<true>(position("8/8/3KR3/8/3k4/8/8/8 w - - 0 1"), Color::white));
}

}  // namespace
}  // namespace stackmate::test
