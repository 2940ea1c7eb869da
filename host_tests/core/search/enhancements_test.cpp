// Every enhancement does what it says, where it says, and nothing elsewhere. First the hooks alone, asked
// about one node; enhancements_in_search_test.cpp searches with them.
#include "core/search/versions.hpp"
#include "host_tests/core/search/few_enhancements.hpp"
#include "host_tests/core/search/one_node.hpp"
#include "host_tests/support/thinking.hpp"

#include <string>
#include <type_traits>

namespace stackmate::test {
namespace {

// Reverse futility

Score pruned(Node node) { return Reverse::prune_node(node, node.frame()); }

TEST(ReverseFutility, PrunesFromAMarginPerPlyAboveBetaOn) {
    EXPECT_EQ(pruned(Node(quiet, 299).value(480).depth(2)), 480);
    EXPECT_EQ(pruned(Node(quiet, 299).value(479).depth(2)), score_none);
    EXPECT_EQ(pruned(Node(quiet, 299).value(480).depth(3)), score_none);
}

TEST(ReverseFutility, KeepsOutOfOpenWindowsChecksMatesAndGreatDepth) {
    EXPECT_EQ(pruned(Node(quiet).value(2000).depth(6)), 2000);
    EXPECT_EQ(pruned(Node(quiet).value(2000).depth(7)), score_none);
    EXPECT_EQ(pruned(Node(quiet).value(2000).pv()), score_none);
    EXPECT_EQ(pruned(Node(in_check).value(2000)), score_none);
    EXPECT_EQ(pruned(Node(quiet, -score_mate + 9).value(2000)), score_none) << "escaping a mate needs a proof";
    EXPECT_EQ(pruned(Node(quiet, score_mate - 9).value(2000)), score_none);
}

// Null move

Depth null_depth(Node node) { return Null::null_depth(node, node.frame()); }

TEST(NullMove, IsTriedWhereThePositionStandsAboveBeta) {
    EXPECT_NE(null_depth(Node(start, -1).value(0)), depth_none);
    EXPECT_EQ(null_depth(Node(start, 0).value(0)), depth_none) << "below beta passing will not help";
    for (Depth d = 2; d < 60; ++d) {
        EXPECT_GE(null_depth(Node(start, -1).value(0).depth(d)), 0);
        EXPECT_LT(null_depth(Node(start, -1).value(0).depth(d)), d - 1) << "cheaper than a move";
    }
}

TEST(NullMove, IsNotTriedWithPawnsAndAMinorPieceOnly) {
    EXPECT_EQ(null_depth(Node("4k3/pppp4/8/8/8/8/PPPP4/4K3 w - - 0 1", -500)), depth_none);
    EXPECT_EQ(null_depth(Node("q3k3/pppp4/8/8/8/8/PPPP4/2B1K3 w - - 0 1", -2000)), depth_none)
        << "the mover's pieces count";
    EXPECT_NE(null_depth(Node("4k3/pppp4/8/8/8/8/PPPP4/2B1KB2 w - - 0 1", -500)), depth_none);
    EXPECT_NE(null_depth(Node(quiet, -500)), depth_none);
}

TEST(NullMove, IsNotTriedInCheckAfterAnotherInOpenWindowsForMatesAndAtTheLeaves) {
    EXPECT_EQ(null_depth(Node(in_check).value(500)), depth_none);
    EXPECT_EQ(null_depth(Node(start, -100).pv()), depth_none);
    EXPECT_EQ(null_depth(Node(start, -100).depth(1)), depth_none);
    EXPECT_EQ(null_depth(Node(start, -score_mate + 9)), depth_none);
    Node node(start, -100);
    EXPECT_NE(Null::null_depth(node, node.frame()), depth_none);
    node.frame().passed = true;
    EXPECT_EQ(Null::null_depth(node, node.frame()), depth_none);
}

TEST(NullMove, LeavesMorePliesOutTheFurtherThePositionStandsAboveBeta) {
    const auto depth_at = [](int above) {
        Node node = Node(start, -1001).value(above - 1000).depth(20);
        return NullMove<3, 4, 200>::null_depth(node, node.frame());
    };
    EXPECT_EQ(depth_at(0), 12);
    EXPECT_EQ(depth_at(199), 12);
    EXPECT_EQ(depth_at(200), 11);
    EXPECT_EQ(depth_at(400), 10);
    EXPECT_EQ(depth_at(600), 9);
    EXPECT_EQ(depth_at(2000), 9) << "three plies at most";
}

// Futility and late moves

/// White may check on e2 and h5, take on d7, and has quiet moves.
constexpr std::string_view checks = "4k3/3p4/8/8/8/8/P7/R2QK3 w - - 0 1";

template <class E>
bool leaves_quiets(Node node) {
    return E::leave_quiets(node, node.frame());
}

TEST(Futility, LeavesOutQuietMovesThatStandTooFarBelowAlpha) {
    using F = Futility<80, 90, 5>;
    EXPECT_TRUE(leaves_quiets<F>(Node(checks, 1000).value(1000 - 80 - 90 * 3)));
    EXPECT_FALSE(leaves_quiets<F>(Node(checks, 1000).value(1001 - 80 - 90 * 3)));
    EXPECT_TRUE(leaves_quiets<F>(Node(checks, 1000).value(0).depth(5)));
    EXPECT_FALSE(leaves_quiets<F>(Node(checks, 1000).value(0).depth(6)));
}

TEST(Futility, SaysWhatTheMovesItLeftOutMightHaveBrought) {
    using F = Futility<80, 90, 5>;
    Node node(checks, 1000);
    node.value(0);
    ASSERT_TRUE(F::leave_quiets(node, node.frame()));
    EXPECT_EQ(node.frame().best_score, 80 + 90 * 3);
    node.frame().best_score = 500;
    ASSERT_TRUE(F::leave_quiets(node, node.frame()));
    EXPECT_EQ(node.frame().best_score, 500) << "a move that was searched did better";
    node.value(900);
    ASSERT_FALSE(F::leave_quiets(node, node.frame()));
    EXPECT_EQ(node.frame().best_score, 900) << "nothing was left out";
}

TEST(Futility, LeavesNothingOutInCheckOrWhereMateThreatens) {
    using F = Futility<80, 90, 5>;
    EXPECT_FALSE(leaves_quiets<F>(Node(in_check, 3000)));
    EXPECT_FALSE(leaves_quiets<F>(Node(checks, score_mate - 5).value(0)));
    EXPECT_FALSE(leaves_quiets<F>(Node(checks, 5 - score_mate).value(-score_mate)));
}

TEST(LateMovePruning, LooksAtFewMovesNearTheLeavesOnly) {
    using L = LateMovePruning<5, 4>;
    EXPECT_FALSE(leaves_quiets<L>(Node(checks).depth(1).count(5)));
    EXPECT_TRUE(leaves_quiets<L>(Node(checks).depth(1).count(6)));
    EXPECT_FALSE(leaves_quiets<L>(Node(checks).depth(4).count(20)));
    EXPECT_TRUE(leaves_quiets<L>(Node(checks).depth(4).count(21)));
    EXPECT_FALSE(leaves_quiets<L>(Node(checks).depth(5).count(200)));
}

TEST(LateMovePruning, NeverLeavesOutEvasionsOrTheWayOutOfAMate) {
    using L = LateMovePruning<5, 4>;
    EXPECT_TRUE(leaves_quiets<L>(Node(checks).count(100)));
    EXPECT_FALSE(leaves_quiets<L>(Node(checks).count(100).pv()));
    EXPECT_FALSE(leaves_quiets<L>(Node(in_check).count(100)));
    EXPECT_FALSE(leaves_quiets<L>(Node(checks).count(100).value(6 - score_mate)));
}

TEST(Improving, ComparesWithTheSameSidesLastPosition) {
    const auto answer = [](Score now, Score before, int ply = 4) {
        Node node(start);
        node.value(now).at_ply(ply);
        node.two_plies_ago().static_eval = static_cast<std::int16_t>(before);
        return improving(node, node.frame());
    };
    EXPECT_TRUE(answer(31, 30));
    EXPECT_FALSE(answer(30, 30));
    EXPECT_FALSE(answer(29, 30));
    EXPECT_TRUE(answer(31, 30, 2));
    EXPECT_FALSE(answer(31, 30, 1)) << "nothing is known two plies before";
    Node node(in_check);
    node.two_plies_ago().static_eval = score_none - 1;
    EXPECT_FALSE(improving(node, node.frame())) << "a position in check has no value";
}

Depth log_reduction(Node node, Score two_plies_ago = 30'000, bool gives_check = false, bool captures = false) {
    node.two_plies_ago().static_eval = static_cast<std::int16_t>(two_plies_ago);
    if (gives_check) node.child().cursor = Cursor(Square::e1);
    node.frame().undo.captured = captures ? 1 : 0;
    return ByLogarithm::reduce(node, node.frame());
}

TEST(LogReductions, GrowWithDepthAndMoveNumberAndLeaveOnePlyAtLeast) {
    Node node(start);
    const auto at = [&](Depth depth, unsigned count, bool pv) {
        node.depth(depth).count(count).frame().pv = pv;
        node.two_plies_ago().static_eval = 30'000;
        return ByLogarithm::reduce(node, node.frame());
    };
    for (const bool pv : {false, true}) {
        for (Depth d = 1; d < 100; ++d)
            for (unsigned n = 1; n < 218; ++n) {
                const Depth less = at(d, n, pv);
                ASSERT_GE(less, 0);
                if (less != 0) {
                    ASSERT_GE(d - 1 - less, 1) << "depth " << d << ", move " << n;
                }
                ASSERT_GE(at(d, n + 1, pv), less) << "depth " << d << ", move " << n;
                ASSERT_GE(at(d + 1, n, pv), less) << "depth " << d << ", move " << n;
            }
        EXPECT_GT(at(12, 30, pv), at(12, 6, pv));
        EXPECT_GT(at(12, 30, pv), at(6, 30, pv));
    }
}

TEST(LogReductions, SpareFirstMovesEvasionsAndCaptures) {
    EXPECT_GT(log_reduction(Node(start).depth(12).count(30)), 0);
    EXPECT_EQ(log_reduction(Node(start).depth(30).count(2)), 0);
    EXPECT_EQ(log_reduction(Node(start).depth(30).count(3).pv()), 0);
    EXPECT_EQ(log_reduction(Node(start).depth(2).count(30)), 0);
    EXPECT_EQ(log_reduction(Node(start).depth(12).count(30), 30'000, false, true), 0);
    EXPECT_EQ(log_reduction(Node(in_check).depth(12).count(30)), 0);
}

TEST(LogReductions, AreLessForChecksAndOpenWindowsAndWhereThingsImprove) {
    const Depth plain = log_reduction(Node(start).depth(12).count(30));
    EXPECT_EQ(log_reduction(Node(start).depth(12).count(30), 30'000, true), plain - 1);
    EXPECT_EQ(log_reduction(Node(start).depth(12).count(30).pv()), plain - 1);
    unsigned fewer = 0;
    for (unsigned n = 1; n < 64; ++n) {
        const Depth worse = log_reduction(Node(start).depth(12).count(n), 30'000);
        const Depth better = log_reduction(Node(start).depth(12).count(n), -30'000);
        ASSERT_LE(better, worse);
        fewer += better < worse ? 1 : 0;
    }
    EXPECT_GT(fewer, 20u) << "half a ply is a ply at every other move";
}

TEST(LogReductions, AreLessForMovesThatHistoryLikesAndMoreForOthers) {
    using Liked = LogReductions<History, by_logarithm>;
    const auto reduction = [](int learnt) {
        Node node(start);
        node.two_plies_ago().static_eval = 30'000;
        node.depth(12).count(30).frame().move = node.move("g1f3");
        const Move other = node.move("e2e4");
        auto& history = node.enhancements().get<History>();
        for (int i = 0; i < learnt; ++i) history.cutoff(node, node.frame());
        if (learnt < 0) {  // another one refutes instead
            node.picker().tried = {node.frame().move};
            node.frame().move = other;
            for (int i = 0; i > learnt; --i) history.cutoff(node, node.frame());
            node.frame().move = node.picker().tried[0];
        }
        node.position().make(node.frame().move, node.frame().undo);
        return Liked::reduce(node, node.frame());
    };
    EXPECT_EQ(reduction(0), log_reduction(Node(start).depth(12).count(30)));
    EXPECT_LT(reduction(20), reduction(0));
    EXPECT_GT(reduction(-20), reduction(0));
}

// Razoring

Depth razored(Node node) { return Razor::first_depth(node, node.frame()); }

/// One half move earlier, the draw by fifty moves is beyond the depth.
TEST(Pruning, TrustsNoStaticValueWhereTheFiftyMovesAreInReach) {
    constexpr std::string_view before = "4k3/pppp4/8/8/8/8/PPPP4/R3K3 w - - 97 90";
    constexpr std::string_view in_reach = "4k3/pppp4/8/8/8/8/PPPP4/R3K3 w - - 98 90";
    EXPECT_NE(pruned(Node(before).value(2000).depth(2)), score_none);
    EXPECT_EQ(pruned(Node(in_reach).value(2000).depth(2)), score_none);
    EXPECT_NE(null_depth(Node(before, -500).depth(2)), depth_none);
    EXPECT_EQ(null_depth(Node(in_reach, -500).depth(2)), depth_none) << "passing would set the clock to 0";
    EXPECT_TRUE((leaves_quiets<Futility<80, 90, 5>>(Node(before, 3000).value(0).depth(2))));
    EXPECT_FALSE((leaves_quiets<Futility<80, 90, 5>>(Node(in_reach, 3000).value(0).depth(2))));
    EXPECT_EQ(razored(Node(before, 3000).value(0).depth(2)), 0);
    EXPECT_EQ(razored(Node(in_reach, 3000).value(0).depth(2)), 2);
}

TEST(Iir, TakesNoPlyAwayThatWouldReachTheFiftyMoves) {
    const auto first_depth = [](Node node) {
        return Iir<IidWhere::null_windows_too, 4>::first_depth(node, node.depth(6).frame());
    };
    EXPECT_EQ(first_depth(Node("4k3/pppp4/8/8/8/8/PPPP4/R3K3 w - - 93 90")), 5);
    EXPECT_EQ(first_depth(Node("4k3/pppp4/8/8/8/8/PPPP4/R3K3 w - - 94 90")), 6);
}

TEST(Razoring, LooksAtCapturesFirstWhereAPositionIsHopeless) {
    EXPECT_EQ(razored(Node(quiet, 1000).value(1000 - 150 - 60).depth(1)), 0);
    EXPECT_EQ(razored(Node(quiet, 1000).value(1001 - 150 - 60).depth(1)), 1);
    EXPECT_EQ(razored(Node(quiet, 1000).value(1000 - 150 - 60 * 9).depth(3)), 0);
    EXPECT_EQ(razored(Node(quiet, 1000).value(1001 - 150 - 60 * 9).depth(3)), 3);
    EXPECT_EQ(razored(Node(quiet, 3000).value(0).depth(4)), 4) << "too deep";
}

TEST(Razoring, KeepsOutOfOpenWindowsChecksAndMates) {
    EXPECT_EQ(razored(Node(quiet, 3000).value(0).depth(2)), 0);
    EXPECT_EQ(razored(Node(quiet, 3000).value(0).depth(2).pv()), 2);
    EXPECT_EQ(razored(Node(in_check, 3000).depth(2)), 2);
    EXPECT_EQ(razored(Node(quiet, score_mate - 9).value(0).depth(2)), 2);
    EXPECT_EQ(razored(Node(quiet, 9 - score_mate).value(-score_mate).depth(2)), 2);
}

TEST(Razoring, EndsTheNodeOnlyIfTheCapturesDoNotHelpEither) {
    Node node(quiet, 1000);
    node.depth(2).frame().depth = 0;
    node.frame().best_score = 1000;
    EXPECT_EQ(Razor::next_depth(node, node.frame()), 0);
    node.frame().best_score = 1001;
    EXPECT_EQ(Razor::next_depth(node, node.frame()), 2);
    node.frame().depth = 2;
    EXPECT_EQ(Razor::next_depth(node, node.frame()), depth_none) << "that iteration was another's";
    node.depth(0);
    EXPECT_EQ(Razor::next_depth(node, node.frame()), depth_none) << "quiescence is nobody's iteration";
}

// Losing captures

/// White's queen, rook and knight may each take a guarded pawn on d5; a pawn may take one on g5 and the rook an
/// unguarded knight on h1.
constexpr std::string_view exchanges = "4k3/8/2p5/3p2p1/5P2/2N5/3Q4/K2R3n w - - 0 1";

TEST(LosingCaptures, AreLeftOutInQuiescence) {
    using L = LosingCaptures;
    EXPECT_EQ(verdict<L>(Node("4k3/8/2p5/3p4/8/8/3Q4/4K3 w - - 0 1").depth(0), "d2d5"), Verdict::skip);
    EXPECT_EQ(verdict<L>(Node("4k3/8/8/3p4/8/8/3Q4/4K3 w - - 0 1").depth(0), "d2d5"), Verdict::search);
    EXPECT_EQ(verdict<L>(Node("4k3/8/2p5/3q4/8/8/3Q4/4K3 w - - 0 1").depth(0), "d2d5"), Verdict::search)
        << "an equal trade loses nothing";
    EXPECT_EQ(verdict<L>(Node(exchanges).depth(0), "f4g5"), Verdict::search);
    EXPECT_EQ(verdict<L>(Node(exchanges).depth(0), "d1h1"), Verdict::search);
    EXPECT_EQ(verdict<L>(Node("4k3/8/8/8/8/3p4/4r3/3QK3 w - - 0 1").depth(0), "d1e2"), Verdict::search)
        << "in check nothing is left out";
}

TEST(ExchangePruning, LeavesMovesOutNearTheLeavesOnceTheyLoseMoreThanAMarginAPly) {
    using L = ExchangePruning<60, 5>;
    constexpr std::string_view knight_for_pawn = "4k3/8/2p5/3p4/8/2N5/8/K7 w - - 0 1";
    const int loss = worth_of(PieceType::knight) - worth_of(PieceType::pawn);
    for (Depth d = 1; d <= 5; ++d)
        EXPECT_EQ(verdict<L>(Node(knight_for_pawn).depth(d), "c3d5"), loss > 60 * d ? Verdict::skip : Verdict::search)
            << d;
    EXPECT_EQ(verdict<L>(Node(exchanges).depth(5), "d2d5"), Verdict::skip);
    EXPECT_EQ(verdict<L>(Node(exchanges).depth(6), "d2d5"), Verdict::search) << "too deep";
    EXPECT_EQ(verdict<L>(Node(exchanges).depth(1).pv(), "d2d5"), Verdict::search);
    EXPECT_EQ(verdict<L>(Node(exchanges).depth(1).value(9 - score_mate), "d2d5"), Verdict::search)
        << "the way out of a mate";
    EXPECT_EQ(verdict<L>(Node(exchanges).depth(1), "c3e4"), Verdict::skip) << "the knight goes where a pawn takes it";
    EXPECT_EQ(verdict<L>(Node(exchanges).depth(1), "c3e2"), Verdict::search);
    EXPECT_EQ(verdict<L>(Node(exchanges).depth(0), "c3e4"), Verdict::search) << "not in quiescence";
}

TEST(LosingCaptures, ArePutOff) {
    Node node(exchanges);
    const auto put_off = [&](std::string_view text) {
        return LosingCaptures::put_off(node, node.frame(), node.move(text));
    };
    EXPECT_TRUE(put_off("d2d5"));
    EXPECT_TRUE(put_off("c3d5"));
    EXPECT_FALSE(put_off("f4g5"));
    EXPECT_FALSE(put_off("d1h1"));
}

// Correction

using Corrects = PawnCorrection<64>;

/// A node is done, `best_score` against the static value 0, with a quiet best move or none.
void learn(Corrects& correction, Node& node, Score best_score, std::string_view best = {}) {
    node.frame().static_eval = 0;
    node.frame().best_score = static_cast<std::int16_t>(best_score);
    node.frame().best = best.empty() ? Move{} : node.move(best);
    correction.store(node, node.frame());
}

TEST(PawnCorrection, LearnsByHowMuchTheStaticValueWasWrongAndStaysBounded) {
    for (const int sign : {1, -1}) {
        const auto correction = std::make_unique<Corrects>();
        Node node(start);
        node.window(-1000, 1000);
        const auto now = [&] { return sign * correction->adjust(node, node.frame(), 0); };
        EXPECT_EQ(now(), 0);
        int before = 0;
        for (int i = 0; i < 200; ++i) {
            learn(*correction, node, sign * 80, "e2e4");
            ASSERT_GE(now(), before);
            before = now();
        }
        EXPECT_GT(now(), 20);
        node.depth(60);
        for (int i = 0; i < 200; ++i) {
            learn(*correction, node, sign * 900, "e2e4");
            ASSERT_GT(now(), 0);
            ASSERT_LE(now(), 64);
        }
        for (int i = 0; i < 200; ++i) learn(*correction, node, sign * -900, "e2e4");
        EXPECT_LT(now(), 0) << "it changes its mind";
    }
}

TEST(PawnCorrection, KeepsSidesAndPawnStructuresApart) {
    const auto correction = std::make_unique<Corrects>();
    Node node(start);
    node.window(-1000, 1000).depth(20);
    learn(*correction, node, 500, "e2e4");
    ASSERT_GT(correction->adjust(node, node.frame(), 0), 0);
    const auto of = [&](std::string_view fen) {
        Node other(fen);
        return correction->adjust(other, other.frame(), 0);
    };
    EXPECT_EQ(of("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1"), 0);
    EXPECT_EQ(of("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 1"), 0);
    EXPECT_EQ(of("1nbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/R1BQKBN1 w - - 0 1"), correction->adjust(node, node.frame(), 0))
        << "pieces do not count";
}

TEST(PawnCorrection, LearnsNothingFromBoundsThatAgreeCapturesChecksMatesAndQuiescence) {
    const auto correction = std::make_unique<Corrects>();
    const auto learnt = [&](Node node, Score best_score, std::string_view best = {}) {
        correction->~Corrects();
        new (correction.get()) Corrects;
        learn(*correction, node.depth(node.frame().target == 0 ? 0 : 20), best_score, best);
        return correction->adjust(node, node.frame(), 0);
    };
    EXPECT_GT(learnt(Node(start).window(99, 100), 200, "e2e4"), 0);
    EXPECT_EQ(learnt(Node(start).window(-301, -300), -200, "e2e4"), 0) << "at least -200, and 0 is";
    EXPECT_LT(learnt(Node(start).window(-99, -98), -200), 0);
    EXPECT_EQ(learnt(Node(start).window(300, 301), 200), 0) << "at most 200, and 0 is";
    EXPECT_GT(learnt(Node(checks).window(99, 100), 200, "a2a3"), 0);
    EXPECT_EQ(learnt(Node(checks).window(99, 100), 200, "d1d7"), 0);
    EXPECT_EQ(learnt(Node(start).window(99, 100), score_mate - 9, "e2e4"), 0);
    EXPECT_EQ(learnt(Node(in_check).window(99, 100), 200, "e1d1"), 0);
    EXPECT_EQ(learnt(Node(start).window(99, 100).depth(0), 200, "e2e4"), 0);
}

// Quiescence

std::uint32_t victims(Node node) { return DeltaPruning<110>::victims(node, node.depth(0).frame()); }

TEST(DeltaPruning, LeavesOutVictimsThatWouldNotBringTheScoreToAlpha) {
    constexpr std::string_view fen = "rnbqk3/pp6/8/8/8/8/PP6/RNBQK3 w - - 0 1";
    const Position p = position(fen);
    const auto slots = [&](PieceType t) { return p.slots(t); };
    const int rook = worth_of(PieceType::rook);
    EXPECT_EQ(victims(Node(fen, 100).value(0)), all_victims);
    const std::uint32_t majors = slots(PieceType::rook) | slots(PieceType::queen);
    EXPECT_EQ(victims(Node(fen, 110 + rook - 1).value(0)) & p.slots(), majors);
    EXPECT_EQ(victims(Node(fen, 110 + rook).value(0)) & p.slots(), slots(PieceType::queen));
    EXPECT_EQ(victims(Node(fen, 5000).value(0)), 0u);
}

TEST(DeltaPruning, SaysWhatTheVictimsItLeftOutMightHaveBrought) {
    Node node("rnbqk3/pp6/8/8/8/8/PP6/RNBQK3 w - - 0 1", 1000);
    node.value(0).depth(0);
    DeltaPruning<110>::victims(node, node.frame());
    EXPECT_EQ(node.frame().best_score, 110 + worth_of(PieceType::queen));
    node.value(0).window(500, 501);
    DeltaPruning<110>::victims(node, node.frame());
    EXPECT_LE(node.frame().best_score, 500) << "never above alpha: nothing was searched";
    node.value(0).window(200, 201);
    EXPECT_EQ(DeltaPruning<110>::victims(node, node.frame()) & node.position().slots(PieceType::pawn), 0u);
    EXPECT_EQ(node.frame().best_score, 110 + worth_of(PieceType::pawn)) << "only pawns are left out";
}

TEST(DeltaPruning, APawnAboutToPromoteMayTakeAnything) {
    EXPECT_EQ(victims(Node("1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1", 5000)), all_victims);
    EXPECT_NE(victims(Node("1n2k3/8/P7/8/8/8/8/4K3 w - - 0 1", 5000)), all_victims);
    EXPECT_NE(victims(Node("1n2k3/8/8/8/8/8/p7/4K3 w - - 0 1", 5000)), all_victims) << "the opponent's does not count";
}

TEST(QuietEvasions, EndOnceOneMoveDoesNotLoseToMate) {
    constexpr std::string_view fen = "4k3/8/8/8/4r3/8/2B5/2N1K3 w - - 0 1";
    EXPECT_EQ(verdict<QuietEvasions>(Node(fen).depth(0).value(-50), "e1d2"), Verdict::skip_rest);
    EXPECT_EQ(verdict<QuietEvasions>(Node(fen).depth(0).value(-50), "c2e4"), Verdict::search) << "captures go on";
    EXPECT_EQ(verdict<QuietEvasions>(Node(fen).depth(0).value(9 - score_mate), "e1d2"), Verdict::search);
    EXPECT_EQ(verdict<QuietEvasions>(Node(fen).depth(1).value(-50), "e1d2"), Verdict::search);
    EXPECT_EQ(verdict<QuietEvasions>(Node(start).depth(0).value(-50), "e2e4"), Verdict::search);
}

// Mates, checks

TEST(MateDistance, PrunesOnlyWhereAShorterMateIsKnown) {
    const auto lookup = [](Score alpha, Score beta, int ply) {
        Node node(start);
        node.window(alpha, beta).at_ply(ply);
        return MateDistance::lookup(node, node.frame());
    };
    EXPECT_EQ(lookup(score_mate - 5, score_mate - 4, 4), score_mate - 5)
        << "mate with the next move is mate in five plies";
    EXPECT_EQ(lookup(score_mate - 6, score_mate - 5, 4), score_none);
    EXPECT_EQ(lookup(3 - score_mate, 4 - score_mate, 4), 4 - score_mate) << "mated now is no less";
    EXPECT_EQ(lookup(4 - score_mate, 5 - score_mate, 4), score_none);
    EXPECT_EQ(lookup(level, level + 1, 50), score_none);
    EXPECT_EQ(lookup(score_mate - 1, score_mate, 0), score_none) << "the root wants its move";
}

TEST(CheckExtension, AddsAPlyForChecksOutsideQuiescence) {
    Node node(start);
    EXPECT_EQ(CheckExtension::extend(node, node.frame()), 0);
    node.child().cursor = Cursor(Square::e1);
    EXPECT_EQ(CheckExtension::extend(node, node.frame()), 1);
    node.depth(0);
    EXPECT_EQ(CheckExtension::extend(node, node.frame()), 0);
}

// Killers and history

template <class E>
void fails_high(E& enhancement, Node& node, std::string_view text) {
    node.frame().move = node.move(text);
    enhancement.cutoff(node, node.frame());
}

TEST(Killers, ProposeTheQuietMovesThatFailedHighTheLatestFirst) {
    Killers<40, 2> killers;
    Node node(start);
    EXPECT_FALSE(killers.propose(node, node.frame(), 0));
    fails_high(killers, node, "g1f3");
    EXPECT_EQ(killers.propose(node, node.frame(), 0), node.move("g1f3"));
    EXPECT_FALSE(killers.propose(node, node.frame(), 1));
    fails_high(killers, node, "e2e4");
    fails_high(killers, node, "e2e4");
    EXPECT_EQ(killers.propose(node, node.frame(), 0), node.move("e2e4"));
    EXPECT_EQ(killers.propose(node, node.frame(), 1), node.move("g1f3")) << "the same move twice takes one place";
    EXPECT_FALSE(killers.propose(node, node.frame(), 2));
    node.at_ply(5);
    EXPECT_FALSE(killers.propose(node, node.frame(), 0)) << "each ply has its own";
}

TEST(Killers, LearnNothingFromCapturesAndQuiescence) {
    Killers<40, 1> killers;
    Node node(checks);
    fails_high(killers, node, "d1d7");
    EXPECT_FALSE(killers.propose(node, node.frame(), 0));
    node.depth(0);
    fails_high(killers, node, "a2a3");
    EXPECT_FALSE(killers.propose(node, node.frame(), 0));
}

TEST(Killers, MoveTwoPliesUpWithANewSearch) {
    Killers<40, 2> killers;
    Node node(start);
    node.at_ply(3);
    fails_high(killers, node, "e2e4");
    node.at_ply(4);
    fails_high(killers, node, "g1f3");
    fails_high(killers, node, "b1c3");
    killers.new_search();
    const auto proposed = [&](int ply, unsigned n) { return killers.propose(node.at_ply(ply), node.frame(), n); };
    EXPECT_EQ(proposed(2, 0), node.move("b1c3"));
    EXPECT_EQ(proposed(2, 1), node.move("g1f3"));
    EXPECT_EQ(proposed(1, 0), node.move("e2e4"));
    EXPECT_FALSE(proposed(4, 0));
    EXPECT_FALSE(proposed(3, 0));
}

TEST(History, RanksWhatFailedHighOftenAndDeepAndNeverOverflows) {
    const auto history = std::make_unique<History>();
    Node node(start);
    const auto rank = [&](std::string_view text) { return history->rank(node, node.frame(), node.move(text)); };
    EXPECT_EQ(rank("g1f3"), 0);
    fails_high(*history, node, "g1f3");
    fails_high(*history, node, "g1f3");
    fails_high(*history, node, "e2e4");
    EXPECT_GT(rank("g1f3"), rank("e2e4"));
    EXPECT_GT(rank("e2e4"), rank("b1c3"));
    node.depth(9);
    fails_high(*history, node, "b1c3");
    EXPECT_GT(rank("b1c3"), rank("g1f3")) << "one deep cutoff is worth several near the leaves";
    for (const Depth depth : {1, 20, 60})
        for (int i = 0; i < 3000; ++i) {
            node.depth(depth);
            fails_high(*history, node, "a2a3");
            ASSERT_GT(rank("a2a3"), 0);
            ASSERT_LE(rank("a2a3"), 4096);
        }
    EXPECT_EQ(rank("h2h3"), 0) << "another square is another entry";
}

TEST(History, LearnsNothingFromCapturesAndTellsThePiecesApart) {
    const auto history = std::make_unique<History>();
    Node node(checks);
    fails_high(*history, node, "d1d7");
    EXPECT_EQ(history->rank(node, node.frame(), node.move("d1d7")), 0);
    fails_high(*history, node, "d1d2");
    EXPECT_GT(history->rank(node, node.frame(), node.move("d1d2")), 0);
    EXPECT_EQ(history->rank(node, node.frame(), node.move("e1d2")), 0);
}

TEST(History, RanksQuietMovesThatWereTriedInVainBelowTheUntried) {
    const auto history = std::make_unique<History>();
    Node node(checks);
    node.picker().tried = {node.move("d1d7"), node.move("a2a3"), node.move("d1d2")};
    for (int i = 0; i < 3000; ++i) {
        fails_high(*history, node, "d1d2");
        const auto rank = [&](std::string_view text) { return history->rank(node, node.frame(), node.move(text)); };
        ASSERT_LT(rank("a2a3"), 0);
        ASSERT_GE(rank("a2a3"), -History::max_rank);
        ASSERT_GT(rank("d1d2"), 0) << "the one that failed high is not among them";
        ASSERT_LE(rank("d1d2"), History::max_rank);
        ASSERT_EQ(rank("d1d7"), 0) << "nor are captures";
        ASSERT_EQ(rank("d1d3"), 0);
    }
}

TEST(History, BlamesNoMovesForACaptureOrInQuiescence) {
    const auto history = std::make_unique<History>();
    Node node(checks);
    node.picker().tried = {node.move("a2a3")};
    fails_high(*history, node, "d1d7");
    EXPECT_EQ(history->rank(node, node.frame(), node.move("a2a3")), 0);
    node.depth(0);
    fails_high(*history, node, "d1d2");
    EXPECT_EQ(history->rank(node, node.frame(), node.move("a2a3")), 0);
    EXPECT_EQ(history->rank(node, node.frame(), node.move("d1d2")), 0);
}

TEST(History, CountsHalfInTheNextSearch) {
    const auto history = std::make_unique<History>();
    Node node(start);
    node.depth(9);
    node.picker().tried = {node.move("e2e4")};
    fails_high(*history, node, "g1f3");
    const auto rank = [&](std::string_view text) { return history->rank(node, node.frame(), node.move(text)); };
    const int liked = rank("g1f3");
    const int blamed = rank("e2e4");
    history->new_search();
    EXPECT_EQ(rank("g1f3"), liked / 2);
    EXPECT_EQ(rank("e2e4"), blamed / 2);
}

TEST(History, RanksAMoveThatWasMadeAsBefore) {
    const auto history = std::make_unique<History>();
    Node node(start);
    fails_high(*history, node, "g1f3");
    const int rank = history->rank(node, node.frame(), node.move("g1f3"));
    node.position().make(node.frame().move, node.frame().undo);
    EXPECT_EQ(history->rank_made(node, node.frame()), rank);
}

// Internal iterative deepening

Depth first_depth(Node node) { return Iid<IidMinus<2>, IidWhere::pv_nodes, 4>::first_depth(node, node.frame()); }

TEST(Iid, BeginsLessDeepWhereAnOpenWindowHasNoMoveToTryFirst) {
    EXPECT_EQ(first_depth(Node(start).depth(6).pv()), 4);
    EXPECT_EQ(first_depth(Node(start).depth(4).pv()), 2);
    EXPECT_EQ(first_depth(Node(start).depth(3).pv()), 3) << "too shallow to be worth it";
    EXPECT_EQ(first_depth(Node(start).depth(6)), 6);
    EXPECT_EQ(first_depth(Node(start).depth(6).pv().at_ply(0)), 6) << "the root is the driver's";
    Node node(start);
    node.depth(6).pv();
    node.frame().hash_move = node.move("e2e4");
    EXPECT_EQ(first_depth(node), 6);
}

TEST(Iid, GoesOnToTheFullDepthWithTheMoveItFound) {
    using E = Iid<IidMinus<2>, IidWhere::pv_nodes, 4>;
    Node node(start);
    node.depth(6).pv();
    node.frame().depth = 4;
    node.frame().best = node.move("e2e4");
    EXPECT_EQ(E::next_depth(node, node.frame()), 6);
    EXPECT_EQ(node.frame().hash_move, node.move("e2e4"));
    node.frame().depth = 6;
    EXPECT_EQ(E::next_depth(node, node.frame()), 0);
}

// The table

TEST(Transpositions, DecideByBoundDepthAndWindow) {
    using T = Transpositions<false>;
    const auto lookup = [](Bound bound, Score score, Depth depth, bool pv = false) {
        Node node(start, 100);  // window 100, 101
        node.table().store(node.position().key(), node.move("e2e4"), score, depth, bound);
        if (pv) node.pv();
        const Score found = T::lookup(node, node.frame());
        EXPECT_EQ(node.frame().hash_move, node.move("e2e4")) << "the move is taken in any case";
        return found;
    };
    EXPECT_EQ(lookup(Bound::exact, 150, 3), 150);
    EXPECT_EQ(lookup(Bound::exact, 50, 3), 50);
    EXPECT_EQ(lookup(Bound::lower, 101, 3), 101);
    EXPECT_EQ(lookup(Bound::lower, 100, 3), score_none) << "may be more";
    EXPECT_EQ(lookup(Bound::upper, 100, 3), 100);
    EXPECT_EQ(lookup(Bound::upper, 101, 3), score_none) << "may be less";
    EXPECT_EQ(lookup(Bound::exact, 150, 2), score_none) << "not deep enough";
    EXPECT_EQ(lookup(Bound::exact, 150, 9), 150);
    EXPECT_EQ(lookup(Bound::exact, 150, 9, true), score_none) << "an open window wants its line";
}

TEST(Transpositions, AnEntryWhoseMoveIsImpossibleIsAnotherPositions) {
    using T = Transpositions<true>;
    Node node(start, 100);
    node.table().store(node.position().key(), Move(Square::e1, Square::e8), 150, 3, Bound::exact);
    EXPECT_EQ(T::lookup(node, node.frame()), score_none);
    EXPECT_FALSE(node.frame().hash_move);
    EXPECT_EQ(TableValue::adjust(node, node.frame(), 10), 10);
    node.table().clear();
    node.table().store(node.position().key(), Move{}, 150, 4, Bound::exact);
    EXPECT_EQ(T::lookup(node, node.frame()), 150) << "no move is no contradiction";
}

TEST(TableValue, IsTheStaticValueWhereItsBoundAllowsThatWhateverItsDepth) {
    const auto value = [](Bound bound, Score score, Score own) {
        Node node(start, 100);
        node.table().store(node.position().key(), node.move("e2e4"), score, 1, bound);
        EXPECT_EQ(Transpositions<true>::lookup(node, node.frame()), score_none) << "not deep enough";
        return TableValue::adjust(node, node.frame(), own);
    };
    EXPECT_EQ(value(Bound::exact, 50, 10), 50);
    EXPECT_EQ(value(Bound::exact, 50, 90), 50);
    EXPECT_EQ(value(Bound::lower, 50, 10), 50);
    EXPECT_EQ(value(Bound::lower, 50, 90), 90);
    EXPECT_EQ(value(Bound::upper, 50, 10), 10);
    EXPECT_EQ(value(Bound::upper, 50, 90), 50);
    EXPECT_EQ(value(Bound::exact, score_mate - 7, 10), 10) << "a mate is no static value";
    Node unknown(start);
    EXPECT_EQ(TableValue::adjust(unknown, unknown.frame(), 10), 10);
}

TEST(Transpositions, TellHalfMoveClocksApartInTheLastTwentyBeforeTheDraw) {
    using T = Transpositions<false>;
    const auto found = [](unsigned stored_at, unsigned looked_up_at) {
        const auto rook_up = [](unsigned clock) {
            return Node("8/8/8/3k4/8/8/6K1/7R w - - " + std::to_string(clock) + " 90", 100);
        };
        Node before = rook_up(stored_at);
        before.frame().best_score = 900;
        before.frame().best = before.move("h1h5");
        T::store(before, before.frame());
        Node now = rook_up(looked_up_at);
        now.table() = before.table();
        return T::lookup(now, now.frame());
    };
    EXPECT_EQ(found(0, 79), 900);
    EXPECT_EQ(found(90, 90), 900);
    EXPECT_EQ(found(79, 80), score_none);
    EXPECT_EQ(found(80, 81), score_none);
    EXPECT_EQ(found(98, 90), score_none);
}

TEST(Transpositions, KeepMatesAsCountedFromTheNode) {
    using T = Transpositions<false>;
    for (const Score mate : {score_mate - 9, 9 - score_mate}) {
        Node node(start, mate > 0 ? 100 : -100);
        node.frame().best_score = static_cast<std::int16_t>(mate);
        node.at_ply(4);
        T::store(node, node.frame());
        EXPECT_EQ(T::lookup(node, node.frame()), mate) << "at the same ply it is the same";
        node.at_ply(2);
        EXPECT_EQ(T::lookup(node, node.frame()), mate > 0 ? mate + 2 : mate - 2) << "two plies nearer to the root";
        node.at_ply(10);
        EXPECT_EQ(T::lookup(node, node.frame()), mate > 0 ? mate - 6 : mate + 6);
    }
}

TEST(Transpositions, StoreTheBoundThatTheWindowProved) {
    using T = Transpositions<true>;
    const auto stored = [](Score best_score, bool best) {
        Node node(start, 100);
        node.window(100, 200).frame().best_score = static_cast<std::int16_t>(best_score);
        if (best) node.frame().best = node.move("e2e4");
        T::store(node, node.frame());
        return node.table().probe(node.position().key()).bound;
    };
    EXPECT_EQ(stored(200, true), Bound::lower);
    EXPECT_EQ(stored(150, true), Bound::exact);
    EXPECT_EQ(stored(100, false), Bound::upper);
}

TEST(Transpositions, KeepNothingOfARootWhereOnlySomeMovesAreAllowed) {
    for (const bool some : {false, true}) {
        Node node(start);
        const Move only[] = {node.move("a2a3")};
        node.at_ply(0).frame().best = only[0];
        if (some) node.root().allowed = only;
        Transpositions<true>::store(node, node.frame());
        EXPECT_EQ(node.table().probe(node.position().key()).bound == Bound::none, some);
    }
}

TEST(Transpositions, LeaveQuiescenceAloneUnlessAskedTo) {
    Node node(start, -1);
    node.depth(-2);
    Transpositions<false>::store(node, node.frame());
    EXPECT_EQ(node.table().probe(node.position().key()).bound, Bound::none);
    Transpositions<true>::store(node, node.frame());
    EXPECT_EQ(node.table().probe(node.position().key()).bound, Bound::none)
        << "standing pat costs less to find again than to keep";
    node.frame().best = node.move("e2e4");
    Transpositions<true>::store(node, node.frame());
    EXPECT_EQ(node.table().probe(node.position().key()).depth, 0) << "all of quiescence is one depth";
    EXPECT_EQ(Transpositions<false>::lookup(node, node.frame()), score_none);
    EXPECT_NE(Transpositions<true>::lookup(node, node.frame()), score_none);
}

}  // namespace
}  // namespace stackmate::test
