// Each step of workshop/lab/DERIVATION.md searches the tree of the one before, each other form of the loop that of the last step,
// and all of them that of the engine's own loop with as few enhancements: score, best line, nodes.

#include "host_tests/core/search/oracle.hpp"
#include "workshop/lab/forms/derivation/form_branch_table.hpp"
#include "workshop/lab/forms/derivation/form_label_address.hpp"
#include "workshop/lab/forms/derivation/form_macros.hpp"
#include "workshop/lab/forms/derivation/form_one_switch.hpp"
#include "workshop/lab/forms/derivation/knuth_moore.hpp"
#include "workshop/lab/forms/derivation/step1_recursion.hpp"
#include "workshop/lab/forms/derivation/step3_labels.hpp"
#include "workshop/lab/forms/derivation/step5_slices.hpp"
#include "workshop/lab/versions.hpp"

namespace stackmate::derivation {
namespace {

using test::Outcome;

struct Scouting : versions::Plain {
    using Enhancements = stackmate::Enhancements<Interrupt, Draws, Scout>;
};
struct EnginesLoop : Search<Scouting> {
    using Search::Search;
    void start(Depth depth) {
        begin();
        Search::start({-score_infinite, score_infinite, depth, {}, {}});
    }
    bool run(std::uint32_t budget) { return Search::run(budget) == SearchStatus::done; }
    [[nodiscard]] Score score() const { return root_score(); }
};

constexpr Depth deepest = 3;

/// Depths 1 to `deepest`, one outcome each.
template <class Form>
std::vector<Outcome> outcomes(const Position& start, const KeyHistory& history, std::uint32_t slice) {
    Position p = start;
    TranspositionTable table;
    std::atomic<bool> stop{false};
    std::vector<Outcome> all;
    for (Depth depth = 1; depth <= deepest; ++depth) {
        const auto form = std::make_unique<Form>(SearchContext{p, history, table, stop});
        Score score = 0;
        if constexpr (requires { form->run(slice); }) {
            form->start(depth);
            while (!form->run(slice)) {}
            score = form->score();
        } else {
            score = form->search(depth);
        }
        all.push_back({score, form->nodes(), {form->line().begin(), form->line().end()}});
        EXPECT_EQ(p, start);
    }
    return all;
}

template <class Former, class Form>
struct Pair {
    using A = Former;
    using B = Form;
};

template <class P>
class Derivation : public testing::Test {};
using Pairs =
    testing::Types<Pair<EnginesLoop, Recursion>, Pair<Recursion, SharedFrames>, Pair<SharedFrames, Labels>,
                   Pair<Labels, NoCall>, Pair<NoCall, Slices>, Pair<Slices, BranchTable>, Pair<Slices, LabelAddress>,
                   Pair<Slices, Macros>, Pair<Slices, OneSwitch>, Pair<F2, KnuthMoore>>;
TYPED_TEST_SUITE(Derivation, Pairs);

constexpr std::uint32_t whole = 1u << 30;

TYPED_TEST(Derivation, SearchesTheTreeOfTheStepBefore) {
    const auto fens = test::positions();
    ASSERT_GE(fens.size(), 200u);
    for (std::size_t i = 0; i < fens.size(); i += test::whole_or_sample<std::size_t>(8, 40)) {
        Position p;
        ASSERT_EQ(p.set_fen(fens[i]), FenError::none) << fens[i];
        const KeyHistory history;
        const auto wanted = outcomes<typename TypeParam::A>(p, history, whole);
        ASSERT_EQ(outcomes<typename TypeParam::B>(p, history, whole), wanted) << fens[i];
        ASSERT_EQ(outcomes<typename TypeParam::B>(p, history, 7), wanted) << fens[i] << " in slices of 7";
    }
}

TEST(F2, ComesToTheScoreAndTheLineOfTheSearchWithAScout) {
    const auto fens = test::positions();
    std::uint32_t other_trees = 0;
    for (std::size_t i = 0; i < fens.size(); i += 8) {
        Position p;
        ASSERT_EQ(p.set_fen(fens[i]), FenError::none) << fens[i];
        const auto scouted = outcomes<Recursion>(p, {}, whole), plain = outcomes<F2>(p, {}, whole);
        for (std::size_t d = 0; d < plain.size(); ++d) {
            EXPECT_EQ(plain[d].score, scouted[d].score) << fens[i];
            EXPECT_EQ(plain[d].line, scouted[d].line) << fens[i];
            other_trees += plain[d].nodes != scouted[d].nodes;
        }
    }
    EXPECT_GT(other_trees, 20u);
}

TYPED_TEST(Derivation, KnowsThePositionsBeforeTheRoot) {
    Position p;
    p.set_start();
    KeyHistory history;
    const Move out(Square{0x06}, Square{0x25}), out2(Square{0x76}, Square{0x55});
    const Move back(Square{0x25}, Square{0x06}), back2(Square{0x55}, Square{0x76});
    for (const Move m : {out, out2, back, back2, out, out2, back}) {  // the next knight home repeats for the third time
        history.push(p.key(), p.halfmove());
        Undo undo;
        p.make(m, undo);
    }
    const auto wanted = outcomes<typename TypeParam::A>(p, history, whole);
    EXPECT_EQ(outcomes<typename TypeParam::B>(p, history, whole), wanted);
    EXPECT_NE(wanted, outcomes<typename TypeParam::A>(p, {}, whole));
}

template <class Form>
class Parked : public testing::Test {};
using Sliceds = testing::Types<Slices, BranchTable, LabelAddress, Macros, OneSwitch>;
TYPED_TEST_SUITE(Parked, Sliceds);

TYPED_TEST(Parked, StandsStillWhileTheStopFlagIsUp) {
    Position p;
    p.set_start();
    const KeyHistory history;
    TranspositionTable table;
    std::atomic<bool> stop{false};
    const auto form = std::make_unique<TypeParam>(SearchContext{p, history, table, stop});
    form->start(deepest);
    EXPECT_FALSE(form->run(100));
    stop = true;
    for (int i = 0; i < 3; ++i) EXPECT_FALSE(form->run(100));
    EXPECT_EQ(form->nodes(), 100u);
    stop = false;
    EXPECT_FALSE(form->run(100));
    EXPECT_EQ(form->nodes(), 200u);
}

}  // namespace
}  // namespace stackmate::derivation
