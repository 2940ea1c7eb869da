// Deep Thought's form of IID, the reset of IID, and self-deepening. An enhancement that only watches writes down what a node does.

#include "core/engine/engine.hpp"
#include "host_tests/core/search/few_enhancements.hpp"
#include "workshop/lab/enhancements/iid_forms.hpp"
#include "workshop/lab/enhancements/iid_reset.hpp"
#include "workshop/lab/enhancements/self_deepening.hpp"
#include "workshop/lab/versions.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <iterator>
#include <memory>
#include <string_view>
#include <vector>

namespace stackmate::test {
namespace {

/// An internal iteration of a node as it went.
struct Iteration {
    Depth target = 0;
    Depth depth = 0;
    Score alpha = 0;  ///< with which it began
    bool pv = false;
    std::vector<Move> moves;
    Move best;  ///< in the end
    Score score = 0;
};

/// Goes at the end of a list, so that it sees what the others have made of a node.
template <int ply>
struct Watch {
    static inline std::vector<Iteration> log;

    template <class S, class F>
    static void begin_iteration(S& s, F& f) {
        if (s.ply() == ply && !f.quiescing()) log.push_back({f.target, f.depth, f.alpha, f.pv, {}, {}, 0});
    }
    template <class S, class F>
    static Depth extend(S& s, F& f) {
        if (s.ply() == ply && !f.quiescing() && (log.back().moves.empty() || log.back().moves.back() != f.move))
            log.back().moves.push_back(f.move);
        return 0;
    }
};
/// Goes before the others, which end the question.
template <int ply>
struct WatchEnd {
    template <class S, class F>
    static Depth next_depth(S& s, F& f) {
        if (s.ply() == ply && !f.quiescing()) {
            Watch<ply>::log.back().best = f.best;
            Watch<ply>::log.back().score = f.best_score;
        }
        return depth_none;
    }
};

template <class... Es>
using WatchedRoot = With<WatchEnd<0>, Scout, Es..., Watch<0>>;

using AnyFall = Fall<0, 1, 1>;
template <class When>
using Reset = IidReset<NoIid, When, 40>;

template <class V>
struct Config {
    using Version = V;
    static constexpr std::string_view name = "Test";
    static constexpr std::size_t table_bytes = 1024;
    static constexpr std::uint32_t slice_nodes = 64;
    static constexpr std::size_t max_search_moves = 10;
    static constexpr Depth bench_depth = 5;
};

template <class V>
std::unique_ptr<Engine<Config<V>>> engine_at(std::string_view fen, std::atomic<bool>& stop) {
    auto engine = std::make_unique<Engine<Config<V>>>(stop);
    EXPECT_EQ(engine->begin_setup().position.set_fen(fen), FenError::none);
    engine->commit_setup();
    return engine;
}

/// Searches to a depth; what the watched node did, in order.
template <class V, int ply = 0>
std::vector<Iteration> watched(std::string_view fen, Depth depth) {
    std::atomic<bool> stop{false};
    const auto engine = engine_at<V>(fen, stop);
    Limits limits;
    limits.depth = static_cast<std::uint8_t>(depth);
    Watch<ply>::log.clear();
    engine->go(limits, {}, 0);
    while (engine->run(1u << 20, 0) != EngineEvent::finished) {}
    return Watch<ply>::log;
}

/// Where in the log a node falls back to depth 1 after it was searched more deeply.
std::vector<std::size_t> resets(const std::vector<Iteration>& log) {
    std::vector<std::size_t> found;
    for (std::size_t i = 1; i < log.size(); ++i)
        if (log[i].depth == 1 && log[i].target > 1 && log[i - 1].target == log[i].target) found.push_back(i);
    return found;
}

template <class When>
std::size_t resets_of_all() {
    std::size_t sum = 0;
    for (const std::string_view fen : bench_positions) sum += resets(watched<WatchedRoot<Reset<When>>>(fen, 5)).size();
    return sum;
}

TEST(IidDeepThought, ExpectsACutoffAtEverySecondNodeBelowTheLastOpenWindow) {
    struct Node {
        bool pv;
    };
    const Node branch[] = {{true}, {false}, {true}, {false}, {false}, {false}};
    const bool cutoff[] = {false, true, false, true, false, true};
    for (int ply = 0; ply != std::ssize(branch); ++ply) EXPECT_EQ(expects_cutoff(branch[ply], ply), cutoff[ply]);
}

TEST(IidDeepThought, SavesTwoPliesAtAPvNodeAndAtAnExpectedCutNode) {
    unsigned at_cut_nodes = 0;
    for (const std::string_view fen : sample()) {
        for (const Iteration& i : watched<With<WatchEnd<1>, Scout, IidDeepThought, Watch<1>>, 1>(fen, 5)) {
            EXPECT_EQ(int{i.depth}, i.depth < i.target ? i.target - 2 : int{i.target}) << fen;
            at_cut_nodes += i.depth < i.target && !i.pv;
        }
    }
    EXPECT_GT(at_cut_nodes, 100u);
}

/// What the memories ask of a search.
struct KeyAndPly {
    static constexpr int max_ply = 40;
    struct {
        Key value;
        [[nodiscard]] Key key() const { return value; }
    } at;
    [[nodiscard]] auto& position() const { return at; }
    [[nodiscard]] int ply() const { return 3; }
};

TEST(IidReset, RemembersByKeyWhatAnotherNodeOfThePlyTakesThePlaceOf) {
    KeyAndPly one{{0x10001}}, other{{0x20002}};
    NotedByPly<40> by_ply;
    NotedByKey<256> by_key;
    by_ply.at(one).times = by_key.at(one).times = 2;
    EXPECT_EQ(by_ply.at(other).times, 0);
    EXPECT_EQ(by_key.at(other).times, 0);
    EXPECT_EQ(by_ply.at(one).times, 0);
    EXPECT_EQ(by_key.at(one).times, 2);
}

TEST(IidReset, HoldsTheNewAlphaLeavesTheFallenMoveOutAndTriesWhatItFoundFirst) {
    unsigned found_another = 0;
    for (const std::string_view fen : sample()) {
        const auto log = watched<WatchedRoot<Reset<AnyFall>>>(fen, 6);
        for (const std::size_t reset : resets(log)) {
            const Iteration& fall = log[reset - 1];
            ASSERT_EQ(fall.depth, fall.target) << fen;
            ASSERT_EQ(fall.moves.size(), 1u) << "the iteration ends with the fallen move";
            const Move fallen = fall.moves[0];
            Move first;
            Depth depth = 1;
            for (std::size_t i = reset; depth <= fall.target; ++i, ++depth) {
                ASSERT_LT(i, log.size());
                ASSERT_EQ(log[i].depth, depth) << fen;
                EXPECT_EQ(log[i].alpha, fall.score > fall.alpha ? fall.score : fall.alpha) << fen;
                for (const Move m : log[i].moves) EXPECT_NE(m, fallen) << fen;
                if (first && !log[i].moves.empty()) {
                    EXPECT_EQ(log[i].moves[0], first) << fen << " at depth " << int{depth};
                    ++found_another;
                }
                if (log[i].best && log[i].best != fallen) first = log[i].best;
            }
        }
    }
    EXPECT_GT(found_another, 10u);
}

TEST(IidReset, ASlighterFallOrOneOfANewMoveOrAtLessDepthIsNone) {
    const std::size_t any = resets_of_all<AnyFall>();
    EXPECT_GT(any, 10u);
    for (const std::size_t fewer :
         {resets_of_all<Fall<60, 1, 1>>(), resets_of_all<Fall<0, 5, 1>>(), resets_of_all<Fall<0, 1, 3>>()}) {
        EXPECT_LT(fewer, any);
        EXPECT_GT(fewer, 0u);
    }
    EXPECT_EQ((resets_of_all<Fall<0, 1, 5>>()), 0u) << "there are no more iterations before the last";
}

struct Widening : versions::Plain {
    using Enhancements =
        stackmate::Enhancements<Interrupt, Draws, WatchEnd<0>, Scout, Reset<AnyFall>, Aspiration<5>, Watch<0>>;
};
TEST(IidReset, AWidenedWindowDoesNotResetAnew) {
    unsigned searched_again = 0;
    for (const std::string_view fen : bench_positions) {
        const auto log = watched<Widening>(fen, 6);
        for (Depth target = 2; target <= 6; ++target) {
            unsigned starts = 0, times = 0;
            for (std::size_t i = 0; i < log.size(); ++i) {
                if (log[i].target != target) continue;
                times += log[i].depth == 1;
                // A start is not the way back up from a reset.
                starts += log[i].depth == target
                          && !(i != 0 && log[i - 1].target == target && log[i - 1].depth == target - 1);
            }
            ASSERT_LE(times, 1u) << fen << " at depth " << int{target};
            searched_again += times == 1 && starts > 1;
        }
    }
    EXPECT_GT(searched_again, 3u);
}

TEST(IidReset, InAnInnerIterationTheAnswerIsTheBestOfTheLastFullDepth) {
    unsigned another_was_ahead = 0;
    for (const std::string_view fen : sample()) {
        std::atomic<bool> stop{false};
        const auto engine = engine_at<WatchedRoot<Reset<AnyFall>, Aspiration<40>>>(fen, stop);
        auto& log = Watch<0>::log;
        log.clear();
        engine->go({.depth = 5}, {}, 0);
        Move answer;
        while (engine->run(1, 0) != EngineEvent::finished) {
            const std::size_t n = log.size();
            const bool inner = n != 0 && log[n - 1].depth < log[n - 1].target;
            const bool deeper = n > 1 && log[n - 2].target == log[n - 1].target && log[n - 2].depth < log[n - 1].depth;
            if (!inner && !(deeper && log[n - 1].moves.size() <= 1)) {
                answer = engine->best_move();
                continue;
            }
            ASSERT_EQ(engine->best_move(), answer) << fen << (inner ? "" : " before a move is searched at full depth");
            another_was_ahead += deeper && log[n - 2].best && log[n - 2].best != answer;
        }
    }
    EXPECT_GT(another_was_ahead, 10u) << "a shallow iteration's move would have been another answer";
}

/// Killers and history change the order between the iterations of a node.
TEST(IidResetAndSelfDeepening, ComeToAnEndAndChangeNoScore) {
    using OnIid = IidReset<Iid<IidMinus<1>, IidWhere::pv_nodes, 2>, AnyFall, 40>;
    for (const std::string_view fen : sample()) {
        const Score wanted = search<With<Scout>>(fen, 4).score;
        EXPECT_EQ((search<With<Scout, Reset<AnyFall>>>(fen, 4).score), wanted) << fen;
        EXPECT_EQ((search<With<Scout, OnIid>>(fen, 4).score), wanted) << fen;
        EXPECT_EQ((search<With<Scout, SelfDeepening<40>>>(fen, 4).score), wanted) << fen;
        EXPECT_EQ((search<With<Scout, Killers<40, 1>, History, SelfDeepening<40>>>(fen, 4).score), wanted) << fen;
    }
}

TEST(SelfDeepening, DeepensACutMoveAloneAndGoesOnWhereItWasFound) {
    unsigned came_back = 0;
    for (const std::string_view fen : sample()) {
        const auto log = watched<With<WatchEnd<1>, Scout, SelfDeepening<40>, Watch<1>>, 1>(fen, 5);
        for (std::size_t i = 1; i + 1 < log.size(); ++i) {
            if (log[i + 1].target != log[i].target || log[i + 1].depth >= log[i].depth || log[i + 1].depth <= 0)
                continue;
            if (log[i].moves.size() != 1 || log[i].best) continue;
            // The candidate has just fallen: back to where it was found, past what was tried there.
            std::size_t found = i;
            while (found != 0 && log[found].depth != log[i + 1].depth) --found;
            const Move fallen = log[i].moves[0];
            if (log[found].moves.empty() || log[found].moves.back() != fallen) continue;
            ++came_back;
            for (const Move m : log[i + 1].moves)
                for (const Move tried : log[found].moves) EXPECT_NE(m, tried) << fen;
        }
    }
    EXPECT_GT(came_back, 20u);
}

}  // namespace
}  // namespace stackmate::test
