// What each enhancement does to a search of nothing else: which nodes it saves, and that no score or mate is wrong.
#include "core/search/versions.hpp"
#include "host_tests/core/search/few_enhancements.hpp"
#include "host_tests/core/search/one_node.hpp"
#include "host_tests/support/thinking.hpp"

#include <string>
#include <type_traits>

namespace stackmate::test {
namespace {

struct NoOperation {
    [[maybe_unused]] static constexpr bool serves_nothing = true;
};

TEST(NoOperation, ChangesNeitherTheTreeNorTheSize) {
    for (const std::string_view fen : sample())
        ASSERT_EQ(search<With<NoOperation>>(fen, 4), search<With<>>(fen, 4)) << fen;
    EXPECT_EQ(sizeof(Search<With<NoOperation>>), sizeof(Search<With<>>));
}

TEST(MateDistance, FindsTheSameMatesWithFewerNodesAndChangesNothingElse) {
    for (const MateCase& m : mates) {
        const Outcome with = search<With<MateDistance>>(m.fen, m.plies + 1);
        const Outcome without = search<With<>>(m.fen, m.plies + 1);
        EXPECT_EQ(with.score, score_mate - m.plies) << m.fen;
        EXPECT_EQ(without.score, score_mate - m.plies) << m.fen;
        EXPECT_LT(with.nodes, without.nodes) << m.fen;
    }
    constexpr std::string_view no_mate = "4k3/pppp4/8/8/8/8/PPPP4/4K3 w - - 0 1";
    EXPECT_EQ(search<With<MateDistance>>(no_mate, 5), search<With<>>(no_mate, 5));
}

TEST(CheckExtension, SeesAForcedLineInLessDepth) {
    constexpr std::string_view smothered = "5r1k/6pp/7N/8/8/1Q6/8/7K w - - 0 1";  // Qg8+ Rxg8 Nf7 mate
    EXPECT_FALSE(is_mate(search<With<>>(smothered, 2).score));
    EXPECT_EQ(search<With<CheckExtension>>(smothered, 2).score, score_mate - 3);
}

TEST(CheckExtension, EndsWhereChecksDoNot) {
    const Outcome outcome = search<With<CheckExtension>>("6k1/6p1/8/7Q/8/2b5/rr6/7K w - - 0 1", 4);
    EXPECT_LT(outcome.nodes, 1'000'000u);
    EXPECT_EQ(outcome.score, score_draw);
}

TEST(NullMove, IsSilentInPawnEndings) {
    // Whoever has to move loses; and a race. With a null move both trees would be smaller, the first one's
    // score wrong.
    for (const std::string_view fen : {"8/8/8/2pK4/1kP5/8/8/8 w - - 0 1", "8/5p2/8/1P1k2p1/8/3K4/6P1/8 w - - 0 1"})
        EXPECT_EQ((search<With<Scout, Null>>(fen, 7)), search<With<Scout>>(fen, 7)) << fen;
}

TEST(Scout, FindsTheScoresOfAnOpenWindow) {
    for (const std::string_view fen : sample())
        ASSERT_EQ(search<With<Scout>>(fen, 4).score, search<With<>>(fen, 4).score) << fen;
    EXPECT_NE(nodes<With<Scout>>(4), nodes<With<>>(4));
}

/// At most so many percent of the nodes.
template <class V, class Without>
void expect_saves_nodes_and_no_score(Depth depth, unsigned percent) {
    for (const std::string_view fen : sample())
        ASSERT_EQ(search<V>(fen, depth).score, search<Without>(fen, depth).score) << fen;
    EXPECT_LT(nodes<V>(depth), nodes<Without>(depth) * percent / 100);
}

TEST(Killers, SaveNodesAndChangeNoScore) { expect_saves_nodes_and_no_score<With<Killers<40, 1>>, With<>>(5, 80); }

struct Ranked : With<History> {
    using Picker = ArenaPicker<2048>;
};
struct Unranked : With<> {
    using Picker = ArenaPicker<2048>;
};

TEST(History, SavesNodesAndChangesNoScore) { expect_saves_nodes_and_no_score<Ranked, Unranked>(5, 80); }

/// What a search has learnt is gone after clear(), and not before.
template <class V>
void expect_learns_and_forgets() {
    Searching<V> learning(position(start));
    const auto nodes = [&] {
        learning.search->begin();
        return learning.iterate(4, {}, 1u << 20).nodes;
    };
    const auto first = nodes();
    EXPECT_NE(nodes(), first);
    learning.search->clear();
    EXPECT_EQ(nodes(), first);
}

TEST(Killers, AreLearntAndCleared) { expect_learns_and_forgets<With<Killers<40, 2>>>(); }
TEST(History, IsLearntAndCleared) { expect_learns_and_forgets<Ranked>(); }

TEST(Iid, SavesNodesAndChangesNoScore) {
    expect_saves_nodes_and_no_score<With<Iid<IidMinus<2>, IidWhere::pv_nodes, 3>>, With<>>(4, 100);
}

TEST(DeltaPruning, WithAWideMarginSavesNodesAndChangesNoScore) {
    expect_saves_nodes_and_no_score<With<DeltaPruning<400>>, With<>>(4, 90);
}

TEST(DeltaPruning, BeyondAnyMarginPrunesNothing) {
    for (const std::string_view fen : sample())
        ASSERT_EQ(search<With<DeltaPruning<100'000>>>(fen, 3), search<With<>>(fen, 3)) << fen;
}

TEST(NullMove, SavesNodes) { expect_saves_a_tenth<With<Scout, Null>, With<Scout>>(5); }
TEST(Futility, SavesNodes) { expect_saves_a_tenth<With<Scout, Futility<80, 90, 5>>, With<Scout>>(5); }
TEST(ReverseFutility, SavesNodes) { expect_saves_a_tenth<With<Scout, Reverse>, With<Scout>>(4); }
TEST(Razoring, SavesNodes) { expect_saves_a_tenth<With<Scout, Razor>, With<Scout>>(5); }
TEST(LosingCaptures, SaveNodes) { expect_saves_a_tenth<With<LosingCaptures>, With<>>(4); }
TEST(ExchangePruning, SavesNodes) { expect_saves_a_tenth<With<Scout, ExchangePruning<60, 5>>, With<Scout>>(4); }
TEST(LateMovePruning, SavesNodes) { expect_saves_a_tenth<With<Scout, LateMovePruning<5, 4>>, With<Scout>>(4); }
TEST(LogReductions, SaveNodes) { expect_saves_a_tenth<With<Scout, ByLogarithm>, With<Scout>>(5); }

/// An enhancement alone, with what it cannot do without.
template <class V>
class NoFalseMates : public testing::Test {};
using Pruners =
    testing::Types<With<Scout, Null>, With<Scout, Futility<80, 90, 5>>, With<Scout, LateMovePruning<5, 4>>,
                   With<Scout, Reverse>, With<DeltaPruning<110>>, With<CheckExtension>, With<MateDistance>,
                   With<Transpositions<true>>, With<Scout, Razor>, With<LosingCaptures>, With<QuietEvasions>,
                   With<Scout, ExchangePruning<60, 5>>, With<Transpositions<true>, TableValue>,
                   With<PawnCorrection<64>>, With<Scout, ByLogarithm>, versions::Small, versions::Large>;
TYPED_TEST_SUITE(NoFalseMates, Pruners);

TYPED_TEST(NoFalseMates, AMateThatIsToldIsTrueAndInTheEndItIsTheShortest) { expect_no_false_mates<TypeParam>(); }

/// Says no to every move it is asked about.
template <Verdict answer>
struct Refuse {
    template <class S, class F>
    static Verdict prune_move(S&, F& f, Move) {
        EXPECT_TRUE(f.count != 0 || (f.quiescing() && !f.in_check()));
        return answer;
    }
};

TEST(Search, ANodesFirstMoveIsNeverPruned) {
    for (Depth depth = 1; depth < 8; ++depth) {
        const auto once = static_cast<std::uint64_t>(depth * (depth + 1) / 2);  // iterations 1 to depth, a move a ply
        EXPECT_EQ(search<With<Refuse<Verdict::skip>>>(start, depth).nodes, once);
        EXPECT_EQ(search<With<Refuse<Verdict::skip_rest>>>(start, depth).nodes, once);
    }
}

// Aspiration: the driver's part

template <class V>
struct Config {
    using Version = V;
    static constexpr std::string_view name = "Test";
    static constexpr std::size_t table_bytes = 0;
    static constexpr std::uint32_t slice_nodes = 64;
    static constexpr std::size_t max_search_moves = 10;
    static constexpr Depth bench_depth = 5;
};

template <class V>
std::vector<Score> iterations(std::string_view fen, Depth depth) {
    std::atomic<bool> stop{false};
    const auto engine = std::make_unique<Engine<Config<V>>>(stop);
    begin_game(*engine, fen);
    engine->go({.depth = static_cast<std::uint8_t>(depth)}, {}, 0);
    std::vector<Score> scores;
    while (engine->run(1u << 20, 0) != EngineEvent::finished)
        if (scores.size() < static_cast<std::size_t>(engine->depth_done())) scores.push_back(engine->report(0).score);
    EXPECT_EQ(scores.size(), static_cast<std::size_t>(depth)) << fen;
    return scores;
}

/// Without a table and without pruning the score is that of the whole tree, whatever the window.
TEST(Aspiration, EndsWithTheScoresOfAnOpenWindow) {
    for (const std::string_view fen : sample()) {
        const std::vector<Score> open = iterations<With<Scout, Killers<40, 1>>>(fen, 5);
        ASSERT_EQ((iterations<With<Scout, Killers<40, 1>, Aspiration<30>>>(fen, 5)), open) << fen;
        ASSERT_EQ((iterations<With<Scout, Killers<40, 1>, Aspiration<1>>>(fen, 5)), open) << fen;
    }
    for (const MateCase& m : mates)
        ASSERT_EQ((iterations<With<Scout, Killers<40, 1>, Aspiration<1>>>(m.fen, 6)),
                  (iterations<With<Scout, Killers<40, 1>>>(m.fen, 6)))
            << m.fen;
}

}  // namespace
}  // namespace stackmate::test
