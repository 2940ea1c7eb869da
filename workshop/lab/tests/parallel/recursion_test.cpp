// ABDADA goes with recursion as with the loop, because marks and deferring are in the picker and in one enhancement.
#include "workshop/lab/parallel/abdada.hpp"

#include "host_tests/core/search/few_enhancements.hpp"
#include "host_tests/core/search/oracle.hpp"

#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <cstdint>
#include <thread>

namespace stackmate::test {
namespace {

/// Two threads search a node each in turn, so that every run is the same.
struct Turns {
    static constexpr unsigned free = 2;  ///< neither waits

    template <class S, class F>
    Score lookup(S&, F&) {
        unsigned whose = mine;
        if (turn == nullptr || !turn->compare_exchange_strong(whose, 1 - mine)) return score_none;
        turn->notify_all();
        turn->wait(1 - mine);
        return score_none;
    }

    std::atomic<unsigned>* turn = nullptr;
    unsigned mine = 0;
};

template <class V>
struct Abdada : DeferringVersion<V> {
    using Enhancements = WithFirst<Turns, typename DeferringVersion<V>::Enhancements>;
};

enum class By { loop, recursion };

template <By by, class V, class Prepare>
std::vector<Outcome> searched(std::string_view fen, Depth deepest, Prepare prepare) {
    if constexpr (by == By::loop)
        return by_loop<Abdada<V>>(position(fen), deepest, 1024, 1u << 20, prepare);
    else
        return by_recursion<Abdada<V>>(position(fen), deepest, 1024, prepare);
}

/// Two searches on two threads with one table; the second goes a ply deeper.
template <By by, class V>
std::array<std::vector<Outcome>, 2> both(std::string_view fen, Depth deepest, bool in_turns) {
    std::vector<TtEntry> memory(1024);
    TranspositionTable table;
    table.use(memory);
    std::array<SearchedMoves, 2> marks;
    std::atomic<unsigned> turn{in_turns ? 0 : Turns::free};
    std::array<std::vector<Outcome>, 2> outcomes;
    const auto search = [&](unsigned i) {
        turn.wait(1 - i);
        outcomes[i] = searched<by, V>(fen, deepest + static_cast<Depth>(i), [&](auto& searching) {
            searching.table = table;
            searching.search->enhancements().template get<Marks>().join(marks[i], marks[1 - i]);
            searching.search->enhancements().template get<Turns>() = {&turn, i};
        });
        turn.store(Turns::free);
        turn.notify_all();
    };
    std::thread second(search, 1u);
    search(0);
    second.join();
    return outcomes;
}

TEST(RecursiveAbdada, DefersTheMovesThatTheLoopDefers) {
    for (const std::string_view fen : sample()) {
        SearchedMoves mine, others;
        const Position root = position(fen);
        for (const Move m : legal_moves(root)) others.add(SearchedMoves::mark_of(root.key(), m));
        const auto join = [&](auto& searching) {
            searching.search->enhancements().template get<Marks>().join(mine, others);
        };
        const auto deferring = searched<By::recursion, versions::Small>(fen, 5, join);
        EXPECT_EQ(deferring, (searched<By::loop, versions::Small>(fen, 5, join))) << fen;
        EXPECT_NE(deferring, (searched<By::recursion, versions::Small>(fen, 5, as_it_is))) << fen;
    }
}

TEST(RecursiveAbdada, TwoInTurnsSearchTheTreesOfTwoLoopsAndSaveNodes) {
    std::uint64_t alone = 0, helped = 0;
    for (const std::string_view fen : sample()) {
        const auto recursive = both<By::recursion, versions::Small>(fen, 5, true);
        EXPECT_EQ(recursive, (both<By::loop, versions::Small>(fen, 5, true))) << fen;
        helped += recursive[0].back().nodes;
        alone += searched<By::recursion, versions::Small>(fen, 5, as_it_is).back().nodes;
    }
    EXPECT_LT(helped, alone);
}

TEST(RecursiveAbdada, TwoThreadsEndWithTheScoreOfAlphaBeta) {
    for (const std::string_view fen : sample()) {
        const Score alone = by_recursion<With<Scout>>(position(fen), 4, 0).back().score;
        for (const auto& outcomes : both<By::recursion, With<Scout>>(fen, 4, false))
            EXPECT_EQ(outcomes[3].score, alone) << fen;
    }
}

}  // namespace
}  // namespace stackmate::test
