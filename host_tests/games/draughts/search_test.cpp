// The core's search plays draughts: it is the recursive one here too, and it finds what draughts is about.

#include "core/search/enhancements/razoring.hpp"
#include "games/draughts/engine.hpp"
#include "games/draughts/versions.hpp"
#include "host_tests/core/search/oracle.hpp"
#include "host_tests/games/draughts/playout.hpp"
#include "host_tests/support/draughts_signature.hpp"

#include <initializer_list>

namespace stackmate::draughts::test {
namespace {

using stackmate::test::by_loop;
using stackmate::test::by_recursion;

/// The start, and positions of random games and boards.
template <Rules R>
std::vector<Position<R>> some_positions(std::size_t count) {
    std::vector<Position<R>> some = {start<R>()};
    std::uint64_t seed = 1;
    while (some.size() < count)
        playouts<R>(++seed, 2, 40, [&, ply = 0](const Position<R>& p) mutable {
            if (ply++ % 13 == 12 && some.size() < count) some.push_back(p);
        });
    return some;
}

template <template <class> class V, class R>
struct Plays {
    using Version = V<R>;
    using Rules = R;
};

/// What searches a node anew in its own frame, with another depth.
template <Rules R>
struct Cutting : Player<R> {
    using Enhancements =
        stackmate::Enhancements<Interrupt, NoMoves, Draws, Transpositions<true>, Razoring<60, 20, 2>,
                                Iid<IidMinus<2>, IidWhere::null_windows_too, 4>, CheckExtension, Scout>;
};

template <class Player>
class DraughtsSearch : public testing::Test {
protected:
    static void compare(std::size_t positions, Depth deepest, std::size_t table_entries,
                        std::initializer_list<std::uint32_t> slices) {
        using V = typename Player::Version;
        const auto some = some_positions<typename Player::Rules>(whole_or_sample<std::size_t>(positions, 3));
        deepest = whole_or_sample(deepest, 5);
        std::uint64_t taken = 0;
        for (const auto& p : some) {
            const auto wanted = by_recursion<V>(p, deepest, table_entries);
            ASSERT_EQ(wanted.size(), static_cast<std::size_t>(deepest));
            taken += wanted.back().nodes;
            for (const std::uint32_t slice : slices)
                ASSERT_EQ(by_loop<V>(p, deepest, table_entries, slice), wanted)
                    << fen_of(p) << " in slices of " << slice;
        }
        EXPECT_GT(taken, 500u);
    }
};

using Versions = testing::Types<Plays<Plain, English>, Plays<Plain, International>, Plays<Player, English>,
                                Plays<Player, International>, Plays<Cutting, International>>;
TYPED_TEST_SUITE(DraughtsSearch, Versions);

TYPED_TEST(DraughtsSearch, IsTheRecursiveOneToDepthEightWithATable) { this->compare(6, 8, 1024, {1u << 20}); }
TYPED_TEST(DraughtsSearch, IsTheRecursiveOneToDepthEightWithoutATable) { this->compare(3, 8, 0, {1u << 20}); }
TYPED_TEST(DraughtsSearch, IsTheSameInSlicesOfAnySize) { this->compare(12, 5, 256, {1, 7, 1000}); }

/// The move that a search of so many plies finds best, and its score.
template <Rules R>
struct Found {
    std::string move;
    Score score;
};
template <Rules R>
Found<R> found(std::string_view fen, std::uint8_t depth) {
    const auto engine = std::make_unique<Engine<R>>();
    std::vector<TtEntry> table(1 << 12);
    engine->use_table(table);
    Line<R> line;
    line.position = position<R>(fen);
    engine->set_line(line);
    Limits limits;
    limits.depth = depth;
    engine->go(limits, 0);
    while (engine->run(10'000, 0) != Event::finished) {}
    return {text_of(line.position, engine->best_move()), engine->result().score};
}

// The image of host_tests/device/draughts_image.cpp comes to the same.
TEST(DraughtsSignature, IsThatOfEveryChip) {
    using stackmate::test::DraughtsSignature;
    const auto english = std::make_unique<DraughtsSignature<English>>();
    const auto international = std::make_unique<DraughtsSignature<International>>();
    const auto& e = stackmate::test::english_signature;
    const auto& i = stackmate::test::international_signature;
    EXPECT_EQ(english->nodes(e.depth), e.nodes);
    EXPECT_EQ(english->leaves(e.plies), e.leaves);
    EXPECT_EQ(international->nodes(i.depth), i.nodes);
    EXPECT_EQ(international->leaves(i.plies), i.leaves);
}

// What the answer must be is seen through although only one ply was asked for: a shot is one quiet move.
TEST(DraughtsShots, AreSeenToTheirEnd) {
    const auto gives_one_for_two = found<International>("W:W11,29,36,41,43:B10,28,32,40,42", 1);  // 32x41 36x38
    EXPECT_EQ(gives_one_for_two.move, "41-37");
    EXPECT_GT(gives_one_for_two.score, 100);
    const auto breaks_through = found<International>("W:W15,20,27,31,45:B6,18,19,29,34", 1);  // 19x10 15x4
    EXPECT_EQ(breaks_through.move, "20-14");
    EXPECT_GT(breaks_through.score, 200);
    const auto gets_a_king = found<English>("W:W14-16,18,23:B6-8,13,25", 1);  // 7x14 18x2
    EXPECT_EQ(gets_a_king.move, "14-10");
    EXPECT_GT(gets_a_king.score, 100);
}

TEST(DraughtsEnd, WhoCannotMoveHasLostAlsoWhereNobodyLooksForHisMoves) {
    const auto blocks = found<English>("W:W13,14:B5", 1);
    EXPECT_EQ(blocks.move, "13-9");
    EXPECT_EQ(blocks.score, -mated_in(1));
}

TEST(DraughtsEnd, WhoHasNothingLeftHasLost) {
    const auto wins = found<International>("W:W28:B23", 1);
    EXPECT_EQ(wins.move, "28x19");
    EXPECT_EQ(wins.score, -mated_in(1));
}

TEST(DraughtsEnd, NothingIsWonWhereTheCountOfMovesRunsOut) {
    EXPECT_EQ(found<International>("W:WK46,K45:BK5,10:H49", 3).score, score_draw);
}

}  // namespace
}  // namespace stackmate::draughts::test
