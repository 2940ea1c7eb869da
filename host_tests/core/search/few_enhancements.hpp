// Searches with the enhancements that a test names and no others.
#pragma once

#include "core/engine/bench_positions.hpp"
#include "core/search/versions.hpp"
#include "host_tests/core/playout.hpp"
#include "host_tests/core/search/by_loop.hpp"
#include "host_tests/core/search/plain.hpp"

#include <iterator>

namespace stackmate::test {

template <class... Es>
struct With : Plain {
    using Enhancements = stackmate::Enhancements<Interrupt, Draws, Es...>;
};

using Reverse = ReverseFutility<90, 6>;
/// No deeper where it stands far above beta.
using Null = NullMove<3, 4, 30'000>;
inline constexpr ReductionParameters by_logarithm{
    .base = 8, .factor = 8, .open_window = 16, .check = 16, .worsening = 8, .history = 32};
using ByLogarithm = LogReductions<void, by_logarithm>;
using Razor = Razoring<150, 60, 3>;

/// Some of the bench positions.
inline std::vector<std::string_view> sample() {
    std::vector<std::string_view> fens;
    for (std::size_t i = 1; i < std::size(bench_positions); i += 3)
        if (position(bench_positions[i]).any_legal_move()) fens.push_back(bench_positions[i]);
    return fens;
}

/// Iterations with an open window up to `depth`; the last one's outcome, the nodes of all.
template <class V>
Outcome search(std::string_view fen, Depth depth, std::size_t entries = 0) {
    return by_loop<V>(position(fen), depth, entries, 1u << 20).back();
}

template <class V>
std::uint64_t nodes(Depth depth, std::size_t entries = 0) {
    std::uint64_t sum = 0;
    for (const std::string_view fen : sample()) sum += search<V>(fen, depth, entries).nodes;
    return sum;
}

struct MateCase {
    std::string_view fen;
    int plies;
};
constexpr MateCase mates[] = {
    {"6k1/5ppp/8/8/8/8/8/R6K w - - 0 1", 1},
    {"r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 0 4", 1},
    {"7k/8/8/8/8/8/R7/1R5K w - - 0 1", 3},
    {"kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", 3},
    {"r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1", 5},
};
template <class V, class Without>
void expect_saves_a_tenth(Depth depth) {
    EXPECT_LT(nodes<V>(depth), nodes<Without>(depth) * 9 / 10);
}

/// A mate that is told is true, and in the end it is the shortest.
template <class V>
void expect_no_false_mates() {
    for (const MateCase& m : mates) {
        for (Depth depth = 1; depth <= m.plies + 1; ++depth) {
            const Outcome outcome = search<V>(m.fen, depth, 1024);
            if (is_mate(outcome.score)) {
                ASSERT_EQ(outcome.score, score_mate - m.plies) << m.fen << " at depth " << depth;
            }
        }
        Depth needed = m.plies + 2;  // more where reductions and pruning delay it
        while (needed < m.plies + 8 && !is_mate(search<V>(m.fen, needed, 1024).score)) ++needed;
        EXPECT_EQ(search<V>(m.fen, needed, 1024).score, score_mate - m.plies) << m.fen;
    }
}

}  // namespace stackmate::test
